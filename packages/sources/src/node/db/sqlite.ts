import { execFile } from 'node:child_process';
import path from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
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
import { orderOf, rangeOf } from './order.ts';
import { OpenedSqlite } from './sqlite-file.ts';
import { LastRows } from './sqlite-last-rows.ts';
import {
  blockOf,
  type Page,
  pageOf,
  positionOf,
  prepared,
  rowsSince,
  type Scan,
  scanSql,
  valuesOf,
} from './sqlite-page.ts';
import { sqliteTable, sqliteTables } from './sqlite-shape.ts';
import { readOnlyStatement } from './statement.ts';

const BUSY = 5;
const NOT_A_DATABASE = 26;
/** ms for which a file is waited for that another program holds, and between two tries. */
const BUSY_MS = 5000;
const BUSY_PAUSE_MS = 25;
/** Rows taken at once where no index gives their order: each statement sorts the whole table. */
const SORTED_ROWS = 20_000;
const QUERY_BYTES = 64 * 1024 * 1024;
/** How often a page is read again because the file was written to meanwhile. */
const MOST_AGAIN = 5;

/** The connection by which a page was read, and what SQLite called the state of the file then. */
interface Seen {
  readonly db: DatabaseSync;
  readonly version: number;
}

/** What was read last, and of which table in which order. */
interface Last {
  readonly of: string;
  readonly rows: LastRows;
  seen: Seen | null;
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

/** What was read and what follows would be rows of two files. */
function rewritten(file: string, table: string): DatabaseRefused {
  const message = `The rows of ${table} that were read last are not in ${file} any more: while it was read, another file was copied over it, or all of them were changed. Read it again from the start.`;
  return new DatabaseRefused('rewritten', message);
}

/**
 * An SQLite file, opened for reading only. A table without a key is read in the order of SQLite's row numbers, which stay
 * as they are until the file is vacuumed.
 */
export class SqliteDatabase implements Database {
  readonly #file: string;
  #opened: OpenedSqlite | null = null;
  /** Files of statements that run. */
  readonly #streaming = new Set<OpenedSqlite>();
  #last: Last | null = null;

  constructor({ file = '' }: DatabaseSettings) {
    this.#file = file;
  }

  /** Runs `ask` on the open file, opening it first. SQLite's own waiting for others would hold up the whole process. */
  async #on<T>(ask: (db: DatabaseSync) => T, signal?: AbortSignal): Promise<T> {
    return this.#patiently(() => {
      if (this.#opened?.isWrittenTo) this.#leave();
      this.#opened ??= new OpenedSqlite(this.#file);
      return ask(this.#opened.db);
    }, signal);
  }

  async #patiently<T>(ask: () => T, signal?: AbortSignal): Promise<T> {
    for (const late = performance.now() + BUSY_MS; ; ) {
      try {
        return ask();
      } catch (cause) {
        if (codeOf(cause) !== BUSY || performance.now() >= late) throw refusalOf(cause, this.#file);
      }
      await setTimeout(BUSY_PAUSE_MS, undefined, { ...(signal && { signal }) });
    }
  }

  #leave(): void {
    this.#opened?.close();
    this.#opened = null;
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
    const { columns: found, key, collations, indexed } = await this.#on((db) => sqliteTable(db, table), signal);
    const columns = found.map(({ name }) => name);
    // A value of any type may stand in any column of SQLite; each is kept with its own
    const orderable = [...new Set([...columns, ...key])].map((name) => ({ name, kind: 'text' as const }));
    const order = orderOf({ columns: orderable, key }, cursor);
    const first = order[0]?.name;
    const isIndexed = first !== undefined && (first === key[0] || indexed.has(first));
    const scan = { table, columns, order, collations, indexed: isIndexed, range: rangeOf(request) };
    const blocks = order.length === 0 ? this.#stream(scan, request) : this.#pages(scan, request);
    return { columns, order: order.map(({ name }) => name), blocks };
  }

  /** A statement per page: the file is not held while who reads is busy, so its owner can write. */
  async *#pages(scan: Scan, { after = null, blockRows = 1000, signal }: ReadTable): AsyncGenerator<TableBlock> {
    const most = scan.indexed ? blockRows : Math.max(blockRows, SORTED_ROWS);
    const last = this.#lastOf(scan, after);
    let read = 0;
    for (let more = true, again = 0; more; ) {
      const { rows, isMore, texts } = await this.#settled(scan, last, most, signal);
      // what was read while the file was written over may be of two files
      if (this.#opened?.isWrittenTo && again++ < MOST_AGAIN) continue;
      again = 0;
      last.rows.note(rows, (row) => positionOf(scan, row));
      for (let at = 0; at < rows.length; at += blockRows) {
        // Reading is synchronous: others have their turn between blocks
        await setImmediate();
        signal?.throwIfAborted();
        const block = blockOf(scan, rows.slice(at, at + blockRows), read + 1, texts);
        read += block.rows.length;
        yield block;
      }
      more = isMore;
    }
  }

  /** The next page; a file that another one is copied over is no database for a moment. */
  async #settled(scan: Scan, last: Last, most: number, signal?: AbortSignal): Promise<Page> {
    for (const late = performance.now() + BUSY_MS; ; ) {
      try {
        return await this.#on((db) => this.#page(db, scan, last, most), signal);
      } catch (cause) {
        const isStirred = last.rows.areTelling && (this.#opened?.isWrittenTo || this.#opened?.db !== last.seen?.db);
        const isOfTheFile = cause instanceof DatabaseRefused && cause.fault === 'file';
        if (!isStirred || !isOfTheFile || performance.now() >= late) throw cause;
      }
      this.#leave();
      await setTimeout(BUSY_PAUSE_MS, undefined, { ...(signal && { signal }) });
    }
  }

  /** What an earlier reader left of the rows before this one's. */
  #lastOf({ table, order }: Scan, after: Position | null): Last {
    const of = JSON.stringify([table, order]);
    const isKnown = this.#last?.of === of && JSON.stringify(this.#last.rows.position) === JSON.stringify(after);
    if (!this.#last || !isKnown) this.#last = { of, rows: new LastRows(after), seen: null };
    return this.#last;
  }

  /** Rows of one moment. @throws DatabaseRefused when those before them are gone */
  #page(db: DatabaseSync, scan: Scan, last: Last, most: number): Page {
    db.exec('BEGIN');
    try {
      // the first statement that reads sets the moment
      db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
      const version = Number(db.prepare('PRAGMA data_version').get()?.data_version);
      const isSame = last.seen?.db === db && last.seen.version === version;
      if (!isSame && last.rows.areTelling && !last.rows.stillIn(rowsSince(db, scan, last.rows)))
        throw rewritten(this.#file, scan.table);
      last.seen = { db, version };
      return pageOf(db, scan, last.rows.position, most);
    } finally {
      db.exec('ROLLBACK');
    }
  }

  /** All rows of one statement, where no order tells one page from the next. */
  async *#stream(scan: Scan, { blockRows = 1000, signal }: ReadTable): AsyncGenerator<TableBlock> {
    const opened = await this.#patiently(() => new OpenedSqlite(this.#file), signal);
    this.#streaming.add(opened);
    let read = 0;
    let rows: SQLOutputValue[][] = [];
    const block = (): TableBlock => {
      if (isGuarded && opened.isWrittenTo) throw rewritten(this.#file, scan.table);
      return blockOf(scan, rows, read + 1);
    };
    let isGuarded = false;
    try {
      isGuarded = opened.isLockedWhenRead;
      const statement = await this.#patiently(() => prepared(opened.db, scanSql(scan, null, null)), signal);
      for (const row of statement.iterate()) {
        if (rows.push(valuesOf(row)) < blockRows) continue;
        await setImmediate();
        signal?.throwIfAborted();
        yield block();
        read += rows.length;
        rows = [];
      }
      if (rows.length > 0) yield block();
    } catch (cause) {
      if (isGuarded && opened.isWrittenTo && Object(cause).errcode >= 0) throw rewritten(this.#file, scan.table);
      throw refusalOf(cause, this.#file);
    } finally {
      this.#streaming.delete(opened);
      opened.close();
    }
  }

  async close(): Promise<void> {
    this.#leave();
    for (const opened of this.#streaming) opened.close();
  }
}
