/** Hashes of keys, 64 bits in two halves, of which `size` are used. */
export interface Hashes {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly size: number;
}

/** Hashes of the keys of documents, and their numbers, counted from where a table begins. */
export interface PlacedHashes extends Hashes {
  readonly places: Int32Array;
}

/** Of four slots three are filled at most: a key that is not there is looked for in nine of them, in one or two lines of memory. */
const FILLED = 0.75;
/** Bits of a slot that tell where the document is; the other twelve, and sixteen beside it, are of the hash. */
const PLACE_BITS = 20;
const PLACE = 2 ** PLACE_BITS - 1;
/** Slots at most: all numbers of their documents can be told. */
export const MOST_SLOTS = 2 ** PLACE_BITS;

/**
 * Tells which documents of a stretch of numbers a key may be of, and never misses one: a hash table of their places with 28 bits of
 * each hash beside that of its slot, eight bytes a document. Of thirty million keys that are not there one is taken for one that is: it would
 * have a bulk read the table for nothing.
 */
export class KeyTable {
  /** The first document. */
  readonly begin: number;
  /** Behind the last it has room for. */
  readonly end: number;
  readonly #slots: Uint32Array;
  readonly #more: Uint16Array;
  readonly #shift: number;

  /** @param slots a power of two, `MOST_SLOTS` at most */
  constructor(begin: number, slots: number) {
    this.begin = begin;
    this.end = begin + slots * FILLED;
    this.#slots = new Uint32Array(slots);
    this.#more = new Uint16Array(slots);
    this.#shift = 32 - Math.log2(slots);
  }

  add({ low, high, places, size }: PlacedHashes): void {
    const last = this.#slots.length - 1;
    for (let i = 0; i < size; i++) {
      let slot = (low[i] ?? 0) >>> this.#shift;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
      this.#slots[slot] = marked(high[i] ?? 0) | (places[i] ?? 0);
      this.#more[slot] = moreOf(high[i] ?? 0);
    }
  }

  /** Calls `found` with each document that may have the key. */
  find(low: number, high: number, found: (doc: number) => void): void {
    const last = this.#slots.length - 1;
    const [mark, more] = [marked(high) >>> PLACE_BITS, moreOf(high)];
    let slot = low >>> this.#shift;
    for (let held = this.#slots[slot] ?? 0; held !== 0; held = this.#slots[slot] ?? 0) {
      if (held >>> PLACE_BITS === mark && this.#more[slot] === more) found(this.begin + (held & PLACE));
      slot = (slot + 1) & last;
    }
  }
}

/** Twelve bits of a hash at the top of a slot; never none, which tells an empty one. */
const marked = (high: number): number => ((high & 0xfff || 1) << PLACE_BITS) >>> 0;
const moreOf = (high: number): number => (high >>> 12) & 0xffff;
