/** A piece of work of one topic; it is tried again a few times when `run` throws. */
export interface TopicJob {
  readonly run: () => Promise<void>;
  /** Notes for good that the work cannot be done; throws when not even that can be kept, as on a full disk. */
  readonly giveUp: (cause: unknown) => Promise<void>;
  /** The job stays in the queue: it is taken up with the next one, or at the next start. */
  readonly postponed: (cause: unknown) => void;
}

/** Batches that may wait to be applied; who sends more waits with them, so that spool and memory do not grow. */
const MOST_WAITING = 32;

const stopping = (): Error => new Error('The platform is stopping.');

const PAUSES = [200, 1000, 4000];
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms).unref());

/**
 * Applies the batches of one topic in the order of their offsets. What became of a batch is always kept before the next one
 * is touched: the position of a later batch covers it, so an acknowledged row would else be lost without a word.
 */
export class TopicQueue {
  readonly #jobs: TopicJob[] = [];
  #working: Promise<void> | null = null;
  #committing: Promise<unknown> = Promise.resolve();
  #stopped = false;
  readonly #senders: (() => void)[] = [];
  /** Settled when batches left over from before a crash are applied. */
  readonly recovered: Promise<void>;

  constructor(leftOver: (queue: TopicQueue) => Promise<void>) {
    this.recovered = leftOver(this);
    this.recovered.catch(() => {});
  }

  /** Runs one after another: a batch takes its offset and its place in the queue in one step. */
  async ordered<T>(work: () => Promise<T>): Promise<T> {
    await this.recovered;
    const result = this.#committing.then(work);
    this.#committing = result.catch(() => {});
    return result;
  }

  push(job: TopicJob): void {
    if (this.#stopped) {
      job.postponed(stopping());
      return;
    }
    this.#jobs.push(job);
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
      for (const letIn of this.#senders.splice(0)) letIn();
    });
  }

  /** Waits while too many batches wait to be applied; a queue that stands still takes in what will make it go on. */
  async room(signal: AbortSignal): Promise<void> {
    while (this.#working !== null && this.#jobs.length >= MOST_WAITING) {
      signal.throwIfAborted();
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#senders.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
      await promise;
    }
    signal.throwIfAborted();
  }

  async #work(): Promise<void> {
    for (let attempt = 0; !this.#stopped; ) {
      const [job] = this.#jobs;
      if (!job) return;
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
      this.#jobs.shift();
      this.#senders.shift()?.();
      attempt = 0;
    }
  }

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
    await this.#working;
    for (const job of this.#jobs.splice(0)) job.postponed(stopping());
    await this.recovered.catch(() => {});
  }
}
