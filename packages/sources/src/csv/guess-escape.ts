import { type Delimiter, detectDelimiter } from './dialect.ts';
import type { Escape, EscapeChoice } from './escape.ts';
import { rawCells } from './escaped-cells.ts';
import { splitRows } from './split.ts';
import { splitText } from './split-text.ts';

/** What is looked at of a text, which begins with its header or first row. */
interface Beginning {
  /** Its delimiter as chosen. */
  readonly chosen: Delimiter | undefined;
  /** The text goes on beyond its end. */
  readonly isPart: boolean;
}

/** How backslashes are read, and what shows it. */
export interface GuessedEscape {
  readonly escapes: Escape;
  readonly delimiter: Delimiter;
  /** Missing where it was chosen. */
  readonly reason?: string;
}

/** As much as an import has before it begins: a preview that has more takes a text for the same. */
const LOOKED_AT = 256 * 1024;
const ROWS_LOOKED_AT = 500;
/** A path of Windows whose backslashes stand alone: there they are letters. */
const PATH = /(?:^|[\s"'(=,;|])[A-Za-z]:\\[A-Za-z0-9]/m;

/** The delimiter of a text, what stands behind a backslash passed over; in text without quotes these, too. */
function delimiterOf(text: string, escapes: Escape): Delimiter {
  const signs = text.replace(/\\[\s\S]/g, 'xx');
  return detectDelimiter(escapes === 'text' ? signs.replaceAll('"', 'x') : signs);
}

/** Written behind a backslash whatever its cell stands in; the apostrophe by ClickHouse. */
const OF_ANY: ReadonlySet<string> = new Set(['\\', '0', "'"]);

interface Backslashes {
  /** Cells that are `\N` and nothing else. */
  nulls: number;
  /** Before a line end or a delimiter. */
  beforeEnds: number;
  beforeQuotes: number;
  /** Before letters, as only COPY writes them. */
  beforeLetters: number;
}

const isEnd = (sign: string | undefined, delimiter: string): boolean =>
  sign === undefined || sign === delimiter || sign === '\n' || sign === '\r';

/** Counts what stands behind backslashes; null where one stands before what no program writes there. */
function backslashesIn(text: string, delimiter: string): Backslashes | null {
  const found = { nulls: 0, beforeEnds: 0, beforeQuotes: 0, beforeLetters: 0 };
  for (const { index, 1: sign = '' } of text.matchAll(/\\([\s\S])/g)) {
    if (sign === 'N' && isEnd(text[index - 1], delimiter) && isEnd(text[index + 2], delimiter)) found.nulls++;
    else if (isEnd(sign, delimiter)) found.beforeEnds++;
    else if (sign === '"') found.beforeQuotes++;
    else if ('bfnrtv'.includes(sign)) found.beforeLetters++;
    else if (!OF_ANY.has(sign) && !(sign === '.' && isEnd(text[index - 1], '\n'))) return null;
  }
  return found;
}

/** Each column stands in quotes, or none of its cells does: so MySQL encloses them, and no quote is doubled within. */
function areEnclosed(rows: readonly (readonly string[])[]): boolean {
  const [, ...below] = rows;
  const isQuoted = (cell: string): boolean => cell.startsWith('"');
  const given = (rows[0] ?? []).map((_, i) => below.flatMap((row) => (row[i] === '\\N' ? [] : [row[i] ?? ''])));
  const areAlike = given.every((cells) => cells.every(isQuoted) || !cells.some(isQuoted));
  return (
    areAlike &&
    given.some((cells) => cells.some(isQuoted)) &&
    !rows.flat().some((cell) => isQuoted(cell) && /[^\\]""/.test(cell.slice(1, -1)))
  );
}

/** Each quote within is doubled; by no expression, which would need room for each letter of a cell of megabytes. */
const isWellQuoted = (cell: string): boolean =>
  cell.length > 1 && cell.endsWith('"') && !cell.slice(1, -1).replaceAll('""', '').includes('"');

/** Quotes that begin cells are letters: one at least does not end where it would as the quote of a cell. */
function areLetters(rows: readonly (readonly string[])[]): boolean {
  const quoted = rows.flat().filter((cell) => cell.startsWith('"'));
  return quoted.length === 0 || quoted.some((cell) => !isWellQuoted(cell));
}

const isEven = (rows: readonly (readonly string[])[]): boolean =>
  rows.every(({ length }) => length === rows[0]?.length);

const wholeRows = <Row>(rows: readonly Row[], isPart: boolean): readonly Row[] =>
  isPart && rows.length < ROWS_LOOKED_AT ? rows.slice(0, -1) : rows;

/** What stands behind the backslashes of a text whose rows are as they would be if these were escapes; null for any other. */
function fittingIn(text: string, escapes: Escape, delimiter: string, isPart: boolean): Backslashes | null {
  const found = backslashesIn(text, delimiter);
  if (found === null || (escapes === 'enclosed' ? found.beforeLetters : found.beforeQuotes) > 0) return null;
  const split = splitText(text, { delimiter, escapes }, ROWS_LOOKED_AT, { strict: true, isPart });
  const rows = wholeRows(split.rows, isPart);
  if (rows.length === 0 || (rows[0]?.length ?? 0) < 2 || split.setAside.length > 0 || !isEven(rows)) return null;
  const raw = rawRows(text, delimiter, escapes, split.lines);
  const nulls = raw.flat().filter((cell) => cell === '\\N').length;
  // one within the quotes of a cell of several lines is none
  if (raw.length < ROWS_LOOKED_AT && nulls !== found.nulls) return null;
  const whole = wholeRows(raw, isPart);
  return (escapes === 'enclosed' ? areEnclosed(whole) : areLetters(whole)) ? { ...found, nulls } : null;
}

function reasonFor(text: string, escapes: Escape, delimiter: string, isPart: boolean): string | null {
  const found = fittingIn(text, escapes, delimiter, isPart);
  if (found === null) return null;
  if (found.nulls > 0) return '\\N stands for what is missing, as MySQL and PostgreSQL write it';
  const isWritten = found.beforeEnds + found.beforeQuotes > 0 && found.beforeLetters === 0;
  const plain = isWritten ? splitRows(text, delimiter, ROWS_LOOKED_AT, { strict: true, isPart }) : null;
  const isBroken = plain && (plain.setAside.length > 0 || !isEven(wholeRows(plain.rows, isPart)));
  return isBroken ? 'only so all rows have as many cells as the first' : null;
}

/** Without the line end, blank lines and the end of `COPY` behind it; by no expression, which would look at each of many blank lines within a cell again. */
function withoutEnd(row: string): string {
  let end = row.length;
  for (;;) {
    if (row[end - 1] === '\n' || row[end - 1] === '\r') end--;
    else if (row.endsWith('\n\\.', end)) end -= 3;
    else return row.slice(0, end);
  }
}

/** The cells of rows as they stand in a text, by the lines the rows begin at. */
function rawRows(
  text: string,
  delimiter: string,
  escapes: Escape,
  lines: readonly number[],
): readonly (readonly string[])[] {
  const all = text.split('\n');
  return lines.map((line, i) => {
    const row = all.slice(line - 1, (lines[i + 1] ?? all.length + 1) - 1).join('\n');
    return rawCells(withoutEnd(row), delimiter, escapes);
  });
}

/**
 * Tells whether the backslashes of a text are escapes, where that is certain: each stands before what MySQL or PostgreSQL writes behind one, and
 * one is a `\N` of theirs, or rows are broken by them otherwise. Null where they are letters.
 */
export function escapeIn(
  text: string,
  chosen: EscapeChoice | undefined,
  { chosen: delimiter, isPart }: Beginning,
): GuessedEscape | null {
  if (chosen === 'none') return null;
  if (chosen !== undefined) return { escapes: chosen, delimiter: delimiter ?? delimiterOf(text, chosen) };
  const beginning = text.slice(0, LOOKED_AT);
  if (!beginning.includes('\\') || PATH.test(beginning)) return null;
  for (const escapes of ['enclosed', 'text'] as const) {
    const by = delimiter ?? delimiterOf(beginning, escapes);
    const reason = reasonFor(beginning, escapes, by, isPart || beginning.length < text.length);
    if (reason !== null) return { escapes, delimiter: by, reason };
  }
  return null;
}

/** Whether the backslashes of a text parted by tabs, taken for letters, may as well be escapes, as `mysql --batch` writes them: only a person knows. */
export function mayHaveEscapes(text: string, delimiter: string, isPart: boolean): boolean {
  const beginning = text.slice(0, LOOKED_AT);
  if (delimiter !== '\t' || !beginning.includes('\\') || PATH.test(beginning)) return false;
  const found = fittingIn(beginning, 'text', delimiter, isPart || beginning.length < text.length);
  return found !== null && found.beforeLetters > 0;
}
