import { parseGeoPoint, SAMPLES, ValueType } from '@datasarana/schema';
import { type DateFormat, detectDateFormat } from '../dates/date-format.ts';
import { isBooleanWord, parseWholeNumber, readNumber } from './cell.ts';

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
  return guessNumber(values) ?? guessBoolean(values) ?? guessDate(values) ?? guessPoint(values) ?? guessText(values);
}

function guessNumber(values: readonly string[]): Guess | null {
  if (values.some(hasLeadingZero)) return null;
  const whole = values.map(parseWholeNumber);
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

/** `007` and the like are codes, not numbers: the zeros would be lost. */
const hasLeadingZero = (value: string): boolean => /^\s*0\d+\s*$/.test(value);

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
