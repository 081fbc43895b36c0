import { PlatformError, ReplyCode } from '@datasarana/schema';
import { shortFirst } from './short-first.ts';

/** How searches share the engine. */
export interface TurnsOptions {
  /** Searches at work at once, of all tenants together: twice as many as there are processors. */
  readonly atOnce: number;
  /** Searches of one tenant that may wait; one more is refused. */
  readonly waiting: number;
}

/** What the searches of a tenant do now, and did since the start. */
export interface SearchTurns {
  /** Searches at work at once, of all tenants together, and those of one that may wait. */
  readonly places: number;
  readonly mayWait: number;
  readonly running: number;
  readonly waiting: number;
  readonly mostRunning: number;
  readonly done: number;
  readonly refused: number;
}

interface Had {
  mostRunning: number;
  done: number;
  refused: number;
}

interface Waiting {
  readonly begin: () => void;
}

interface Share {
  readonly queue: Waiting[];
  running: number;
  /** Milliseconds of work had so far, counted from where the others stood when the tenant came. */
  used: number;
  /** When the tenant last asked or was answered. */
  seen: number;
}

/** A write that takes longer shares the engine with searches as another search does, in ms. */
const SHORT = 1000;

/** A tenant counts among those who share for that long after its last search, in ms. */
const LINGERS = 2000;

/**
 * Gives searches their turns: who has had the least comes next, one tenant alone leaves a place free for whoever comes,
 * and several share the places, so that a tenant that asks much waits for itself and not the others for it.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #clock: () => number;
  readonly #shares = new Map<string, Share>();
  /** When the write of a tenant began that is under way. */
  readonly #writes = new Map<string, number>();
  readonly #had = new Map<string, Had>();
  #running = 0;
  /** Whether a search began since others had their turn. */
  #hasBegun = false;

  constructor(options: TurnsOptions, clock: () => number = () => performance.now()) {
    this.#options = options;
    this.#clock = clock;
  }

  /**
   * Runs `work` when it is its turn; who leaves while waiting is never begun.
   * @throws PlatformError 429 when too many of the tenant wait already
   */
  async run<T>(tenant: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const share = this.#shareOf(tenant);
    await this.#turn(tenant, share, signal);
    const began = this.#clock();
    try {
      return await work();
    } finally {
      share.running--;
      this.#running--;
      this.#hadBy(tenant).done++;
      share.seen = this.#clock();
      share.used += share.seen - began;
      this.#next();
    }
  }

  /**
   * Runs the one write of a tenant that is under way. It is many short steps, between each of which searches take the processor:
   * unless it is a long one, a single search of the tenant is at work beside it.
   */
  async write<T>(tenant: string, work: () => Promise<T>): Promise<T> {
    this.#writes.set(tenant, this.#clock());
    try {
      return await work();
    } finally {
      this.#writes.delete(tenant);
      this.#next();
    }
  }

  of(tenant: string): SearchTurns {
    const { atOnce, waiting } = this.#options;
    const share = this.#shares.get(tenant);
    const now = { running: share?.running ?? 0, waiting: share?.queue.length ?? 0 };
    return { places: atOnce, mayWait: waiting, ...now, ...this.#hadBy(tenant) };
  }

  #hadBy(tenant: string): Had {
    const known = this.#had.get(tenant);
    if (known !== undefined) return known;
    const had: Had = { mostRunning: 0, done: 0, refused: 0 };
    this.#had.set(tenant, had);
    return had;
  }

  #shareOf(tenant: string): Share {
    const now = this.#clock();
    for (const [name, { running, queue, seen }] of this.#shares) {
      if (running === 0 && queue.length === 0 && now - seen > LINGERS) this.#shares.delete(name);
    }
    const known = this.#shares.get(tenant);
    if (known !== undefined) {
      known.seen = now;
      return known;
    }
    const used = Math.min(...[...this.#shares.values()].map((share) => share.used), Number.MAX_VALUE);
    const share: Share = { queue: [], running: 0, used: this.#shares.size === 0 ? 0 : used, seen: now };
    this.#shares.set(tenant, share);
    return share;
  }

  #turn(tenant: string, share: Share, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(left());
    const turn = Promise.withResolvers<void>();
    const waiting: Waiting = { begin: () => this.#begin(turn.resolve) };
    share.queue.push(waiting);
    this.#next();
    if (share.queue.length > this.#options.waiting) {
      share.queue.pop();
      this.#hadBy(tenant).refused++;
      return Promise.reject(tooMany(tenant, this.#options.waiting));
    }
    if (!share.queue.includes(waiting)) return turn.promise;
    const leave = (): void => {
      const at = share.queue.indexOf(waiting);
      if (at < 0) return;
      share.queue.splice(at, 1);
      turn.reject(left());
    };
    signal?.addEventListener('abort', leave, { once: true });
    return turn.promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  /** Searches of what is in memory would follow one another without a pause, and nothing else would get its turn: one begins at once, others after that. */
  #begin(begin: () => void): void {
    if (this.#hasBegun) {
      const ends = shortFirst.begin({});
      setImmediate(() => {
        ends();
        begin();
      });
      return;
    }
    this.#hasBegun = true;
    setImmediate(() => {
      this.#hasBegun = false;
    });
    begin();
  }

  /** Places a tenant may have at once; several tenants together take half of them, so that each search has a processor. */
  #most(tenant: string): number {
    const { atOnce } = this.#options;
    const writes = this.#writes.get(tenant);
    if (writes !== undefined && this.#clock() - writes < SHORT) return 1;
    const { size } = this.#shares;
    return Math.max(1, size <= 1 ? atOnce - 1 : Math.floor(atOnce / 2 / size));
  }

  #next(): void {
    while (this.#running < this.#options.atOnce) {
      const [tenant, share] = this.#comesNext() ?? [];
      const waiting = share?.queue.shift();
      if (tenant === undefined || share === undefined || waiting === undefined) return;
      share.running++;
      const had = this.#hadBy(tenant);
      had.mostRunning = Math.max(had.mostRunning, share.running);
      this.#running++;
      waiting.begin();
    }
  }

  /** Who waits, may have a place, and has had the least; undefined when there is nobody. */
  #comesNext(): readonly [tenant: string, share: Share] | undefined {
    let next: readonly [string, Share] | undefined;
    for (const each of this.#shares) {
      const [tenant, { queue, running, used }] = each;
      if (queue.length === 0 || running >= this.#most(tenant)) continue;
      if (next === undefined || used < next[1].used) next = each;
    }
    return next;
  }
}

const left = (): DOMException => new DOMException('The request was cancelled', 'AbortError');

const tooMany = (tenant: string, waiting: number): PlatformError =>
  new PlatformError(`rejected execution of a search: ${waiting} searches of tenant [${tenant}] wait already`, {
    code: ReplyCode.Failed,
    type: 'validation',
    http: 429,
    hint: 'Send fewer searches at once, or again in a moment.',
    openSearch: { type: 'rejected_execution_exception' },
  });
