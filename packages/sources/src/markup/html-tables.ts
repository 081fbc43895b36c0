import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';
import type { Cell } from '../rows/row-reader.ts';
import { type MetTable, MOST_COLUMNS, MOST_ROWS, type TableRow, type TableScanner } from './tables.ts';

/** A cell that reaches into rows below. */
interface Reach {
  rows: number;
  readonly value: Cell;
}

interface OpenTable {
  readonly table: number;
  row: number;
  cells: Cell[] | null;
  /** By column. */
  reaches: Map<number, Reach>;
  cell: { text: string; readonly columns: number; readonly rows: number } | null;
  caption: string | null;
}

const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'li', 'br', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
/** Tags whose content is no text of the page; the tokenizer is told, for it knows no tree. */
const MODES = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['noscript', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
]);

/** Text as a browser shows it: spaces and line ends of the source are one space, a break is a line end. */
const shown = (text: string): Cell => {
  const lines = text.split('\v').map((line) => line.replace(/[\s\u00a0]+/g, ' ').trim());
  const all = lines.join('\n').trim();
  return all === '' ? null : all;
};

function spanOf({ attrs }: Token.TagToken, name: string, most: number): number {
  const given = Number(attrs.find((attribute) => attribute.name === name)?.value ?? 1);
  return Number.isInteger(given) && given > 0 ? Math.min(given, most) : 1;
}

/** The tables of a web page, also those inside others; tags that programs leave open end where a browser ends them. */
export class HtmlTables implements TableScanner, TokenHandler {
  readonly met: MetTable[] = [];
  readonly #fills: boolean;
  readonly #tokenizer = new Tokenizer({}, this);
  readonly #open: OpenTable[] = [];
  #ready: TableRow[] = [];

  /** `fills`: a cell over several columns or rows gives each of them its value, else only the first. */
  constructor(fills: boolean) {
    this.#fills = fills;
  }

  push(text: string): void {
    this.#tokenizer.write(text, false);
  }

  end(): void {
    this.#tokenizer.write('', true);
    while (this.#open.length > 0) this.#endTable();
  }

  take(): readonly TableRow[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  get #top(): OpenTable | undefined {
    return this.#open.at(-1);
  }

  onStartTag(token: Token.TagToken): void {
    const { tagName } = token;
    const mode = MODES.get(tagName);
    if (mode !== undefined) this.#tokenizer.state = mode;
    if (tagName === 'table') this.#beginTable();
    const top = this.#top;
    if (!top) return;
    if (tagName === 'tr') this.#beginRow(top);
    else if (tagName === 'td' || tagName === 'th') this.#beginCell(top, token);
    else if (tagName === 'caption') top.caption = '';
    else if (BLOCKS.has(tagName) && top.cell) top.cell.text += '\v';
  }

  onEndTag({ tagName }: Token.TagToken): void {
    const top = this.#top;
    if (!top) return;
    if (tagName === 'table') this.#endTable();
    else if (tagName === 'tr') this.#endRow(top);
    else if (tagName === 'td' || tagName === 'th') this.#endCell(top);
    else if (tagName === 'caption') this.#endCaption(top);
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    const top = this.#top;
    if (top?.cell) top.cell.text += chars;
    else if (top && top.caption !== null) top.caption += chars;
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}

  #beginTable(): void {
    this.#open.push({ table: this.met.length, row: 0, cells: null, reaches: new Map(), cell: null, caption: null });
    this.met.push({ name: null, cells: 0, hidden: false });
  }

  #endTable(): void {
    const top = this.#open.at(-1);
    if (top) this.#endRow(top);
    this.#open.pop();
  }

  #endCaption(top: OpenTable): void {
    const met = this.met[top.table];
    if (met) met.name ??= shown(top.caption ?? '');
    top.caption = null;
  }

  #beginRow(top: OpenTable): void {
    if (top.caption !== null) this.#endCaption(top);
    this.#endRow(top);
    top.row++;
    top.cells = [];
    this.#passReaches(top, top.cells);
  }

  #beginCell(top: OpenTable, token: Token.TagToken): void {
    if (!top.cells) this.#beginRow(top);
    this.#endCell(top);
    const [columns, rows] = [spanOf(token, 'colspan', MOST_COLUMNS), spanOf(token, 'rowspan', MOST_ROWS)];
    top.cell = { text: '', columns, rows };
  }

  #endCell(top: OpenTable): void {
    const { cell, cells } = top;
    if (!cell || !cells) return;
    top.cell = null;
    const value = shown(cell.text);
    const met = this.met[top.table];
    if (met && value !== null) met.cells++;
    for (let i = 0; i < cell.columns && cells.length < MOST_COLUMNS; i++) {
      const own = i === 0 || this.#fills ? value : null;
      if (cell.rows > 1) top.reaches.set(cells.length, { rows: cell.rows - 1, value: this.#fills ? value : null });
      cells.push(own);
    }
    this.#passReaches(top, cells);
  }

  /** Cells of rows above that reach down to where the next cell would stand. */
  #passReaches({ reaches }: OpenTable, cells: Cell[]): void {
    for (let reach = reaches.get(cells.length); reach; reach = reaches.get(cells.length)) {
      if (--reach.rows === 0) reaches.delete(cells.length);
      cells.push(reach.value);
    }
  }

  #endRow(top: OpenTable): void {
    this.#endCell(top);
    const { cells } = top;
    top.cells = null;
    if (!cells) return;
    while (cells.at(-1) === null) cells.pop();
    if (cells.length > 0 && top.row <= MOST_ROWS) this.#ready.push({ table: top.table, row: top.row, cells });
  }
}
