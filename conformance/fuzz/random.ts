/** A repeatable stream of choices: the same seed gives the same mappings, documents and requests (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** 0 … 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (found === undefined) throw new Error('Nothing to pick from');
    return found;
  }

  /** Members of an object that are there now and then. */
  maybe<T extends object>(share: number, make: () => T): T | Record<never, never> {
    return this.chance(share) ? make() : {};
  }

  /** `count` picks, repetitions possible. */
  many<T>(count: number, make: () => T): readonly T[] {
    return Array.from({ length: count }, make);
  }
}
