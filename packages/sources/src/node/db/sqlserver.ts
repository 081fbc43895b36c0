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
import { sqlServerValueType } from './declared-values.ts';
import { orderOf, type TableShape } from './order.ts';
import { chosenDatabase, ServerLinks } from './server-links.ts';
import {
  declaredType,
  keyKindOf,
  type SqlServerColumn,
  selectedColumns,
  sqlServerName,
  sqlServerText,
} from './sqlserver-columns.ts';
import { SqlServerLink, sqlServerRefusal } from './sqlserver-link.ts';
import { sqlServerBlocks } from './sqlserver-read.ts';
import { isOrderedWhole, readOnlyStatement } from './statement.ts';
import { firstRows } from './table-scan.ts';

interface FoundTable {
  readonly schema: string;
  readonly table: string;
  /** Number of the table in the catalogue. */
  readonly id: string;
  readonly columns: readonly FoundColumn[];
}

interface FoundColumn extends SqlServerColumn {
  readonly nullable: boolean;
  readonly key: DatabaseColumn['key'];
}

const DATABASES =
  'SELECT name FROM sys.databases WHERE database_id > 4 AND state = 0 AND HAS_DBACCESS(name) = 1 ORDER BY name';

/** Tables and views by their schema; those of the schema `dbo` come first, as most have no other. */
const TABLES =
  "SELECT s.name + N'.' + o.name FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0 ORDER BY CASE s.name WHEN N'dbo' THEN 0 ELSE 1 END, s.name, o.name";

/** A table is named with its schema or, in `dbo`, without. */
const tableSql = (table: string): string =>
  `SELECT s.name, o.name, CONVERT(varchar(11), o.object_id) FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id WHERE o.type IN ('U', 'V') AND (s.name + N'.' + o.name = ${sqlServerText(table)} OR (s.name = N'dbo' AND o.name = ${sqlServerText(table)})) ORDER BY CASE WHEN s.name + N'.' + o.name = ${sqlServerText(table)} THEN 0 ELSE 1 END`;

/** A type of an alias is the one beneath it; those written in .NET share one number and go by their name. */
const columnsSql = (id: string): string =>
  `SELECT c.name, LOWER(CASE WHEN t.is_assembly_type = 1 THEN t.name ELSE COALESCE(TYPE_NAME(c.system_type_id), t.name) END), c.max_length, c.precision, c.scale, c.collation_name, c.is_nullable, CASE WHEN EXISTS (SELECT 1 FROM sys.index_columns AS k JOIN sys.indexes AS i ON i.object_id = k.object_id AND i.index_id = k.index_id WHERE k.object_id = c.object_id AND k.column_id = c.column_id AND k.is_included_column = 0 AND i.is_primary_key = 1) THEN 'primary' WHEN EXISTS (SELECT 1 FROM sys.index_columns AS k JOIN sys.indexes AS i ON i.object_id = k.object_id AND i.index_id = k.index_id WHERE k.object_id = c.object_id AND k.column_id = c.column_id AND k.is_included_column = 0 AND i.is_unique = 1) THEN 'unique' WHEN EXISTS (SELECT 1 FROM sys.index_columns AS k WHERE k.object_id = c.object_id AND k.column_id = c.column_id AND k.is_included_column = 0) THEN 'index' ELSE '' END FROM sys.columns AS c JOIN sys.types AS t ON t.user_type_id = c.user_type_id WHERE c.object_id = ${id} ORDER BY c.column_id`;

/** Unique indexes that hold every row, the primary key first. */
const keysSql = (id: string): string =>
  `SELECT CONVERT(varchar(11), i.index_id), c.name, c.is_nullable FROM sys.indexes AS i JOIN sys.index_columns AS k ON k.object_id = i.object_id AND k.index_id = i.index_id AND k.is_included_column = 0 JOIN sys.columns AS c ON c.object_id = k.object_id AND c.column_id = k.column_id WHERE i.object_id = ${id} AND i.is_unique = 1 AND i.has_filter = 0 AND i.is_disabled = 0 ORDER BY i.is_primary_key DESC, i.index_id, k.key_ordinal`;

const KEYS: Readonly<Record<string, DatabaseColumn['key']>> = { primary: 'primary', unique: 'unique', index: 'index' };

/** A Microsoft SQL Server, from version 2012 on. */
export class SqlServerDatabase implements Database {
  readonly #settings: DatabaseSettings;
  readonly #links: ServerLinks<SqlServerLink>;

  constructor(settings: DatabaseSettings, connect: Connect) {
    this.#settings = settings;
    this.#links = new ServerLinks((signal) => SqlServerLink.open(settings, connect, signal));
  }

  async databases(): Promise<readonly string[]> {
    return (await (await this.#links.forAsking()).rows(DATABASES)).flatMap(([name]) => name ?? []);
  }

  async tables(): Promise<readonly string[]> {
    chosenDatabase(this.#settings);
    return (await (await this.#links.forAsking()).rows(TABLES)).flatMap(([name]) => name ?? []);
  }

  async #found(name: string): Promise<FoundTable> {
    const database = chosenDatabase(this.#settings);
    const link = await this.#links.forAsking();
    const [[schema = null, table = null, id = null] = []] = await link.rows(tableSql(name));
    if (schema === null || table === null || id === null)
      throw new DatabaseRefused('table', `There is no table '${name}' in '${database}', or this user may not read it.`);
    const columns = (await link.rows(columnsSql(id))).map(
      ([column, type, length, precision, scale, collation = null, nullable, key]) => ({
        name: column ?? '',
        type: type ?? '',
        length: Number(length),
        precision: Number(precision),
        scale: Number(scale),
        collation,
        nullable: nullable === 'true',
        key: KEYS[key ?? ''] ?? ('' as const),
      }),
    );
    return { schema, table, id, columns };
  }

  async columns(table: string): Promise<readonly DatabaseColumn[]> {
    const { columns } = await this.#found(table);
    return columns.map((column) => ({
      name: column.name,
      type: declaredType(column),
      nullable: column.nullable,
      key: column.key,
    }));
  }

  /** Columns of the primary key, else of a unique key that holds every row. */
  async #key({ id }: FoundTable): Promise<readonly string[]> {
    const keys = Map.groupBy(await (await this.#links.forAsking()).rows(keysSql(id)), ([index]) => index);
    for (const parts of keys.values()) {
      if (parts.every(([, , nullable]) => nullable === 'false')) return parts.map(([, name]) => name ?? '');
    }
    return [];
  }

  async read(request: ReadTable): Promise<TableReader> {
    const found = await this.#found(request.table);
    const shape: TableShape = {
      columns: found.columns.map(({ name, type }) => ({ name, kind: keyKindOf(type) })),
      key: await this.#key(found),
    };
    const order = orderOf(shape, request.cursor);
    return {
      columns: found.columns.map(({ name }) => name),
      types: found.columns.map((column) => sqlServerValueType(declaredType(column))),
      order: order.map(({ name }) => name),
      blocks: sqlServerBlocks(this.#links.open, { ...found, order }, request),
    };
  }

  async query(sql: string, limits: QueryLimits): Promise<QuerySample> {
    const statement = readOnlyStatement(sql, 'sqlserver');
    const end = {
      // A server ends the statement of a connection that goes.
      stop: (link: SqlServerLink): void => link.close(new DatabaseRefused('timeout', 'The statement was stopped.')),
      refusal: (cause: unknown): Error => sqlServerRefusal(cause, 'statement'),
    };
    return this.#links.run(limits, end, async (link) =>
      firstRows(link, sampleSql(await describe(link, statement), statement, limits.rows), limits.rows),
    );
  }

  async close(): Promise<void> {
    this.#links.closeAll();
  }
}

/** The columns of a statement, told by the server without running it. @throws DatabaseRefused in the server's words */
async function describe(
  link: SqlServerLink,
  statement: string,
): Promise<readonly Pick<SqlServerColumn, 'name' | 'type'>[]> {
  const sql = `SELECT name, LOWER(COALESCE(user_type_name, system_type_name)), error_message FROM sys.dm_exec_describe_first_result_set(${sqlServerText(statement)}, NULL, 0) WHERE is_hidden = 0 OR is_hidden IS NULL ORDER BY column_ordinal`;
  const rows = await link.rows(sql);
  const fault = rows.find(([, , message]) => message !== null)?.[2];
  if (fault) throw new DatabaseRefused('statement', `The server does not take this statement: ${fault}`);
  return rows.map(([name, type]) => ({ name: name ?? '', type: (type ?? '').replace(/\(.*/, '') }));
}

/**
 * The first rows of a statement, which stands as a derived table: nothing but one query can stand there, so the server itself
 * refuses whatever would write. Columns get names of their own, because those of a statement may be missing or the same.
 */
export function sampleSql(
  columns: readonly Pick<SqlServerColumn, 'name' | 'type'>[],
  statement: string,
  rows: number,
): string {
  const own = columns.map(({ type }, i) => ({ name: `c${i + 1}`, type }));
  const shown = columns.map(({ name }, i) => name || `column ${i + 1}`);
  const listed = own.map((column, i) =>
    selectedColumns([column]).replace(/( AS \[c\d+\])?$/, ` AS ${sqlServerName(shown[i] ?? '')}`),
  );
  const inner = isOrderedWhole(statement, 'sqlserver')
    ? `${statement}\nOFFSET 0 ROWS FETCH FIRST ${rows} ROWS ONLY`
    : statement;
  return `SELECT TOP (${rows}) ${listed.join(', ')} FROM (${inner}\n) AS q (${own.map(({ name }) => sqlServerName(name)).join(', ')})`;
}
