import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewBucket } from './definition.ts';
import { withEmptySpans } from './spans.ts';

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
