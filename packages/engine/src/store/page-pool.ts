import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows } from './rows.ts';

/** Pages that may stay in memory, in bytes: to let go of them costs a twentieth of a second, since DuckDB gives all it has free back with them. */
const MOST_BYTES = 48_000_000;

/** What is left of them then. */
const KEPT_BYTES = 16_000_000;

/** How each connection on which a file is written lets go of the pages that are kept of it. */
const pools = new WeakMap<DuckDBConnection, () => Promise<void>>();

/**
 * Between two statements of a large write: lets go of the pages it left in memory. DuckDB keeps each one it has written until its memory is
 * full, so that a write would take the more of it the longer it is, whether anybody reads those pages or not.
 */
export const letGoOfPages = (connection: DuckDBConnection): Promise<void> =>
  pools.get(connection)?.() ?? Promise.resolve();

/** Pages of one open file. Whoever reads keeps those that are there. */
export class PagePool {
  readonly #connection: DuckDBConnection;
  readonly #limitMb: () => number;
  #reading = 0;

  /** `connection` is the pool's own: a limit that cannot be set would end a transaction. */
  constructor(connection: DuckDBConnection, limitMb: () => number) {
    this.#connection = connection;
    this.#limitMb = limitMb;
  }

  /** Has `letGoOfPages` work for a connection. */
  add(connection: DuckDBConnection): void {
    pools.set(connection, () => this.#letGo());
  }

  async reading<T>(work: () => Promise<T>): Promise<T> {
    this.#reading++;
    try {
      return await work();
    } finally {
      this.#reading--;
    }
  }

  async #letGo(): Promise<void> {
    if (this.#reading > 0) return;
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
