import { grown } from './grown.ts';

/** Documents by a hash of their value: a question for a few values looks at few documents. */
export class Lookup {
  /** The last document of each hash, plus one; 0 for none. */
  readonly #heads: Int32Array;
  /** The document before it with the same hash. */
  #before: Uint32Array;
  #capacity = 0;

  /** `hashOf` is null for a document without a value. */
  constructor(capacity: number, hashOf: (doc: number) => number | null) {
    this.#heads = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(capacity, 2))));
    this.#before = new Uint32Array(capacity);
    this.#take(capacity, hashOf);
  }

  /** Numbers of the documents it knows are below. */
  get capacity(): number {
    return this.#capacity;
  }

  /** Whether it has hashes enough for the documents below a number. */
  takes(capacity: number): boolean {
    return capacity <= 2 * this.#heads.length;
  }

  /** Takes in the documents up to a number; another where there are too many for its hashes. */
  upTo(capacity: number, hashOf: (doc: number) => number | null): Lookup {
    if (!this.takes(capacity)) return new Lookup(capacity, hashOf);
    this.#before = grown(this.#before, capacity);
    this.#take(capacity, hashOf);
    return this;
  }

  #take(capacity: number, hashOf: (doc: number) => number | null): void {
    for (let doc = this.#capacity; doc < capacity; doc++) {
      const hash = hashOf(doc);
      if (hash === null) continue;
      const at = hash & (this.#heads.length - 1);
      this.#before[doc] = this.#heads[at] ?? 0;
      this.#heads[at] = doc + 1;
    }
    this.#capacity = capacity;
  }

  /** Calls `visit` with every document that may have a value of one of those hashes, once; no others do. */
  each(hashes: readonly number[], visit: (doc: number) => void): void {
    // several hashes may share a place
    for (const place of new Set(hashes.map((hash) => hash & (this.#heads.length - 1)))) {
      for (let at = this.#heads[place] ?? 0; at !== 0; at = this.#before[at - 1] ?? 0) visit(at - 1);
    }
  }

  /** The documents that may have a value of that hash; null when they are more than `most`. */
  few(hash: number, most: number): readonly number[] | null {
    const found: number[] = [];
    for (let at = this.#heads[hash & (this.#heads.length - 1)] ?? 0; at !== 0; at = this.#before[at - 1] ?? 0)
      if (found.push(at - 1) > most) return null;
    return found;
  }

  get byteLength(): number {
    return this.#heads.byteLength + this.#before.buffer.byteLength;
  }
}

/** What a lookup takes at most for each document. */
export const LOOKUP_BYTES = 12;
