import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerTo } from './answer.fixture.ts';
import { newView, type ViewBucket, type ViewDefinition } from './definition.ts';
import { missingFor } from './missing.ts';
import { ordersBy } from './nested.ts';
import { discoverAddress, pillsOf } from './picked.ts';
import { remarksOn } from './remarks.ts';
import { viewRequest } from './request.ts';
import { resultTable } from './result-table.ts';

const items = ['items'];
const names: ViewBucket = { id: 'b1', function: 'terms', field: 'items.name', nested: items, size: 3 };
const viewOf = (bucket: ViewBucket, more: Partial<ViewDefinition> = {}): ViewDefinition => ({
  ...newView('t1'),
  buckets: [bucket],
  metrics: [
    { id: 'count', function: 'count', field: null },
    { id: 'm1', function: 'sum', field: 'items.price', nested: items },
    { id: 'm2', function: 'max', field: 'year' },
  ],
  ...more,
});
const objects = viewOf({ ...names, count: 'children' });
const records = viewOf({ ...names, count: 'parents' });

test('[QRY-23] nothing is drawn of objects before it was said what to count', () => {
  assert.equal(missingFor(viewOf(names)), 'items.name lies in items: count parents or children? Choose in its group.');
  assert.equal(missingFor(objects), null);
  assert.equal(missingFor(records), null);
  assert.equal(missingFor({ ...viewOf(names), visual: 'Metric' }), null);
});

test('[QRY-23] groups and figures under Nested are wrapped, those of the records led back to', () => {
  const terms = { field: 'items.name', size: 3, order: { _count: 'desc' } };
  const sum = { sum: { field: 'items.price' } };
  const max = { max: { field: 'year' } };
  assert.deepEqual(viewRequest(objects, 'UTC').aggs, {
    b1: {
      nested: { path: 'items' },
      aggs: { b1: { terms, aggs: { m1: sum, m2: { reverse_nested: {}, aggs: { m2: max } } } } },
    },
  });
  assert.deepEqual(viewRequest(records, 'UTC').aggs, {
    b1: {
      nested: { path: 'items' },
      aggs: {
        b1: {
          terms: { ...terms, order: { _parents: 'desc' } },
          aggs: {
            _parents: { reverse_nested: {}, aggs: { m1: { nested: { path: 'items' }, aggs: { m1: sum } }, m2: max } },
          },
        },
      },
    },
  });
  assert.deepEqual(viewRequest({ ...objects, visual: 'Metric', buckets: [] }, 'UTC').aggs, {
    m1: { nested: { path: 'items' }, aggs: { m1: sum } },
    m2: max,
  });
});

test('[QRY-23] groups are ordered by figures of the same objects; by others they are by count', () => {
  const [, price, year] = objects.metrics;
  assert.ok(price && year);
  assert.deepEqual([ordersBy(names, price), ordersBy(names, year)], [true, false]);
  const ordered = (orderBy: string) => viewRequest(viewOf({ ...names, count: 'children', orderBy }), 'UTC').aggs;
  const order = (aggs: unknown) => JSON.stringify(aggs).match(/"order":(\{[^}]*\})/)?.[1];
  assert.equal(order(ordered('m1')), '{"m1":"desc"}');
  assert.equal(order(ordered('m2')), '{"_count":"desc"}');
});

const answered = (b1: Readonly<Record<string, unknown>>) =>
  answerTo(records, { b1: { doc_count: 9, b1 } }, { total: 5 });

test('[QRY-23] rows hold the objects counted, or the records that hold them', () => {
  const figures = { m1: { value: 7 }, m2: { doc_count: 2, m2: { value: 2024 } } };
  const ofObjects = { sum_other_doc_count: 4, buckets: [{ key: 'a', doc_count: 5, ...figures }] };
  const table = resultTable(objects, answered(ofObjects));
  assert.deepEqual(table.rows, [{ keys: [{ label: 'a', value: 'a' }], figures: [5, 7, 2024], documents: 5 }]);
  assert.deepEqual([table.others, table.leftOut], [4, 4]);
  const parents = { doc_count: 2, m1: { doc_count: 6, m1: { value: 8 } }, m2: { value: 2023 } };
  const ofRecords = { sum_other_doc_count: 4, buckets: [{ key: 'a', doc_count: 5, _parents: parents }] };
  const ofParents = resultTable(records, answered(ofRecords));
  assert.deepEqual(ofParents.rows, [{ keys: [{ label: 'a', value: 'a' }], figures: [2, 8, 2023], documents: 2 }]);
  assert.equal(ofParents.others, 0, 'objects left over are no slice of records');
  assert.deepEqual(remarksOn(records, ofParents, answered(ofRecords)), ['4 of items are in groups that are not shown']);
});

test('[QRY-23] [VIS-16] the filter of a group finds the records that hold such an object', () => {
  const row = { keys: [{ label: 'a', value: 'a' }], figures: [], documents: 5 };
  const pills = pillsOf(objects, row);
  assert.deepEqual(pills, [{ field: 'items.name', operator: 'is', value: 'a', nested: 'items' }]);
  assert.deepEqual(JSON.parse(discoverAddress(objects, pills).f ?? ''), pills);
});
