import { SAMPLES } from '@datasarana/schema';
import { isRow, likelyHeader } from '../columns/likely-header.ts';
import { FileRefused, refuseBinary } from '../refusal.ts';
import type { RowReader, SetAside } from '../rows/row-reader.ts';
import { type Delimiter, detectDelimiter, doubledDelimiter, otherDelimiter, sepLine } from './dialect.ts';
import { type DetectedEncoding, decoderOf, detectEncoding, isLatin1, markLength } from './encoding.ts';
import type { Encoding } from './encoding-names.ts';
import { lengthToEndMark } from './end-mark.ts';
import type { EscapeChoice } from './escape.ts';
import { mayHaveEscapes } from './guess-escape.ts';
import { brokenHeader, columnNames, headerAt, NO_HEADER, placeNames, refuseEndlessHeader } from './header.ts';
import { type LeftOut, leftOut, withLeftOut } from './left-out.ts';
import { type Cutting, cuttingOf, unquotedRow } from './row-in-quotes.ts';
import { QUOTE_FAULTS, type SplitRows, splitRows } from './split.ts';
import { type Dialect, splitText } from './split-text.ts';

/** Rows a file preview holds (SRC-25, LIM-06). */
export const PREVIEW_ROWS = SAMPLES.previewRows;

/** What a person has chosen; the rest is looked for. */
export interface CsvChoice {
  readonly delimiter?: Delimiter;
  readonly escapes?: EscapeChoice;
  readonly encoding?: Encoding;
  /** 1-based line that names the columns; those above it are left out. The first that is not blank when missing, none when 0. */
  readonly headerRow?: number;
}

/** The beginning of a delimited file, read. */
export interface CsvPreview {
  readonly encoding: Encoding;
  /** What shows the encoding; missing where it was chosen. */
  readonly encodingReason?: string;
  readonly delimiter: Delimiter;
  /** What its backslashes are. */
  readonly escapes: EscapeChoice;
  /** There is one in what was looked at, or there may be one behind it. */
  readonly hasBackslashes?: true;
  /** As chosen. */
  readonly escapeChoice?: EscapeChoice;
  /** What shows that they are escapes; missing where it was chosen. */
  readonly escapeReason?: string;
  /** They were taken for letters, and may as well be escapes. */
  readonly mayHaveEscapes?: true;
  /** As chosen. */
  readonly headerRow?: number;
  /** Line that names the columns more likely than the one that was taken; 0 where that is a row like those below. */
  readonly likelyHeader?: number;
  readonly columns: readonly string[];
  /** Each row has one cell more than the header, which left out this column: it is called by its place. */
  readonly leftOut?: LeftOut;
  /** Of a single column, or where every second one is empty: what parts the cells, and is not read as a delimiter. */
  readonly partedBy?: string;
  /** What a source with a schema says that its columns hold. */
  readonly types?: RowReader['types'];
  /** At most 100 rows, each exactly as wide as `columns`. */
  readonly rows: readonly (readonly string[])[];
  /** Rows of the preview with more cells than the header. */
  readonly tooWide: readonly number[];
  /** Rows of the preview with fewer cells; the missing ones are empty. */
  readonly tooShort: readonly number[];
  /** A quote that opens in what was looked at of a larger file and does not close there: the rows behind it are not known. */
  readonly openQuote?: { readonly line: number; readonly column: string };
  /** Lines with broken quotes among them, which the import sets aside. */
  readonly setAside: readonly SetAside[];
}

/** Reads the beginning of a delimited file: encoding, delimiter, names and the first 100 rows. `whole` = the sample is the file. */
export function previewCsv(bytes: Uint8Array, whole: boolean, choice: CsvChoice = {}): CsvPreview {
  const sample = whole ? bytes.subarray(0, lengthToEndMark(bytes)) : bytes;
  const found = chosenEncoding(sample, choice.encoding);
  if (!found.encoding.startsWith('utf-16')) refuseBinary(sample);
  const all = textOf(sample.subarray(found.bom), found.encoding, whole);
  const sep = sepLine(all);
  const text = fromHeader(all.slice(sep?.length ?? 0), choice.headerRow, sep ? 2 : 1);
  if (!whole) refuseEndlessHeader(text);
  const isNamed = choice.headerRow !== NO_HEADER;
  const chosen = choice.delimiter ?? sep?.delimiter;
  const cutting = cuttingOf(text, { chosen, isPart: !whole, escapes: choice.escapes });
  const { delimiter, namesInQuotes } = cutting;
  const split = splitText(text, cutting, PREVIEW_ROWS + 2, { strict: true, isPart: !whole });
  const above = choice.headerRow ? choice.headerRow - 1 : sep ? 1 : 0;
  const setAside = split.setAside.map((one) => ({ ...one, line: one.line + above }));
  if (isNamed) refuseBrokenHeader(setAside[0], (split.lines[0] ?? Number.POSITIVE_INFINITY) + above);
  if (split.rows.length === 0) throw new FileRefused('empty', 'The file holds only blank lines.');
  const rows = whole || split.rows.length > PREVIEW_ROWS + 1 ? split.rows : split.rows.slice(0, -1);
  const [header = [], ...others] = rows;
  const first = namesInQuotes ?? header;
  const below = others.map((row) => unquotedCells(row, cutting, first.length));
  const unnamed = isNamed ? leftOut(first, below) : null;
  const columns = isNamed ? columnNames(withLeftOut(first, unnamed)) : placeNames(first);
  const body = (isNamed ? below : [first, ...below]).slice(0, PREVIEW_ROWS);
  const other =
    first.length === 1
      ? otherDelimiter(rows.slice(0, LINES_ABOVE).map(([line = '']) => line))
      : doubledDelimiter(rows.slice(0, LINES_ABOVE), delimiter);
  const better = choice.headerRow === undefined ? likelyLine(text, split, cutting, above) : null;
  return {
    ...readingOf(choice, found, cutting),
    ...(better !== null && { likelyHeader: better }),
    ...(other !== null && { partedBy: other }),
    columns,
    ...(unnamed !== null && { leftOut: unnamed }),
    rows: body.map((row) => columns.map((_, i) => row[i] ?? '')),
    tooWide: body.flatMap((row, i) => (row.length > columns.length ? [i] : [])),
    tooShort: body.flatMap((row, i) => (row.length < columns.length ? [i] : [])),
    setAside,
    ...openQuoteOf(text, split, columns, above),
    ...backslashesIn(text, cutting, choice, whole),
  };
}

/** Line of the file that names the columns more likely, 0 = none does; null where the first one may. A `\N` shows that a line is a row. */
function likelyLine(text: string, split: SplitRows, { delimiter, escapes }: Dialect, above: number): number | null {
  const better = betterHeader(text, split);
  if (better !== null) return better + above;
  const [first = [], ...below] = escapes ? splitRows(text, delimiter, PREVIEW_ROWS + 2).rows : split.rows;
  return isRow(first, below) ? NO_HEADER : null;
}

const LINES_ABOVE = 10;
/** Begin the line above the names: of the logger in files of Campbell Scientific, of the client in those of DATEV. */
const ABOVE_NAMES: ReadonlySet<string> = new Set(['TOA5', 'EXTF', 'DTVF']);
/** Stands alone above the names in what instruments write in sections. */
const SECTION_OF_ROWS = /^\[data\]$/i;

/** A line above the names in CSV of InfluxDB, which says what the columns hold. */
const isAnnotation = ([first = '']: readonly string[]): boolean => /^#(?:group|datatype|default)$/.test(first);

/**
 * Line of the text that names the columns more likely than its first. A title alone shows no delimiter: what it stands above
 * is looked at line by line with the one it shows itself.
 */
function betterHeader(text: string, { rows, lines }: ReturnType<typeof splitRows>): number | null {
  const [header = [], ...body] = rows;
  if (ABOVE_NAMES.has(header[0] ?? '')) return lines[1] ?? null;
  const section = rows.findIndex(([first = '', ...more]) => SECTION_OF_ROWS.test(first) && more.join('') === '');
  if (section >= 0) return lines[section + 1] ?? null;
  if (isAnnotation(header)) return lines[rows.findIndex((row) => !isAnnotation(row))] ?? null;
  const at = likelyHeader(header, body);
  if (at !== null) return lines[at + 1] ?? null;
  if (header.length !== 1) return null;
  for (let line = 2; line <= LINES_ABOVE; line++) {
    const rest = textFrom(text, line);
    if (/^[ \t]*[\r\n]/.test(rest)) continue;
    const [names = [], below = []] = splitRows(rest, detectDelimiter(rest), 2).rows;
    if (names.length > 1 && likelyHeader([], [names, below]) === 0) return line;
  }
  return null;
}

const textFrom = (text: string, line: number): string => {
  const end = /\r\n|\r|\n/g;
  let at = 0;
  for (let n = 1; n < line && end.test(text); n++) at = end.lastIndex;
  return text.slice(at);
};

/** Whether there are backslashes, and may be escapes though they were taken for letters. */
function backslashesIn(text: string, { escapes, delimiter }: Cutting, choice: CsvChoice, whole: boolean) {
  const isOpen = escapes === null && choice.escapes === undefined && mayHaveEscapes(text, delimiter, !whole);
  return {
    ...((!whole || text.includes('\\')) && { hasBackslashes: true as const }),
    ...(isOpen && { mayHaveEscapes: true as const }),
  };
}

/** Characters of a cell from which on it is told that it does not end: a shorter one may be cut where the looking ended. */
const LONG_CELL = 64 * 1024;

/** Where a quote opens that is not closed in most of what was looked at. */
function openQuoteOf(text: string, { openQuote, rows }: SplitRows, columns: readonly string[], above: number) {
  const last = rows.at(-1) ?? [];
  const isLong = (last.at(-1) ?? '').length > Math.min(LONG_CELL, text.length / 2);
  return (
    openQuote !== null && isLong && { openQuote: { line: openQuote + above, column: columns[last.length - 1] ?? '' } }
  );
}

const unquotedCells = (row: readonly string[], cutting: Cutting, columns: number): readonly string[] =>
  cutting.escapes ? row : unquotedRow(row, cutting.delimiter, columns, cutting.namesInQuotes !== null);

/** How the text is read where that was chosen or found, and what shows it. */
const readingOf = (
  choice: CsvChoice,
  { encoding, reason }: DetectedEncoding,
  { delimiter, escapes, escapeReason }: Cutting,
) => ({
  encoding,
  ...(choice.encoding === undefined && { encodingReason: reason }),
  delimiter,
  escapes: escapes ?? ('none' as const),
  ...(choice.escapes !== undefined && { escapeChoice: choice.escapes }),
  ...(escapeReason !== undefined && { escapeReason }),
  ...(choice.headerRow !== undefined && { headerRow: choice.headerRow }),
});

/** @throws FileRefused in the words of the import */
function refuseBrokenHeader(broken: SetAside | undefined, header: number): void {
  if (!broken || broken.line >= header) return;
  throw brokenHeader(broken.line, broken.reason === QUOTE_FAULTS.open);
}

const fromHeader = (text: string, row: number | undefined, first: number): string =>
  row ? text.slice(headerAt(text, row, first).at) : text;

const UTF_32 = [
  [0xff, 0xfe, 0, 0],
  [0, 0, 0xfe, 0xff],
];

/** The encoding to read with: the chosen one, or the one the bytes show. */
export function chosenEncoding(sample: Uint8Array, chosen?: Encoding): DetectedEncoding {
  if (UTF_32.some((mark) => mark.every((byte, i) => sample[i] === byte)))
    throw new FileRefused('encoding', 'The file is UTF-32, which is not read. Save it as UTF-8 and send that.');
  if (chosen) return { encoding: chosen, bom: markLength(sample, chosen), reason: 'it was chosen' };
  const found = detectEncoding(sample);
  if (found.encoding !== 'latin1' || isLatin1(sample)) return found;
  refuseBinary(sample);
  throw new FileRefused(
    'encoding',
    'The file is neither UTF-8 nor Latin-1 (Windows-1252), and its letters show no other encoding. Choose it, or save the file as UTF-8.',
  );
}

function textOf(bytes: Uint8Array, encoding: Encoding, whole: boolean): string {
  return decoderOf(encoding, false).decode(bytes, { stream: !whole });
}
