import type { DuckDBConnection } from '@duckdb/node-api';
import { interruptible, type Limits } from '../store/interruptible.ts';
import type { OpenTenant } from '../store/lazy-store.ts';
import type { IndexWrite } from './index-write.ts';

/** What is stored together at most: few enough that nobody waits long for the others, little enough for the memory of a tenant. */
const MOST_DOCUMENTS = 20_000;
const MOST_BYTES = 16 * 1024 * 1024;

interface Waiting {
  readonly write: IndexWrite;
  readonly limits: Limits;
  readonly done: PromiseWithResolvers<void>;
  isTaken: boolean;
}

/** How writes reach the file. */
export interface WriteAccess {
  /** Runs `work` alone, when it is its turn. */
  readonly turn: (work: (connection: DuckDBConnection, tenant: OpenTenant) => Promise<void>) => Promise<void>;
  /** Stores writes of an index in one transaction; a fault takes all of them back. */
  readonly store: (
    connection: DuckDBConnection,
    tenant: OpenTenant,
    name: string,
    writes: readonly IndexWrite[],
  ) => Promise<void>;
}

/**
 * Writes of one index that wait at the same moment are stored in one transaction, in the order they came: each would pay for a way to
 * the disk and for the columns of the table otherwise, whatever it holds. A fault of one of them takes all back, and they are stored one by one.
 */
export class JoinedWrites {
  readonly #access: WriteAccess;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(access: WriteAccess) {
    this.#access = access;
  }

  /** A write that is stored beside others goes on to its end when `limits` are reached, one that waits or is alone does not. */
  write(name: string, write: IndexWrite, limits: Limits = {}): Promise<void> {
    const waiting: Waiting = { write, limits, done: Promise.withResolvers(), isTaken: false };
    const queue = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, queue);
    queue.push(waiting);
    this.#access
      .turn((connection, tenant) => this.#take(connection, tenant, name, waiting))
      .catch((error: unknown) => {
        this.#leave(name, waiting, 1);
        waiting.done.reject(error);
      });
    return waiting.done.promise;
  }

  /** Whether those of an index that wait can all be stored with the next one. */
  areFew(name: string): boolean {
    let documents = 0;
    for (const { write } of this.#waiting.get(name) ?? []) documents += write.count;
    return documents < MOST_DOCUMENTS;
  }

  /** Takes writes that stand one behind the other out of those that wait. */
  #leave(name: string, first: Waiting, count: number): readonly Waiting[] {
    const queue = this.#waiting.get(name) ?? [];
    const at = queue.indexOf(first);
    const left = at < 0 ? [] : queue.splice(at, count);
    if (queue.length === 0) this.#waiting.delete(name);
    return left;
  }

  /** The write whose turn it is and those that wait behind it, as many as are stored together. */
  #together(name: string, first: Waiting): readonly Waiting[] {
    const queue = this.#waiting.get(name) ?? [];
    let [count, documents, bytes] = [0, 0, 0];
    for (let at = queue.indexOf(first); at < queue.length; at++) {
      documents += queue[at]?.write.count ?? 0;
      bytes += queue[at]?.write.bytes ?? 0;
      if (count > 0 && (documents > MOST_DOCUMENTS || bytes > MOST_BYTES)) break;
      count++;
    }
    const group = this.#leave(name, first, count);
    for (const each of group) each.isTaken = true;
    return group;
  }

  async #take(connection: DuckDBConnection, tenant: OpenTenant, name: string, first: Waiting): Promise<void> {
    if (first.isTaken) return;
    const group = await stillWanted(connection, this.#together(name, first));
    const [only, ...others] = group;
    if (only === undefined) return;
    const alone = (one: Waiting): Promise<void> =>
      interruptible(connection, () => this.#access.store(connection, tenant, name, [one.write]), one.limits).then(
        one.done.resolve,
      );
    if (others.length === 0) return alone(only);
    try {
      const writes = group.map(({ write }) => write);
      await this.#access.store(connection, tenant, name, writes);
      for (const { done } of group) done.resolve();
    } catch {
      for (const one of group) await alone(one).catch(one.done.reject);
    }
  }
}

/** Those whose senders have not left while they waited; the others are told so. */
async function stillWanted(connection: DuckDBConnection, group: readonly Waiting[]): Promise<readonly Waiting[]> {
  const wanted: Waiting[] = [];
  for (const one of group) {
    await interruptible(connection, async () => wanted.push(one), one.limits).catch(one.done.reject);
  }
  return wanted;
}
