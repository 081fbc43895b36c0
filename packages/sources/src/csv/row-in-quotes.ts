import { type Delimiter, detectDelimiter, isUsual } from './dialect.ts';
import type { Escape, EscapeChoice } from './escape.ts';
import { escapeIn } from './guess-escape.ts';
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
  const cells = onlyRow(cell, delimiter);
  return cells?.length === columns ? cells : null;
}

/** The cells of a text that is one row; null for any other. */
export function onlyRow(text: string, delimiter: string): readonly string[] | null {
  const { rows, openQuote } = splitRows(text, delimiter, 2);
  const [cells = null] = rows;
  return rows.length === 1 && openQuote === null ? cells : null;
}

const LINES_LOOKED_AT = 60;
const LINE_IN_QUOTES = /^[ \t]*"((?:[^"]|"")*)"[ \t]*$/;

interface Beginning {
  /** As chosen. */
  readonly chosen: Delimiter | undefined;
  readonly escapes?: EscapeChoice | undefined;
  /** The text goes on beyond its end. */
  readonly isPart: boolean;
}

/** How a text that begins with its header is read. */
export interface Cutting {
  readonly delimiter: Delimiter;
  /** What its backslashes are; null where they are letters. */
  readonly escapes: Escape | null;
  /** What shows that they are escapes; missing where it was chosen. */
  readonly escapeReason?: string;
  /** The names where each line stands in quotes as a whole, so that it is one cell; else null. */
  readonly namesInQuotes: readonly string[] | null;
}

/** Looks for what parts the cells, behind backslashes and in quotes around each line, too. */
export function cuttingOf(text: string, beginning: Beginning): Cutting {
  const escaped = escapeIn(text, beginning.escapes, beginning);
  if (escaped) {
    const { delimiter, escapes, reason } = escaped;
    return { delimiter, escapes, ...(reason !== undefined && { escapeReason: reason }), namesInQuotes: null };
  }
  const delimiter = (): Delimiter => beginning.chosen ?? detectDelimiter(text);
  return linesInQuotes(text, beginning) ?? { delimiter: delimiter(), escapes: null, namesInQuotes: null };
}

/**
 * Whether all lines stand in quotes, the header too, as those of a table that was saved a second time as a table of one column. Each has as many
 * cells as there are names, with quotes around one somewhere, or no space behind any delimiter: `"Bonn, Germany, EU"` is one cell.
 */
function linesInQuotes(text: string, { chosen, isPart }: Beginning): Cutting | null {
  const lines = text.split(/\r\n|\r|\n/, LINES_LOOKED_AT + 1).filter((line) => line.trim() !== '');
  const whole = isPart ? lines.slice(0, -1) : lines;
  const cells = whole.map((line) => LINE_IN_QUOTES.exec(line)?.[1]?.replaceAll('""', '"'));
  if (whole.length < 2 || cells.includes(undefined)) return null;
  const inner = cells.join('\n');
  const delimiter = chosen ?? detectDelimiter(inner);
  const { rows, setAside } = splitRows(inner, delimiter, Number.POSITIVE_INFINITY, { strict: true });
  const [names = []] = rows;
  const areNames = names.length >= LEAST_COLUMNS && names.every((name) => name.trim() !== '');
  const isTable = rows.length === cells.length && rows.every((row) => row.length === names.length);
  if (!areNames || !isTable || setAside.length > 0 || !isUsual(delimiter)) return null;
  const isSure = !inner.includes(`${delimiter} `) || cells.some((cell) => cell && hasQuotedCell(cell, delimiter));
  return isSure ? { delimiter, escapes: null, namesInQuotes: names } : null;
}

/**
 * A row by its cells, also where it stands in quotes as a whole.
 * @param all whether every row stands so
 */
export const unquotedRow = (
  row: readonly string[],
  delimiter: string,
  columns: number,
  all = false,
): readonly string[] => {
  const [cell = ''] = row;
  if (row.length !== 1) return row;
  return (all ? onlyRow(cell, delimiter) : cellsInQuotes(cell, delimiter, columns)) ?? row;
};
