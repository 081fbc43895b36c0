import type { FieldDefinition } from '@datasarana/engine';
import fc from 'fast-check';
import type { RawDocument, RawIndex } from './documents.ts';

const KEYWORDS = [
  'a',
  'b',
  'B',
  'a b',
  'äö',
  '日本',
  'x*y',
  'a/b',
  '🎉',
  'Zeta',
  '100%',
  'under_score',
  "it's",
  '\\',
  '0',
];
export const WORDS = [
  'quick',
  'Brown',
  'fox',
  "fox's",
  'FOX',
  '3.14',
  '1,000',
  '東京',
  'Été',
  'foo_bar',
  'a',
  'b',
  'ΟΔΟΣ',
  '--',
  '🎉',
];
const NUMBERS = [0, 1, -1, 2, 3, 7, 10, 100, 0.1, 0.2, 0.5, 2.5, -3.75, 1e-6, 123456.789, 1e10];
const WHOLE = [0, 1, -1, 2, 3, 5, 10, 50, 127, -128];
const DAY = 86_400_000;
/** Around New Year 2020, a leap day, clock changes of New York and Jakarta's plain offset, and before 1970. */
const DATES = [
  ...[0, -1, -86_400_000_000, Date.UTC(2020, 0, 1), Date.UTC(2019, 11, 31, 23, 59, 59, 999), Date.UTC(2020, 1, 29, 12)],
  ...[Date.UTC(2020, 2, 8, 6, 59), Date.UTC(2020, 2, 8, 7), Date.UTC(2020, 10, 1, 5, 30), Date.UTC(2020, 10, 1, 6, 30)],
  ...[Date.UTC(2020, 0, 6), Date.UTC(2020, 0, 5, 17), Date.UTC(2020, 5, 15, 12, 34, 56, 789)],
];
const COORDINATES = [0, 10, 45.5, -45.5, 51.5074, -33.8688, 89.9, -89.9];
const LONGITUDES = [0, -0.1278, 151.2093, 179.9, -179.9, 106.8456, 10, -74.006];

type Type = 'keyword' | 'text' | 'double' | 'integer' | 'long' | 'byte' | 'date' | 'boolean' | 'geo_point';

/** A few values come often, so that searches find something. */
const oftenFirst = <T>(values: readonly T[], few: number): fc.Arbitrary<T> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...values.slice(0, few)), weight: 3 },
    { arbitrary: fc.constantFrom(...values), weight: 1 },
  );

const VALUES: Readonly<Record<Type, fc.Arbitrary<unknown>>> = {
  keyword: oftenFirst(KEYWORDS, 4),
  text: fc.array(oftenFirst(WORDS, 5), { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
  double: fc.oneof(
    fc.constantFrom(...NUMBERS),
    fc.integer({ min: -1000, max: 1000 }).map((n) => n / 4),
  ),
  integer: fc.oneof(fc.constantFrom(...WHOLE, 2_147_483_647, -2_147_483_648), fc.integer({ min: -20, max: 20 })),
  long: fc.oneof(fc.constantFrom(...WHOLE, 9_007_199_254_740_991, -9_007_199_254_740_991), fc.integer()),
  byte: fc.constantFrom(...WHOLE),
  date: fc.oneof(
    fc.constantFrom(...DATES),
    fc.integer({ min: 0, max: 400 * 24 }).map((h) => Date.UTC(2020, 0, 1) + (h * DAY) / 24),
  ),
  boolean: fc.boolean(),
  geo_point: fc.record({ lat: fc.constantFrom(...COORDINATES), lon: fc.constantFrom(...LONGITUDES) }),
};

/** Fields of every type, single and as lists, one of them inside an object. */
export const FIELDS: readonly FieldDefinition[] = [
  field('kw1', 'keyword'),
  field('kw2', 'keyword', { list: true }),
  field('txt1', 'text'),
  field('txt2', 'text', { analyser: 'whitespace' }),
  field('num1', 'double'),
  field('num2', 'double', { list: true }),
  field('int1', 'integer'),
  field('long1', 'long'),
  field('byte1', 'byte'),
  field('ts1', 'date'),
  field('ts2', 'date', { list: true }),
  field('bool1', 'boolean'),
  field('pt1', 'geo_point'),
  { name: 'obj1', label: 'obj1', type: 'object', fields: [field('kw3', 'keyword'), field('num3', 'double')] },
  {
    name: 'nest1',
    label: 'nest1',
    type: 'nested',
    fields: [field('kw4', 'keyword'), field('num4', 'double'), field('txt4', 'text')],
  },
];

function field(name: string, type: Type, more: Partial<FieldDefinition> = {}): FieldDefinition {
  return { name, label: name, type, ...more };
}

const isFilled = (value: unknown): boolean => value !== undefined;

function valueOfField(definition: FieldDefinition): fc.Arbitrary<unknown> {
  if (definition.type === 'object' || definition.type === 'nested') {
    const inside = Object.fromEntries((definition.fields ?? []).map((each) => [each.name, valueOfField(each)]));
    if (definition.type === 'nested') {
      const objects = fc.array(fc.record(inside).map(withoutGaps), { minLength: 1, maxLength: 3 });
      const filled = objects.filter((list) => list.every((each) => Object.keys(each).length > 0));
      return fc.option(filled, { nil: undefined, freq: 4 });
    }
    return fc.option(fc.record(inside).map(withoutGaps).map(unlessEmpty), { nil: undefined, freq: 4 });
  }
  const value = VALUES[definition.type as Type];
  if (definition.list !== true) return fc.option(value, { nil: undefined, freq: 4 });
  return fc.option(fc.array(value, { minLength: 1, maxLength: 3 }), { nil: undefined, freq: 4 });
}

const withoutGaps = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => isFilled(value)));

const unlessEmpty = (record: Readonly<Record<string, unknown>>) =>
  Object.keys(record).length === 0 ? undefined : record;

/** A random choice of the fields and up to `most` rows of them, with gaps. */
export function arbitraryIndex(most: number): fc.Arbitrary<RawIndex> {
  return fc.subarray([...FIELDS], { minLength: 6 }).chain((fields) => {
    const row = fc.record(Object.fromEntries(fields.map((each) => [each.name, valueOfField(each)]))).map(withoutGaps);
    const few = fc.array(row, { maxLength: 2 });
    const many = fc.array(row, { minLength: Math.ceil(most / 2), maxLength: most, size: 'max' });
    return fc.oneof({ arbitrary: few, weight: 1 }, { arbitrary: many, weight: 9 }).map((rows) => ({
      name: 'random',
      fields,
      documents: rows.map((source, i): RawDocument => ({ id: `d${i}`, source })),
    }));
  });
}
