import { impactsOf } from '../../documents/words/impacts.ts';
import type { PackedTerm } from '../../documents/words/packed-words.ts';

/** What the rows of a segment come to. */
export interface RowsSize {
  readonly terms: number;
  readonly rows: number;
  /** Of the texts of the terms of all rows. */
  readonly textBytes: number;
  /** Of what they have packed, without places. */
  readonly dataBytes: number;
}

/** Rows of a table that stand one behind the other. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** A row as it is read; without what it has packed where only its place is held. */
export interface RowToHold extends Pick<PackedTerm, 'documents'> {
  readonly term: string;
  readonly row: number;
  readonly data: Uint8Array | null;
}

/** What a term takes beside its text, and a row beside what it has packed. */
const TERM_BYTES = 12;
const ROW_BYTES = 8;

/** So many documents are passed over where they cannot be among the best; fewer are looked at as soon, and take little more than what is told of them. */
const MANY = 1024;

/** What they take in memory, with what they have packed or without. */
export const heldBytes = ({ terms, rows, textBytes, dataBytes }: RowsSize, isWhole: boolean): number =>
  terms * TERM_BYTES + rows * ROW_BYTES + textBytes + (isWhole ? dataBytes : 0);

/** Terms out of order that are put into it, which takes some tens of milliseconds: where texts are shared there are few. */
const MOST_PUT_IN_ORDER = 32_768;

/**
 * The rows of a segment by their terms, in a few pieces of memory: as objects they would take ten times as much. They come one behind the
 * other, all of a term together, and terms in the order of their bytes where they are many, as the writer of a segment leaves them.
 */
export class HeldRows {
  readonly isWhole: boolean;
  readonly #texts: Buffer;
  /** Where the text of each term ends, and its rows. */
  readonly #textEnds: Uint32Array;
  readonly #rowEnds: Uint32Array;
  /** Where what each row has packed ends. */
  readonly #dataEnds: Uint32Array;
  readonly #documents: Int32Array;
  readonly #data: Uint8Array;
  /** Of rows of many documents, among what the highest score in each is. */
  readonly #impacts = new Map<number, readonly number[]>();
  /** The terms in the order of their bytes; null where they came in it. */
  #order: Uint32Array | null = null;
  #isOrdered = true;
  #terms = 0;
  #rows = 0;
  #first = 0;

  constructor({ terms, rows, textBytes, dataBytes }: RowsSize, isWhole: boolean) {
    this.isWhole = isWhole;
    this.#texts = Buffer.alloc(textBytes);
    this.#textEnds = new Uint32Array(terms);
    this.#rowEnds = new Uint32Array(terms);
    this.#documents = new Int32Array(rows);
    this.#dataEnds = new Uint32Array(isWhole ? rows : 0);
    this.#data = new Uint8Array(isWhole ? dataBytes : 0);
  }

  /** Adds the next row. @returns whether it stands where it is expected; nothing is found in such rows otherwise */
  add({ term, row, documents, data }: RowToHold): boolean {
    if (this.#rows === 0) this.#first = row;
    else if (row !== this.#first + this.#rows) return false;
    if (this.#rows === this.#documents.length || !this.#addTerm(Buffer.from(term))) return false;
    this.#documents[this.#rows] = documents;
    if (data !== null) {
      const start = endAt(this.#dataEnds, this.#rows - 1);
      this.#data.set(data, start);
      this.#dataEnds[this.#rows] = start + data.length;
      if (documents >= MANY) this.#impacts.set(this.#rows, impactsOf({ documents, data }));
    }
    this.#rowEnds[this.#terms - 1] = ++this.#rows;
    return true;
  }

  #addTerm(text: Buffer): boolean {
    const order = this.#terms === 0 ? 1 : text.compare(this.#textOf(this.#terms - 1));
    if (order === 0) return true;
    if (order < 0) this.#isOrdered = false;
    if (this.#terms === this.#textEnds.length) return false;
    const start = endAt(this.#textEnds, this.#terms - 1);
    text.copy(this.#texts, start);
    this.#textEnds[this.#terms++] = start + text.length;
    return true;
  }

  /** All rows were added. @returns whether terms can be found in them */
  done(): boolean {
    if (this.#isOrdered) return true;
    if (this.#terms > MOST_PUT_IN_ORDER) return false;
    const order = Uint32Array.from({ length: this.#terms }, (_, i) => i);
    order.sort((a, b) => this.#textOf(a).compare(this.#textOf(b)));
    this.#order = order;
    return order.every((term, i) => i === 0 || !this.#textOf(term).equals(this.#textOf(order[i - 1] ?? 0)));
  }

  #textOf(term: number): Buffer {
    return this.#texts.subarray(endAt(this.#textEnds, term - 1), this.#textEnds[term]);
  }

  /** The number of a term, -1 where there is none. */
  #find(term: string): number {
    const text = Buffer.from(term);
    let [low, high] = [0, this.#terms - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const number = this.#order === null ? middle : (this.#order[middle] ?? 0);
      const order = this.#textOf(number).compare(text);
      if (order === 0) return number;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The rows of a term with what they have packed; only of rows that are held whole. */
  of(term: string): PackedTerm[] {
    const found: PackedTerm[] = [];
    const number = this.#find(term);
    if (number < 0) return found;
    for (let row = endAt(this.#rowEnds, number - 1); row < (this.#rowEnds[number] ?? 0); row++) {
      const data = this.#data.subarray(endAt(this.#dataEnds, row - 1), this.#dataEnds[row]);
      const impacts = this.#impacts.get(row);
      found.push({ documents: this.#documents[row] ?? 0, data, places: null, ...(impacts && { impacts }) });
    }
    return found;
  }

  /** Where the rows of a term stand in the table; null where there are none. */
  rangeOf(term: string): RowRange | null {
    const number = this.#find(term);
    if (number < 0) return null;
    return {
      first: this.#first + endAt(this.#rowEnds, number - 1),
      last: this.#first + (this.#rowEnds[number] ?? 0) - 1,
    };
  }
}

const endAt = (ends: Uint32Array, at: number): number => (at < 0 ? 0 : (ends[at] ?? 0));
