import { columnNames, NO_HEADER, placeNames } from '../csv/header.ts';
import { nameAmong } from '../files/dated-names.ts';
import { FileRefused } from '../refusal.ts';
import type { Cell, RowBlock, RowReader, SetAside } from '../rows/row-reader.ts';
import { columnOf, type SheetRow, SheetRows } from './sheet-rows.ts';
import { type Sheet, scanEntry, type Workbook } from './workbook.ts';
import { attributeOf } from './xml.ts';

export interface SheetChoice {
  /** Name of the sheet; the first visible one with a cell when missing. */
  readonly sheet?: string;
  /** What is chosen by its name may be called by another date or number, as that of the same kind in a file made later. */
  readonly byKind?: boolean;
  /** 1-based row that names the columns; the first row with a cell when missing. */
  readonly headerRow?: number;
  /** Merged cells: `fill` gives each the value of the first, `leave` only the first has one. */
  readonly merged?: 'fill' | 'leave';
}

/** Cells of a sheet that are one; rows from 1, columns from 0. `value` is that of the first, once it was read. */
export interface Merge {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  value: Cell;
}

async function chosenSheet(workbook: Workbook, { sheet: wanted, byKind }: SheetChoice): Promise<Sheet> {
  const { sheets } = workbook;
  const all = sheets.map(({ name }) => name);
  const name = wanted === undefined ? null : nameAmong(all, wanted, byKind);
  const found = wanted === undefined ? await firstFilled(workbook) : sheets.find((sheet) => sheet.name === name);
  if (found) return found;
  const names = all.map((each) => `'${each}'`).join(', ');
  throw new FileRefused('sheet', `The workbook has no sheet '${wanted}'. Its sheets are ${names}.`);
}

const filled = (cells: readonly Cell[]): boolean => cells.some((cell) => cell !== null && cell.trim() !== '');

async function* rowsOf(workbook: Workbook, sheet: Sheet): AsyncGenerator<readonly SheetRow[]> {
  const rows = new SheetRows(workbook.context);
  for await (const _ of scanEntry(workbook.source, sheet.entry, rows)) {
    const ready = rows.take();
    if (ready.length > 0) yield ready;
  }
  rows.end();
}

async function hasCells(workbook: Workbook, sheet: Sheet): Promise<boolean> {
  for await (const rows of rowsOf(workbook, sheet)) if (rows.some(({ cells }) => filled(cells))) return true;
  return false;
}

/** The first visible sheet with a cell: a cover and what charts are drawn on have none. Where all are empty the first one. */
async function firstFilled(workbook: Workbook): Promise<Sheet | undefined> {
  const visible = workbook.sheets.filter(({ hidden }) => !hidden);
  if (visible.length > 1) for (const sheet of visible) if (await hasCells(workbook, sheet)) return sheet;
  return visible[0] ?? workbook.sheets[0];
}

/** Rows in which each merged cell has the value of the first. */
export async function* filledRows(
  blocks: AsyncGenerator<readonly SheetRow[]>,
  merges: readonly Merge[],
): AsyncGenerator<readonly SheetRow[]> {
  const filler = new MergeFiller(merges);
  for await (const rows of blocks) yield merges.length === 0 ? rows : rows.map((row) => filler.fill(row));
}

const MOST_MERGES = 500_000;

const tooManyMerges = (): FileRefused =>
  new FileRefused('large', 'The sheet has more than 500,000 merged areas. Leave them as they are, or save it as CSV.');

async function mergesOf({ source }: Workbook, sheet: Sheet): Promise<readonly Merge[]> {
  const merges: Merge[] = [];
  const handler = {
    open: (name: string, attributes: string): void => {
      const [from = '', to = ''] = (name === 'mergeCell' ? (attributeOf(attributes, 'ref') ?? '') : '').split(':');
      const row = (reference: string): number => Number(reference.replace(/\D/g, ''));
      if (merges.length >= MOST_MERGES) throw tooManyMerges();
      if (to) merges.push({ top: row(from), bottom: row(to), left: columnOf(from), right: columnOf(to), value: null });
    },
    close: (): void => {},
    text: (): void => {},
  };
  for await (const _ of scanEntry(source, sheet.entry, handler)) {
    // the handler has them
  }
  return merges;
}

/** Fills merged cells of rows that come in their order. */
class MergeFiller {
  /** Those of the rows to come, the next one last. */
  readonly #coming: Merge[];
  /** Those that hold something in this row; no cell is in two of them, as a sheet has it. */
  #open: Merge[] = [];

  constructor(merges: readonly Merge[]) {
    this.#coming = merges.toSorted((a, b) => b.top - a.top);
  }

  fill({ row, cells }: SheetRow): SheetRow {
    this.#open = this.#open.filter(({ bottom }) => row <= bottom);
    for (let next = this.#coming.at(-1); next && next.top <= row; next = this.#coming.at(-1)) {
      this.#coming.pop();
      next.value = next.top === row ? (cells[next.left] ?? null) : null;
      const { left, right, value } = next;
      if (value !== null && !this.#open.some((other) => left <= other.right && other.left <= right))
        this.#open.push(next);
    }
    if (this.#open.length === 0) return { row, cells };
    const filledCells = [...cells];
    for (const { left, right, value } of this.#open) {
      while (filledCells.length <= right) filledCells.push(null);
      filledCells.fill(value, left, right + 1);
    }
    return { row, cells: filledCells };
  }
}

/**
 * Reads a sheet row by row. Empty rows are left out; a row with cells beyond the header is set aside.
 * @throws FileRefused when the sheet or its header row does not exist
 */
export async function readSheet(workbook: Workbook, choice: SheetChoice = {}): Promise<RowReader> {
  const sheet = await chosenSheet(workbook, choice);
  const merges = choice.merged === 'fill' ? await mergesOf(workbook, sheet) : [];
  return tableOf(filledRows(rowsOf(workbook, sheet), merges), sheet.name, choice.headerRow);
}

/** Rows of a sheet as a table: header first, every row as wide as it. */
export async function tableOf(
  sheetRows: AsyncGenerator<readonly SheetRow[]>,
  sheet: string,
  headerRow: number | undefined,
): Promise<RowReader> {
  const isNamed = headerRow !== NO_HEADER;
  const isHeader = ({ row, cells }: SheetRow): boolean => (headerRow ? row >= headerRow : filled(cells));
  let pending: readonly SheetRow[] = [];
  let header: SheetRow | undefined;
  while (header === undefined) {
    const next = await sheetRows.next();
    if (next.done) break;
    const at = next.value.findIndex(isHeader);
    header = next.value[at];
    if (header) pending = next.value.slice(isNamed ? at + 1 : at);
  }
  if (!header || !filled(header.cells) || (headerRow && header.row !== headerRow)) {
    await sheetRows.return(undefined);
    const asked = headerRow ? `has no cells in row ${headerRow}, which was to name the columns` : 'is empty';
    throw new FileRefused(headerRow ? 'sheet' : 'empty', `The sheet '${sheet}' ${asked}.`);
  }
  const named = widthOf(header);
  const width = isNamed ? widthWithUnnamed(header, named, pending) : named;
  const first = Array.from({ length: width }, (_, i) => header.cells[i] ?? '');
  const columns = isNamed ? columnNames(first) : placeNames(first);
  async function* blocks(): AsyncGenerator<RowBlock> {
    try {
      yield blockOf(pending, width);
      for await (const rows of sheetRows) yield blockOf(rows, width);
    } finally {
      await sheetRows.return(undefined);
    }
  }
  return { columns, sheet, blocks: blocks() };
}

const widthOf = ({ cells }: SheetRow): number => cells.findLastIndex((cell) => cell !== null && cell.trim() !== '') + 1;

/** Rows below the header whose cells are counted, and how many of them there have to be. */
const [LOOKED_AT, LEAST] = [100, 2];

/** As wide as the rows where each is wider than a header of several names: the last of those may be merged with cells beside it. */
function widthWithUnnamed({ cells }: SheetRow, named: number, below: readonly SheetRow[]): number {
  const rows = below.filter((row) => filled(row.cells)).slice(0, LOOKED_AT);
  const widths = rows.map(widthOf);
  const isShort = rows.length >= LEAST && widths.every((width) => width > named);
  return isShort && cells.filter((cell) => filled([cell])).length > 1 ? Math.max(...widths) : named;
}

function blockOf(sheetRows: readonly SheetRow[], width: number): RowBlock {
  const rows: Cell[][] = [];
  const lines: number[] = [];
  const setAside: SetAside[] = [];
  for (const { row, cells } of sheetRows) {
    if (!filled(cells)) continue;
    if (cells.length > width && filled(cells.slice(width))) {
      const raw = JSON.stringify(cells);
      const reason = `The row has ${cells.length} cells, the header names ${width}.`;
      setAside.push({ line: row, raw, rule: 'columns', reason });
      continue;
    }
    rows.push(Array.from({ length: width }, (_, i) => cells[i] ?? null));
    lines.push(row);
  }
  return { rows, lines, setAside };
}
