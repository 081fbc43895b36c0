import type { DuckDBConnection } from '@duckdb/node-api';
import { Catalogue } from '../index/catalogue.ts';
import { isGivenUp } from './given-up.ts';
import { type StoreOptions, TenantStore } from './tenant-store.ts';

export interface OpenTenant {
  readonly store: TenantStore;
  readonly catalogue: Catalogue;
}

/** One opening of the file and how many use it. */
interface Opening {
  readonly tenant: Promise<OpenTenant>;
  users: number;
}

/**
 * Opens a tenant's file at the first use and closes it when nobody used it for a while. One that DuckDB gave up, as on a full
 * disk, is left to those who use it, who fail; whoever comes next opens it anew.
 */
export class LazyStore {
  readonly #tenant: string;
  readonly #options: StoreOptions;
  readonly #idleCloseMs: number;
  readonly #onClose: () => void;
  #open: Opening | null = null;
  /** Openings that were given up and still have users. */
  readonly #left = new Set<Opening>();
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
    this.#users++;
    const opening = this.#opened();
    opening.users++;
    try {
      return await work(await opening.tenant);
    } catch (error) {
      if (isGivenUp(error)) this.#leave(opening);
      throw error;
    } finally {
      opening.users--;
      if (opening.users === 0 && this.#left.delete(opening)) this.#close(opening);
      this.#users--;
      if (this.#users === 0) this.#whenUnused();
    }
  }

  /** Answers what `make` makes of a connection of its own; connection and file stay open until `release` is called. */
  hold<T>(make: (connection: DuckDBConnection, tenant: OpenTenant, release: () => void) => Promise<T>): Promise<T> {
    const held = Promise.withResolvers<T>();
    this.use((tenant) =>
      tenant.store.connected(
        (connection) =>
          new Promise<void>((release, fail) => {
            make(connection, tenant, release).then(held.resolve, fail);
          }),
      ),
    ).catch(held.reject);
    return held.promise;
  }

  #opened(): Opening {
    if (this.#open !== null) return this.#open;
    const opening = { tenant: this.#closing.then(() => this.#openNow()), users: 0 };
    this.#open = opening;
    opening.tenant.catch(() => {
      if (this.#open === opening) this.#open = null;
    });
    return opening;
  }

  /** Its users end by themselves, since every statement of theirs fails from now on, and writes nothing. */
  #leave(opening: Opening): void {
    if (this.#open !== opening) return;
    this.#open = null;
    this.#store = null;
    this.#onClose();
    this.#left.add(opening);
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
    // one that is begun again costs a search a tenth of a new one
    if (this.#timer !== undefined) return void this.#timer.refresh();
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
    if (open) this.#close(open);
  }

  #close({ tenant }: Opening): void {
    const closed = tenant.then(({ store }) => store.close());
    this.#closing = Promise.all([this.#closing, closed]).then(() => undefined);
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
