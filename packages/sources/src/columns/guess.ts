import { parseGeoPoint, SAMPLES, ValueType } from '@datasarana/schema';
import {
  DATE_FORMATS,
  type DateFormat,
  detectDateFormat,
  likelyDateFormat,
  mixedDateFormats,
  parseDate,
} from '../dates/date-format.ts';
import type { Transform } from '../transforms/transform.ts';
import { isBooleanWord, parseWholeNumber, readNumber } from './cell.ts';
import { inAsciiDigits } from './digits.ts';

/** Values kept as samples of a column (SRC-06, LIM-06). */
export const SAMPLE_VALUES = SAMPLES.valuesPerColumn;
/** Keywords are at most this long; longer texts are found by word (SRC-34). */
const KEYWORD_LENGTH = 256;

/** What a column is taken for from its first values. */
export interface ColumnGuess {
  readonly name: string;
  readonly index: number;
  readonly value_type: ValueType;
  readonly dateFormat?: DateFormat;
  /** Functions the values need before they are of that type. */
  readonly transforms?: readonly Transform[];
  /** Stood at every number, and is left out by a function: what the field counts in. */
  readonly unit?: string;
  /** 0…1: share of the filled values that speak for the type, lowered when another reading fits as well. */
  readonly confidence: number;
  /** Why, in one sentence. */
  readonly reason: string;
  /** First different values, at most 10. */
  readonly sample: readonly string[];
}

/** Guesses the value type of every column from sampled rows (SRC-34); the user can change each. */
export function guessColumns(columns: readonly string[], rows: readonly (readonly string[])[]): readonly ColumnGuess[] {
  return columns.map((name, index) => {
    const values = rows.map((row) => row[index] ?? '').filter((value) => value.trim() !== '');
    const sample = [...new Set(values)].slice(0, SAMPLE_VALUES);
    return { name, index, sample, ...guessType(values) };
  });
}

type Guess = Omit<ColumnGuess, 'name' | 'index' | 'sample'>;

function guessType(values: readonly string[]): Guess {
  if (values.length === 0) {
    return { value_type: ValueType.Keyword, confidence: 0.1, reason: 'No sampled row has a value.' };
  }
  return (
    guessNumber(values) ??
    guessPointGroups(values) ??
    guessCommaNumber(values) ??
    guessGroupedNumber(values) ??
    guessEasternNumber(values) ??
    guessNumberWithUnit(values) ??
    guessBoolean(values) ??
    guessDate(values) ??
    guessMixedDates(values) ??
    guessPoint(values) ??
    guessList(values) ??
    guessWithStrays(values) ??
    guessText(values)
  );
}

/** `1.234,50` and `12,5`: two readings of a latitude and a longitude as well, but seldom meant so. */
const COMMA_NUMBER = /^\s*[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?\s*$/;

function guessCommaNumber(values: readonly string[]): Guess | null {
  if (values.some(hasLeadingZero) || !values.every((value) => COMMA_NUMBER.test(value))) return null;
  // without any comma the points may as well be those of decimals
  if (!values.some((value) => value.includes(','))) return null;
  return {
    value_type: ValueType.Double,
    transforms: [{ kind: 'number', decimal: ',', group: '.' }],
    confidence: 0.8,
    reason: `All ${values.length} sampled values are numbers with a decimal comma; a function writes them with a point.`,
  };
}

const POINT_GROUPS = /^\s*[+-]?\d{1,3}(?:\.\d{3})*\s*$/;
const TWO_GROUPS = /\.\d{3}\.\d{3}/;

/** `1.500.000`; of one group only, as `250.000`, nobody can tell thousands from decimals unless it is money without cents. */
function guessPointGroups(values: readonly string[], hasNoDecimals = false): Guess | null {
  if (!values.every((value) => POINT_GROUPS.test(value)) || !values.some((value) => value.includes('.'))) return null;
  if (!hasNoDecimals && !values.some((value) => TWO_GROUPS.test(value))) return null;
  // as many digits in each are those of a telephone
  if (!hasNoDecimals && values.length > 1 && new Set(values.map((value) => value.trim().length)).size === 1)
    return null;
  const guess = guessNumber(values.map((value) => value.replaceAll('.', '')));
  return (
    guess && {
      ...guess,
      transforms: [{ kind: 'number', decimal: ',', group: '.' }],
      confidence: 0.8,
      reason: `All ${values.length} sampled values are whole numbers with points between thousands; a function leaves these out.`,
    }
  );
}

/** Signs that stand between thousands beside the comma, the point and what they are called. */
const GROUPS = [
  { sign: ' ', called: 'spaces', number: groupedBy('[ \\u00a0\\u202f]') },
  { sign: "'", called: 'apostrophes', number: groupedBy("['’]") },
];

function groupedBy(sign: string): RegExp {
  return new RegExp(`^\\s*-?(?:[1-9]\\d{0,2}(?:${sign}\\d{3})+|\\d+)(?:[.,]\\d+)?\\s*$`);
}

function guessGroupedNumber(values: readonly string[]): Guess | null {
  const found = GROUPS.find(({ number }) => values.every((value) => number.test(value)));
  if (!found || values.some(hasLeadingZero) || !values.some((value) => /\d[\s'’]\d/.test(value))) return null;
  const hasComma = values.some((value) => value.includes(','));
  if (hasComma && values.some((value) => value.includes('.'))) return null;
  const isWhole = values.every((value) => !/[.,]/.test(value));
  // as many digits in each are those of a telephone or a register
  if (found.sign === ' ' && isWhole && new Set(values.map((value) => value.trim().length)).size === 1) return null;
  return {
    value_type: isWhole ? ValueType.Integer : ValueType.Double,
    transforms: [{ kind: 'number', decimal: hasComma ? ',' : '.', group: found.sign }],
    confidence: 0.8,
    reason: `All ${values.length} sampled values are numbers with ${found.called} between thousands; a function leaves these out.`,
  };
}

/** Numbers in digits of Arabic or Persian, among others in those of ASCII. */
function guessEasternNumber(values: readonly string[]): Guess | null {
  const plain = values.map((value) => inAsciiDigits(value));
  if (plain.every((value, i) => value === values[i])) return null;
  const guess = guessNumber(plain);
  return (
    guess && {
      ...guess,
      transforms: [{ kind: 'number', decimal: '.', group: ',' }],
      confidence: 0.8,
      reason: `All ${values.length} sampled values are numbers, some in digits of Arabic or Persian; a function writes them in those of the others.`,
    }
  );
}

/** Codes of currencies; other letters before digits are more likely part of a code. */
const CURRENCIES =
  'AED|AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|MYR|NOK|NZD|PHP|PLN|RUB|SAR|SEK|SGD|THB|TRY|TWD|USD|VND|ZAR';

/** A currency before or behind a number, or a per cent sign behind it. */
const UNIT = new RegExp(
  `^\\s*[+-]?\\s*(\\p{Sc}|Rp\\.?|${CURRENCIES})\\s*[+-]?\\d|\\d\\s*(%|\\p{Sc}|${CURRENCIES})\\s*$`,
  'u',
);

/** Money that is written without cents, and with points between thousands. */
const NO_CENTS: ReadonlySet<string> = new Set(['Rp', 'Rp.', 'IDR', 'VND', '₫']);

/** `$1,200.50`, `12 %`, `Rp 1.500`, `3,50 EUR`: all with the same sign. */
function guessNumberWithUnit(values: readonly string[]): Guess | null {
  const found = UNIT.exec(values[0] ?? '');
  const unit = found?.[1] ?? found?.[2];
  if (unit === undefined || !values.every((value) => value.split(unit).length === 2)) return null;
  const bare = values.map((value) => value.replace(unit, '').trim());
  const guess =
    guessPointGroups(bare, NO_CENTS.has(unit)) ??
    guessNumber(bare) ??
    guessCommaNumber(bare) ??
    guessGroupedNumber(bare);
  return (
    guess && {
      ...guess,
      unit,
      transforms: [
        { kind: 'replace', find: unit, by: '' },
        ...(guess.transforms ?? [{ kind: 'number', decimal: '.', group: ',' } as const]),
      ],
      confidence: 0.8,
      reason: `All ${values.length} sampled values are numbers with ${unit}; functions leave it out, and the field has it as its unit.`,
    }
  );
}

/** So many values a column must have, and so few of them may be strays, to be taken for what the others are. */
const STRAYS_AMONG = 10;
const MOST_STRAYS = 0.2;

/**
 * A column that is one thing but for a few cells: those are refused by the dry run, where they can be mended, instead of
 * making texts of all the others without a word.
 */
function guessWithStrays(values: readonly string[]): Guess | null {
  if (values.length < STRAYS_AMONG) return null;
  return datesWithStrays(values) ?? numbersWithStrays(values);
}

function datesWithStrays(values: readonly string[]): Guess | null {
  const format = likelyDateFormat(values);
  if (format === null) return null;
  const others = values.filter((value) => parseDate(value, format) === null);
  const none = others.filter((value) => !DATE_FORMATS.some((each) => parseDate(value, each) !== null));
  if (none.length > values.length * MOST_STRAYS) return null;
  return {
    value_type: ValueType.Date,
    dateFormat: format,
    confidence: 0.6,
    reason: `${values.length - others.length} of ${values.length} sampled values are dates written ${format}; ${strays(others)}`,
  };
}

/** A column several people wrote in: one function reads each way its dates are written in, and leaves the others. */
function guessMixedDates(values: readonly string[]): Guess | null {
  const { formats, strays: others, alternatives } = mixedDateFormats(values);
  if (formats.length < 2 || others.length > (values.length < STRAYS_AMONG ? 0 : values.length * MOST_STRAYS))
    return null;
  const doubt = alternatives.length > 0 ? ` Some fit ${alternatives.join(', ')} as well: choose which.` : '';
  const rest = others.length > 0 ? `; ${strays(others)}` : '.';
  return {
    value_type: ValueType.Date,
    dateFormat: 'iso',
    transforms: formats.filter((format) => format !== 'iso').map((from) => ({ kind: 'date', from })),
    confidence: doubt || others.length > 0 ? 0.6 : 0.8,
    reason: `${values.length - others.length} of ${values.length} sampled values are dates, written ${formats.join(', ')}: a function reads each${rest}${doubt}`,
  };
}

function numbersWithStrays(values: readonly string[]): Guess | null {
  const others = values.filter((value) => readNumber(value) === null && !COMMA_NUMBER.test(value));
  const numbers = values.filter((value) => !others.includes(value));
  if (others.length > values.length * MOST_STRAYS || others.some((value) => /\d/.test(value))) return null;
  const guess = guessNumber(numbers) ?? guessCommaNumber(numbers);
  if (guess === null) return null;
  return {
    ...guess,
    confidence: 0.6,
    reason: `${numbers.length} of ${values.length} sampled values are numbers; ${strays(others)}`,
  };
}

const strays = (others: readonly string[]): string =>
  `others, as "${others[0] ?? ''}", would be refused: mend them, or take the column for a keyword.`;

function guessNumber(values: readonly string[]): Guess | null {
  if (values.some(hasLeadingZero) || areCodes(values)) return null;
  const whole = values.map(parseWholeNumber);
  if (whole.some((n) => n !== null && (n > LARGEST || n < -LARGEST - 1n))) return null;
  if (whole.every((n) => n !== null)) {
    const wide = whole.some((n) => n > NEAR_THE_END || n < -NEAR_THE_END);
    return {
      value_type: wide ? ValueType.Long : ValueType.Integer,
      confidence: 0.95,
      reason: `All ${values.length} sampled values are whole numbers${wide ? ', some too large for an integer or near it' : ''}.`,
    };
  }
  if (values.every((value) => readNumber(value) !== null)) {
    return {
      value_type: ValueType.Double,
      confidence: 0.95,
      reason: `All ${values.length} sampled values are numbers.`,
    };
  }
  return null;
}

/** A column with such values in its first rows has larger ones further down than an integer (2,147,483,647) holds. */
const NEAR_THE_END = 200_000_000n;

/** No type holds whole numbers beyond: twenty digits are a code. */
const LARGEST = 9_223_372_036_854_775_807n;

/** `007`, `-012` and `00.5` are codes, not numbers: the zeros would be lost. */
const hasLeadingZero = (value: string): boolean => /^\s*[+-]?0\d+(\.\d*)?\s*$/.test(value);

const isPhone = (value: string): boolean => /^\s*\+\d{7,}\s*$/.test(value);
/** `12E5`: a power of ten if a number of the column has a point or a sign in its power, else more likely a code. */
const isBarePower = (value: string): boolean => /^\s*\d+[eE]\d+\s*$/.test(value);
const isPlainPower = (value: string): boolean => /\.|[eE][+-]/.test(value);

/** Texts of digits whose signs or spelling would be lost in a number. */
const areCodes = (values: readonly string[]): boolean =>
  values.some(isPhone) || (values.some(isBarePower) && !values.some(isPlainPower));

function guessBoolean(values: readonly string[]): Guess | null {
  if (!values.every(isBooleanWord)) return null;
  return { value_type: ValueType.Boolean, confidence: 0.9, reason: 'All sampled values are yes/no words.' };
}

function guessDate(values: readonly string[]): Guess | null {
  const found = detectDateFormat(values);
  if (!found) return null;
  const doubtful = found.alternatives.length > 0;
  return {
    value_type: ValueType.Date,
    dateFormat: found.format,
    confidence: doubtful ? 0.6 : 0.95,
    reason: doubtful
      ? `The values are dates, as ${found.format} and as ${found.alternatives.join(', ')}: choose which.`
      : `All ${values.length} sampled values are dates written ${found.format}.`,
  };
}

function guessPoint(values: readonly string[]): Guess | null {
  if (!values.every((value) => parseGeoPoint(value) !== null)) return null;
  return {
    value_type: ValueType.GeoPoint,
    confidence: 0.9,
    reason: 'All sampled values are latitude and longitude pairs.',
  };
}

/** Lists of short texts, as JSON writes them; in an array numbers would become texts. */
function guessList(values: readonly string[]): Guess | null {
  if (!values.every(isListOfKeywords)) return null;
  return {
    value_type: ValueType.Array,
    confidence: 0.9,
    reason: `All ${values.length} sampled values are lists of short texts.`,
  };
}

function isListOfKeywords(value: string): boolean {
  if (!value.trimStart().startsWith('[')) return false;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) && list.every((each) => typeof each === 'string' && each.length <= KEYWORD_LENGTH);
  } catch {
    return false;
  }
}

function guessText(values: readonly string[]): Guess {
  const longest = values.reduce((most, value) => Math.max(most, value.length), 0);
  if (longest > KEYWORD_LENGTH) {
    return {
      value_type: ValueType.Text,
      confidence: 0.9,
      reason: `A sampled value has ${longest} characters, more than a keyword's ${KEYWORD_LENGTH}.`,
    };
  }
  const words = values.reduce((sum, value) => sum + value.trim().split(/\s+/).length, 0) / values.length;
  const different = new Set(values).size / values.length;
  if (words >= 6 && different > 0.5) {
    return { value_type: ValueType.Text, confidence: 0.7, reason: 'The values are sentences: found by single words.' };
  }
  return { value_type: ValueType.Keyword, confidence: 0.8, reason: 'Short texts, found as a whole.' };
}
