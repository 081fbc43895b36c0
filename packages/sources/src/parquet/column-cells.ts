import type { Cell, CellColumn } from '../rows/row-reader.ts';
import type { Piece } from './flat-column.ts';
import { BrokenText, base64, parquetCell } from './parquet-cells.ts';

/** How the values of a column become cells. */
export interface Column {
  readonly name: string;
  /** Whether it says what it holds: texts, or numbers. */
  readonly isTold: boolean;
  readonly finish: ((value: unknown) => unknown) | null;
  /** Its bytes, which it does not say to be texts, are none: all are given as base64. */
  isBinary: boolean | null;
}

/** Rows of the file, from `from` on. */
export interface Rows {
  readonly from: number;
  readonly count: number;
}

/** The cells of a column in these rows; those whose text is none go into `damagedRows`, by how many rows stand before. */
export function cellsOf(
  column: Column,
  pieces: readonly Piece[],
  rows: Rows,
  damagedRows: Map<number, string>,
): CellColumn {
  const inside = pieces.filter(
    ({ start, values }) => start < rows.from + rows.count && start + values.length > rows.from,
  );
  return placedCells(column, inside, rows) ?? ownCells(column, inside, rows, damagedRows);
}

/** Values of a dictionary that become cells at once, whether rows have them or not. */
const MOST_SHARED = 1 << 20;

/** Cells of a dictionary, by their places; null where the rows are of none, of several, or of one with very many values or a text that is none. */
function placedCells(column: Column, pieces: readonly Piece[], { from, count }: Rows): CellColumn | null {
  const dictionary = pieces[0]?.values.dictionary;
  if (dictionary === undefined || dictionary.values.length > MOST_SHARED) return null;
  if (pieces.some(({ values }) => values.dictionary !== dictionary)) return null;
  const cells = dictionary.cells(column, (values) => allCells(column, values));
  if (cells === null) return null;
  const places = new Int32Array(count).fill(-1);
  for (const { start, values } of pieces) {
    const last = Math.min(start + values.length - from, count);
    for (let i = Math.max(start - from, 0); i < last; i++) places[i] = values.placeOf?.(from + i - start) ?? -1;
  }
  return { cells, places };
}

function allCells(column: Column, values: ArrayLike<unknown>): readonly Cell[] | null {
  const cells: Cell[] = [];
  for (let i = 0; i < values.length; i++) {
    const { cell, isBroken } = cellOf(column, values[i]);
    if (isBroken) return null;
    cells.push(cell);
  }
  return cells;
}

function ownCells(
  column: Column,
  pieces: readonly Piece[],
  { from, count }: Rows,
  damagedRows: Map<number, string>,
): CellColumn {
  const cells = new Array<Cell>(count).fill(null);
  for (const { start, values } of pieces) {
    const last = Math.min(start + values.length - from, count);
    for (let i = Math.max(start - from, 0); i < last; i++) {
      const { cell, isBroken } = cellOf(column, values.at(from + i - start));
      if (isBroken) damagedRows.set(i, column.name);
      cells[i] = cell;
    }
  }
  return { cells, places: null };
}

/** A value's cell, and whether its bytes are none of the text they are said to be. */
function cellOf(
  { finish, isBinary: binary }: Column,
  read: unknown,
): { readonly cell: Cell; readonly isBroken: boolean } {
  const value = finish ? finished(read, finish) : read;
  const isBroken = value === BROKEN || (binary === false && value instanceof Uint8Array);
  const shown = value === BROKEN ? read : value;
  const isBytes = binary === true && typeof shown === 'string';
  return { cell: parquetCell(isBytes ? base64(new TextEncoder().encode(shown)) : shown), isBroken };
}

const BROKEN = Symbol('broken text');

function finished(value: unknown, finish: (value: unknown) => unknown): unknown {
  try {
    return finish(value);
  } catch (cause) {
    if (cause instanceof BrokenText) return BROKEN;
    throw cause;
  }
}

/** The rows of columns. */
export const rowsOf = (columns: readonly CellColumn[], count: number): Cell[][] =>
  Array.from({ length: count }, (_, i) =>
    columns.map(({ cells, places }) => cells[places ? (places[i] ?? -1) : i] ?? null),
  );
