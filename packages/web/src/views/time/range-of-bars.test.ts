import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newView, type ViewDefinition } from '../definition.ts';
import { resultTable } from '../result-table.ts';
import { rangeOfBars, timeAxis } from './range-of-bars.ts';

const view: ViewDefinition = {
  ...newView('t1'),
  buckets: [
    { id: 'm', function: 'date_histogram', field: 'ts1', calendar: 'month' },
    { id: 'k', function: 'terms', field: 'key1' },
  ],
};
const month = (m: number) => new Date(2000, m, 1);
const months = (...held: readonly number[]) => ({
  buckets: held.map((m) => ({ key: month(m).getTime(), doc_count: 1 })),
});
const table = resultTable(view, {
  took: 1,
  hits: { total: { value: 4, relation: 'eq' }, hits: [] },
  aggregations: {
    k: {
      buckets: [
        { key: 'a', doc_count: 2, m: months(0, 2) },
        { key: 'b', doc_count: 2, m: months(0, 1) },
      ],
    },
  },
});
const span = (from: number, to: number) => `${month(from).toISOString()}..${month(to).toISOString()}`;

test('[VIS-16] [QRY-18] a brush over bars of time takes them whole, also when they are split', () => {
  assert.equal(rangeOfBars(table, 0, 1), span(0, 2));
  assert.equal(rangeOfBars(table, 2, 2), span(2, 3));
  assert.equal(rangeOfBars(table, 1, 99), span(1, 3), 'beyond the last bar is the last');
  assert.equal(rangeOfBars(table, 7, 9), null);
});

test('[VIS-16] only where time lies along the axis below is it brushed', () => {
  assert.equal(timeAxis(view), 'ts1');
  assert.equal(timeAxis({ ...view, visual: 'Horizontal Bar' }), null);
  assert.equal(timeAxis({ ...view, buckets: view.buckets.slice(1) }), null);
});
