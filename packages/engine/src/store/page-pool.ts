import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows } from './rows.ts';

/** Pages that may stay in memory, in bytes: to let go of them costs a twentieth of a second, since DuckDB gives all it has free back with them. */
const MOST_BYTES = 32_000_000;

/** What is left of them then. */
const KEPT_BYTES = 16_000_000;

/** The pool of the file that each connection writes. */
const pools = new WeakMap<DuckDBConnection, PagePool>();

/**
 * Between two statements of a large write: lets go of the pages it left in memory. DuckDB keeps each one it has written until its memory is
 * full, so that a write would take the more of it the longer it is, whether anybody reads those pages or not.
 */
export const letGoOfPages = (connection: DuckDBConnection): Promise<void> =>
  pools.get(connection)?.letGo(connection) ?? Promise.resolve();

/** Runs `work` on a connection of its own while the writer waits for it. */
export const inPlaceOfWriter = <T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> =>
  pools.get(connection)?.writing(connection, work) ?? work();

/**
 * Pages of one open file. They are let go of by a limit that leaves no memory to anybody for a moment: so not while another reads or
 * writes, and who begins meanwhile waits.
 */
export class PagePool {
  readonly #connection: DuckDBConnection;
  readonly #limitMb: () => number;
  readonly #held = new Set<DuckDBConnection>();
  #reading = 0;
  #writer: DuckDBConnection | null = null;
  #lettingGo: Promise<void> | null = null;

  /** `connection` is the pool's own: a limit that cannot be set would end a transaction. */
  constructor(connection: DuckDBConnection, limitMb: () => number) {
    this.#connection = connection;
    this.#limitMb = limitMb;
  }

  /** Has `letGoOfPages` work for a connection. */
  add(connection: DuckDBConnection): void {
    pools.set(connection, this);
  }

  /** The same for one that asks and writes when it likes, until it is released. */
  async hold(connection: DuckDBConnection): Promise<void> {
    await this.#lettingGo;
    this.add(connection);
    this.#held.add(connection);
  }

  release(connection: DuckDBConnection): void {
    this.#held.delete(connection);
  }

  async reading<T>(work: () => Promise<T>): Promise<T> {
    await this.#lettingGo;
    this.#reading++;
    try {
      return await work();
    } finally {
      this.#reading--;
    }
  }

  /** One at a time; within it, another connection may write in its place. */
  async writing<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
    await this.#lettingGo;
    const before = this.#writer;
    this.#writer = connection;
    try {
      return await work();
    } finally {
      this.#writer = before;
    }
  }

  async letGo(by: DuckDBConnection): Promise<void> {
    const isAlone = this.#reading === 0 && (this.#writer ?? by) === by && [...this.#held].every((one) => one === by);
    if (!isAlone || this.#lettingGo !== null) return;
    this.#lettingGo = this.#shrink().finally(() => {
      this.#lettingGo = null;
    });
    await this.#lettingGo;
  }

  async #shrink(): Promise<void> {
    const [held] = await allRows(
      this.#connection,
      `SELECT coalesce(sum(memory_usage_bytes) FILTER (tag = 'BASE_TABLE'), 0) AS pages, sum(memory_usage_bytes) AS all FROM duckdb_memory()`,
    );
    const pages = Number(held?.pages);
    if (pages <= MOST_BYTES) return;
    const least = Number(held?.all) - pages + KEPT_BYTES;
    // what is in use cannot be let go of, and the limit stays as it was then
    await this.#connection
      .run(`SET memory_limit = '${least}B'; SET memory_limit = '${this.#limitMb()}MB'`)
      .catch((error: unknown) => {
        if (!String(error).includes('Out of Memory')) throw error;
      });
  }

  close(): void {
    this.#connection.closeSync();
  }
}
