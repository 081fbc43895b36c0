import { afterAllBeginningWith } from '../clauses/prefix.ts';
import { extent } from '../extent.ts';
import { allOf, type Sql } from '../sql.ts';
import {
  comparedText,
  heldByLike,
  likeText,
  type Operator,
  type TextTest,
  textAmong,
  textBeginning,
  textBytes,
  textContaining,
  textEnding,
} from './text-test.ts';

/** What a test says about one column, as far as it compares it with given values. NULL never passes. */
export interface Comparison {
  readonly column: string;
  readonly passes: (value: unknown) => boolean;
  /** The numbers that pass, both ends among them; null when it is not about numbers. */
  readonly between: readonly [low: number, high: number] | null;
  /** Only these of them; absent = all. */
  readonly among?: ReadonlySet<number>;
  /** The same of texts in UTF-8; null when it is not about texts. */
  readonly text: TextTest | null;
  /** Whether it asks for a value alone, whatever it is. */
  readonly isPresence?: boolean;
  /** The texts that pass, where they are given one by one. */
  readonly equals?: readonly string[];
  /** What all texts that pass begin with. */
  readonly begins?: string;
  /** Bytes all texts that pass have in a row. */
  readonly holds?: Uint8Array;
}

/** Values stand in our SQL as parameters only, so what is left between them is ours to recognise. */
const COMPARED = /^(f\d+(?:_[a-z]+)?|_[a-z_]+) (=|>=|<=|>|<) \?$/;
const PRESENT = /^(f\d+(?:_[a-z]+)?|_[a-z_]+) IS NOT NULL$/;

const AMONG = /^(f\d+(?:_[a-z]+)?|_[a-z_]+) IN \((?:\?, )+\?\)$/;

const LIKE = /^(f\d+(?:_[a-z]+)?|_[a-z_]+) LIKE \?(?: ESCAPE '\\')?$/;
const PART = /^(starts_with|ends_with|contains)\((f\d+(?:_[a-z]+)?|_[a-z_]+), \?\)$/;

const known = new WeakMap<Sql, readonly Comparison[] | null>();

/** The comparisons a test is made of, all of which must pass; null when it does something else. */
export function comparisonsOf(test: Sql): readonly Comparison[] | null {
  const found = known.get(test);
  if (found !== undefined) return found;
  const read = readComparisons(test);
  known.set(test, read);
  return read;
}

function readComparisons(test: Sql): readonly Comparison[] | null {
  const start = beginning(test);
  if (start !== null) return [start];
  const found = allOf(test).map(comparisonOf);
  return found.every((each) => each !== null) ? found : null;
}

/** Two limits that are the way to say what a text begins with. */
function beginning(test: Sql): Comparison | null {
  const [from, until, ...more] = allOf(test).map((each) => [COMPARED.exec(each.text), each.values[0]?.value] as const);
  if (from === undefined || until === undefined || more.length > 0) return null;
  const [[low, start], [high, end]] = [from, until];
  if (low?.[2] !== '>=' || high?.[2] !== '<' || low[1] !== high[1] || typeof start !== 'string') return null;
  if (end !== afterAllBeginningWith(start)) return null;
  return { ...onTexts(low[1] ?? '', textBeginning(start)), begins: start };
}

function comparisonOf(test: Sql): Comparison | null {
  const present = PRESENT.exec(test.text);
  if (present !== null) {
    const passes = (value: unknown): boolean => value !== null;
    return { column: present[1] ?? '', passes, between: EVERY_NUMBER, text: () => true, isPresence: true };
  }
  const among = AMONG.exec(test.text);
  if (among !== null) return amongValues(among[1] ?? '', test);
  const [first, ...more] = test.values;
  const given = first?.value;
  if (more.length > 0) return null;
  const compared = COMPARED.exec(test.text);
  if (compared === null) return typeof given === 'string' ? onParts(test.text, given) : null;
  const [, column = '', operator = ''] = compared;
  if (typeof given === 'number' || typeof given === 'bigint') return onNumbers(column, operator, given);
  if (typeof given === 'string') {
    const compared = onTexts(column, comparedText(operator as Operator, given));
    return operator === '=' ? { ...compared, passes: isText(given), equals: [given] } : compared;
  }
  if (operator !== '=' || typeof given !== 'boolean') return null;
  return { column, passes: (value) => value === given, between: null, text: null };
}

function onParts(test: string, given: string): Comparison | null {
  const like = LIKE.exec(test);
  if (like !== null) return { ...onTexts(like[1] ?? '', likeText(given)), holds: heldByLike(given) };
  const [, kind = '', column = ''] = PART.exec(test) ?? [];
  const made = PARTS[kind];
  if (made === undefined) return null;
  return {
    ...onTexts(column, made(given)),
    ...(kind === 'starts_with' ? { begins: given } : { holds: Buffer.from(given) }),
  };
}

const PARTS: Readonly<Record<string, (given: string) => TextTest>> = {
  starts_with: textBeginning,
  ends_with: textEnding,
  contains: textContaining,
};

/** Whether a value is a given text, of which DuckDB keeps what UTF-8 has of it. */
function isText(given: string): (value: unknown) => boolean {
  const kept = given.toWellFormed();
  return (value) => value === kept;
}

const onTexts = (column: string, text: TextTest): Comparison => ({
  column,
  passes: (value) => typeof value === 'string' && text(textBytes(value), 0),
  between: null,
  text,
});

function amongValues(column: string, { values }: Sql): Comparison | null {
  const given = values.map(({ value }) => value);
  if (given.every((value) => typeof value === 'string' || typeof value === 'boolean')) {
    const wanted = new Set<unknown>(given);
    const texts = given.filter((value) => typeof value === 'string');
    const isOfTexts = texts.length === given.length;
    const text = isOfTexts ? textAmong(texts) : null;
    return { column, passes: (value) => wanted.has(value), between: null, text, ...(isOfTexts && { equals: texts }) };
  }
  const numbers = given.map(Number);
  const isExact = (value: unknown): boolean =>
    typeof value === 'number' || (typeof value === 'bigint' && Number.isSafeInteger(Number(value)));
  if (!given.every(isExact)) return null;
  const among = new Set(numbers);
  const passes = (value: unknown): boolean => typeof value === 'number' && among.has(value);
  return { column, passes, between: extent(numbers), among, text: null };
}

const EVERY_NUMBER = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

function onNumbers(column: string, operator: string, given: number | bigint): Comparison | null {
  if (Number.isNaN(Number(given))) return null;
  const passes = (value: unknown): boolean =>
    (typeof value === 'number' || typeof value === 'bigint') && isPassed(operator, value, given);
  // Columns of numbers in memory hold whole ones up to 2^53, so rounding a larger limit keeps it on its side of all of them.
  return { column, passes, between: endsOf(operator, Number(given)), text: null };
}

function isPassed(operator: string, value: number | bigint, given: number | bigint): boolean {
  if (operator === '>') return value > given;
  if (operator === '<') return value < given;
  return (operator === '<=' || value >= given) && (operator === '>=' || value <= given);
}

function endsOf(operator: string, limit: number): readonly [low: number, high: number] {
  const [low, high] = EVERY_NUMBER;
  if (operator === '>') return [nextAbove(limit), high];
  if (operator === '<') return [low, -nextAbove(-limit)];
  return [operator === '<=' ? low : limit, operator === '>=' ? high : limit];
}

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The least number above; NaN, which nothing passes, where there is none. */
function nextAbove(value: number): number {
  if (value === Number.POSITIVE_INFINITY) return Number.NaN;
  if (value === 0) return Number.MIN_VALUE;
  float[0] = value;
  bits[0] = (bits[0] ?? 0n) + (value > 0 ? 1n : -1n);
  return float[0] ?? value;
}
