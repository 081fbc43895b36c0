/** Documents by a hash of their value: a question for a few values looks at few documents. */
export class Lookup {
  /** The last document of each hash, plus one; 0 for none. */
  readonly #heads: Int32Array;
  /** The document before it with the same hash. */
  readonly #before: Int32Array;

  /** `hashOf` is null for a document without a value. */
  constructor(capacity: number, hashOf: (doc: number) => number | null) {
    this.#heads = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(capacity, 2))));
    this.#before = new Int32Array(capacity);
    for (let doc = 0; doc < capacity; doc++) {
      const hash = hashOf(doc);
      if (hash === null) continue;
      const at = hash & (this.#heads.length - 1);
      this.#before[doc] = this.#heads[at] ?? 0;
      this.#heads[at] = doc + 1;
    }
  }

  /** Calls `visit` with every document that may have a value of that hash; no others do. */
  each(hash: number, visit: (doc: number) => void): void {
    for (let at = this.#heads[hash & (this.#heads.length - 1)] ?? 0; at !== 0; at = this.#before[at - 1] ?? 0) {
      visit(at - 1);
    }
  }

  get byteLength(): number {
    return this.#heads.byteLength + this.#before.byteLength;
  }
}

/** What a lookup takes at most for each document. */
export const LOOKUP_BYTES = 12;
