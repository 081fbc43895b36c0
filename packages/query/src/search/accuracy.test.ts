import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answered, accuracyOf } from './accuracy.ts';
import { parseSearch } from './search-request.ts';

const WHOLE: Answered = {
  timed_out: false,
  _shards: { total: 2, successful: 2 },
  hits: { total: { value: 9, relation: 'eq' } },
};
const accuracy = (aggs: object, aggregations: Answered['aggregations'], more: Partial<Answered> = {}) =>
  accuracyOf(parseSearch({ aggs }), { ...WHOLE, ...(aggregations && { aggregations }), ...more });

test('[QRY-24] an answer in which all was counted is exact', () => {
  const aggs = { a: { terms: { field: 'kw1' }, aggs: { p: { percentiles: { field: 'num1' } } } } };
  const all = { a: { sum_other_doc_count: 0, buckets: [{ key: 'x', doc_count: 9, p: { values: {} } }] } };
  assert.deepEqual(accuracy(aggs, all), { kind: 'exact', notes: [] });
  assert.deepEqual(accuracy({}, undefined), { kind: 'exact', notes: [] });
});

test('[QRY-24] figures rounded to so many digits are approximate, with the bound', () => {
  const hdr = { number_of_significant_value_digits: 2 };
  assert.deepEqual(accuracy({ p: { percentiles: { field: 'num1', hdr } } }, { p: { values: {} } }), {
    kind: 'approximate',
    notes: [{ at: 'p', kind: 'approximate', bound: 0.01 }],
  });
});

test('[QRY-24] values left over, samples and cells beyond the size are parts: n of m', () => {
  const bucket = (key: string, doc_count: number, more: object = {}) => ({ key, doc_count, ...more });
  const left = (others: number, ...counts: number[]) => ({
    sum_other_doc_count: others,
    buckets: counts.map((count, i) => bucket(`${i}`, count)),
  });
  const aggs = { a: { terms: { field: 'kw1' }, aggs: { b: { terms: { field: 'kw2', size: 1 } } } } };
  const nested = { ...left(0, 0), buckets: [bucket('x', 5, { b: left(2, 3) }), bucket('y', 4, { b: left(1, 3) })] };
  assert.deepEqual(accuracy(aggs, { a: nested }), {
    kind: 'partial',
    notes: [{ at: 'a>b', kind: 'partial', shown: 6, of: 9 }],
  });
  const sampled = { s: { sampler: { shard_size: 4 }, aggs: { m: { max: { field: 'num1' } } } } };
  assert.deepEqual(accuracy(sampled, { s: { doc_count: 4, m: { value: 1 } } }).notes, [
    { at: 's', kind: 'partial', shown: 4, of: 9 },
  ]);
  const grid = { g: { geohash_grid: { field: 'pt1', size: 2 } } };
  const cells = (...counts: number[]) => ({ g: { buckets: counts.map((count, i) => bucket(`u${i}`, count)) } });
  assert.deepEqual(accuracy(grid, cells(4, 2)).notes, [{ at: 'g', kind: 'partial', shown: 6 }]);
  assert.equal(accuracy(grid, cells(4)).kind, 'exact');
});

test('[QRY-24] shards that failed, time that ran out and matches that were not counted make it partial', () => {
  const notes = (more: Partial<Answered>) => accuracy({}, undefined, more).notes;
  assert.deepEqual(notes({ _shards: { total: 3, successful: 2 } }), [
    { at: 'shards', kind: 'partial', shown: 2, of: 3 },
  ]);
  assert.deepEqual(notes({ timed_out: true }), [{ at: 'time', kind: 'partial' }]);
  assert.deepEqual(notes({ hits: { total: { value: 5, relation: 'gte' } } }), [
    { at: 'hits', kind: 'partial', shown: 5 },
  ]);
});

test('[QRY-24] what an aggregation says is kept beside what is said of hits, though it is called so', () => {
  const hdr = { number_of_significant_value_digits: 1 };
  const hits = { total: { value: 5, relation: 'gte' } } as const;
  const aggs = { hits: { percentiles: { field: 'num1', hdr } } };
  assert.deepEqual(accuracy(aggs, { hits: { values: {} } }, { hits }).notes, [
    { at: 'hits', kind: 'partial', shown: 5 },
    { at: 'hits', kind: 'approximate', bound: 0.1 },
  ]);
});

test('[QRY-24] what is partial and approximate at once is partial, and says both', () => {
  const hdr = { number_of_significant_value_digits: 1 };
  const aggs = { p: { percentiles: { field: 'num1', hdr } } };
  const { kind, notes } = accuracy(aggs, { p: { values: {} } }, { timed_out: true });
  assert.deepEqual([kind, notes.map(({ at }) => at)], ['partial', ['time', 'p']]);
});
