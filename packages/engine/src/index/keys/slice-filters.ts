/** Documents of a slice: as many as a row group of DuckDB has, which a condition on their numbers passes over. */
export const SLICE = 122_880;

/** Slices that share an array: each has a bit of every element. */
const SHARING = 8;
/** Elements of an array, 34 for each document of a slice: of some 300,000 keys that are not there one is taken to be. */
const PLACES = 2 ** 22;
/** Elements that a key leads to. */
const TRIES = 8;

/** Hashes of keys, 64 bits in two halves, of which `size` are used. */
export interface Hashes {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly size: number;
}

/**
 * Tells in which slices of an index documents of a key may be, and never misses one: a Bloom filter for each slice, those of eight bit
 * beside bit, so that one look answers for all of them. 4 bytes a document.
 */
export class SliceFilters {
  readonly #groups: Uint8Array[] = [];
  #size = 0;

  /** Slices that are held. */
  get size(): number {
    return this.#size;
  }

  /** Adds the next slice by the keys of its documents. */
  add(keys: Iterable<Hashes>): void {
    const bit = this.#size % SHARING;
    const group = bit === 0 ? new Uint8Array(PLACES) : (this.#groups.at(-1) as Uint8Array);
    if (bit === 0) this.#groups.push(group);
    for (const { low, high, size } of keys) {
      for (let i = 0; i < size; i++) mark(group, low[i] ?? 0, high[i] ?? 0, 1 << bit);
    }
    this.#size++;
  }

  /** Slices in which any of the keys may be, among the first `most`. */
  find(keys: Iterable<Hashes>, most = this.#size): readonly number[] {
    const found = this.#groups.map(() => 0);
    for (const { low, high, size } of keys) {
      for (const [number, group] of this.#groups.entries()) {
        let bits = found[number] ?? 0;
        for (let i = 0; i < size; i++) bits |= bitsOf(group, low[i] ?? 0, high[i] ?? 0);
        found[number] = bits;
      }
    }
    return Array.from({ length: most }, (_, slice) => slice).filter(
      (slice) => ((found[Math.trunc(slice / SHARING)] ?? 0) >> (slice % SHARING)) & 1,
    );
  }
}

/** The element a sum of hashes leads to, by its upper bits, which are the better mixed. */
const placeOf = (hash: number): number => hash >>> 10;

function mark(group: Uint8Array, low: number, high: number, bit: number): void {
  const step = high | 1;
  for (let hash = low, tried = 0; tried < TRIES; tried++, hash = (hash + step) | 0) {
    const place = placeOf(hash);
    group[place] = (group[place] ?? 0) | bit;
  }
}

/** A bit for each slice of the group that has all elements of the key. */
function bitsOf(group: Uint8Array, low: number, high: number): number {
  let bits = 0xff;
  const step = high | 1;
  for (let hash = low, tried = 0; tried < TRIES && bits !== 0; tried++, hash = (hash + step) | 0) {
    bits &= group[placeOf(hash)] ?? 0;
  }
  return bits;
}
