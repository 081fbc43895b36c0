import { ValueType } from '@datasarana/schema';
import { parseWholeNumber, readNumber } from './cell.ts';
import type { Guess } from './column-guess.ts';
import { inAsciiDigits } from './digits.ts';
import { PRINTED_MINUS, withMinusInFront } from './sign.ts';

/** Numbers as people write them: with groups of thousands, a decimal comma, other digits, a currency, per cent or brackets. */
export const guessAnyNumber = (values: readonly string[]): Guess | null =>
  guessSigned(values) ?? guessSignedOtherwise(values);

const guessSigned = (values: readonly string[]): Guess | null =>
  guessNumber(values) ??
  guessPointGroups(values) ??
  guessCommaNumber(values) ??
  guessGroupedNumber(values) ??
  guessIndianNumber(values) ??
  guessEasternNumber(values) ??
  guessNumberWithUnit(values);

/** Decimals, or groups of thousands. */
const IS_AMOUNT = /\d[.,]\d/;

/** Amounts of which some are in brackets, or have their minus behind them or as it is printed; where all are, whole numbers may as well be the labels of a list. */
function guessSignedOtherwise(values: readonly string[]): Guess | null {
  const plain = values.map(withMinusInFront);
  const changed = plain.filter((value, i) => value !== values[i]?.trim()).length;
  const isSure = values.some((value) => value.includes(PRINTED_MINUS) || IS_AMOUNT.test(value));
  if (changed === 0 || (changed === values.length && !isSure)) return null;
  const guess = guessSigned(plain);
  if (guess === null) return null;
  const read = { kind: 'number', decimal: '.', group: ',' } as const;
  return {
    ...guess,
    transforms: guess.transforms ?? [read],
    confidence: 0.8,
    reason: `${guess.reason} Brackets, a minus behind it or one as it is printed (−) say that a number is below zero.`,
  };
}

/** Numbers with a decimal point or comma and no other sign. */
export const guessNumberOf = (values: readonly string[]): Guess | null =>
  guessNumber(values) ?? guessCommaNumber(values);

/** Whether a value alone could stand in such a column. */
export const isLikeNumber = (value: string): boolean => readNumber(value) !== null || COMMA_NUMBER.test(value);

function guessNumber(values: readonly string[]): Guess | null {
  if (values.some(hasLeadingZero) || areCodes(values)) return null;
  const whole = values.map(parseWholeNumber);
  if (whole.some((n) => n !== null && (n > LARGEST || n < -LARGEST - 1n))) return null;
  const isExact = whole.every((n) => n === null || BigInt(Number(n)) === n);
  const hasFractions = isExact && values.some((value) => value.includes('.'));
  if (whole.every((n) => n !== null) && !hasFractions) {
    const wide = whole.some((n) => n > NEAR_THE_END || n < -NEAR_THE_END);
    return told(values, {
      value_type: wide ? ValueType.Long : ValueType.Integer,
      confidence: 0.95,
      reason: `All ${values.length} sampled values are whole numbers${wide ? ', some too large for an integer or near it' : ''}.`,
    });
  }
  if (!isExact || !values.every((value) => readNumber(value) !== null)) return null;
  const all = `All ${values.length} sampled values are numbers`;
  const lost = values.find(isLessThanAnyNumber) ?? values.find((value) => digitsOf(value) > KEPT_DIGITS);
  return told(values, {
    value_type: ValueType.Double,
    confidence: lost === undefined ? 0.95 : 0.6,
    reason: lost === undefined ? `${all}.` : `${all}; of "${lost}" a number keeps ${keptOf(lost)}, a keyword all.`,
  });
}

/** Three digits behind a sign that may part thousands or decimals. */
const EITHER = /^\s*[+-]?[1-9]\d{0,2}([.,])\d{3}\s*$/;

/** Says so where all values are such as `1,234`, which is a thousandth as much to who writes decimals with that sign. */
function told(values: readonly string[], guess: Guess): Guess {
  const [sign] = values.map((value) => EITHER.exec(value)?.[1]);
  if (sign === undefined || !values.every((value) => EITHER.exec(value)?.[1] === sign)) return guess;
  const [taken, other, name] = sign === ',' ? ['thousands', 'decimals', 'comma'] : ['decimals', 'thousands', 'point'];
  return {
    ...guess,
    confidence: 0.6,
    reason: `${guess.reason} The ${name} in each is taken to stand before ${taken}; where it stands before ${other}, add the function Number.`,
  };
}

/** `1e-400` is stored as 0. */
const isLessThanAnyNumber = (value: string): boolean => readNumber(value) === 0 && digitsOf(value) > 0;

const keptOf = (value: string): string => (isLessThanAnyNumber(value) ? 'a 0' : `${KEPT_DIGITS} digits`);

/** Digits of a number with a fraction that are stored. */
const KEPT_DIGITS = 17;

/** How many digits of a number say something. */
const digitsOf = (value: string): number =>
  value
    .replace(/[eE].*$/, '')
    .replaceAll(/[^\d]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '').length;

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

const guessWithCommas = (values: readonly string[]): Guess | null =>
  guessPointGroups(values, true) ?? guessCommaNumber(values);

/**
 * The column of a file in which others have decimal commas: its points stand between thousands then, and its commas before decimals. Of
 * itself `1.234` or `1,234` does not tell.
 */
export function guessAsCommas(values: readonly string[]): Guess | null {
  const guess = guessWithCommas(values) ?? guessNumberWithUnit(values, guessWithCommas);
  return (
    guess && { ...guess, confidence: 0.6, reason: `${guess.reason} Another column of the file has decimal commas.` }
  );
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
  { sign: ' ', called: 'spaces', number: groupedBy('[ \\u00a0\\u2009\\u202f]') },
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
  const guess = guessNumber(values.map((value) => value.replaceAll(/[\s'’]/g, '').replace(',', '.')));
  return (
    guess && {
      ...guess,
      transforms: [{ kind: 'number', decimal: hasComma ? ',' : '.', group: found.sign }],
      confidence: 0.8,
      reason: `All ${values.length} sampled values are numbers with ${found.called} between thousands; a function leaves these out.`,
    }
  );
}

/** `12,34,567.50`: a thousand, then hundreds of what stands before. */
const INDIAN = /^\s*[+-]?[1-9]\d?(?:,\d{2})*,\d{3}(?:\.\d+)?\s*$/;
const TWO_DIGITS_BETWEEN = /\d,\d{2},\d/;

function guessIndianNumber(values: readonly string[]): Guess | null {
  if (!values.some((value) => TWO_DIGITS_BETWEEN.test(value))) return null;
  if (!values.every((value) => INDIAN.test(value) || readNumber(value) !== null)) return null;
  const guess = guessNumber(values.map((value) => value.replaceAll(',', '')));
  return (
    guess && {
      ...guess,
      transforms: [{ kind: 'number', decimal: '.', group: ',' }],
      confidence: 0.8,
      reason: `All ${values.length} sampled values are numbers with lakhs and crores between commas; a function leaves these out.`,
    }
  );
}

/** Numbers in digits of Arabic, Persian or as wide as Chinese, among others in those of ASCII. */
function guessEasternNumber(values: readonly string[]): Guess | null {
  const plain = values.map((value) => inAsciiDigits(value));
  if (plain.every((value, i) => value === values[i])) return null;
  const guess = guessNumber(plain);
  return (
    guess && {
      ...guess,
      transforms: [{ kind: 'number', decimal: '.', group: ',' }],
      confidence: 0.8,
      reason: `All ${values.length} sampled values are numbers, some in digits of Arabic, Persian or full width; a function writes them in those of the others.`,
    }
  );
}

/** Codes of currencies; other letters before digits are more likely part of a code. */
const CURRENCIES =
  'AED|AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|MYR|NOK|NZD|PHP|PLN|RUB|SAR|SEK|SGD|THB|TRY|TWD|USD|VND|ZAR';

/** A currency before or behind a number, or a per cent sign behind it. */
const UNIT = new RegExp(
  `^\\s*[+-]?\\s*([A-Z]{1,2}\\$|\\p{Sc}|R[ps]\\.?|RM|kr\\.?|${CURRENCIES})\\s*[+-]?\\d|\\d\\s*(%|\\p{Sc}|kr\\.?|zł|Kč|Ft|[円元원]|${CURRENCIES})\\s*$`,
  'u',
);

/** Money that is written without cents, and with points between thousands. */
const NO_CENTS: ReadonlySet<string> = new Set(['Rp', 'Rp.', 'IDR', 'VND', '₫']);

const guessAnyBare = (bare: readonly string[], unit: string): Guess | null =>
  guessPointGroups(bare, NO_CENTS.has(unit)) ??
  guessNumber(bare) ??
  guessCommaNumber(bare) ??
  guessGroupedNumber(bare) ??
  guessIndianNumber(bare);

/** A sign, a currency and a space, as Excel writes amounts in Brazil: `-R$ 0,50`. */
const SIGN_BEFORE_UNIT = /^\s*[+-]\s*\D+\s\d/;

const SPACES = '[\\s\u00a0\u202f]*';
/** The unit and the spaces around it, as a pattern. */
const withSpaces = (unit: string): string => `${SPACES}${unit.replaceAll(/[$.]/g, String.raw`\$&`)}${SPACES}`;

/** `$1,200.50`, `12 %`, `Rp 1.500`, `3,50 EUR`: all with the same sign. */
function guessNumberWithUnit(values: readonly string[], guessBare = guessAnyBare): Guess | null {
  const [, before, behind] = UNIT.exec(values[0] ?? '') ?? [];
  const unit = before ?? behind;
  if (unit === undefined || !values.every((value) => value.split(unit).length === 2)) return null;
  const isApart = values.some((value) => SIGN_BEFORE_UNIT.test(value));
  const bare = values.map((value) =>
    value
      .replace(unit, '')
      .trim()
      .replace(/^([+-])\s+/, '$1'),
  );
  const guess = guessBare(bare, unit);
  if (guess === null) return null;
  const bareNumber = { kind: 'number', decimal: '.', group: ',' } as const;
  const left = { kind: 'replace', find: unit, by: '' } as const;
  const found = {
    ...guess,
    unit,
    transforms: [
      isApart ? { ...left, find: withSpaces(unit), regexp: true as const } : left,
      ...(guess.transforms ?? [bareNumber]),
    ],
    confidence: 0.8,
    reason: `All ${values.length} sampled values are numbers with ${unit}; functions leave it out, and the field has it as its unit.`,
  };
  return guess.transforms ? found : told(bare, found);
}
