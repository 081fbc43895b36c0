import { parseGeoPoint, SAMPLES, ValueType } from '@datasarana/schema';
import { DATE_FORMATS, detectDateFormat, likelyDateFormat, mixedDateFormats, parseDate } from '../dates/date-format.ts';
import type { RowReader } from '../rows/row-reader.ts';
import { isBooleanWord, parseBoolean } from './cell.ts';
import type { ColumnGuess, Guess } from './column-guess.ts';
import { fineMoments } from './fine-moments.ts';
import { GAP, IS_GAP, IS_SURE_GAP, SURE_GAP } from './gaps.ts';
import { guessAccounts } from './guess-accounts.ts';
import { guessCodeNumbers } from './guess-code.ts';
import { guessEasternDate } from './guess-eastern-date.ts';
import { guessKeptText } from './guess-kept-text.ts';
import { guessMessage } from './guess-message.ts';
import { guessAnyNumber, guessAsCommas, guessNumberOf, isLikeNumber } from './guess-number.ts';
import {
  guessDoubtfulSides,
  guessMeasuredPoint,
  guessNamedPoint,
  guessPoint,
  guessPointOfDegrees,
} from './guess-place.ts';
import { guessShape } from './guess-shape.ts';

/** Values kept as samples of a column (SRC-06, LIM-06). */
export const SAMPLE_VALUES = SAMPLES.valuesPerColumn;
/** Keywords are at most this long; longer texts are found by word (SRC-34). */
const KEYWORD_LENGTH = 256;

/**
 * Guesses the value type of every column from sampled rows (SRC-34), and from what the file says it may hold further down; the user can
 * change each.
 */
export function guessColumns(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  types: RowReader['types'] = [],
): readonly ColumnGuess[] {
  const valuesOf = (index: number): readonly string[] =>
    rows.map((row) => row[index] ?? '').filter((value) => value.trim() !== '');
  const placeOf = (index: number, value: string): number => rows.findIndex((row) => row[index] === value) + 1;
  const guesses = columns.map((name, index) => {
    const values = valuesOf(index);
    const sample = [...new Set(values)].slice(0, SAMPLE_VALUES);
    const told = types[index] ?? null;
    const code = told === null && values.length > 0 ? guessCodeNumbers(name, values) : null;
    const { stray, ...guess } = code ?? asWide(guessType(name, values), told, values.length === 0);
    const where = stray === undefined ? '' : ` "${stray}" is in row ${placeOf(index, stray)}.`;
    return { name, index, sample, ...guess, reason: guess.reason + where };
  });
  if (!guesses.some(hasDecimalCommas)) return guesses;
  return guesses.map((guess) => {
    const isUnsure =
      NUMBERS.includes(guess.value_type) && (!guess.transforms || hasUnit(guess)) && !DEGREES.test(guess.name);
    const other = isUnsure && !types[guess.index] ? guessAsCommas(valuesOf(guess.index)) : null;
    return other ? { ...guess, ...other } : guess;
  });
}

/** Whole numbers with points between thousands say less: beside them stand decimals with points, too. */
const hasDecimalCommas = ({ value_type, transforms = [] }: Guess): boolean =>
  value_type === ValueType.Double &&
  transforms.some((transform) => transform.kind === 'number' && transform.decimal === ',');

const hasUnit = ({ unit }: Guess): boolean => unit !== undefined;

/** Columns of degrees have points in files of any language. */
const DEGREES = /lat|lon|lng|^[xy]$|breite|länge/i;

/** From the narrowest on: each holds what those before it do. */
const NUMBERS: readonly ValueType[] = [ValueType.Integer, ValueType.Long, ValueType.Double];

/** Sampled values may be smaller, and rounder, than those further down, and tell nothing where there are none. */
function asWide(guess: Guess, told: ValueType | null, isEmpty: boolean): Guess {
  if (told === null) return guess;
  if (isEmpty) {
    const dateFormat = told === ValueType.Date && { dateFormat: 'iso' as const };
    const reason = `${guess.reason} The source says what it holds.`;
    return { value_type: told, ...dateFormat, confidence: 0.8, reason };
  }
  if (!NUMBERS.includes(guess.value_type))
    return guess.value_type === ValueType.GeoPoint ? asShape(guess, told) : guess;
  if (told === ValueType.Keyword || told === ValueType.Text) return asCodes(told);
  if (told === ValueType.Boolean)
    return { value_type: told, confidence: 0.95, reason: 'By what the source says, the values are yes or no.' };
  if (NUMBERS.indexOf(guess.value_type) >= NUMBERS.indexOf(told)) return guess;
  const others = told === ValueType.Double ? 'fractions' : 'larger ones';
  return { ...guess, value_type: told, reason: `${guess.reason} By what the source says, others may be ${others}.` };
}

/** Postcodes and article numbers: as numbers they would lose zeros before and behind them. */
const asCodes = (value_type: ValueType): Guess => ({
  value_type,
  confidence: 0.6,
  reason:
    'The sampled values are numbers, in a column that the source keeps as text: take it for numbers where they are.',
});

const asShape = (guess: Guess, told: ValueType): Guess =>
  told === ValueType.GeoShape
    ? { ...guess, value_type: told, reason: `${guess.reason} By what the source says, others may be lines and areas.` }
    : guess;

function guessType(name: string, values: readonly string[]): Guess {
  if (values.length === 0) {
    return { value_type: ValueType.Keyword, confidence: 0.1, reason: 'No sampled row has a value.' };
  }
  return (
    guessKeptText(values) ??
    guessValue(name, values) ??
    guessWithGaps(name, values) ??
    guessShape(values, guessText) ??
    guessList(values) ??
    guessObjects(values) ??
    guessWithStrays(values) ??
    guessDoubtfulSides(values) ??
    guessMessage(name, values) ??
    guessTextWithGaps(values) ??
    guessText(values)
  );
}

/** Whatever is no text. */
const guessValue = (name: string, values: readonly string[]): Guess | null =>
  guessNamedPoint(name, values) ??
  guessMeasuredPoint(name, values) ??
  guessPointOfDegrees(values) ??
  guessAnyNumber(values) ??
  guessAccounts(values) ??
  guessBoolean(values) ??
  guessDate(values) ??
  guessMixedDates(values) ??
  guessEasternDate(values) ??
  guessPoint(name, values);

function guessTextWithGaps(values: readonly string[]): Guess | null {
  const others = values.filter((value) => !IS_SURE_GAP.test(value));
  if (others.length === 0 || others.length === values.length) return null;
  return withoutGaps(
    guessText(others),
    SURE_GAP,
    values.filter((value) => IS_SURE_GAP.test(value)),
  );
}

const withoutGaps = (guess: Guess, find: string, gaps: readonly string[]): Guess => ({
  ...guess,
  transforms: [{ kind: 'replace', find, by: '', regexp: true }, ...(guess.transforms ?? [])],
  confidence: Math.min(guess.confidence, 0.8),
  reason: `${guess.reason} ${gaps.length} say that there is no value, as "${gaps[0]}": a function leaves those empty.`,
});

/** A column of numbers, dates or the like in which some cells say that they hold nothing: a function leaves those empty. */
function guessWithGaps(name: string, values: readonly string[]): Guess | null {
  const gaps = values.filter((value) => IS_GAP.test(value));
  const others = values.filter((value) => !IS_GAP.test(value));
  const guess = gaps.length === 0 || others.length === 0 ? null : guessValue(name, others);
  return guess && withoutGaps(guess, GAP, gaps);
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
  return datesWithStrays(values) ?? numbersWithStrays(values) ?? pointsWithStrays(values);
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
    ...strayOf(others),
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
    ...strayOf(others),
    reason: `${values.length - others.length} of ${values.length} sampled values are dates, written ${formats.join(', ')}: a function reads each${rest}${doubt}`,
  };
}

function numbersWithStrays(values: readonly string[]): Guess | null {
  const others = values.filter((value) => !isLikeNumber(value));
  const numbers = values.filter((value) => !others.includes(value));
  if (others.length > values.length * MOST_STRAYS || others.some((value) => /\d/.test(value))) return null;
  const guess = guessNumberOf(numbers);
  if (guess === null) return null;
  return {
    ...guess,
    confidence: 0.6,
    ...strayOf(others),
    reason: `${numbers.length} of ${values.length} sampled values are numbers; ${strays(others)}`,
  };
}

/** In a smaller column so many numbers beside so few other texts are worth a word. */
const FEW_NUMBERS = 3;
const MOST_OF_FEW = 0.25;

/** Texts of which most could be numbers: house numbers and codes are no faults, amounts with words beside them are. */
function guessCodes(values: readonly string[]): Guess | null {
  const others = values.filter((value) => !isLikeNumber(value));
  const isFew = values.length < STRAYS_AMONG;
  // among few, a text with a digit is as likely to be a house number
  if (isFew && (values.length - others.length < FEW_NUMBERS || others.some((value) => /\d/.test(value)))) return null;
  if (others.length === 0 || others.length > values.length * (isFew ? MOST_OF_FEW : MOST_STRAYS)) return null;
  const { transforms } = guessNumberOf(values.filter(isLikeNumber)) ?? {};
  const first = transforms ? ' with the function Number and a decimal comma' : '';
  return {
    value_type: ValueType.Keyword,
    confidence: 0.6,
    ...strayOf(others),
    reason: `${values.length - others.length} of ${values.length} sampled values are numbers, but others, as "${others[0] ?? ''}", are not: take the column for numbers${first} to have those refused, where they can be mended.`,
  };
}

/** Texts that are yes/no words but for a few: what those others mean nobody can tell, so they are kept, and told. */
function guessChoices(values: readonly string[]): Guess | null {
  const others = values.filter((value) => !isBooleanWord(value));
  if (values.length < STRAYS_AMONG || others.length > values.length * MOST_STRAYS) return null;
  return {
    value_type: ValueType.Keyword,
    confidence: 0.6,
    ...strayOf(others),
    reason: `${values.length - others.length} of ${values.length} sampled values are yes/no words, but others, as "${others[0] ?? ''}", are not: take the column for booleans to have those refused, where they can be mended.`,
  };
}

/** Latitude and longitude with a point each: `1.234,5` may be an amount. */
const SURE_PAIR = /^\s*-?\d+\.\d+\s*,\s*-?\d+\.\d+\s*$/;

function pointsWithStrays(values: readonly string[]): Guess | null {
  const others = values.filter((value) => !SURE_PAIR.test(value) || parseGeoPoint(value) === null);
  if (others.length > values.length * MOST_STRAYS) return null;
  return {
    value_type: ValueType.GeoPoint,
    confidence: 0.6,
    ...strayOf(others),
    reason: `${values.length - others.length} of ${values.length} sampled values are latitude and longitude pairs; ${strays(others)}`,
  };
}

const strayOf = ([stray]: readonly string[]): Pick<Guess, 'stray'> => (stray === undefined ? {} : { stray });

const strays = (others: readonly string[]): string =>
  `others, as "${others[0] ?? ''}", would be refused: mend them, or take the column for a keyword.`;

/** `F` alone may be a sex as well, and `N` a direction: as booleans they would all be the same. */
const areLettersOfOneMeaning = (values: readonly string[]): boolean =>
  values.every((value) => /^\s*[a-z]\s*$/i.test(value)) && new Set(values.map(parseBoolean)).size === 1;

function guessLetters(values: readonly string[]): Guess | null {
  if (!values.every(isBooleanWord) || !areLettersOfOneMeaning(values)) return null;
  return {
    value_type: ValueType.Keyword,
    confidence: 0.6,
    reason: `All sampled values are "${values[0]?.trim()}", a yes/no word or a code: take the column for booleans where they are yes or no.`,
  };
}

/** What stands for nothing but that. */
const IS_TRUE_OR_FALSE = /^(?:true|false)$/i;

function guessBoolean(values: readonly string[]): Guess | null {
  if (!values.every(isBooleanWord) || areLettersOfOneMeaning(values)) return null;
  const [only = ''] = values;
  const isCode = !IS_TRUE_OR_FALSE.test(only) && values.every((value) => value === only);
  return {
    value_type: ValueType.Boolean,
    confidence: isCode ? 0.6 : 0.9,
    reason: isCode
      ? `The one sampled value is "${only}", a yes/no word: take the column for a keyword where it is a code.`
      : 'All sampled values are yes/no words.',
  };
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
      : `All ${values.length} sampled values are dates written ${found.format}.${fineMoments(values)}`,
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

const isListOfKeywords = (value: string): boolean =>
  listIn(value)?.every((each) => typeof each === 'string' && each.length <= KEYWORD_LENGTH) ?? false;

/** Lists of objects, as JSON writes them: kept as they are written, which is to be known before it is searched. */
function guessObjects(values: readonly string[]): Guess | null {
  const isObject = (each: unknown): boolean => typeof each === 'object' && each !== null && !Array.isArray(each);
  const isObjects = (value: string): boolean => listIn(value)?.some(isObject) ?? false;
  if (!values.some(isObjects) || !values.every((value) => listIn(value) !== null)) return null;
  const longest = values.reduce((most, value) => Math.max(most, value.length), 0);
  return {
    value_type: longest > KEYWORD_LENGTH ? ValueType.Text : ValueType.Keyword,
    confidence: 0.5,
    reason:
      'The values are lists of objects, which are kept as text: what is in them cannot be grouped or counted. Where each object is to be a row, choose their list as the path to the rows.',
  };
}

/** The list that a cell writes as JSON; null where it is none. */
function listIn(value: string): readonly unknown[] | null {
  if (!value.trimStart().startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
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
  return (
    guessCodes(values) ??
    guessChoices(values) ??
    guessLetters(values) ?? {
      value_type: ValueType.Keyword,
      confidence: 0.8,
      reason: 'Short texts, found as a whole.',
    }
  );
}
