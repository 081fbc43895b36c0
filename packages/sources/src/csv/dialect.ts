import { splitRows } from './split.ts';

/** Delimiters a file is tried with, in this order when they fit equally well (SRC-26). */
const USUAL = [',', '\t', '|', ';'] as const;
/** Those of exports of large systems, of Hive, and of R and measuring programs, tried where none of the usual ones cuts a text. */
const RARE = ['^', '~', '\u0001', ' '] as const;
/** Every delimiter that can be chosen. */
export const DELIMITERS = [...USUAL, ...RARE] as const;
/** What stands between two cells. */
export type Delimiter = (typeof DELIMITERS)[number];

/** Whether a delimiter is one that texts of any kind are tried with. */
export const isUsual = (delimiter: Delimiter): boolean => USUAL.some((usual) => usual === delimiter);

const DELIMITER_NAMES: Readonly<Record<string, Delimiter>> = {
  comma: ',',
  tab: '\t',
  pipe: '|',
  semicolon: ';',
  caret: '^',
  tilde: '~',
  'control-a': '\u0001',
  space: ' ',
  '\\t': '\t',
};

/** What a delimiter can be called by, for messages. */
export const DELIMITER_LIST = 'comma, tab, pipe, semicolon, caret, tilde, control-a, space';

/** The delimiter that is meant by its sign or its name; null for any other text. */
export function delimiterOf(text: string): Delimiter | null {
  if (Object.hasOwn(DELIMITER_NAMES, text)) return DELIMITER_NAMES[text] ?? null;
  return DELIMITERS.find((each) => each === text) ?? null;
}

const ROWS_LOOKED_AT = 60;
const SEP_LINE = /^"?sep=([,\t|;^~])"?(?:\r\n|\n|\r)/i;

/** The line `sep=;` that spreadsheets write before the header, and read to know the delimiter. */
export function sepLine(text: string): { readonly delimiter: Delimiter; readonly length: number } | null {
  const found = SEP_LINE.exec(text);
  const delimiter = DELIMITERS.find((each) => each === found?.[1]);
  return found && delimiter ? { delimiter, length: found[0].length } : null;
}

/**
 * Finds the delimiter of a sample: the one that cuts most rows into as many cells as the first row has, with at least two
 * cells; more cells win among equals. Commas within the numbers of rows cut by semicolons are none, nor those within cells of rows that tabs cut alike. Where no usual one does, it is the
 * rare one that cuts every row into as many cells. A text that no delimiter cuts is a single column, read with a comma.
 */
export function detectDelimiter(sample: string): Delimiter {
  const best = bestOf(sample);
  if (best !== ',') return best;
  return areDecimals(sample) ? ';' : cutsEvery(sample, '\t') ? '\t' : best;
}

function bestOf(sample: string): Delimiter {
  let best: Delimiter = ',';
  let bestScore = 0;
  for (const delimiter of USUAL) {
    const score = fitOf(sample, delimiter);
    if (score > bestScore + 1e-9) {
      best = delimiter;
      bestScore = score;
    }
  }
  return bestScore > 0 ? best : (RARE.find((delimiter) => isCutBy(sample, delimiter)) ?? best);
}

/** So many cells tell that a sign is no letter of a text. */
const CELLS_OF_RARE = 3;

const isCutBy = (sample: string, delimiter: Delimiter): boolean =>
  delimiter === ' ' ? areSpaced(sample) : cutsEvery(sample, delimiter);

const NUMBER = /^[-+]?\d*\.?\d+(?:e[-+]?\d+)?$/i;
const NO_NUMBER = /^(?:NA|NaN)$/;

/** A name of a column of a log, and what in its rows is no word. */
const NAME = /^[A-Za-z_][\w.()%/-]*$/;
const NO_WORD = /^-?(?:\.?\d[\d.:,TZ-]*)?$/;
const COLUMNS_OF_LOG = 5;

/** Names above rows of which most columns are numbers, addresses, moments or dashes, as flow logs have them: sentences are not. */
function areBelowNames(header: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const areNames = header.every((cell) => NAME.test(cell)) && new Set(header).size === header.length;
  if (header.length < COLUMNS_OF_LOG || rows.length === 0 || !areNames) return false;
  const ofNumbers = header.filter((_, i) => rows.every((row) => NO_WORD.test(row[i] ?? '')));
  return ofNumbers.length > header.length / 2;
}

/**
 * Spaces stand between words, too: they part cells where the first one is in quotes, as R writes names, or all are numbers, with a point in
 * each row, or most are below names. Each row has as many cells as the header, or, of R, one more for its name; the last may be cut off.
 */
function areSpaced(sample: string): boolean {
  const [header = [], ...below] = splitRows(sample, ' ', ROWS_LOOKED_AT).rows;
  const rows = below.length > 1 ? below.slice(0, -1) : below;
  const width = rows[0]?.length ?? 0;
  const isEven = rows.every((row) => row.length === width && !row.includes(''));
  if (width < 2 || !isEven || header.includes('')) return false;
  if (sample.startsWith('"')) return header.length === width || (header.length === width - 1 && header.length > 1);
  const areNumbers = rows.every(
    (row) => row.every((cell) => NUMBER.test(cell) || NO_NUMBER.test(cell)) && row.some((cell) => /\d\.\d/.test(cell)),
  );
  return header.length === width && (areNumbers || areBelowNames(header, rows));
}

/** Every row but the last, which may be cut off, has as many cells as the first one. */
function cutsEvery(sample: string, delimiter: Delimiter): boolean {
  const { rows } = splitRows(sample, delimiter, ROWS_LOOKED_AT);
  const width = rows[0]?.length ?? 0;
  const whole = rows.length > 2 ? rows.slice(0, -1) : rows;
  const least = delimiter === '\u0001' || delimiter === '\t' ? 2 : CELLS_OF_RARE;
  return width >= least && rows.length > 1 && whole.every((row) => row.length === width);
}

const DECIMAL = /^\s*[-+]?\d+,\d+\s*$/;

/** Semicolons cut every row alike, and each comma left stands within a number: it is the one of its decimals. */
function areDecimals(sample: string): boolean {
  const { rows } = splitRows(sample, ';', ROWS_LOOKED_AT);
  const width = rows[0]?.length ?? 0;
  const withComma = rows.flat().filter((cell) => cell.includes(','));
  return (
    width > 1 &&
    withComma.length > 0 &&
    rows.every((row) => row.length === width) &&
    withComma.every((cell) => DECIMAL.test(cell))
  );
}

function fitOf(sample: string, delimiter: Delimiter): number {
  const rows = splitRows(sample, delimiter, ROWS_LOOKED_AT).rows;
  const width = rows[0]?.length ?? 0;
  if (width < 2) return 0;
  const same = rows.filter((row) => row.length === width).length;
  return same / rows.length + Math.min(width, 50) / 1000;
}

const OTHER_SIGNS: Readonly<Record<string, RegExp>> = {
  '¦': /¦/g,
  ':': /:/g,
  spaces: / {2,}(?=\S)/g,
};

/** A delimiter that stands twice between the cells of each row, so that every second one is empty; null where none does. */
export function doubledDelimiter(rows: readonly (readonly string[])[], delimiter: Delimiter): string | null {
  const [first = []] = rows;
  const isDoubled = (row: readonly string[]): boolean => row.every((cell, i) => i % 2 === 0 || cell === '');
  const areNames = first.length > 2 && first.every((cell, i) => (cell === '') === (i % 2 === 1));
  return areNames && rows.length > 1 && rows.every(isDoubled) ? delimiter.repeat(2) : null;
}

/** What parts the lines of a text that no delimiter cuts, as often in each as in the first; null where nothing does. */
export function otherDelimiter(lines: readonly string[]): string | null {
  const [first = ''] = lines;
  const timesIn = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0;
  const found = Object.entries(OTHER_SIGNS).find(([, sign]) => {
    const wanted = timesIn(first.trim(), sign);
    return wanted > 1 && lines.length > 2 && lines.every((line) => timesIn(line.trim(), sign) === wanted);
  });
  return found?.[0] ?? null;
}
