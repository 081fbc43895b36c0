import { DocBits } from '../text/bits.ts';

/** Documents that match: as a set, or as what tells them sooner where they are few. */
export interface Matches {
  readonly size: number;
  /** The first of them, ascending. */
  first(limit: number): readonly number[];
  /** All of them, ascending. */
  members(): Int32Array;
  toBits(): DocBits;
}

/** A list of documents, ascending. */
export class FewDocs implements Matches {
  readonly #docs: Int32Array;
  readonly #capacity: number;

  constructor(docs: Int32Array, capacity: number) {
    this.#docs = docs;
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#docs.length;
  }

  first(limit: number): readonly number[] {
    return [...this.#docs.subarray(0, limit)];
  }

  members(): Int32Array {
    return this.#docs;
  }

  toBits(): DocBits {
    return DocBits.of(this.#docs, this.#capacity);
  }
}

/** So many are put in order sooner than a set is made of them. */
const MOST_SORTED = 4096;

/** Documents, each of them once. */
export function matchesOfDocs(docs: readonly number[], isAscending: boolean, capacity: number): Matches {
  const list = Int32Array.from(docs);
  if (isAscending) return new FewDocs(list, capacity);
  return list.length <= MOST_SORTED ? new FewDocs(list.sort(), capacity) : DocBits.of(list, capacity);
}
