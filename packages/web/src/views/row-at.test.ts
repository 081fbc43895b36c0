import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newView, type ViewDefinition } from './definition.ts';
import { pillsOf } from './picked.ts';
import { resultTable } from './result-table.ts';
import { rowAt } from './row-at.ts';

const view: ViewDefinition = {
  ...newView('t1'),
  buckets: [{ id: 'h', function: 'date_histogram', field: 'ts1', calendar: 'hour' }],
};
const hours = [0, 1, 2].map((hour) => Date.UTC(2025, 2, 8, hour)).concat(Date.UTC(2026, 2, 8, 1));
const table = resultTable(view, {
  hits: { total: { value: 4 } },
  aggregations: { h: { buckets: hours.map((key) => ({ key, doc_count: 1 })) } },
});

test('[VIS-16] of two bars that are called the same the one that was pointed at is meant', () => {
  const labels = table.rows.map(({ keys: [key] }) => key?.label ?? '');
  assert.equal(labels[1], labels[3], 'the hour of two years');
  const at = (visual: ViewDefinition['visual'], category: number, name: string) =>
    rowAt({ ...view, visual }, table, { category, name, series: 'Count' })?.keys[0]?.value;
  assert.equal(at('Vertical Bar', 3, labels[3] ?? ''), hours[3]);
  assert.equal(at('Line', 1, labels[1] ?? ''), hours[1]);
  assert.equal(at('Horizontal Bar', 0, labels[3] ?? ''), hours[3]);
  assert.equal(at('Pie', 7, labels[2] ?? ''), hours[2]);
});

test('[VIS-10] [VIS-16] the slice of what is left over is the records that have none of the values shown, even beside a value of its name', () => {
  const pie: ViewDefinition = {
    ...newView('t1'),
    visual: 'Pie',
    buckets: [{ id: 'k', function: 'terms', field: 'kw1', size: 2 }],
  };
  const of = (found: object, total = 20) =>
    resultTable(pie, { hits: { total: { value: total } }, aggregations: { k: found } });
  const buckets = [
    { key: 'a', doc_count: 5 },
    { key: 'Others', doc_count: 3 },
  ];
  const slice = (at: number, name: string, table = of({ sum_other_doc_count: 4, buckets })) => {
    const row = rowAt(pie, table, { category: at, name, series: '' });
    return row && pillsOf(table, row);
  };
  assert.deepEqual(slice(1, 'Others'), [{ field: 'kw1', operator: 'is', value: 'Others' }]);
  assert.deepEqual(slice(2, 'Others'), [
    { field: 'kw1', operator: 'exists' },
    { field: 'kw1', operator: 'is not', value: 'a' },
    { field: 'kw1', operator: 'is not', value: 'Others' },
  ]);
  assert.equal(slice(2, 'Others', of({ sum_other_doc_count: 4, buckets }, 11)), undefined, 'some have several values');
});
