import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newView } from './definition.ts';
import { pillsOf } from './picked.ts';
import { viewRequest } from './request.ts';
import { resultTable } from './result-table.ts';
import { beginOf, offsetOf } from './steps.ts';

const step = (interval: number) => ({
  ...newView('t1'),
  buckets: [{ id: 'h', function: 'histogram', field: 'num1', interval } as const],
});
/** The key of the group that holds a value, as a platform tells it. */
const keyOf = (value: number, interval: number): number => {
  const offset = offsetOf(interval) ?? 0;
  return Math.floor((value - offset) / interval) * interval + offset;
};

test('[VIS-09] [AGG-15] a value stands in the group that begins with it, whatever the decimal step', () => {
  for (const interval of [0.1, 0.2, 0.3, 0.05, 0.01, 0.001, 1.1, 2.2])
    for (let steps = -2000; steps < 2000; steps++) {
      const value = Number((steps * interval).toPrecision(15));
      assert.equal(beginOf(keyOf(value, interval), { interval }), value, `${value} by ${interval}`);
    }
  assert.notEqual(Math.floor(5.1 / 0.1), 51, 'which it would not without');
});

test('[VIS-16] a bar of a decimal step is called, and filters, without the digits that sums of it add', () => {
  const view = step(0.1);
  const buckets = [5.1, 23.4].map((value) => ({ key: keyOf(value, 0.1), doc_count: 1 }));
  const table = resultTable(view, { hits: { total: { value: 2 } }, aggregations: { h: { buckets } } });
  assert.deepEqual(
    table.rows.map((row) => [row.keys[0]?.label, ...pillsOf(table, row)]),
    [
      ['5.1', { field: 'num1', operator: 'between', from: 5.1, to: 5.2 }],
      ['23.4', { field: 'num1', operator: 'between', from: 23.4, to: 23.5 }],
    ],
  );
});

test('[AGG-15] a step that divides exactly is asked for as it is', () => {
  for (const interval of [1, 50, 0.5, 2.25, 1e16])
    assert.deepEqual(Object(viewRequest(step(interval), 'UTC').aggs).h, { histogram: { field: 'num1', interval } });
  assert.match(JSON.stringify(viewRequest(step(0.1), 'UTC')), /"offset":0\.0999999999/);
});
