import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newView, type ViewBucket, type ViewDefinition } from './definition.ts';
import { remarksOn } from './remarks.ts';
import { resultTable, type SearchAnswer } from './result-table.ts';

const terms = (id: string): ViewBucket => ({ id, function: 'terms', field: `${id}1` });
const bars: ViewDefinition = { ...newView('t1'), buckets: [terms('k')] };
const answered = (k: object, total = 10, more: Partial<SearchAnswer> = {}): SearchAnswer => ({
  took: 1,
  hits: { total: { value: total, relation: 'eq' }, hits: [] },
  aggregations: { k },
  ...more,
});
const remarks = (view: ViewDefinition, answer: SearchAnswer) => remarksOn(view, resultTable(view, answer), answer);
const whole = { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets: [{ key: 'a', doc_count: 10 }] };
const cut = { ...whole, sum_other_doc_count: 4, buckets: [{ key: 'a', doc_count: 6 }] };

test('[QRY-24] a drawing that is whole and exact says nothing', () => {
  const shards = { timed_out: false, _shards: { total: 1, failed: 0 } };
  assert.deepEqual(remarks(bars, answered(whole, 10, shards)), []);
  assert.deepEqual(remarks(newView('t1'), { ...answered({}), aggregations: {} }), []);
});

test('[QRY-24] groups that were left out are told as n of m, unless the drawing shows them as others', () => {
  assert.deepEqual(remarks(bars, answered(cut)), ['6 of 10 documents are in the groups shown']);
  assert.deepEqual(remarks({ ...bars, visual: 'Pie' }, answered(cut)), []);
  const mean = { id: 'm', function: 'avg', field: 'num1' } as const;
  const pie: ViewDefinition = { ...bars, visual: 'Pie', metrics: [mean] };
  assert.deepEqual(remarks(pie, answered(cut)), ['6 of 10 documents are in the groups shown']);
  assert.equal(resultTable(bars, answered(cut)).leftOut, 4);
  assert.deepEqual(remarks({ ...bars, visual: 'Table' }, answered(cut)), [], 'its last row says so');
});

test('[QRY-24] what the splits of a group leave out counts too; of several values a document is not said', () => {
  const split: ViewDefinition = { ...bars, buckets: [terms('k'), terms('s')] };
  const inner = { sum_other_doc_count: 3, buckets: [{ key: 'x', doc_count: 3 }] };
  const answer = answered({ sum_other_doc_count: 4, buckets: [{ key: 'a', doc_count: 6, s: inner }] });
  assert.deepEqual(remarks(split, answer), ['3 of 10 documents are in the groups shown']);
  const pie: ViewDefinition = { ...split, visual: 'Pie' };
  assert.deepEqual(remarks(pie, answer), ['7 of 10 documents are in the groups shown'], 'others are 4 of them');
  assert.deepEqual(remarks(bars, answered(cut, 8)), ['6 of 10 values are in the groups shown']);
});

test('[QRY-24] an error bound, a total that is a least, failed shards and an early end are said', () => {
  const answer = answered({ ...whole, doc_count_error_upper_bound: 7 }, 10, {
    hits: { total: { value: 10_000, relation: 'gte' }, hits: [] },
    timed_out: true,
    _shards: { total: 5, failed: 2 },
  });
  assert.deepEqual(remarks(bars, answer), [
    '3 of 5 shards answered',
    'Partial: the search was stopped before its end',
    'At least 10,000 documents match',
    'Counts may be off by 7',
  ]);
});

test('[QRY-24] values that stand out are said to be the first of more when as many came as were asked for', () => {
  const view: ViewDefinition = { ...bars, buckets: [{ ...terms('k'), function: 'significant_terms', size: 2 }] };
  const found = (count: number) => ({
    buckets: Array.from({ length: count }, (_, i) => ({ key: `w${i}`, doc_count: 1, score: 1 })),
  });
  assert.deepEqual(remarks(view, answered(found(2))), ['The 2 that stand out most']);
  assert.deepEqual(remarks(view, answered(found(1))), []);
});
