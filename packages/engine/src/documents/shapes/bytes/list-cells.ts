import { grown } from '../../../search/columns/grown.ts';
import type { TextCells } from './repeated-texts.ts';

const FIRST = 64;

/** Values of a column whose rows are lists: numbers, or texts that stand in the bytes that came in. */
export class ListCells {
  /** Place of the first value of each row, and how many it has. */
  readonly firsts: Int32Array;
  readonly counts: Int32Array;
  numbers: Float64Array | null = null;
  texts: TextCells | null = null;
  #size = 0;

  /** For at most that many rows. */
  constructor(rows: number) {
    this.firsts = new Int32Array(rows);
    this.counts = new Int32Array(rows);
  }

  /** The row has no value yet. */
  begin(row: number): void {
    this.firsts[row] = this.#size;
    this.counts[row] = 0;
  }

  addNumber(row: number, value: number): void {
    this.numbers ??= new Float64Array(FIRST);
    if (this.#size === this.numbers.length) this.numbers = grown(this.numbers, 2 * this.#size);
    this.numbers[this.#size] = value;
    this.#end(row);
  }

  addText(row: number, start: number, length: number): void {
    this.texts ??= { starts: new Int32Array(FIRST), lengths: new Int32Array(FIRST) };
    const { starts, lengths } = this.texts;
    if (this.#size === starts.length)
      this.texts = { starts: grown(starts, 2 * this.#size), lengths: grown(lengths, 2 * this.#size) };
    this.texts.starts[this.#size] = start;
    this.texts.lengths[this.#size] = length;
    this.#end(row);
  }

  #end(row: number): void {
    this.#size++;
    this.counts[row] = (this.counts[row] ?? 0) + 1;
  }

  /** What `of` makes of each value of a row, by its place. */
  map<T>(row: number, of: (place: number) => T): T[] {
    const first = this.firsts[row] ?? 0;
    return Array.from({ length: this.counts[row] ?? 0 }, (_, i) => of(first + i));
  }
}
