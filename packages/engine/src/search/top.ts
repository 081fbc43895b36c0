/** Keeps the first `limit` items of an order: a heap with the last of the kept ones on top. */
export class Top<T> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #heap: T[] = [];

  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** The last of the kept items once there are `limit` of them. */
  get last(): T | undefined {
    return this.#heap.length < this.#limit ? undefined : this.#heap[0];
  }

  add(item: T): void {
    if (this.#limit === 0) return;
    if (this.#heap.length < this.#limit) {
      this.#heap.push(item);
      this.#rise(this.#heap.length - 1);
      return;
    }
    const [last] = this.#heap;
    if (last !== undefined && this.#compare(item, last) >= 0) return;
    this.#heap[0] = item;
    this.#sink(0);
  }

  sorted(): T[] {
    return [...this.#heap].sort(this.#compare);
  }

  #isBehind(a: number, b: number): boolean {
    const x = this.#heap[a];
    const y = this.#heap[b];
    return x !== undefined && y !== undefined && this.#compare(x, y) > 0;
  }

  #swap(a: number, b: number): void {
    const x = this.#heap[a];
    const y = this.#heap[b];
    if (x === undefined || y === undefined) return;
    this.#heap[a] = y;
    this.#heap[b] = x;
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.#isBehind(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(from: number): void {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      let largest = at;
      if (this.#isBehind(left, largest)) largest = left;
      if (this.#isBehind(left + 1, largest)) largest = left + 1;
      if (largest === at) return;
      this.#swap(at, largest);
      at = largest;
    }
  }
}
