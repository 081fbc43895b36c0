/** A piece of work of one topic; it is tried again a few times when `run` throws. */
export interface TopicJob {
  readonly run: () => Promise<void>;
  /** Notes for good that the work cannot be done; throws when not even that can be kept, as on a full disk. */
  readonly giveUp: (cause: unknown) => Promise<void>;
  /** The job stays in the queue: it is taken up with the next one, when its sender comes again, or a while later. */
  readonly postponed: (cause: unknown) => void;
  /** How many rows, when they may be taken in together with those of its neighbours. */
  readonly rows?: number;
}

/** Batches that may wait to be applied; who sends more waits with them, so that spool and memory do not grow. */
const MOST_WAITING = 32;
/** Rows that are taken in together at most. */
const MOST_ROWS = 20_000;

/** The part of its time that is waited after a group for the batches its senders send next. */
const LINGERS = 8;

const stopping = (): Error => new Error('The platform is stopping.');

const PAUSES = [200, 1000, 4000];
/** Until what had to stay is tried again, when nobody comes before. */
const AGAIN_MS = 30_000;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms).unref());

/**
 * Applies the batches of one topic in the order of their offsets. What became of a batch is always kept before the next one
 * is touched: the position of a later batch covers it, so an acknowledged row would else be lost without a word.
 */
export class TopicQueue<J extends TopicJob = TopicJob> {
  readonly #jobs: J[] = [];
  readonly #together: (jobs: readonly J[]) => Promise<number>;
  /** Jobs at the head that cannot be done together. */
  #single = 0;
  #working: Promise<void> | null = null;
  #committing: Promise<unknown> = Promise.resolve();
  #stopped = false;
  #senders: (() => void)[] = [];
  #later: NodeJS.Timeout | undefined;
  /** Settled when batches left over from before a crash are applied. */
  readonly recovered: Promise<void>;

  /**
   * `together` does the first jobs of several in one step and answers how many those were; where that ends the next one is run by
   * itself. When it answers 0 or throws all of them are run one by one, and have to bear that.
   */
  constructor(leftOver: () => Promise<void>, together: (jobs: readonly J[]) => Promise<number> = async () => 0) {
    this.#together = together;
    this.recovered = leftOver();
    this.recovered.catch(() => {});
  }

  /** Runs one after another: a batch takes its offset and its place in the queue in one step. */
  async ordered<T>(work: () => Promise<T>): Promise<T> {
    await this.recovered;
    const result = this.#committing.then(work);
    this.#committing = result.catch(() => {});
    return result;
  }

  push(job: J): void {
    if (this.#stopped) {
      job.postponed(stopping());
      return;
    }
    this.#jobs.push(job);
    this.again();
  }

  /** Takes up what had to stay in the queue; it does so by itself while it works. */
  again(): void {
    clearTimeout(this.#later);
    if (!this.#stopped && this.#jobs.length > 0) this.#working ??= this.#work();
  }

  /** Waits while too many batches wait to be applied; a queue that stands still takes in what will make it go on. */
  async room(signal: AbortSignal): Promise<void> {
    while (this.#working !== null && this.#jobs.length >= MOST_WAITING) {
      signal.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#senders.push(resolve);
      const leave = (): void => {
        this.#senders = this.#senders.filter((letIn) => letIn !== resolve);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      await promise;
      signal.removeEventListener('abort', leave);
    }
    signal.throwIfAborted();
  }

  /** Ends in the same step as it finds nothing more to do, so that whoever comes next begins anew. */
  async #work(): Promise<void> {
    try {
      for (let attempt = 0; !this.#stopped; ) {
        const [job] = this.#jobs;
        if (!job) return;
        const some = this.#joining();
        if (some.length > 1) {
          const began = performance.now();
          const done = await this.#together(some).catch(() => 0);
          this.#leave(done);
          this.#single = done === 0 ? some.length : Math.min(1, some.length - done);
          // who was answered sends the next ones now: they come along, rather than each half of the senders by itself
          if (done === some.length) await pause((performance.now() - began) / LINGERS);
          continue;
        }
        try {
          await job.run();
        } catch (cause) {
          const wait = PAUSES[attempt++];
          if (wait !== undefined) {
            await pause(wait);
            continue;
          }
          if (!(await this.#givenUp(job, cause))) return;
        }
        this.#leave(1);
        attempt = 0;
      }
    } finally {
      this.#working = null;
      for (const letIn of this.#senders.splice(0)) letIn();
      if (this.#jobs.length > 0 && !this.#stopped) this.#later = setTimeout(() => this.again(), AGAIN_MS).unref();
    }
  }

  /** The jobs at the head that may be done together. */
  #joining(): readonly J[] {
    if (this.#single > 0) return [];
    let rows = 0;
    const joining: J[] = [];
    for (const job of this.#jobs) {
      rows += job.rows ?? Number.POSITIVE_INFINITY;
      if (rows > MOST_ROWS) break;
      joining.push(job);
    }
    return joining;
  }

  #leave(count: number): void {
    this.#single = Math.max(0, this.#single - count);
    this.#jobs.splice(0, count);
    for (const letIn of this.#senders.splice(0, count)) letIn();
  }

  /** @returns false when not even that could be kept: everybody who waits is told what came first, and all is tried again */
  async #givenUp(job: TopicJob, cause: unknown): Promise<boolean> {
    try {
      await job.giveUp(cause);
      return true;
    } catch {
      for (const waiting of this.#jobs) waiting.postponed(cause);
      return false;
    }
  }

  /** Lets the job that runs finish; the others are taken up again at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#later);
    await this.#working;
    for (const job of this.#jobs.splice(0)) job.postponed(stopping());
    await this.recovered.catch(() => {});
  }
}
