import type { Row } from '../sample.fixture.ts';

const day = (number: number, clock = '12:00') => `2024-03-${String(number).padStart(2, '0')}T${clock}:00Z`;

/** Five rows that aggregations are asked about, the last with next to nothing. */
export const ROWS = [
  {
    kw1: 'a',
    kw2: 'p',
    tags1: ['x', 'y'],
    int1: 1,
    num1: 1.5,
    nums1: [1, 2],
    flag1: true,
    ts1: day(1),
    pt1: { lat: 10, lon: 170 },
  },
  {
    kw1: 'b',
    kw2: 'p',
    tags1: ['x', 'x'],
    int1: 51,
    num1: 0.1,
    nums1: [51],
    flag1: false,
    ts1: day(1, '23:30'),
    pt1: { lat: -10, lon: -170 },
  },
  { kw1: 'c', kw2: 'q', tags1: ['z'], int1: 101, num1: 0.2, flag1: true, ts1: day(4), pt1: { lat: 20, lon: 175 } },
  { kw1: 'd', kw2: 'q', int1: 151, num1: -2, ts1: day(9) },
  { kw1: 'e', int1: -50, txt1: 'fox' },
];

export type Buckets = readonly (Row & { readonly key: unknown; readonly doc_count: number })[];

export const bucketsOf = ({ buckets }: Row): Buckets => buckets as Buckets;

export const counts = (found: Buckets) => found.map(({ key, doc_count }) => [key, doc_count]);
