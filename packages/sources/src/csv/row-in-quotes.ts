import { splitRows } from './split.ts';

/** With fewer columns a text with a delimiter in it may as well be one cell. */
const LEAST_COLUMNS = 3;

/** Whether a cell of such a text stands in quotes, from one delimiter to the next. */
function hasQuotedCell(text: string, delimiter: string): boolean {
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    if (at > 0 && text[at - 1] !== delimiter) continue;
    const end = /^"(?:[^"]|"")*"/.exec(text.slice(at))?.[0].length ?? 0;
    const next = text[at + end];
    if (end > 2 && (next === delimiter || next === undefined)) return true;
  }
  return false;
}

/**
 * The cells of a row that was put into quotes as a whole because quotes stand in it, `"1,""Ann, B"",5"`, as Excel does with a line that it took
 * for one cell; null for any other. `cell` is the only one of its row.
 */
export function cellsInQuotes(cell: string, delimiter: string, columns: number): readonly string[] | null {
  if (columns < LEAST_COLUMNS || !cell.includes('"') || !hasQuotedCell(cell, delimiter)) return null;
  const { rows, openQuote } = splitRows(cell, delimiter, 2);
  const [cells] = rows;
  return rows.length === 1 && openQuote === null && cells?.length === columns ? cells : null;
}

/** A row by its cells, also where it stands in quotes as a whole. */
export const unquotedRow = (row: readonly string[], delimiter: string, columns: number): readonly string[] =>
  (row.length === 1 ? cellsInQuotes(row[0] ?? '', delimiter, columns) : null) ?? row;
