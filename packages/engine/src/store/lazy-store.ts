import type { DuckDBConnection } from '@duckdb/node-api';
import { Catalogue } from '../index/catalogue.ts';
import { type StoreOptions, TenantStore } from './tenant-store.ts';

export interface OpenTenant {
  readonly store: TenantStore;
  readonly catalogue: Catalogue;
}

/** Opens a tenant's file at the first use and closes it when nobody used it for a while. */
export class LazyStore {
  readonly #tenant: string;
  readonly #options: StoreOptions;
  readonly #idleCloseMs: number;
  readonly #onClose: () => void;
  #open: Promise<OpenTenant> | null = null;
  #closing: Promise<void> = Promise.resolve();
  #store: TenantStore | null = null;
  #users = 0;
  readonly #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** `onClose` lets go of what was kept of the file. */
  constructor(tenant: string, options: StoreOptions, idleCloseMs: number, onClose: () => void) {
    this.#onClose = onClose;
    this.#tenant = tenant;
    this.#options = options;
    this.#idleCloseMs = idleCloseMs;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** That of the open file; null while it is not. */
  get generation(): number | null {
    return this.#store?.generation ?? null;
  }

  async use<T>(work: (tenant: OpenTenant) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('The engine is closed');
    clearTimeout(this.#timer);
    this.#users++;
    try {
      return await work(await this.#opened());
    } finally {
      this.#users--;
      if (this.#users === 0) this.#whenUnused();
    }
  }

  /** Answers what `make` makes of a connection of its own; connection and file stay open until `release` is called. */
  hold<T>(make: (connection: DuckDBConnection, tenant: OpenTenant, release: () => void) => Promise<T>): Promise<T> {
    const held = Promise.withResolvers<T>();
    this.use(async (tenant) => {
      const connection = await tenant.store.connect();
      try {
        await new Promise<void>((release, fail) => {
          make(connection, tenant, release).then(held.resolve, fail);
        });
      } finally {
        connection.closeSync();
      }
    }).catch(held.reject);
    return held.promise;
  }

  #opened(): Promise<OpenTenant> {
    if (this.#open === null) {
      const opening = this.#closing.then(() => this.#openNow());
      this.#open = opening;
      opening.catch(() => {
        if (this.#open === opening) this.#open = null;
      });
    }
    return this.#open;
  }

  async #openNow(): Promise<OpenTenant> {
    const store = await TenantStore.open(this.#tenant, this.#options);
    const catalogue = await store.write((connection) => Catalogue.load(connection));
    this.#store = store;
    return { store, catalogue };
  }

  #whenUnused(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      if (this.#users === 0) this.#release();
    }, this.#idleCloseMs);
    this.#timer.unref();
  }

  #release(): void {
    const open = this.#open;
    this.#open = null;
    this.#store = null;
    this.#onClose();
    if (open) this.#closing = open.then(({ store }) => store.close());
  }

  /** Refuses further work, waits for what is under way, lets go of the file. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#users > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    clearTimeout(this.#timer);
    this.#release();
    await this.#closing;
  }
}
