/** Passes items from a producer to a slower consumer one at a time. */
export class Handover<T> {
  #waiting: { readonly item: T; readonly taken: (goOn: boolean) => void } | null = null;
  #ended: { readonly failure: { readonly error: unknown } | null } | null = null;
  #stopped = false;
  #wake: () => void = () => undefined;

  /** Resolves once the item was taken; false when nobody wants more. */
  give(item: T): Promise<boolean> {
    if (this.#stopped) return Promise.resolve(false);
    return new Promise((taken) => {
      this.#waiting = { item, taken };
      this.#wake();
    });
  }

  end(failure: { readonly error: unknown } | null): void {
    this.#ended = { failure };
    this.#wake();
  }

  stop(): void {
    this.#stopped = true;
    this.#waiting?.taken(false);
    this.#waiting = null;
  }

  async *taken(): AsyncGenerator<T, void, undefined> {
    for (;;) {
      const waiting = this.#waiting;
      if (waiting !== null) {
        this.#waiting = null;
        let goOn = false;
        try {
          yield waiting.item;
          goOn = true;
        } finally {
          waiting.taken(goOn);
        }
      } else if (this.#ended !== null) {
        if (this.#ended.failure) throw this.#ended.failure.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
