/** A piece of work of one topic; it is tried again until `run` answers without throwing. */
export interface TopicJob {
  readonly run: () => Promise<void>;
  /** Called each time the work could not be done: the platform's fault, not the batch's. */
  readonly failed: (cause: unknown) => void;
}

const PAUSES = [200, 1000, 4000];
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms).unref());

/**
 * Applies the batches of one topic in the order of their offsets. Work that fails stays at the head: were a later batch
 * applied first, its position would cover the failed one, and a row that was acknowledged would be lost.
 */
export class TopicQueue {
  readonly #jobs: TopicJob[] = [];
  #working: Promise<void> | null = null;
  #committing: Promise<unknown> = Promise.resolve();
  #stopped = false;
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
    this.#jobs.push(job);
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
  }

  async #work(): Promise<void> {
    for (let attempt = 0; !this.#stopped; ) {
      const [job] = this.#jobs;
      if (!job) return;
      try {
        await job.run();
        this.#jobs.shift();
        attempt = 0;
      } catch (cause) {
        const wait = PAUSES[attempt++];
        if (wait === undefined) {
          for (const waiting of this.#jobs) waiting.failed(cause);
          return;
        }
        await pause(wait);
      }
    }
  }

  /** Lets the job that runs finish; the others are taken up again at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
    for (const job of this.#jobs.splice(0)) job.failed(new Error('The platform is stopping.'));
    await this.recovered.catch(() => {});
  }
}
