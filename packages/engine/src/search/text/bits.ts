import { BIT, DuckDBBitValue } from '@duckdb/node-api';
import { bigint, bind, FALSE, joined, type Sql, sql } from '../sql.ts';

/** A set of documents: one bit per `_doc`, laid out as DuckDB's BIT (no padding, highest bit first). */
export class DocBits {
  /** Byte 0 is DuckDB's padding count. */
  readonly data: Uint8Array;
  readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = Math.max(8, Math.ceil(capacity / 8) * 8);
    this.data = new Uint8Array(1 + this.capacity / 8);
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

  /** A new set of what `combine` keeps of each pair of bytes. */
  with(other: DocBits, combine: (a: number, b: number) => number): DocBits {
    const made = new DocBits(this.capacity);
    for (let i = 1; i < made.data.length; i++) made.data[i] = combine(this.data[i] ?? 0, other.data[i] ?? 0);
    return made;
  }

  get size(): number {
    let size = 0;
    for (let i = 1; i < this.data.length; i++) size += ONES[this.data[i] ?? 0] ?? 0;
    return size;
  }

  /** Calls `visit` with each member, ascending, until it answers false. */
  each(visit: (doc: number) => unknown): void {
    for (let i = 1; i < this.data.length; i++) {
      const byte = this.data[i] ?? 0;
      if (byte === 0) continue;
      const base = (i - 1) * 8;
      for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit) && visit(base + bit) === false) return;
    }
  }

  /** The first members, ascending. */
  first(limit: number): readonly number[] {
    const docs: number[] = [];
    if (limit > 0) this.each((doc) => docs.push(doc) < limit);
    return docs;
  }

  /** Whether a row's `_doc` is in the set. */
  test(): Sql {
    const size = this.size;
    if (size === 0) return FALSE;
    if (size > FEW) return sql`get_bit(${bind(new DuckDBBitValue(this.data), BIT)}, _doc::INTEGER) = 1`;
    const docs = this.first(FEW).map(bigint);
    return sql`_doc IN (${joined(docs, ', ')})`;
  }
}

/** Up to here a list of numbers lets DuckDB skip row groups, which a bit set cannot. */
const FEW = 128;

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);
