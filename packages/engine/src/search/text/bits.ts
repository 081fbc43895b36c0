import { BIT, DuckDBBitValue } from '@duckdb/node-api';
import { bigint, bind, FALSE, joined, late, type Sql, sql, whole } from '../sql.ts';

/** A set of documents: one bit per `_doc`, laid out as DuckDB's BIT (no padding, highest bit first). */
export class DocBits {
  /** Byte 0 is DuckDB's padding count. */
  readonly data: Uint8Array;
  /** The same without that byte, four bytes at a time. */
  readonly #words: Int32Array;
  readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = Math.max(WORD, Math.ceil(capacity / WORD) * WORD);
    const buffer = new ArrayBuffer(ALIGNED + this.capacity / 8);
    this.data = new Uint8Array(buffer, ALIGNED - 1);
    this.#words = new Int32Array(buffer, ALIGNED);
  }

  static of(docs: Int32Array, capacity: number): DocBits {
    const bits = new DocBits(capacity);
    for (let i = 0; i < docs.length; i++) bits.add(docs[i] ?? 0);
    return bits;
  }

  add(doc: number): void {
    const at = 1 + (doc >> 3);
    this.data[at] = (this.data[at] ?? 0) | (0x80 >> (doc & 7));
  }

  has(doc: number): boolean {
    return ((this.data[1 + (doc >> 3)] ?? 0) & (0x80 >> (doc & 7))) !== 0;
  }

  /** What is in both. */
  and(other: DocBits): DocBits {
    const made = new DocBits(this.capacity);
    const [words, own, others] = [made.#words, this.#words, other.#words];
    for (let i = 0; i < words.length; i++) words[i] = (own[i] ?? 0) & (others[i] ?? 0);
    return made;
  }

  /** What is in one of the two at least; the other set has no members beyond the capacity of this one. */
  or(other: DocBits): DocBits {
    const made = new DocBits(this.capacity);
    const [words, own, others] = [made.#words, this.#words, other.#words];
    for (let i = 0; i < words.length; i++) words[i] = (own[i] ?? 0) | (others[i] ?? 0);
    return made;
  }

  /** What is not in the other. */
  without(other: DocBits): DocBits {
    const made = new DocBits(this.capacity);
    const [words, own, others] = [made.#words, this.#words, other.#words];
    for (let i = 0; i < words.length; i++) words[i] = (own[i] ?? 0) & ~(others[i] ?? 0);
    return made;
  }

  get size(): number {
    const words = this.#words;
    let size = 0;
    for (let i = 0; i < words.length; i++) {
      const word = words[i] ?? 0;
      if (word !== 0) size += onesIn(word);
    }
    return size;
  }

  /** Calls `visit` with each member, ascending, until it answers false. */
  each(visit: (doc: number) => unknown): void {
    const words = this.#words;
    for (let i = 0; i < words.length; i++) {
      const word = words[i] ?? 0;
      if (word === 0) continue;
      let left = highestFirst(word);
      while (left !== 0) {
        const bit = Math.clz32(left);
        if (visit(i * WORD + bit) === false) return;
        left &= ALL_BELOW >>> bit;
      }
    }
  }

  /** Writes those of `length` documents from `from` on, which is at the start of a word, ascending. @returns how many there are */
  into(docs: Int32Array, from: number, length: number): number {
    const words = this.#words;
    let found = 0;
    for (let first = from; first < from + length; first += WORD) {
      const word = words[first / WORD] ?? 0;
      if (word === 0) continue;
      let left = highestFirst(word);
      while (left !== 0) {
        const bit = Math.clz32(left);
        docs[found++] = first + bit;
        left &= ALL_BELOW >>> bit;
      }
    }
    return found;
  }

  /** All members, ascending. */
  members(): Int32Array {
    const docs = new Int32Array(this.size);
    this.into(docs, 0, this.capacity);
    return docs;
  }

  toBits(): DocBits {
    return this;
  }

  /** The first members, ascending. */
  first(limit: number): readonly number[] {
    const docs: number[] = [];
    if (limit > 0) this.each((doc) => docs.push(doc) < limit);
    return docs;
  }

  /** Whether a row's `_doc` is in the set; of more than `piece` documents, a multiple of 32, it is asked of a part of the set. */
  test(piece = PIECE): Sql {
    const docs = this.first(MOST_NAMED + 1);
    if (docs.length === 0) return FALSE;
    const bit = late(() => sql`${this.#bitOf(0, Math.ceil(this.capacity / piece), piece)} = 1`);
    const test = docs.length > MOST_NAMED ? bit : sql`_doc IN (${joined(docs.map(bigint), ', ')})`;
    made.set(test, { set: this, bit });
    return test;
  }

  /** The bit of a row's `_doc`, which is in one of the pieces from `first` on, before `end`. */
  #bitOf(first: number, end: number, piece: number): Sql {
    const from = first * piece;
    if (end - first === 1) {
      const bytes = new Uint8Array(1 + Math.min(piece, this.capacity - from) / 8);
      bytes.set(this.data.subarray(1 + from / 8, from / 8 + bytes.length), 1);
      return sql`get_bit(${bind(new DuckDBBitValue(bytes), BIT)}, (_doc - ${whole(from)})::INTEGER)`;
    }
    const middle = (first + end) >> 1;
    const [lower, upper] = [this.#bitOf(first, middle, piece), this.#bitOf(middle, end, piece)];
    return sql`CASE WHEN _doc < ${whole(middle * piece)} THEN ${lower} ELSE ${upper} END`;
  }
}

/** Tests of sets. */
const made = new WeakMap<Sql, { readonly set: DocBits; readonly bit: Sql }>();

/** The same test where it leaves out no rows but stands among their columns: there DuckDB joins each list of numbers to them. */
export const asColumn = (test: Sql): Sql => made.get(test)?.bit ?? test;

/** The set that is asked by a test; null for any other test. */
export const setAskedBy = (test: Sql): DocBits | null => made.get(test)?.set ?? null;

/** Documents of a part of a set: DuckDB copies a set once for each 2048 rows it looks at, of ten million documents 6 GB in all. */
const PIECE = 2 ** 19;

/** Up to here a list of numbers lets DuckDB skip row groups, which a bit set cannot. */
export const MOST_NAMED = 128;

/** Documents of one word, and the bytes before the first of them, which is to lie where words may. */
const WORD = 32;
const ALIGNED = 8;

/** The bits below the highest one of a word. */
const ALL_BELOW = 0x7fff_ffff;

/** The bytes of a word the other way round: processors keep the first of them lowest, and the first document is to be the highest bit of all. */
const highestFirst = (word: number): number =>
  (word << 24) | ((word << 8) & 0x00ff_0000) | ((word >>> 8) & 0x0000_ff00) | (word >>> 24);

/** How many bits of a word are set: pairs, fours and bytes are added up side by side. */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
