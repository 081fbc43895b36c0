import type { IndexLayout } from '../../../index/layout.ts';
import type { Cell } from '../row-block.ts';
import { type TextCells, textsOf } from './repeated-texts.ts';

/** Values of documents that were read from their bytes, column by column; texts stand where they came in. */
export class ByteBlock {
  readonly bytes: Buffer;
  /** Columns of the index in the order of its fields. */
  readonly names: readonly string[];
  /** Numbers, flags (0 and 1) and dates (epoch ms) by column; NaN for null. Columns without a value have none. */
  readonly numbers: (Float64Array | undefined)[] = [];
  readonly texts: (TextCells | undefined)[] = [];
  /** Number of the shape of each row. */
  readonly shapes: Uint16Array;
  /** Numbers of the shapes that rows have. */
  readonly usedShapes = new Set<number>();
  #lastShape = -1;
  readonly #places: ReadonlyMap<string, number>;
  readonly #flags: ReadonlySet<number>;
  readonly #most: number;
  readonly #cells = new Map<string, readonly Cell[]>();
  /** Rows that are read; the next one is being written. */
  rows = 0;
  /** The part of the bytes in which the documents stand. */
  from = Number.POSITIVE_INFINITY;
  to = 0;

  /** For at most `most` documents of these bytes. */
  constructor(layout: IndexLayout, bytes: Buffer, most: number) {
    this.bytes = bytes;
    this.#most = most;
    this.shapes = new Uint16Array(most);
    const columns = layout.own.flatMap(({ columns, type }) => columns.map((name) => ({ name, type })));
    this.names = columns.map(({ name }) => name);
    this.#places = new Map(this.names.map((name, place) => [name, place]));
    this.#flags = new Set(columns.flatMap(({ type }, place) => (type === 'boolean' ? place : [])));
  }

  /** The row that was read last has this shape, and stands there in the bytes. */
  endRow(shape: number, from: number, to: number): void {
    if (shape !== this.#lastShape) this.usedShapes.add(shape);
    this.#lastShape = shape;
    this.shapes[this.rows - 1] = shape;
    if (from < this.from) this.from = from;
    if (to > this.to) this.to = to;
  }

  putNumber(place: number, value: number): void {
    let column = this.numbers[place];
    if (column === undefined) {
      column = new Float64Array(this.#most).fill(Number.NaN);
      this.numbers[place] = column;
    }
    column[this.rows] = value;
  }

  putText(place: number, start: number, length: number): void {
    let column = this.texts[place];
    if (column === undefined) {
      column = { starts: new Int32Array(this.#most), lengths: new Int32Array(this.#most).fill(-1) };
      this.texts[place] = column;
    }
    column.starts[this.rows] = start;
    column.lengths[this.rows] = length;
  }

  /** No value in a column another document may have one in. */
  putNull(place: number): void {
    const column = this.numbers[place];
    if (column !== undefined) column[this.rows] = Number.NaN;
    const text = this.texts[place];
    if (text !== undefined) text.lengths[this.rows] = -1;
  }

  /** Whether any row may have a value in a column. */
  has(name: string): boolean {
    const place = this.place(name);
    return this.numbers[place] !== undefined || this.texts[place] !== undefined;
  }

  /** Whether a row has a value in a column. */
  holds(name: string, row: number): boolean {
    const place = this.place(name);
    return !Number.isNaN(this.numbers[place]?.[row] ?? Number.NaN) || (this.texts[place]?.lengths[row] ?? -1) >= 0;
  }

  place(name: string): number {
    return this.#places.get(name) ?? -1;
  }

  /** Text of a row; null where there is none. */
  text(place: number, row: number): string | null {
    const column = this.texts[place];
    const length = column?.lengths[row] ?? -1;
    const start = column?.starts[row] ?? 0;
    return length < 0 ? null : this.bytes.toString('utf8', start, start + length);
  }

  /** Where the texts of a column stand; undefined for one without any. */
  textCells(name: string): TextCells | undefined {
    const place = this.place(name);
    return this.numbers[place] === undefined ? this.texts[place] : undefined;
  }

  /** The values of a column; undefined for one the index did not have when the block was made. */
  column(name: string): readonly Cell[] | undefined {
    const place = this.#places.get(name);
    if (place === undefined) return undefined;
    const known = this.#cells.get(name);
    if (known !== undefined) return known;
    const texts = this.textCells(name);
    const cells = texts
      ? textsOf(this.bytes, texts, this.rows)
      : Array.from({ length: this.rows }, (_, row) => this.#cell(place, row));
    this.#cells.set(name, cells);
    return cells;
  }

  #cell(place: number, row: number): Cell {
    const number = this.numbers[place]?.[row];
    if (number === undefined) return this.text(place, row);
    if (Number.isNaN(number)) return null;
    return this.#flags.has(place) ? number === 1 : number;
  }
}
