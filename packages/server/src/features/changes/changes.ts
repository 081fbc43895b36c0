import { newId } from '@datasarana/schema';

/** What changed after a cursor. */
export interface Found {
  readonly cursor: string;
  readonly names: readonly string[];
  /** The cursor was given out before a restart, or is older than what is remembered: anything may have changed. */
  readonly missed: boolean;
}

/** How a wait ended: something changed, its signal came first, or there was no room to wait at all. */
export type Waited = 'changed' | 'ended' | 'full';

interface Waiter {
  readonly who: string;
  readonly end: (how: Waited) => void;
}

interface Bounds {
  /** ms in which changes gather before those who wait hear of them: a burst is told once. */
  readonly gather: number;
  /** Waits of one session, and of one tenant, at the same time. */
  readonly ofSession: number;
  readonly ofTenant: number;
  /** Names remembered of one tenant. */
  readonly names: number;
}

const BOUNDS: Bounds = { gather: 300, ofSession: 8, ofTenant: 1000, names: 1000 };

/** One tenant's changes; nothing in it ever meets another's. */
class TenantChanges {
  /** Name → number of its last change, the latest last. */
  readonly last = new Map<string, number>();
  readonly waiting = new Set<Waiter>();
  /** Number of the newest change. Cursors show it, so that each tenant counts its own. */
  count = 0;
  /** Number of the newest change that was forgotten. */
  forgotten = 0;
  gathering: NodeJS.Timeout | undefined;

  wake(how: Waited): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    for (const waiter of [...this.waiting]) waiter.end(how);
  }
}

/** Remembers which indexes changed last, tenant by tenant, and lets callers wait for the next change of their own. */
export class Changes {
  readonly #bounds: Bounds;
  readonly #run = newId();
  readonly #tenants = new Map<string, TenantChanges>();
  #closed = false;

  constructor(bounds: Partial<Bounds> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  #of(tenant: string): TenantChanges {
    const known = this.#tenants.get(tenant) ?? new TenantChanges();
    this.#tenants.set(tenant, known);
    return known;
  }

  tell(tenant: string, name: string): void {
    const of = this.#of(tenant);
    of.last.delete(name);
    of.last.set(name, ++of.count);
    for (const [oldest, number] of of.last) {
      if (of.last.size <= this.#bounds.names) break;
      of.last.delete(oldest);
      of.forgotten = number;
    }
    if (of.waiting.size > 0) this.#gather(of);
  }

  #gather(of: TenantChanges): void {
    of.gathering ??= setTimeout(() => of.wake('changed'), this.#bounds.gather);
  }

  /** What changed in the tenant after the cursor; without one nothing, and the cursor to begin with. */
  since(tenant: string, cursor: string | undefined): Found {
    const { last, count, forgotten } = this.#of(tenant);
    const now = `${this.#run}.${count}`;
    if (cursor === undefined) return { cursor: now, names: [], missed: false };
    const [run, number] = cursor.split('.');
    const at = Number(number);
    if (run !== this.#run || !Number.isSafeInteger(at) || at < forgotten || at > count)
      return { cursor: now, names: [], missed: true };
    return { cursor: now, names: [...last].flatMap(([name, changed]) => (changed > at ? [name] : [])), missed: false };
  }

  /** Until a change after the cursor has gathered what comes with it, or the signal ends it. */
  wait(tenant: string, who: string, cursor: string, signal: AbortSignal): Promise<Waited> {
    const of = this.#of(tenant);
    const { waiting } = of;
    if (signal.aborted || this.#closed) return Promise.resolve('ended');
    const own = [...waiting].filter((waiter) => waiter.who === who).length;
    if (own >= this.#bounds.ofSession || waiting.size >= this.#bounds.ofTenant) return Promise.resolve('full');
    return new Promise((resolve) => {
      const ended = (): void => waiter.end('ended');
      const waiter: Waiter = {
        who,
        end: (how) => {
          waiting.delete(waiter);
          signal.removeEventListener('abort', ended);
          resolve(how);
        },
      };
      waiting.add(waiter);
      // Changes may have come while the caller looked at those before.
      if (this.since(tenant, cursor).names.length > 0) this.#gather(of);
      signal.addEventListener('abort', ended, { once: true });
    });
  }

  /** How many wait for changes of the tenant. */
  waiting(tenant: string): number {
    return this.#of(tenant).waiting.size;
  }

  /** Ends every wait; from now on nobody waits. */
  close(): void {
    this.#closed = true;
    for (const tenant of this.#tenants.values()) tenant.wake('ended');
  }
}
