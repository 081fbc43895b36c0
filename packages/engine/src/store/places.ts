interface Waiting {
  readonly begin: () => void;
}

/** Room for so much of one kind of work at once, whoever it is for. */
export class Places {
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** A place, to be given back once by calling it; null when there is none. */
  take(): (() => void) | null {
    if (this.#free === 0) return null;
    this.#free--;
    return () => this.#giveBack();
  }

  /**
   * Runs `work` when there is a place for it, one after the other as they come; those that are `begun` before all others.
   * @throws what the signal was aborted with, when that was while `work` waited
   */
  async within<T>(
    work: () => Promise<T>,
    { signal, begun = false }: { readonly signal?: AbortSignal | undefined; readonly begun?: boolean } = {},
  ): Promise<T> {
    const giveBack = this.take() ?? (await this.#wait(signal, begun));
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  #wait(signal: AbortSignal | undefined, begun: boolean): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiting: Waiting = { begin: () => resolve(() => this.#giveBack()) };
    const leave = (): void => {
      const at = this.#waiting.indexOf(waiting);
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      reject(signal?.reason);
    };
    if (begun) this.#waiting.unshift(waiting);
    else this.#waiting.push(waiting);
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave, { once: true });
    return promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next.begin();
    else this.#free++;
  }
}
