import type { DatabaseSettings } from '../../source/source.ts';
import {
  type Connect,
  type Database,
  type DatabaseColumn,
  DatabaseRefused,
  type QueryLimits,
  type QuerySample,
  type ReadTable,
  type TableReader,
} from './database.ts';
import { mysqlValueType } from './declared-values.ts';
import { isTooLong, MysqlLink, refusalOf } from './mysql-link.ts';
import { mysqlBlocks } from './mysql-read.ts';
import { type KeyKind, orderOf, type TableShape } from './order.ts';
import { chosenDatabase, ServerLinks } from './server-links.ts';
import { readOnlyStatement } from './statement.ts';
import { firstRows } from './table-scan.ts';

const NUMBERS = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'bigint', 'decimal', 'year', 'bit']);
const TEXTS = new Set(
  'date datetime timestamp time char varchar tinytext text mediumtext longtext uuid inet4 inet6'.split(' '),
);
const BINARIES = new Set(['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob']);
const DATES = new Set(['date', 'datetime', 'timestamp']);

function kindOf(type: string): KeyKind {
  if (NUMBERS.has(type)) return 'number';
  if (TEXTS.has(type)) return 'text';
  return BINARIES.has(type) ? 'binary' : null;
}

const KEYS: Readonly<Record<string, DatabaseColumn['key']>> = { PRI: 'primary', UNI: 'unique', MUL: 'index' };

interface FoundColumn extends DatabaseColumn {
  readonly dataType: string;
}

/** A MySQL-compatible server: MySQL, MariaDB and what speaks their protocol. */
export class MysqlDatabase implements Database {
  readonly #settings: DatabaseSettings;
  readonly #connect: Connect;
  readonly #links: ServerLinks<MysqlLink>;

  constructor(settings: DatabaseSettings, connect: Connect) {
    this.#settings = settings;
    this.#connect = connect;
    this.#links = new ServerLinks((signal) => MysqlLink.open(settings, connect, signal));
  }

  async databases(): Promise<readonly string[]> {
    const rows = await (await this.#links.forAsking()).rows('SHOW DATABASES');
    return rows.flatMap(([name]) => name ?? []).filter((name) => !SYSTEM.has(name.toLowerCase()));
  }

  async tables(): Promise<readonly string[]> {
    const link = await this.#links.forAsking();
    const database = chosenDatabase(this.#settings);
    const rows = await link.rows(
      'SELECT table_name FROM information_schema.tables WHERE table_schema = ? ORDER BY table_name',
      [database],
    );
    if (rows.length === 0 && !(await this.#exists(link, database)))
      throw new DatabaseRefused('database', `There is no database '${database}', or this user may not see it.`);
    return rows.flatMap(([name]) => name ?? []);
  }

  async #exists(link: MysqlLink, database: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM information_schema.schemata WHERE schema_name = ?';
    return (await link.rows(sql, [database])).length > 0;
  }

  async #found(table: string): Promise<readonly FoundColumn[]> {
    const rows = await (await this.#links.forAsking()).rows(
      'SELECT column_name, column_type, data_type, is_nullable, column_key FROM information_schema.columns WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position',
      [chosenDatabase(this.#settings), table],
    );
    if (rows.length === 0) {
      throw new DatabaseRefused(
        'table',
        `There is no table '${table}' in '${chosenDatabase(this.#settings)}', or this user may not read it.`,
      );
    }
    return rows.map(([name, type, dataType, nullable, key]) => ({
      name: name ?? '',
      type: type ?? '',
      dataType: dataType?.toLowerCase() ?? '',
      nullable: nullable === 'YES',
      key: KEYS[key ?? ''] ?? '',
    }));
  }

  async columns(table: string): Promise<readonly DatabaseColumn[]> {
    return (await this.#found(table)).map(({ dataType: _, ...column }) => column);
  }

  /** Columns of the primary key, else of a unique key that holds every row. */
  async #key(table: string, columns: readonly FoundColumn[]): Promise<readonly string[]> {
    const rows = await (await this.#links.forAsking()).rows(
      'SELECT index_name, column_name, sub_part FROM information_schema.statistics WHERE table_schema = ? AND table_name = ? AND non_unique = 0 ORDER BY index_name = ? DESC, index_name, seq_in_index',
      [chosenDatabase(this.#settings), table, 'PRIMARY'],
    );
    const whole = new Set(columns.filter(({ nullable }) => !nullable).map(({ name }) => name));
    const keys = Map.groupBy(rows, ([index]) => index);
    for (const parts of keys.values()) {
      const names = parts.map(([, name]) => name ?? '');
      if (parts.every(([, name, part]) => part === null && whole.has(name ?? ''))) return names;
    }
    return [];
  }

  async read(request: ReadTable): Promise<TableReader> {
    const found = await this.#found(request.table);
    const shape: TableShape = {
      columns: found.map(({ name, dataType }) => ({ name, kind: kindOf(dataType) })),
      key: await this.#key(request.table, found),
    };
    const order = orderOf(shape, request.cursor);
    const columns = found.map(({ name }) => name);
    const dates = found.flatMap(({ dataType }, place) => (DATES.has(dataType) ? place : []));
    const singles = found.flatMap(({ dataType, type }, place) =>
      dataType === 'float' && !type.includes('(') ? place : [],
    );
    const scan = { database: chosenDatabase(this.#settings), columns, order, dates, singles };
    return {
      columns,
      types: found.map(({ type }) => mysqlValueType(type)),
      order: order.map(({ name }) => name),
      blocks: mysqlBlocks(this.#links.open, scan, request),
    };
  }

  async query(sql: string, limits: QueryLimits): Promise<QuerySample> {
    const statement = readOnlyStatement(sql, 'mysql');
    const end = {
      stop: (link: MysqlLink): void => void this.#kill(link),
      isTooLong,
      refusal: (cause: unknown): Error => refusalOf(cause, 'statement'),
    };
    return this.#links.run(limits, end, async (link) => {
      await this.#guard(link, limits);
      return firstRows(link, statement, limits.rows);
    });
  }

  /** From here on the server itself refuses to write, ends what takes too long, and sees the ends of quotes that were seen here. */
  async #guard(link: MysqlLink, { rows, timeout }: QueryLimits): Promise<void> {
    const [[version = ''] = []] = await link.rows('SELECT VERSION()');
    const seconds = Math.ceil(timeout / 1000);
    const limit = /mariadb/i.test(version ?? '')
      ? `max_statement_time = ${seconds}`
      : `max_execution_time = ${timeout}`;
    const mode = "REPLACE(@@SESSION.sql_mode, 'NO_BACKSLASH_ESCAPES', '')";
    await link.rows(`SET SESSION time_zone = '+00:00', sql_mode = ${mode}, sql_select_limit = ${rows}, ${limit}`);
    await link.rows('START TRANSACTION READ ONLY');
  }

  /** A statement runs on when its connection goes, so it is stopped from another one. */
  async #kill(link: MysqlLink): Promise<void> {
    const id = link.threadId;
    link.close(new DatabaseRefused('timeout', 'The statement was stopped.'));
    try {
      const other = await MysqlLink.open(this.#settings, this.#connect);
      await other.rows(`KILL QUERY ${id}`).finally(() => other.close());
    } catch {
      // It has ended by itself, or ends at the server's own limit.
    }
  }

  async close(): Promise<void> {
    this.#links.closeAll();
  }
}

const SYSTEM = new Set(['information_schema', 'performance_schema', 'mysql', 'sys']);
