import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { ColumnMemoryOptions } from './search/columns/column-memory.ts';
import type { PostingsMemoryOptions } from './search/text/postings-memory.ts';
import { putStatementsBehind } from './store/behind-others.ts';
import { Places } from './store/places.ts';
import type { StoreOptions } from './store/tenant-store.ts';
import { Turns } from './store/turns.ts';
import { type SharedByTenants, TenantIndexes } from './tenant.ts';

/** Where the engine keeps its data and how much of the machine it may use. */
export interface EngineOptions {
  /** Holds one database file per tenant. */
  readonly folder: string;
  /** Upper bound of DuckDB's own memory per open tenant, 384 unless said; more spills to disk. */
  readonly memoryLimitMb?: number;
  readonly threads?: number;
  /** What of the columns of a tenant is kept in memory for aggregations; nothing with a limit of 0. */
  readonly columns?: ColumnMemoryOptions;
  /** What of the words of a tenant's texts is kept in memory. */
  readonly postings?: PostingsMemoryOptions;
  /** A tenant nobody asks for that long is closed; its next call opens it again. */
  readonly idleCloseMs?: number;
  /** Searches of all tenants at work at once; twice the processors unless said. */
  readonly searchesAtOnce?: number;
  /** Searches of one tenant that may wait for their turn; one more is refused with 429. */
  readonly searchesWaiting?: number;
  /** Told of faults in work nobody waits for, as merging segments; the work is tried again after the next write. */
  readonly onBackgroundError?: (error: unknown) => void;
}

const warn = (error: unknown): void => process.emitWarning(error instanceof Error ? error : String(error));

/** Large batches of all tenants at work at once: more would only take more memory, since each has all processors. */
const LARGE_AT_ONCE = 2;

type TenantOptions = StoreOptions & SharedByTenants;

/** Keeps rows of many tenants and answers questions about them, in one folder on one machine. */
export class Engine {
  readonly #options: TenantOptions;
  readonly #idleCloseMs: number;
  readonly #onBackgroundError: (error: unknown) => void;
  readonly #tenants = new Map<string, TenantIndexes>();

  private constructor(options: TenantOptions, idleCloseMs: number, onBackgroundError: (error: unknown) => void) {
    this.#options = options;
    this.#idleCloseMs = idleCloseMs;
    this.#onBackgroundError = onBackgroundError;
  }

  static async open(options: EngineOptions): Promise<Engine> {
    await mkdir(options.folder, { recursive: true });
    await putStatementsBehind();
    const {
      folder,
      memoryLimitMb = 384,
      threads = Math.min(availableParallelism(), 8),
      idleCloseMs = 300_000,
      columns = {},
      postings = {},
      searchesAtOnce = Math.max(2, 2 * availableParallelism()),
      searchesWaiting = 1000,
    } = options;
    const onBackgroundError = options.onBackgroundError ?? warn;
    const turns = new Turns({ atOnce: searchesAtOnce, waiting: searchesWaiting });
    const [early, large] = [new Places(LARGE_AT_ONCE), new Places(LARGE_AT_ONCE)];
    const shared = { turns, early, large };
    const kept = { folder, memoryLimitMb, threads, columns, postings };
    return new Engine({ ...kept, ...shared }, idleCloseMs, onBackgroundError);
  }

  /** The indexes of one tenant; opened at the first call, closed when idle. */
  tenant(id: string): TenantIndexes {
    const known = this.#tenants.get(id);
    if (known) return known;
    const tenant = new TenantIndexes(id, this.#options, this.#idleCloseMs, this.#onBackgroundError);
    this.#tenants.set(id, tenant);
    return tenant;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#tenants.values()].map((tenant) => tenant.close()));
  }
}
