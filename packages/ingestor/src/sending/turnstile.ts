/** Lets so many work at the same time, in the order they came. */
export class Turnstile {
  readonly #places: number;
  #inside = 0;
  readonly #queue: (() => void)[] = [];

  constructor(places: number) {
    this.#places = places;
  }

  async through<T>(work: () => Promise<T>): Promise<T> {
    // whoever leaves hands the place over, so a newcomer cannot slip in between
    if (this.#inside >= this.#places) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#inside++;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#inside--;
    }
  }
}
