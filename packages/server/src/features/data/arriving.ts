/** What is on its way, by key; it can be waited for before it came. */
export class Arriving<T> {
  readonly #there = new Map<string, T>();
  readonly #awaited = new Map<string, Set<(one: T) => void>>();

  get(key: string): T | undefined {
    return this.#there.get(key);
  }

  set(key: string, one: T): void {
    this.#there.set(key, one);
    for (const tell of this.#awaited.get(key) ?? []) tell(one);
  }

  delete(key: string): void {
    this.#there.delete(key);
  }

  /** The one of this key that is there or comes next; null when none came until the signal aborts. */
  comes(key: string, signal: AbortSignal): Promise<T | null> {
    const there = this.#there.get(key);
    if (there !== undefined || signal.aborted) return Promise.resolve(there ?? null);
    const { promise, resolve } = Promise.withResolvers<T | null>();
    const waiting = this.#awaited.get(key) ?? new Set();
    this.#awaited.set(key, waiting.add(resolve));
    const leave = (): void => resolve(null);
    signal.addEventListener('abort', leave, { once: true });
    return promise.finally(() => {
      signal.removeEventListener('abort', leave);
      waiting.delete(resolve);
      if (waiting.size === 0 && this.#awaited.get(key) === waiting) this.#awaited.delete(key);
    });
  }
}
