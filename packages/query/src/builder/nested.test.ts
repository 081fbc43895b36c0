import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Aggregate, createAggregate } from './aggregate.ts';
import { createLeaf, type Leaf } from './leaf.ts';
import { createQuery, queryDsl, readQueryObject } from './query-object.ts';

const FIELDS = { nested: ['items', 'items.parts', 'staff'], shapes: [] };
const dsl = (given: Parameters<typeof createQuery>[0]) => queryDsl(createQuery(given), FIELDS);
const aggs = (...aggregates: readonly Aggregate[]) => dsl({ aggregates }).aggs;
const term = (field: string, given: Partial<Leaf> = {}) => createLeaf({ fields: [field], keyword: 'x', ...given });

test('[QRY-23] a condition on a field under Nested is wrapped in a nested query', () => {
  const nested = (path: string, field: string) => ({ nested: { path, query: { term: { [field]: { value: 'x' } } } } });
  assert.deepEqual(dsl({ matches: [term('items.kw1'), term('items.parts.kw2', { clause: 'must_not' })] }).query, {
    bool: { must: [nested('items', 'items.kw1')], must_not: [nested('items.parts', 'items.parts.kw2')] },
  });
  const onBoth = createLeaf({ fields: ['kw1', 'items.kw1'], keyword: 'x' });
  assert.deepEqual(dsl({ filters: [onBoth] }).query, {
    bool: {
      filter: [
        {
          bool: {
            must: [
              {
                bool: {
                  should: [{ term: { kw1: { value: 'x' } } }, nested('items', 'items.kw1')],
                  minimum_should_match: 1,
                },
              },
            ],
          },
        },
      ],
    },
  });
  const across = createLeaf({ type: 'multi_match', fields: ['kw1', 'items.kw1'], keyword: 'x' });
  assert.throws(() => dsl({ matches: [across] }), /\[kw1\] and \[items.kw1\], which do not lie in the same objects/);
});

test('[QRY-23] a sort by a field under Nested says where it lies', () => {
  assert.deepEqual(dsl({ sort: [{ field: 'items.num1', order: 'asc' }] }).sort, [
    { 'items.num1': { order: 'asc', nested: { path: 'items' } } },
  ]);
});

test('[QRY-23] buckets of a field under Nested are asked whether they count parents or children', () => {
  const byName = (count?: 'parents' | 'children', aggregates: readonly Aggregate[] = []) =>
    createAggregate('names', 'terms', { field: 'items.kw1', aggregates, ...(count && { count }) });
  assert.throws(
    () => aggs(byName()),
    /^PlatformError: Aggregate \[names\] groups objects of \[items\]: count parents or children\?$/,
  );
  const terms = { field: 'items.kw1', size: 5 };
  assert.deepEqual(aggs(byName('children')), {
    names: { nested: { path: 'items' }, aggs: { names: { terms } } },
  });
  const price = createAggregate('price', 'avg', { field: 'num1' });
  assert.deepEqual(aggs(byName('parents', [price])), {
    names: {
      nested: { path: 'items' },
      aggs: {
        names: {
          terms: { ...terms, order: [{ _parents: 'desc' }] },
          aggs: { _parents: { reverse_nested: {}, aggs: { price: { avg: { field: 'num1' } } } } },
        },
      },
    },
  });
  assert.deepEqual(aggs(createAggregate('large', 'max', { field: 'items.num1' })), {
    large: { nested: { path: 'items' }, aggs: { large: { max: { field: 'items.num1' } } } },
  });
});

test('[QRY-23] what stands inside buckets goes on from their objects: further in, back out, or to others', () => {
  const inside = (field: string) =>
    aggs(
      createAggregate('a', 'terms', {
        field: 'items.kw1',
        count: 'children',
        aggregates: [createAggregate('b', 'sum', { field })],
      }),
    );
  const b = (field: string, ...steps: readonly object[]) => ({
    a: {
      nested: { path: 'items' },
      aggs: {
        a: {
          terms: { field: 'items.kw1', size: 5 },
          aggs: {
            b: steps.reduceRight((own, step) => ({ ...step, aggs: { b: own } }), { sum: { field } } as object),
          },
        },
      },
    },
  });
  assert.deepEqual(inside('items.num1'), b('items.num1'));
  assert.deepEqual(inside('items.parts.num2'), b('items.parts.num2', { nested: { path: 'items.parts' } }));
  assert.deepEqual(inside('num1'), b('num1', { reverse_nested: {} }));
  assert.deepEqual(inside('staff.num3'), b('staff.num3', { reverse_nested: {} }, { nested: { path: 'staff' } }));
});

test('[QRY-23] the filter of an aggregate chooses the objects it looks at, or else the records around them', () => {
  const filtered = (field: string) =>
    aggs(createAggregate('a', 'sum', { field: 'items.num1', filters: [term(field)] }));
  const sum = { sum: { field: 'items.num1' } };
  const chosen = (field: string) => ({ filter: { bool: { must: [{ term: { [field]: { value: 'x' } } }] } } });
  assert.deepEqual(filtered('items.kw1'), {
    a: { nested: { path: 'items' }, aggs: { a: { ...chosen('items.kw1'), aggs: { a: sum } } } },
  });
  assert.deepEqual(filtered('kw1'), {
    a: { ...chosen('kw1'), aggs: { a: { nested: { path: 'items' }, aggs: { a: sum } } } },
  });
});

test('[QRY-23] an order by a figure inside follows the way to it', () => {
  const ordered = (by: string, count: 'parents' | 'children') =>
    aggs(
      createAggregate('a', 'terms', {
        field: 'items.kw1',
        count,
        order: [{ by, direction: 'desc' }],
        aggregates: [createAggregate('b', 'stats', { field: 'num1', filters: [term('kw1')] })],
      }),
    );
  const order = (given: unknown) => JSON.stringify(given).match(/"order":\[\{"([^"]*)"/)?.[1];
  assert.equal(order(ordered('b.max', 'parents')), '_parents>b>b.max');
  assert.equal(order(ordered('_key', 'parents')), '_key');
  assert.equal(order(ordered('_count', 'parents')), '_parents');
  assert.equal(order(ordered('_count', 'children')), '_count');
  const inObjects = aggs(
    createAggregate('a', 'terms', {
      field: 'kw1',
      order: [{ by: 'b', direction: 'desc' }],
      aggregates: [createAggregate('b', 'max', { field: 'items.num1' })],
    }),
  );
  assert.equal(order(inObjects), 'b>b');
});

test('[QRY-22] [QRY-23] text with nested parts that the builder would not write is refused, not cut', () => {
  const inner = { terms: { field: 'items.kw1' } };
  for (const written of [
    { query: { bool: { must: [{ nested: { path: 'items', query: { term: { 'items.kw1': 'x' } } } }] } } },
    { aggs: { a: { nested: { path: 'items' }, aggs: { a: inner } } } },
    { sort: [{ 'items.num1': { order: 'asc', nested: { path: 'items' } } }] },
  ]) {
    assert.doesNotThrow(() => readQueryObject(written), JSON.stringify(written));
  }
  for (const more of [
    { query: { bool: { must: [{ nested: { path: 'items', query: { match_all: {} }, score_mode: 'sum' } }] } } },
    { query: { bool: { must: [{ nested: { path: 'items', query: { term: { kw1: 'x' } } } }] } } },
    {
      query: {
        bool: { must: [{ nested: { path: 'items', query: { term: { 'items.kw1': 'x' } }, score_mode: 'max' } }] },
      },
    },
    { aggs: { a: { nested: { path: 'items' }, aggs: { b: inner } } } },
    { aggs: { a: { nested: { path: 'items' }, aggs: { a: inner, b: inner } } } },
    { aggs: { a: { nested: { path: 'items' } } } },
    { aggs: { a: { reverse_nested: {}, aggs: { a: inner } } } },
    { sort: [{ 'items.num1': { order: 'asc', nested: { path: 'items', filter: { match_all: {} } } } }] },
  ]) {
    assert.throws(() => readQueryObject(more), /more than the query builder can show/, JSON.stringify(more));
  }
});
