/** Hands blocks from a driver's events to who reads them; `pause` and `resume` keep at most a few blocks waiting. */
export class BlockQueue<Block> implements AsyncIterable<Block> {
  readonly #flow: { readonly pause: () => void; readonly resume: () => void };
  readonly #waiting: Block[] = [];
  #wake: (() => void) | null = null;
  #ended = false;
  #failure: unknown = null;
  #paused = false;

  constructor(flow: { readonly pause: () => void; readonly resume: () => void }) {
    this.#flow = flow;
  }

  push(block: Block): void {
    this.#waiting.push(block);
    if (this.#waiting.length >= MOST && !this.#paused) {
      this.#paused = true;
      this.#flow.pause();
    }
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  fail(cause: unknown): void {
    this.#failure ??= cause;
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Block> {
    for (;;) {
      const block = this.#waiting.shift();
      if (block !== undefined) {
        yield block;
        continue;
      }
      if (this.#ended) break;
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      if (this.#paused) {
        this.#paused = false;
        this.#flow.resume();
      }
      await woken;
      this.#wake = null;
    }
    if (this.#failure !== null) throw this.#failure;
  }
}

/** Blocks that wait at most before the driver is told to hold. */
const MOST = 4;
