/** Rows cut out of a text, with where they stood. */
export interface SplitRows {
  readonly rows: readonly (readonly string[])[];
  /** 1-based line each row starts at. */
  readonly lines: readonly number[];
  /** A quote that was opened and never closed: the line it stands in. */
  readonly openQuote: number | null;
}

/** White space of ASCII and control characters alone, as the byte scanner has it. */
const BLANK = /^[\0- ]*$/;

/**
 * Splits delimited text (RFC 4180, quotes doubled inside quotes, newlines of any kind) into at most `limit` rows.
 * Blank lines are not rows (SRC-26). Lenient: text after a closing quote is kept, a stray quote is a letter.
 * For samples and previews; the import itself runs on the byte scanner of `./node`.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one state machine, read whole
export function splitRows(text: string, delimiter: string, limit = Number.POSITIVE_INFINITY): SplitRows {
  const rows: string[][] = [];
  const lines: number[] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  let wasQuoted = false;
  let line = 1;
  let start = 1;
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

  for (let i = 0; i < text.length && rows.length < limit; i++) {
    const c = text[i] as string;
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') {
        cell += '"';
        i++;
      } else if (c === '"') quoted = false;
      else {
        if (c === '\n') line++;
        cell += c;
      }
    } else if (c === '"' && cell === '' && !wasQuoted) {
      quoted = true;
      wasQuoted = true;
      quoteLine = line;
    } else if (c === delimiter) {
      row.push(cell);
      cell = '';
      wasQuoted = false;
    } else if (c === '\n' || c === '\r') {
      if (c === '\r' && text[i + 1] === '\n') i++;
      endRow();
      start = ++line;
    } else cell += c;
  }
  if (rows.length < limit && (row.length > 0 || cell !== '' || wasQuoted)) endRow();
  return { rows, lines, openQuote: quoted ? quoteLine : null };
}
