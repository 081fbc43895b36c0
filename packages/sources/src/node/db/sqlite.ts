import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { DatabaseSettings } from '../../source/source.ts';
import {
  type Database,
  type DatabaseColumn,
  DatabaseRefused,
  messageOf,
  type Position,
  type QueryLimits,
  type QuerySample,
  type ReadTable,
  type TableBlock,
  type TableReader,
} from './database.ts';
import { type KeyColumn, orderOf, type ReadFrom, rangeOf, type Writing, whereOf } from './order.ts';
import { sqliteTable, sqliteTables } from './sqlite-shape.ts';
import { checkedLiteral, sqliteCell, sqliteLiteral, sqliteName } from './sqlite-values.ts';
import { readOnlyStatement } from './statement.ts';

const WRITING: Writing = { name: sqliteName, literal: checkedLiteral };
const BUSY = 5;
const NOT_A_DATABASE = 26;
/** ms for which a file is waited for that another program holds, and between two tries. */
const BUSY_MS = 5000;
const BUSY_PAUSE_MS = 25;
/** Rows taken at once where no index gives their order: each statement sorts the whole table. */
const SORTED_ROWS = 20_000;
const PAGE_BYTES = 16 * 1024 * 1024;
const QUERY_BYTES = 64 * 1024 * 1024;

interface Scan {
  readonly table: string;
  readonly columns: readonly string[];
  readonly order: readonly KeyColumn[];
  /** An index gives the order: a page costs no more than its rows. */
  readonly indexed: boolean;
  readonly range: Omit<ReadFrom, 'after'>;
}

/** Rows of one statement, and whether more follow them. */
interface Page {
  readonly rows: readonly SQLOutputValue[][];
  readonly isMore: boolean;
}

const codeOf = (cause: unknown): number => Number(Object(cause).errcode) & 0xff;

/** What SQLite said, as a setting to look at. */
function refusalOf(cause: unknown, file: string): unknown {
  const code = codeOf(cause);
  if (cause instanceof DatabaseRefused || !(Object(cause).errcode >= 0)) return cause;
  if (code === BUSY)
    return new DatabaseRefused('lost', `Another program holds ${file} for writing. It is read when that one is done.`, {
      cause,
    });
  const said = code === NOT_A_DATABASE ? `${file} is no SQLite database, or an encrypted one.` : '';
  return new DatabaseRefused('file', said || `${file} cannot be read: ${messageOf(cause)}.`, { cause });
}

/**
 * An SQLite file, opened for reading only. A table without a key is read in the order of SQLite's row numbers, which stay
 * as they are until the file is vacuumed.
 */
export class SqliteDatabase implements Database {
  readonly #file: string;
  #db: DatabaseSync | null = null;

  constructor({ file = '' }: DatabaseSettings) {
    this.#file = file;
  }

  /** Runs `ask` on the open file, opening it first. SQLite's own waiting for others would hold up the whole process. */
  async #on<T>(ask: (db: DatabaseSync) => T, signal?: AbortSignal): Promise<T> {
    for (const late = performance.now() + BUSY_MS; ; ) {
      try {
        this.#db ??= this.#open();
        return ask(this.#db);
      } catch (cause) {
        if (codeOf(cause) !== BUSY || performance.now() >= late) throw refusalOf(cause, this.#file);
      }
      await setTimeout(BUSY_PAUSE_MS, undefined, { ...(signal && { signal }) });
    }
  }

  #open(): DatabaseSync {
    if (!path.isAbsolute(this.#file))
      throw new DatabaseRefused('file', `'${this.#file}' is no full path of an SQLite file, like /data/in/shop.db.`);
    if (!existsSync(this.#file)) throw new DatabaseRefused('file', `There is no file ${this.#file}.`);
    return new DatabaseSync(this.#file, { readOnly: true, timeout: 0 });
  }

  /** One file is one database, which SQLite calls `main`. */
  async databases(): Promise<readonly string[]> {
    await this.tables();
    return ['main'];
  }

  async tables(): Promise<readonly string[]> {
    return this.#on(sqliteTables);
  }

  async columns(table: string): Promise<readonly DatabaseColumn[]> {
    return this.#on((db) => sqliteTable(db, table).columns);
  }

  async query(sql: string, { rows: most, timeout, signal }: QueryLimits): Promise<QuerySample> {
    const statement = readOnlyStatement(sql, 'sqlite');
    await this.#on(sqliteTables, signal);
    const script = path.join(import.meta.dirname, 'sqlite-query.ts');
    const options = { timeout, killSignal: 'SIGKILL', maxBuffer: QUERY_BYTES, ...(signal && { signal }) } as const;
    const answer = await new Promise<string>((resolve, reject) => {
      const child = execFile(process.execPath, [script], options, (fault, stdout) => {
        if (!fault) return resolve(stdout);
        const seconds = timeout / 1000;
        const late = `The statement took longer than ${seconds} seconds and was stopped. Narrow it down.`;
        reject(fault.killed ? new DatabaseRefused('timeout', late, { cause: fault }) : fault);
      });
      // a process that was ended before it took the statement is told by its exit
      child.stdin?.on('error', () => {}).end(JSON.stringify({ file: this.#file, sql: statement, most }));
    }).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw cause instanceof DatabaseRefused ? cause : new DatabaseRefused('statement', messageOf(cause), { cause });
    });
    const sample = JSON.parse(answer);
    if (typeof sample.failed === 'string') throw new DatabaseRefused('statement', sample.failed);
    return sample;
  }

  async read(request: ReadTable): Promise<TableReader> {
    const { table, cursor, signal } = request;
    const { columns: found, key, indexed } = await this.#on((db) => sqliteTable(db, table), signal);
    const columns = found.map(({ name }) => name);
    // A value of any type may stand in any column of SQLite; each is kept with its own
    const orderable = [...new Set([...columns, ...key])].map((name) => ({ name, kind: 'text' as const }));
    const order = orderOf({ columns: orderable, key }, cursor);
    const first = order[0]?.name;
    const isIndexed = first !== undefined && (first === key[0] || indexed.has(first));
    const scan = { table, columns, order, indexed: isIndexed, range: rangeOf(request) };
    const blocks = order.length === 0 ? this.#stream(scan, request) : this.#pages(scan, request);
    return { columns, order: order.map(({ name }) => name), blocks };
  }

  /** A statement per page: the file is not held while who reads is busy, so its owner can write. */
  async *#pages(scan: Scan, { after = null, blockRows = 1000, signal }: ReadTable): AsyncGenerator<TableBlock> {
    const most = scan.indexed ? blockRows : Math.max(blockRows, SORTED_ROWS);
    let position: Position | null = after;
    let read = 0;
    for (let more = true; more; ) {
      const { rows, isMore } = await this.#on((db) => pageOf(db, scanSql(scan, position, most), most), signal);
      for (let at = 0; at < rows.length; at += blockRows) {
        // Reading is synchronous: others have their turn between blocks
        await setImmediate();
        signal?.throwIfAborted();
        const block = blockOf(scan, rows.slice(at, at + blockRows), read + 1);
        read += block.rows.length;
        ({ position } = block);
        yield block;
      }
      more = isMore;
    }
  }

  /** All rows of one statement, where no order tells one page from the next. */
  async *#stream(scan: Scan, { blockRows = 1000, signal }: ReadTable): AsyncGenerator<TableBlock> {
    const statement = await this.#on((db) => prepared(db, scanSql(scan, null, null)), signal);
    let read = 0;
    let rows: SQLOutputValue[][] = [];
    const block = (): TableBlock => blockOf(scan, rows, read + 1);
    try {
      for (const row of statement.iterate()) {
        if (rows.push(valuesOf(row)) < blockRows) continue;
        await setImmediate();
        signal?.throwIfAborted();
        yield block();
        read += rows.length;
        rows = [];
      }
    } catch (cause) {
      throw refusalOf(cause, this.#file);
    }
    if (rows.length > 0) yield block();
  }

  async close(): Promise<void> {
    this.#db?.close();
    this.#db = null;
  }
}

const valuesOf = (row: unknown): SQLOutputValue[] => row as SQLOutputValue[];

const bytesOf = (value: SQLOutputValue): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;

function prepared(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  return statement;
}

/** The rows of a statement that are asked for, fewer where they are large. */
function pageOf(db: DatabaseSync, sql: string, most: number): Page {
  const rows: SQLOutputValue[][] = [];
  let bytes = 0;
  for (const row of prepared(db, sql).iterate()) {
    const values = valuesOf(row);
    rows.push(values);
    for (const value of values) bytes += bytesOf(value);
    if (bytes >= PAGE_BYTES) return { rows, isMore: true };
  }
  return { rows, isMore: rows.length === most };
}

/** What of the order is no column stands behind the columns. */
function scanSql({ table, columns, order, range }: Scan, after: Position | null, most: number | null): string {
  const hidden = order.map(({ name }) => name).filter((name) => !columns.includes(name));
  const list = [...columns, ...hidden].map(sqliteName).join(', ');
  const where = whereOf(order, { ...range, after: order.length === 0 ? null : after }, WRITING);
  const by = order.length === 0 ? '' : ` ORDER BY ${order.map(({ name }) => sqliteName(name)).join(', ')}`;
  return `SELECT ${list} FROM main.${sqliteName(table)}${where}${by}${most === null ? '' : ` LIMIT ${most}`}`;
}

function blockOf({ columns, order }: Scan, rows: readonly SQLOutputValue[][], from: number): TableBlock {
  const last = rows.at(-1) ?? [];
  let hidden = columns.length;
  const places = order.map(({ name }) => (columns.includes(name) ? columns.indexOf(name) : hidden++));
  return {
    rows: rows.map((row) => columns.map((_, i) => sqliteCell(row[i]))),
    lines: rows.map((_, i) => from + i),
    setAside: [],
    position: order.length === 0 ? null : places.map((place) => sqliteLiteral(last[place])),
  };
}
