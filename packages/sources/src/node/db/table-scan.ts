import { setTimeout } from 'node:timers/promises';
import type { Cell } from '../../rows/row-reader.ts';
import { BlockQueue } from './block-queue.ts';
import { DatabaseRefused, LAST_ROWS, type Position, type ReadTable, type TableBlock } from './database.ts';

/** A connection that hands over the rows of a statement as they come. */
export interface RowLink {
  /** The driver's own errors go to `failed`. */
  stream(sql: string, on: RowEvents): void;
  pause(): void;
  resume(): void;
  /** Ends the connection; a statement that runs fails with `reason`. */
  close(reason?: unknown): void;
}

export interface RowEvents {
  readonly fields: (names: readonly string[]) => void;
  readonly row: (row: Cell[]) => void;
  readonly end: () => void;
  readonly failed: (cause: unknown) => void;
}

/** Rows of one statement in blocks; who reads slowly holds the server. */
export async function* streamRows(
  link: RowLink,
  sql: string,
  { blockRows = 1000, signal }: Pick<ReadTable, 'blockRows' | 'signal'>,
): AsyncGenerator<Cell[][]> {
  const queue = new BlockQueue<Cell[][]>({ pause: () => link.pause(), resume: () => link.resume() });
  let rows: Cell[][] = [];
  const flush = (): void => {
    if (rows.length > 0) queue.push(rows);
    rows = [];
  };
  link.stream(sql, {
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
    yield block;
  }
  signal?.throwIfAborted();
}

/** The first rows of a statement; the others are never waited for. */
export function firstRows(link: RowLink, sql: string, most: number) {
  return new Promise<{ readonly columns: readonly string[]; readonly rows: readonly (readonly Cell[])[] }>(
    (resolve, reject) => {
      let columns: readonly string[] = [];
      const rows: Cell[][] = [];
      link.stream(sql, {
        fields: (names) => {
          columns = names;
        },
        row: (row) => {
          if (rows.length < most) rows.push(row);
          if (rows.length === most) resolve({ columns, rows });
        },
        end: () => resolve({ columns, rows }),
        failed: reject,
      });
    },
  );
}

/** How often a connection that broke off is opened again without a single row in between. */
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 100;

/** What is read, and how a driver tells that its connection went. */
export interface TableScan<Link extends RowLink> {
  readonly request: ReadTable;
  readonly columns: readonly string[];
  /** Names of the columns the rows are ordered by; empty when reading cannot go on behind a row. */
  readonly order: readonly string[];
  readonly open: (signal?: AbortSignal) => Promise<Link>;
  /** Rows behind a position, on a connection that is closed afterwards. */
  readonly read: (link: Link, after: Position | null) => AsyncIterable<Cell[][]>;
  /** Changes cells after their position was taken. */
  readonly mend?: (rows: Cell[][]) => void;
  readonly isLost: (cause: unknown) => boolean;
  readonly refusalOf: (cause: unknown) => Error;
}

/** Reads a table block by block; a connection that breaks off is opened again and reading goes on behind the last row. */
export class TableScanner<Link extends RowLink> {
  readonly #scan: TableScan<Link>;
  readonly #places: readonly number[];
  #position: Position | null;
  #rows = 0;

  constructor(scan: TableScan<Link>) {
    this.#scan = scan;
    this.#position = scan.request.after ?? null;
    this.#places = scan.order.map((name) => scan.columns.indexOf(name));
  }

  async *blocks(): AsyncGenerator<TableBlock> {
    const { request, isLost, refusalOf } = this.#scan;
    for (let attempt = 1; ; attempt++) {
      const before = this.#rows;
      try {
        yield* this.#once();
        return;
      } catch (cause) {
        if (this.#rows > before) attempt = 1;
        if (request.signal?.aborted) throw request.signal.reason;
        const again =
          isLost(cause) || (attempt > 1 && cause instanceof DatabaseRefused && ['lost', 'host'].includes(cause.fault));
        if (!again || attempt >= ATTEMPTS) throw refusalOf(cause);
        if (this.#places.length === 0 && this.#rows > 0) throw this.#cannotResume(cause);
        await setTimeout(FIRST_PAUSE_MS * 2 ** attempt, undefined, {
          ...(request.signal && { signal: request.signal }),
        });
      }
    }
  }

  #cannotResume(cause: unknown): DatabaseRefused {
    const message = `The connection broke off after ${this.#rows} rows. The table '${this.#scan.request.table}' has no primary or unique key, so reading cannot go on where it stood: give it a key, or read it again from the start.`;
    return new DatabaseRefused('lost', message, { cause });
  }

  async *#once(): AsyncGenerator<TableBlock> {
    const { open, read, request } = this.#scan;
    const { signal } = request;
    const link = await open(signal);
    const stop = (): void => link.close(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      for await (const rows of read(link, this.#position)) yield this.#block(rows);
    } finally {
      signal?.removeEventListener('abort', stop);
      link.close();
    }
  }

  #block(rows: Cell[][]): TableBlock {
    const positionAt = (at: number): Position => this.#places.map((place) => rows.at(at)?.[place] ?? null);
    const isOrdered = this.#places.length > 0;
    if (isOrdered) this.#position = positionAt(-1);
    const beforeLast = isOrdered && rows.length > LAST_ROWS ? positionAt(-1 - LAST_ROWS) : null;
    this.#scan.mend?.(rows);
    const from = this.#rows + 1;
    this.#rows += rows.length;
    return {
      rows,
      lines: rows.map((_, i) => from + i),
      setAside: [],
      position: isOrdered ? this.#position : null,
      beforeLast,
    };
  }
}
