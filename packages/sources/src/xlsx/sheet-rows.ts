import { FileRefused } from '../refusal.ts';
import type { Cell } from '../rows/row-reader.ts';
import { type NumberKind, shownText } from './serial-date.ts';
import { attributeOf, decodeXml, refuseLong, type XmlHandler } from './xml.ts';

/** What the cells of a sheet refer to. */
export interface SheetContext {
  readonly strings: readonly string[];
  /** Kind of each cell style. */
  readonly styles: readonly NumberKind[];
  readonly is1904: boolean;
}

/** One row of a sheet; `row` as the sheet numbers it, from 1. */
export interface SheetRow {
  readonly row: number;
  readonly cells: readonly Cell[];
}

const MAX_COLUMNS = 16_384;

/** 0-based column of a reference such as `AB12`. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const c = reference.charCodeAt(i) & 0xdf;
    if (c < 65 || c > 90) break;
    column = column * 26 + (c - 64);
  }
  return column - 1;
}

/** Collects the rows of `sheetData` as they are read. */
export class SheetRows implements XmlHandler {
  readonly #context: SheetContext;
  #ready: SheetRow[] = [];
  #row = 0;
  #cells: Cell[] = [];
  #column = -1;
  #type = 'n';
  #style = 0;
  #value = '';
  #taking = false;
  #isFormula = false;
  #formula = '';
  #inRow = false;
  #phonetic = false;
  /** `sheetData` has begun and not ended. */
  #isOpen = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /** The rows read since the last call. */
  take(): readonly SheetRow[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  /** @throws FileRefused when the sheet ended among its rows */
  end(): void {
    if (!this.#isOpen) return;
    const message = `The workbook is damaged: its sheet breaks off behind row ${this.#row}. Open it, save it anew and send that.`;
    throw new FileRefused('damaged', message);
  }

  open(name: string, attributes: string): void {
    if (name === 'c' && this.#inRow) {
      const reference = attributeOf(attributes, 'r');
      this.#column = reference === null ? this.#column + 1 : columnOf(reference);
      this.#type = attributeOf(attributes, 't') ?? 'n';
      this.#style = Number(attributeOf(attributes, 's') ?? 0);
      this.#value = '';
      this.#formula = '';
    } else if (name === 'v' || name === 't') this.#taking = !this.#phonetic;
    else if (name === 'f') this.#isFormula = true;
    else if (name === 'rPh') this.#phonetic = true;
    else if (name === 'row') {
      this.#row = Number(attributeOf(attributes, 'r') ?? this.#row + 1);
      this.#cells = [];
      this.#column = -1;
      this.#inRow = true;
    } else if (name === 'sheetData') this.#isOpen = true;
  }

  text(text: string): void {
    if (this.#taking) this.#value += text;
    else if (this.#isFormula) this.#formula += text;
    refuseLong(this.#value.length + this.#formula.length);
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#taking = false;
    else if (name === 'f') this.#isFormula = false;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'c' && this.#inRow) this.#endCell();
    else if (name === 'row') {
      this.#inRow = false;
      this.#ready.push({ row: this.#row, cells: this.#cells });
    } else if (name === 'sheetData') this.#isOpen = false;
  }

  #endCell(): void {
    if (this.#column < 0 || this.#column >= MAX_COLUMNS) return;
    const cell = this.#value === '' ? this.#unread() : this.#read();
    if (cell === null) return;
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells[this.#column] = cell;
  }

  /** A formula that was never worked out stands for itself, so that its row is seen; one that came to nothing is nothing. */
  #unread(): Cell {
    return this.#type === 'str' || this.#formula === '' ? null : `=${decodeXml(this.#formula)}`;
  }

  #read(): Cell {
    const value = this.#value;
    if (this.#type === 's') return this.#context.strings[Number(value)] ?? this.#noText();
    if (this.#type === 'b') return value.trim() === '1' ? 'true' : 'false';
    if (this.#type !== 'n') return unescaped(decodeXml(value));
    const kind = this.#context.styles[this.#style] ?? 'number';
    return shownText(numberText(value), kind, this.#context.is1904);
  }

  /** Of such a workbook nobody can tell what else it lost. */
  #noText(): never {
    const message = `The workbook is damaged: a cell of row ${this.#row} names a text it does not hold. Open it, save it anew and send that.`;
    throw new FileRefused('damaged', message);
  }
}

/** Sixteen digits and a point: spreadsheets write 1.1 as 1.1000000000000001, the digits of the same double. */
const LONG_FRACTION = /^(?=.*\.)[-\d.]{18,}$/;

/** Digits as they stand; an exponent is written out as far as numbers of JavaScript are, a long fraction as short as it is read back. */
function numberText(value: string): string {
  const text = value.trim();
  return (/[eE]/.test(text) || LONG_FRACTION.test(text)) && Number.isFinite(Number(text)) ? String(Number(text)) : text;
}

/** Characters XML cannot hold stand as `_x000D_` (ECMA-376 22.9.2.19). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
