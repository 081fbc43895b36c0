import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerTo } from './answer.fixture.ts';
import { newView, type ViewBucket, type ViewDefinition } from './definition.ts';
import { remarksOn } from './remarks.ts';
import { resultTable } from './result-table.ts';
import { slices } from './series.ts';

const terms = (id: string): ViewBucket => ({ id, function: 'terms', field: `${id}1` });
const bars: ViewDefinition = { ...newView('t1'), buckets: [terms('k')] };
const remarks = (view: ViewDefinition, k: object, given: Parameters<typeof answerTo>[2] = {}) => {
  const answer = answerTo(view, { k }, given);
  return remarksOn(view, resultTable(view, answer), answer);
};
const whole = { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets: [{ key: 'a', doc_count: 10 }] };
const cut = { ...whole, sum_other_doc_count: 4, buckets: [{ key: 'a', doc_count: 6 }] };

test('[QRY-24] a drawing that is whole and exact says nothing', () => {
  assert.deepEqual(remarks(bars, whole), []);
  assert.deepEqual(remarks(newView('t1'), {}), []);
});

test('[QRY-24] groups that were left out are told as n of m, unless the drawing shows them as others', () => {
  assert.deepEqual(remarks(bars, cut), ['6 of 10 documents are in the groups shown']);
  assert.deepEqual(remarks({ ...bars, visual: 'Pie' }, cut), []);
  const mean = { id: 'm', function: 'avg', field: 'num1' } as const;
  const pie: ViewDefinition = { ...bars, visual: 'Pie', metrics: [mean] };
  assert.deepEqual(remarks(pie, cut), ['6 of 10 documents are in the groups shown']);
  assert.equal(resultTable(bars, answerTo(bars, { k: cut })).leftOut, 4);
  assert.deepEqual(remarks({ ...bars, visual: 'Table' }, cut), [], 'its last row says so');
});

test('[VIS-10] [QRY-24] of thousands of slices the largest hundred are drawn, and all others as one', () => {
  const buckets = Array.from({ length: 3000 }, (_, i) => ({ key: `k${i}`, doc_count: i === 2500 ? 50 : 1 }));
  const pie: ViewDefinition = { ...bars, visual: 'Pie' };
  const found = { ...whole, sum_other_doc_count: 7, buckets };
  assert.deepEqual(remarks(pie, found), ['The largest 100 of 3,000 slices are drawn, the others as one']);
  const drawn = slices(resultTable(pie, answerTo(pie, { k: found })));
  assert.equal(drawn.length, 101);
  assert.deepEqual(drawn[99], { name: 'k2500', figure: 50, others: false });
  assert.deepEqual(drawn[100], { name: 'Others', figure: 2900 + 7, others: true });
});

test('[QRY-24] what the splits of a group leave out counts too; of several values a document is not said', () => {
  const split: ViewDefinition = { ...bars, buckets: [terms('k'), terms('s')] };
  const inner = { sum_other_doc_count: 3, buckets: [{ key: 'x', doc_count: 3 }] };
  const answer = { sum_other_doc_count: 4, buckets: [{ key: 'a', doc_count: 6, s: inner }] };
  assert.deepEqual(remarks(split, answer), ['3 of 10 documents are in the groups shown']);
  const pie: ViewDefinition = { ...split, visual: 'Pie' };
  assert.deepEqual(remarks(pie, answer), ['7 of 10 documents are in the groups shown'], 'others are 4 of them');
  assert.deepEqual(remarks(bars, cut, { total: 8 }), ['6 of 10 values are in the groups shown']);
});

test('[QRY-24] a total that is a least, failed shards and an early end are said', () => {
  const given = { total: 10_000, relation: 'gte', timedOut: true, failedShards: 2 } as const;
  assert.deepEqual(remarks(bars, whole, given), [
    '3 of 5 shards answered',
    'Partial: the search was stopped before its end',
    'At least 10,000 documents match',
  ]);
});

test('[QRY-24] a figure within a bound says so', () => {
  const accuracy = { kind: 'approximate', notes: [{ at: 'k', kind: 'approximate', bound: 0.001 }] } as const;
  const table = resultTable(bars, answerTo(bars, { k: whole }));
  assert.deepEqual(remarksOn(bars, table, { accuracy }), ['Figures lie within 0.1 % of the true ones']);
});

test('[QRY-24] values that stand out are said to be the first of more when as many came as were asked for', () => {
  const view: ViewDefinition = { ...bars, buckets: [{ ...terms('k'), function: 'significant_terms', size: 2 }] };
  const found = (count: number) => ({
    buckets: Array.from({ length: count }, (_, i) => ({ key: `w${i}`, doc_count: 1, score: 1 })),
  });
  assert.deepEqual(remarks(view, found(2)), ['The 2 that stand out most']);
  assert.deepEqual(remarks(view, found(1)), []);
  const nested = { ...view, buckets: view.buckets.map((bucket) => ({ ...bucket, nested: ['items'] })) };
  assert.deepEqual(remarks(nested, { doc_count: 9, k: found(2) }), ['The 2 that stand out most']);
  const inside: ViewDefinition = {
    ...bars,
    buckets: [terms('k'), { ...terms('s'), function: 'significant_terms', size: 2 }],
  };
  const groups = { buckets: [{ key: 'a', doc_count: 10, s: found(2) }] };
  assert.deepEqual(remarks(inside, groups), ['Of each group those that stand out most']);
});
