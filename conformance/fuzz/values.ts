import { type FuzzType, isText, type TextType } from './fields.ts';
import type { Random } from './random.ts';

const WORDS = ['alpha', 'beta', 'Gamma', 'delta-echo', 'foxtrot', 'été', 'straße', '東京', 'a.b', 'x_y', 'the', 'Ж'];
const DATES = [
  '2020-01-01',
  '2020-03-29T01:30:00Z',
  '2020-10-25T00:30:00Z',
  '2021-12-31T23:59:59.999Z',
  '1969-07-20',
  '2024-02-29T12:00:00+02:00',
];
const POINTS = [
  { lat: 0, lon: 0 },
  { lat: 52.5, lon: 13.4 },
  { lat: -33.9, lon: 151.2 },
  { lat: 40.7, lon: -74 },
  { lat: 89.9, lon: 179.9 },
  { lat: -6.2, lon: 106.8 },
];
const polygon = (west: number, south: number, size: number) => ({
  type: 'polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});
const SHAPES = [
  { type: 'point', coordinates: [13.4, 52.5] },
  { type: 'point', coordinates: [-74, 40.7] },
  polygon(10, 50, 5),
  polygon(-10, -10, 40),
  polygon(100, -8, 10),
  {
    type: 'linestring',
    coordinates: [
      [-5, 3],
      [12, 55],
    ],
  },
  {
    type: 'envelope',
    coordinates: [
      [0, 10],
      [10, 0],
    ],
  },
  'POINT (106.8 -6.2)',
];

/** What fields of a type are given; texts are made of words instead. */
const VALUES: Readonly<Record<Exclude<FuzzType, TextType>, readonly unknown[]>> = {
  keyword: ['a', 'b', 'B', 'c d', 'ä', 'z*', '', '🙂', '１٢', 'ｶﾞ', 'a'.repeat(300)],
  wildcard: ['a', 'abc', 'B', 'c d', 'ä', 'z*', 'error: disk full', 'Error: disk'],
  constant_keyword: ['same'],
  ip: ['10.0.0.1', '10.0.0.200', '192.168.1.0', '255.255.255.255', '0.0.0.0', '::1', '2001:db8::ff', '::ffff:10.0.0.1'],
  long: [0, 1, -1, 2, 3, 7, 42, 100, -100, 2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1],
  unsigned_long: [0, 1, 2, 7, 42, 2 ** 31, 2 ** 53 - 1, '9223372036854775808', '18446744073709551615'],
  integer: [0, 1, -1, 5, 10, 1000, 2 ** 31 - 2, -(2 ** 31) + 1],
  short: [0, 1, -1, 300, 32_767, -32_768, '12'],
  byte: [0, 1, -1, 127, -128, '7'],
  double: [0, -0.5, 1.5, 3.25, 100.125, 1e4, -1e4, 0.1, 0.375],
  float: [0, -0.5, 1.5, 3.25, 100.125, 1e4, 0.1, '2.5'],
  half_float: [0, -0.5, 1.5, 3.25, 100, 0.125],
  scaled_float: [0, -0.5, 1.5, 3.25, 100.12, 1e4, 0.1],
  boolean: [true, false, 'true', 'false'],
  date: [...DATES, 0, 1_600_000_000_000],
  date_nanos: [
    ...DATES.filter((each) => each >= '1970'),
    '2020-01-01T00:00:00.123456789Z',
    '2020-01-01T00:00:00.123456Z',
  ],
  geo_point: POINTS,
  geo_shape: SHAPES,
  flat_object: [{ a: 'x' }, { a: 'y', b: { c: 'z' } }, { b: { c: ['x', 'z'], d: 1 } }, { a: 'x', e: 2.5 }],
  integer_range: [{ gte: 1, lte: 5 }, { gt: 1, lt: 10 }, { gte: -3 }, { lt: 0 }],
  date_range: [{ gte: '2020-01-01', lt: '2020-02-01' }, { gte: '2021-01-01' }],
  ip_range: [{ gte: '10.0.0.0', lte: '10.0.0.255' }, '192.168.0.0/16'],
  completion: [
    'alpha',
    'Alpha beta',
    'alpine',
    'beta',
    { input: ['alpha beta', 'beta alpha'], weight: 3 },
    { input: 'été', weight: 7 },
    { input: ['gamma', 'gamut'], weight: 2 },
  ],
};

/** One value a field of this type takes. */
export function randomValue(random: Random, type: FuzzType): unknown {
  if (isText(type)) return randomText(random, random.int(1, 6));
  return random.pick(VALUES[type]);
}

export const randomText = (random: Random, words: number): string =>
  random.many(words, () => random.pick(WORDS)).join(' ');

/** Values of requests: those of documents and some that stand between or beside them. */
export function randomOperand(random: Random, type: FuzzType): unknown {
  if (type === 'date' || type === 'date_nanos') {
    return random.chance(0.3)
      ? random.pick([
          '2020',
          '2020-03',
          '2020-03-29||/M',
          '2020-01-01||+1d/d',
          '2021-12-31T23:59:59.999Z',
          '2020-10-25T02',
        ])
      : random.pick(DATES);
  }
  if (type === 'integer_range') return random.pick([0, 1, 5, -3]);
  if (type === 'date_range') return random.pick(['2020-01-15', '2020-02-01', '2022']);
  if (type === 'ip_range') return random.pick(['10.0.0.7', '192.168.3.4']);
  if (type === 'flat_object') return random.pick(['x', 'y', 'z', '1']);
  if (type === 'ip' && random.chance(0.2)) return random.pick(['10.0.0.0/24', '2001:db8::/32']);
  return randomValue(random, type);
}
