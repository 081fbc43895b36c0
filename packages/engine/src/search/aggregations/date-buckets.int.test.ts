import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type CalendarUnit, type DateInterval, roundDate, zoneOf } from '@datasarana/query';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { rowsOf } from '../run.ts';
import { bigint, joined, sql } from '../sql.ts';
import { dateBuckets } from './date-buckets.ts';

let connection: DuckDBConnection;
before(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
after(() => connection.closeSync());

const HOUR = 3_600_000;
const ZONES = [
  'UTC',
  '+05:30',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Havana',
  'Africa/Casablanca',
  'Asia/Jakarta',
];
const UNITS: readonly CalendarUnit[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

const interval: fc.Arbitrary<DateInterval> = fc.oneof(
  fc.constantFrom(...UNITS).map((unit) => ({ kind: 'calendar', unit }) as const),
  fc
    .constantFrom(1, 1000, 90_000, HOUR, 2 * HOUR, 3 * HOUR, 12 * HOUR, 24 * HOUR, 60 * HOUR, 2160 * HOUR)
    .map((milliseconds) => ({ kind: 'fixed', milliseconds }) as const),
);

/** Around clock changes, and anywhere from 1960 to 2050. */
const moment = fc.oneof(
  fc.integer({ min: Date.UTC(1960, 0), max: Date.UTC(2050, 0) }),
  fc
    .tuple(
      fc.constantFrom(
        Date.UTC(2024, 2, 31, 1),
        Date.UTC(2024, 9, 27, 1),
        Date.UTC(2023, 2, 12, 7),
        Date.UTC(2023, 10, 5, 6),
        Date.UTC(2024, 3, 6, 15),
        Date.UTC(2024, 2, 10, 5),
        Date.UTC(2024, 10, 3, 5),
      ),
      fc.integer({ min: -30 * HOUR, max: 30 * HOUR }),
    )
    .map(([at, away]) => at + away),
);

test('[AGG-10] buckets computed in SQL start where the calendar of the zone says, over every clock change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ZONES),
      interval,
      fc.constantFrom(0, HOUR, -90_000, 36 * HOUR),
      fc.array(moment, { minLength: 1, maxLength: 30 }),
      async (zoneName, given, offset, moments) => {
        const rounding = { interval: given, zone: zoneOf(zoneName), offset };
        const buckets = dateBuckets(rounding, { first: Math.min(...moments), last: Math.max(...moments) });
        const rows = joined(
          moments.map((each) => sql`(${bigint(each)})`),
          ', ',
        );
        const found = await rowsOf(connection, sql`SELECT ${buckets.number(sql`x`)} FROM (VALUES ${rows}) AS t(x)`);
        assert.deepEqual(
          found.map(([number]) => buckets.startOf(Number(number))),
          moments.map((each) => roundDate(each, rounding)),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('[AGG-10] a long bucket begins at local midnight though clocks were set between its start and the first date', async () => {
  const quarters: DateInterval = { kind: 'fixed', milliseconds: 2160 * HOUR };
  const weeks: DateInterval = { kind: 'calendar', unit: 'week' };
  for (const [zone, interval, first, last, start] of [
    ['Europe/Berlin', quarters, '2020-01-01T00:00Z', '2020-01-01T00:00Z', '2019-10-10T22:00:00.000Z'],
    ['America/Havana', weeks, '1965-06-07T03:59Z', '1970-01-01T00:00Z', '1965-05-31T05:00:00.000Z'],
    ['Africa/Cairo', weeks, '2024-04-28T12:00Z', '2024-12-01T00:00Z', '2024-04-21T22:00:00.000Z'],
  ] as const) {
    const rounding = { interval, zone: zoneOf(zone), offset: 0 };
    const span = { first: Date.parse(first), last: Date.parse(last) };
    const { number, startOf } = dateBuckets(rounding, span);
    const [row] = await rowsOf(connection, sql`SELECT ${number(bigint(span.first))}`);
    assert.equal(new Date(startOf(Number(row?.[0]))).toISOString(), start, zone);
  }
});

test('[AGG-10] buckets of dates that JavaScript does not hold start where the calendar says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('UTC', '+05:30'),
      interval,
      fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 30 }),
      async (zoneName, given, moments) => {
        const rounding = { interval: given, zone: zoneOf(zoneName), offset: 0 };
        const buckets = dateBuckets(rounding, null);
        const rows = joined(
          moments.map((each) => sql`(${bigint(each)})`),
          ', ',
        );
        const found = await rowsOf(connection, sql`SELECT ${buckets.number(sql`x`)} FROM (VALUES ${rows}) AS t(x)`);
        assert.deepEqual(
          found.map(([number]) => buckets.startOf(Number(number))),
          moments.map((each) => roundDate(each, rounding)),
        );
      },
    ),
    { numRuns: 60 },
  );
});
