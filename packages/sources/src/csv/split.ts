import type { SetAside } from '../rows/row-reader.ts';

/** Why a line with broken quotes is no row. */
export const QUOTE_FAULTS = {
  open: 'A quote is opened in this line and never closed. Add the one that ends its cell; one that is a letter is doubled in a cell in quotes ("5"" pipe").',
  after: 'Text stands after a closing quote. Double the quotes inside the cell.',
  escaped:
    'A backslash stands before a quote, which ends the cell all the same. Read the file with backslashes as escapes (enclosed), or double the quotes inside the cell ("").',
} as const;

/** Why text stands behind a cell's last quote in this line: programs such as MySQL and Spark write quotes inside it as `\"`. */
export const faultAfterQuote = (line: string): string =>
  line.includes('\\"') ? QUOTE_FAULTS.escaped : QUOTE_FAULTS.after;

/** Rows cut out of a text, with where they stood. */
export interface SplitRows {
  readonly rows: readonly (readonly string[])[];
  /** 1-based line each row starts at. */
  readonly lines: readonly number[];
  /** A quote that was opened and never closed: the line it stands in. */
  readonly openQuote: number | null;
  /** Lines with broken quotes; empty unless they are refused. */
  readonly setAside: readonly SetAside[];
}

/** How broken quotes and the end of a text are taken. */
export interface SplitOptions {
  /** Refuses what the import refuses: one physical line, and goes on with the next. */
  readonly strict?: boolean;
  /** The text goes on beyond its end, where an open quote may be closed. */
  readonly isPart?: boolean;
}

/** White space of ASCII and control characters alone, as the byte scanner has it. */
const BLANK = /^[\0- ]*$/;

function skipSpaces(text: string, from: number, delimiter: string): number {
  let i = from;
  while (text[i] !== delimiter && (text[i] === ' ' || text[i] === '\t')) i++;
  return i;
}

/** A cell in quotes behind spaces, as in `1, "x"`; null where the quote is not closed in its line, or text stands behind it. */
function spacedCell(text: string, from: number, delimiter: string) {
  const open = skipSpaces(text, from, delimiter);
  if (open === from || text[open] !== '"') return null;
  let close = open + 1;
  for (; text[close] !== '"' || text[close + 1] === '"'; close++) {
    if (close >= text.length || text[close] === '\n' || text[close] === '\r') return null;
    if (text[close] === '"') close++;
  }
  const cell = text.slice(open + 1, close).replaceAll('""', '"');
  return { cell, next: skipSpaces(text, close + 1, delimiter) };
}

/**
 * Splits delimited text (RFC 4180, quotes doubled inside quotes, newlines of any kind) into at most `limit` rows.
 * Spaces around a cell in quotes are left out. Blank lines are not rows (SRC-26). A stray quote is a letter; unless `strict`, text after a closing quote is kept.
 * For samples and previews; the import itself runs on the byte scanner of `./node`.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one state machine, read whole
export function splitRows(
  text: string,
  delimiter: string,
  limit = Number.POSITIVE_INFINITY,
  { strict = false, isPart = false }: SplitOptions = {},
): SplitRows {
  const rows: string[][] = [];
  const lines: number[] = [];
  const setAside: SetAside[] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  let wasQuoted = false;
  let line = 1;
  let start = 1;
  let rowAt = 0;
  let quoteLine = 0;

  const endRow = (): void => {
    row.push(cell);
    if (row.length > 1 || wasQuoted || !BLANK.test(cell)) {
      rows.push(row);
      lines.push(start);
    }
    row = [];
    cell = '';
    wasQuoted = false;
  };
  /** Index of the last sign of the line that is given up. */
  const giveUp = (end: 'open' | 'after'): number => {
    const [raw = ''] = /^[^\r\n]*/.exec(text.slice(rowAt)) ?? [];
    const reason = end === 'open' ? QUOTE_FAULTS.open : faultAfterQuote(raw);
    setAside.push({ line: start, raw, rule: 'quote', reason });
    const lineEnd = rowAt + raw.length;
    rowAt = lineEnd + (text.startsWith('\r\n', lineEnd) ? 2 : 1);
    row = [];
    cell = '';
    quoted = false;
    wasQuoted = false;
    line = ++start;
    return rowAt - 1;
  };
  const endsCell = (c: string | undefined): boolean => c === undefined || c === delimiter || c === '\n' || c === '\r';

  for (let i = 0; i < text.length && rows.length < limit; i++) {
    const c = text[i] as string;
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') {
        cell += '"';
        i++;
      } else if (c === '"') {
        quoted = false;
        const end = skipSpaces(text, i + 1, delimiter);
        if (endsCell(text[end])) i = end - 1;
        else if (strict) i = giveUp('after');
      } else {
        const end = text.indexOf('"', i);
        const inside = text.slice(i, end < 0 ? text.length : end);
        for (let at = inside.indexOf('\n'); at >= 0; at = inside.indexOf('\n', at + 1)) line++;
        cell += inside;
        i += inside.length - 1;
      }
      if (quoted && strict && !isPart && i === text.length - 1) i = giveUp('open');
    } else if (c === '"' && cell === '' && !wasQuoted) {
      quoted = true;
      wasQuoted = true;
      quoteLine = line;
      if (strict && !isPart && i === text.length - 1) i = giveUp('open');
    } else if (c === delimiter) {
      row.push(cell);
      cell = '';
      wasQuoted = false;
    } else if (c === '\n' || c === '\r') {
      if (c === '\r' && text[i + 1] === '\n') i++;
      endRow();
      start = ++line;
      rowAt = i + 1;
    } else {
      const spaced = cell === '' && !wasQuoted ? spacedCell(text, i, delimiter) : null;
      if (spaced && endsCell(text[spaced.next])) {
        cell = spaced.cell;
        wasQuoted = true;
        i = spaced.next - 1;
        continue;
      }
      let end = i + 1;
      while (!endsCell(text[end])) end++;
      cell += text.slice(i, end);
      i = end - 1;
    }
  }
  if (rows.length < limit && (row.length > 0 || cell !== '' || wasQuoted)) endRow();
  return { rows, lines, openQuote: quoted ? quoteLine : null, setAside };
}
