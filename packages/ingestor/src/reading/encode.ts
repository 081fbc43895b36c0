import { applyTransforms, type Cell, type SetAside, type SourceColumn } from '@datasarana/sources';
import { quotedText, toldCells } from '@datasarana/sources/node';

/** How rows stand in a body that is encoded here: what is not said the platform would guess, a `\N` among texts for a gap of MySQL. */
export const AS_ENCODED = { delimiter: ',', encoding: 'utf-8', escapes: 'none' } as const;

const cellText = (cell: Cell): string => {
  if (cell === null) return '';
  return /[",\n\r]|^\s|\s$/.test(cell) ? quotedText(cell) : cell;
};

/** A row of one cell that is absent, or that no text holds, would be a blank line, which no reader counts. */
const encodeRow = (row: readonly Cell[]): string =>
  row.length <= 1 ? quotedText(row[0] ?? '') : row.map(cellText).join(',');

/** Names of columns as the header of CSV: comma, UTF-8, without a line end. */
export const encodeHead = (columns: readonly string[]): Buffer => Buffer.from(encodeRow(columns), 'utf8');

/** Rows as CSV behind such a header. */
export const encodeRows = (rows: readonly (readonly Cell[])[]): Buffer =>
  Buffer.from(rows.map((row) => `${encodeRow(row)}\n`).join(''), 'utf8');

/** Rows that were read, each with its line, and those that could not be. */
interface ReadRows {
  readonly rows: readonly (readonly Cell[])[];
  readonly lines: readonly number[];
  readonly aside: readonly SetAside[];
}

/** The same with the rows that could not be read in their places, so that the platform rejects them with the others; those of rows without lines stand at the end. */
export function encodeAll({ rows, lines, aside }: ReadRows, columns: number): Buffer {
  if (aside.length === 0) return encodeRows(rows);
  const all: (readonly Cell[])[] = [];
  let told = 0;
  rows.forEach((row, i) => {
    for (; (aside[told]?.line ?? Number.POSITIVE_INFINITY) < (lines[i] ?? 0); told++)
      all.push(toldCells(aside[told] as SetAside, columns));
    all.push(row);
  });
  for (const one of aside.slice(told)) all.push(toldCells(one, columns));
  return encodeRows(all);
}

export const hasTransforms = (columns: readonly SourceColumn[]): boolean =>
  columns.some(({ transform }) => transform.length > 0);

/** The rows with the functions of their columns applied (SRC-07). */
export function transformed(
  rows: readonly (readonly Cell[])[],
  names: readonly string[],
  columns: readonly SourceColumn[],
): readonly (readonly Cell[])[] {
  const at = new Map(names.map((name, i) => [name, i]));
  const work = columns.flatMap(({ name, transform }) => {
    const index = at.get(name);
    return index === undefined || transform.length === 0 ? [] : [{ index, transform }];
  });
  if (work.length === 0) return rows;
  return rows.map((row) => {
    const cell = (name: string): Cell | undefined => (at.has(name) ? (row[at.get(name) ?? 0] ?? null) : undefined);
    const changed = [...row];
    for (const { index, transform } of work) changed[index] = applyTransforms(row[index] ?? null, transform, cell);
    return changed;
  });
}
