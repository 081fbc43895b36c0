/**
 * A body while it is received. It can be given up even when nothing comes any more, and it tells for how long its sender has owed
 * the next piece. `now` gives epoch ms.
 */
export class IncomingBody implements AsyncIterable<Uint8Array> {
  readonly #body: AsyncIterable<Uint8Array>;
  readonly #now: () => number;
  #owed: { readonly since: number; readonly refuse: (cause: Error) => void } | null = null;
  #givenUp: Error | null = null;

  constructor(body: AsyncIterable<Uint8Array>, now: () => number) {
    this.#body = body;
    this.#now = now;
  }

  /** ms for which a piece that was asked for has not come; 0 while none is asked for. */
  get silence(): number {
    return this.#owed === null ? 0 : this.#now() - this.#owed.since;
  }

  /** Ends the reading with `cause`: at once when a piece is owed, else when the next one is asked for. */
  giveUp(cause: Error): void {
    this.#givenUp ??= cause;
    this.#owed?.refuse(cause);
  }

  #next(pieces: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    if (this.#givenUp) return Promise.reject(this.#givenUp);
    return new Promise((resolve, reject) => {
      this.#owed = { since: this.#now(), refuse: reject };
      pieces.next().then((next) => {
        this.#owed = null;
        resolve(next);
      }, reject);
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const pieces = this.#body[Symbol.asyncIterator]();
    try {
      for (let next = await this.#next(pieces); !next.done; next = await this.#next(pieces)) yield next.value;
    } finally {
      const ended = Promise.resolve(pieces.return?.());
      // a piece that is still owed would hold the end back
      if (this.#owed === null) await ended;
      else ended.catch(() => {});
    }
  }
}
