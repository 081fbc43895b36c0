import { setTimeout } from 'node:timers/promises';
import type { Cell } from '../../rows/row-reader.ts';
import { BlockQueue } from './block-queue.ts';
import { DatabaseRefused, type Position, type ReadTable, type TableBlock } from './database.ts';
import { isLost, type MysqlLink, mysqlName, mysqlText, refusalOf } from './mysql-link.ts';
import { behind, type KeyColumn, numberLiteral, type Writing } from './order.ts';

const WRITING: Writing = {
  name: mysqlName,
  literal: (value, kind) => {
    if (kind === 'number') return numberLiteral(value);
    return kind === 'binary' ? `x'${Buffer.from(value, 'base64').toString('hex')}'` : mysqlText(value);
  },
};

/** What is read, once the table is known. */
export interface MysqlScan {
  readonly database: string;
  readonly columns: readonly string[];
  readonly order: readonly KeyColumn[];
  /** Places of date columns, whose zero date means "none". */
  readonly dates: readonly number[];
}

function scanSql({ database, columns, order }: MysqlScan, table: string, after: Position | null): string {
  const list = columns.map(mysqlName).join(', ');
  const from = `SELECT ${list} FROM ${mysqlName(database)}.${mysqlName(table)}`;
  const where = after === null ? '' : ` WHERE ${behind(order, after, WRITING)}`;
  const by = order.length === 0 ? '' : ` ORDER BY ${order.map(({ name }) => mysqlName(name)).join(', ')}`;
  return from + where + by;
}

/** Texts of dates are compared as the server writes them, and a slow reader is waited for. */
const SESSION = "SET SESSION time_zone = '+00:00', sql_mode = '', net_write_timeout = 3600, net_read_timeout = 3600";

const ZERO_DATE = '0000-00-00';

/** How often a connection that broke off is opened again without a single row in between. */
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;

/** Reads a table block by block; a connection that breaks off is opened again and reading goes on behind the last row. */
export class MysqlScanner {
  readonly #open: (signal?: AbortSignal) => Promise<MysqlLink>;
  readonly #scan: MysqlScan;
  readonly #request: ReadTable;
  readonly #places: readonly number[];
  #position: Position | null;
  #rows = 0;

  constructor(open: (signal?: AbortSignal) => Promise<MysqlLink>, scan: MysqlScan, request: ReadTable) {
    this.#open = open;
    this.#scan = scan;
    this.#request = request;
    this.#position = request.after ?? null;
    this.#places = scan.order.map(({ name }) => scan.columns.indexOf(name));
  }

  async *blocks(): AsyncGenerator<TableBlock> {
    for (let attempt = 1; ; attempt++) {
      const before = this.#rows;
      try {
        yield* this.#once();
        return;
      } catch (cause) {
        if (this.#rows > before) attempt = 1;
        if (this.#request.signal?.aborted) throw this.#request.signal.reason;
        const again =
          isLost(cause) || (attempt > 1 && cause instanceof DatabaseRefused && ['lost', 'host'].includes(cause.fault));
        if (!again || attempt >= ATTEMPTS) throw refusalOf(cause, 'table');
        if (this.#scan.order.length === 0 && this.#rows > 0) throw this.#cannotResume(cause);
        await setTimeout(FIRST_PAUSE_MS * 2 ** attempt, undefined, {
          ...(this.#request.signal && { signal: this.#request.signal }),
        });
      }
    }
  }

  #cannotResume(cause: unknown): DatabaseRefused {
    const message = `The connection broke off after ${this.#rows} rows. The table '${this.#request.table}' has no primary or unique key, so reading cannot go on where it stood: give it a key, or read it again from the start.`;
    return new DatabaseRefused('lost', message, { cause });
  }

  async *#once(): AsyncGenerator<TableBlock> {
    const { signal, table, blockRows = 1000 } = this.#request;
    const link = await this.#open(signal);
    const stop = (): void => link.close(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    const queue = new BlockQueue<(string | null)[][]>({
      pause: () => link.pause(),
      resume: () => link.resume(),
      close: stop,
    });
    try {
      await link.rows(SESSION);
      let rows: (string | null)[][] = [];
      const flush = (): void => {
        if (rows.length > 0) queue.push(rows);
        rows = [];
      };
      link.stream(scanSql(this.#scan, table, this.#position), {
        fields: () => {},
        row: (row) => {
          if (rows.push(row) >= blockRows) flush();
        },
        end: () => {
          flush();
          queue.end();
        },
        failed: (cause) => {
          flush();
          queue.fail(cause);
        },
      });
      for await (const block of queue) {
        signal?.throwIfAborted();
        yield this.#block(block);
      }
      signal?.throwIfAborted();
    } finally {
      signal?.removeEventListener('abort', stop);
      link.close();
    }
  }

  #block(rows: Cell[][]): TableBlock {
    const last = rows.at(-1) ?? [];
    if (this.#places.length > 0) this.#position = this.#places.map((place) => last[place] ?? null);
    for (const place of this.#scan.dates) {
      for (const row of rows) if (row[place]?.startsWith(ZERO_DATE)) row[place] = null;
    }
    const from = this.#rows + 1;
    this.#rows += rows.length;
    return {
      rows,
      lines: rows.map((_, i) => from + i),
      setAside: [],
      position: this.#places.length > 0 ? this.#position : null,
    };
  }
}
