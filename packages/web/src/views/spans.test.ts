import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewBucket } from './definition.ts';
import { afterOne, withEmptySpans } from './spans.ts';

const time = (calendar: NonNullable<ViewBucket['calendar']>): ViewBucket => ({
  id: 'b',
  function: 'date_histogram',
  field: 'ts1',
  calendar,
});
const numbers = (interval: number): ViewBucket => ({ id: 'b', function: 'histogram', field: 'num1', interval });

test('[VIS-09] empty spans stand between those that hold something, each once', () => {
  assert.deepEqual(withEmptySpans(numbers(5), [-5, 10]), [-5, 0, 5, 10]);
  assert.deepEqual(withEmptySpans(numbers(5), [15]), [15]);
  assert.deepEqual(withEmptySpans(numbers(5), []), []);
  const tenths = withEmptySpans(numbers(0.1), [0.1, 0.30000000000000004, 0.7000000000000001]);
  assert.deepEqual([tenths.length, tenths[2], tenths.at(-1)], [7, 0.30000000000000004, 0.7000000000000001]);
  const from = new Date(2024, 0, 1).getTime();
  const to = new Date(2025, 0, 1).getTime();
  for (const [calendar, spans] of [
    ['month', 13],
    ['quarter', 5],
    ['year', 2],
    ['day', 367],
  ] as const) {
    const all = withEmptySpans(time(calendar), [from, to]);
    assert.deepEqual([all.length, all[0], all.at(-1)], [spans, from, to], calendar);
  }
});

test('[VIS-09] between too many spans the empty ones are left out', () => {
  assert.deepEqual(withEmptySpans(numbers(1), [0, 1e9]), [0, 1e9]);
  // beyond 2^53 a step leads nowhere
  assert.deepEqual(withEmptySpans(numbers(1), [1e17, 1e17 + 64]), [1e17, 1e17 + 64]);
});

test('[VIS-09] [FMT-08] hours and minutes of the night in which clocks are set back follow each other', (t) => {
  const { TZ } = process.env;
  t.after(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  process.env.TZ = 'Europe/Berlin';
  const at = (text: string): number => Date.parse(`2026-10-25T${text}Z`);
  for (const [calendar, first, second] of [
    ['hour', '00:00', '01:00'],
    ['hour', '01:00', '02:00'],
    ['minute', '00:59', '01:00'],
    ['minute', '01:30', '01:31'],
  ] as const)
    assert.equal(afterOne(calendar, new Date(at(first))).getTime(), at(second), `${calendar} from ${first}`);
  const minutes = withEmptySpans(time('minute'), [at('00:24'), at('01:36'), at('02:00')]);
  assert.equal(minutes.length, 97);
  assert.deepEqual(minutes, minutes.toSorted());
});

test('[VIS-09] years before the year 100 follow each other as all others do', () => {
  const first = new Date(2000, 0, 1);
  first.setFullYear(79);
  const last = new Date(2000, 0, 1);
  last.setFullYear(102);
  const years = withEmptySpans(time('year'), [first.getTime(), last.getTime()]);
  assert.deepEqual(
    years.map((year) => new Date(year).getFullYear()),
    Array.from({ length: 24 }, (_, i) => 79 + i),
  );
  const day = new Date(first);
  day.setDate(2);
  assert.deepEqual(afterOne('day', first), day);
});
