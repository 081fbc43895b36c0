import { applyTransforms, type Cell, type SourceColumn } from '@datasarana/sources';

const cellText = (cell: Cell): string => {
  if (cell === null) return '';
  return /[",\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
};

const encodeRow = (row: readonly Cell[]): string => {
  const text = row.map(cellText).join(',');
  // a row of one absent cell would be a blank line, which no reader counts
  return text === '' ? '""' : text;
};

/** Names of columns as the header of CSV: comma, UTF-8, without a line end. */
export const encodeHead = (columns: readonly string[]): Buffer => Buffer.from(encodeRow(columns), 'utf8');

/** Rows as CSV behind such a header. */
export const encodeRows = (rows: readonly (readonly Cell[])[]): Buffer =>
  Buffer.from(rows.map((row) => `${encodeRow(row)}\n`).join(''), 'utf8');

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
