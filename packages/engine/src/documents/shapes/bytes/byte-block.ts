import type { IndexLayout } from '../../../index/layout.ts';
import type { Cell } from '../row-block.ts';
import { ListCells } from './list-cells.ts';
import { type TextCells, textsOf } from './repeated-texts.ts';

/** Values of documents that were read from their bytes, column by column; texts stand where they came in. */
export class ByteBlock {
  /** What came in, and behind it texts whose escapes were taken out. */
  bytes: Buffer;
  /** Columns of the index in the order of its fields. */
  readonly names: readonly string[];
  /** Numbers, flags (0 and 1) and dates (epoch ms) by column; NaN for null. Columns without a value have none. */
  readonly numbers: (Float64Array | undefined)[] = [];
  readonly texts: (TextCells | undefined)[] = [];
  /** Columns whose rows are lists, once one of them has a value. */
  readonly lists: (ListCells | undefined)[] = [];
  /** Number of the shape of each row. */
  readonly shapes: Uint16Array;
  /** Numbers of the shapes that rows have. */
  readonly usedShapes = new Set<number>();
  #lastShape = -1;
  readonly #places: ReadonlyMap<string, number>;
  readonly #flags: ReadonlySet<number>;
  readonly #listed: Uint8Array;
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
    const columns = layout.own.flatMap(({ columns, type, list }) => columns.map((name) => ({ name, type, list })));
    this.names = columns.map(({ name }) => name);
    this.#places = new Map(this.names.map((name, place) => [name, place]));
    this.#listed = Uint8Array.from(columns, ({ list }) => (list ? 1 : 0));
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

  /** Whether rows of a column are lists. */
  isListed(place: number): boolean {
    return this.#listed[place] === 1;
  }

  #list(place: number): ListCells {
    let list = this.lists[place];
    if (list === undefined) {
      list = new ListCells(this.#most);
      this.lists[place] = list;
    }
    return list;
  }

  /** What a column has in the row is added value by value. */
  beginList(place: number): void {
    if (this.isListed(place)) this.#list(place).begin(this.rows);
    else this.putNull(place);
  }

  /** @returns false for a second value of a column that has one in each row */
  addText(place: number, start: number, length: number): boolean {
    if (this.isListed(place)) this.#list(place).addText(this.rows, start, length);
    else if ((this.texts[place]?.lengths[this.rows] ?? -1) >= 0) return false;
    else this.putText(place, start, length);
    return true;
  }

  /** The same of a number. */
  addNumber(place: number, value: number): boolean {
    if (this.isListed(place)) this.#list(place).addNumber(this.rows, value);
    else if (!Number.isNaN(this.numbers[place]?.[this.rows] ?? Number.NaN)) return false;
    else this.putNumber(place, value);
    return true;
  }

  putNumber(place: number, value: number): void {
    if (this.isListed(place)) {
      this.beginList(place);
      this.addNumber(place, value);
      return;
    }
    let column = this.numbers[place];
    if (column === undefined) {
      column = new Float64Array(this.#most).fill(Number.NaN);
      this.numbers[place] = column;
    }
    column[this.rows] = value;
  }

  putText(place: number, start: number, length: number): void {
    if (this.isListed(place)) {
      this.beginList(place);
      this.addText(place, start, length);
      return;
    }
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
    this.lists[place]?.begin(this.rows);
  }

  /** Whether any row may have a value in a column. */
  has(name: string): boolean {
    const place = this.place(name);
    return (this.numbers[place] ?? this.texts[place] ?? this.lists[place]) !== undefined;
  }

  /** Whether a row has a value in a column. */
  holds(name: string, row: number): boolean {
    const place = this.place(name);
    const isThere =
      !Number.isNaN(this.numbers[place]?.[row] ?? Number.NaN) || (this.texts[place]?.lengths[row] ?? -1) >= 0;
    return isThere || (this.lists[place]?.counts[row] ?? 0) > 0;
  }

  place(name: string): number {
    return this.#places.get(name) ?? -1;
  }

  /** Text of a row; null where there is none. */
  text(place: number, row: number): string | null {
    const column = this.texts[place];
    return (column?.lengths[row] ?? -1) < 0 ? null : this.#textOf(column, row);
  }

  #textOf(cells: TextCells | null | undefined, at: number): string {
    const start = cells?.starts[at] ?? 0;
    return this.bytes.toString('utf8', start, start + (cells?.lengths[at] ?? 0));
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
    const list = this.lists[place];
    if (list !== undefined) return this.#listCell(list, place, row);
    const number = this.numbers[place]?.[row];
    if (number === undefined) return this.text(place, row);
    return Number.isNaN(number) ? null : this.#numberCell(place, number);
  }

  #listCell(list: ListCells, place: number, row: number): Cell {
    const { numbers, texts } = list;
    if (numbers === null) return list.map(row, (at) => this.#textOf(texts, at));
    return list.map(row, (at) => this.#numberCell(place, numbers[at] ?? 0));
  }

  #numberCell(place: number, number: number): number | boolean {
    return this.#flags.has(place) ? number === 1 : number;
  }
}
