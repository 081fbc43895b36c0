import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Aggregate, createAggregate, createLeaf, createQuery, type Leaf, queryDsl } from '@datasarana/query';
import { StoredSample } from '../documents/stored.fixture.ts';

const FIELDS = { nested: ['items', 'items.parts'], shapes: ['area1'] };
let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('orders', {
    kw1: { type: 'keyword' },
    num1: { type: 'integer' },
    pt1: { type: 'geo_point' },
    area1: { type: 'geo_shape' },
    items: {
      type: 'nested',
      properties: {
        name: { type: 'keyword' },
        price: { type: 'double' },
        parts: { type: 'nested', properties: { size: { type: 'integer' } } },
      },
    },
  });
  const item = (name: string, price: number, ...sizes: readonly number[]) => ({
    name,
    price,
    parts: sizes.map((size) => ({ size })),
  });
  const square = (west: number) => ({
    type: 'envelope',
    coordinates: [
      [west, 1],
      [west + 1, 0],
    ],
  });
  await sample.put('orders', {
    one: { kw1: 'x', num1: 1, pt1: [0, 0], area1: square(0), items: [item('a', 1, 1, 2), item('a', 2), item('a', 3)] },
    two: { kw1: 'x', num1: 2, pt1: [10, 0], area1: square(10), items: [item('b', 9, 3), item('c', 1)] },
    three: { kw1: 'y', num1: 3, items: [item('b', 1)] },
    bare: { kw1: 'y', num1: 4 },
  });
});
after(() => sample.close());

const found = async (leaf: Partial<Leaf>): Promise<string> => {
  const { hits } = await sample.search('orders', queryDsl(createQuery({ matches: [createLeaf(leaf)] }), FIELDS));
  return hits.hits
    .map(({ _id }) => _id)
    .sort()
    .join(' ');
};
const aggregated = async (aggregate: Aggregate): Promise<unknown> => {
  const dsl = { ...queryDsl(createQuery({ aggregates: [aggregate] }), FIELDS), size: 0 };
  return (await sample.search('orders', dsl)).aggregations;
};

test('[QRY-23] conditions on objects find the records that hold one', async () => {
  assert.equal(await found({ fields: ['items.name'], keyword: 'b' }), 'three two');
  assert.equal(await found({ fields: ['items.name'], keyword: 'b', clause: 'must_not' }), 'bare one');
  assert.equal(await found({ type: 'range', fields: ['items.parts.size'], ranges: [{ from: 2 }] }), 'one two');
  assert.equal(await found({ fields: ['kw1', 'items.name'], keyword: 'y' }), 'bare three');
  assert.equal(await found({ type: 'exists', fields: ['items.name'] }), 'one three two');
});

test('[QRY-21] places near, on points and on shapes', async () => {
  const near = { type: 'geo_distance', centre: { lat: 0, lon: 0 }, radius: 1000 } as const;
  assert.equal(await found({ ...near, fields: ['pt1'] }), 'one');
  assert.equal(await found({ ...near, fields: ['area1'] }), 'one');
  const box = { type: 'geo_box', box: { top: 5, left: 9, bottom: -5, right: 12 } } as const;
  assert.equal(await found({ ...box, fields: ['pt1'] }), 'two');
  assert.equal(await found({ ...box, fields: ['area1'] }), 'two');
});

test('[QRY-01] a filter beside alternatives narrows what they find', async () => {
  const matches = ['a', 'y'].map((keyword) => createLeaf({ clause: 'should', fields: ['kw1'], keyword }));
  const filters = [createLeaf({ type: 'exists', fields: ['num1'] })];
  const { hits } = await sample.search('orders', queryDsl(createQuery({ matches, filters })));
  assert.deepEqual(hits.hits.map(({ _id }) => _id).sort(), ['bare', 'three']);
});

const byName = (count: 'parents' | 'children', more: Partial<Aggregate> = {}) =>
  createAggregate('n', 'terms', { field: 'items.name', size: 2, count, ...more });

test('[QRY-23] children are counted, or the parents that hold them, the most of either first', async () => {
  const buckets = async (aggregate: Aggregate) => {
    const { n } = Object((await aggregated(aggregate)) as object);
    return n.n.buckets.map((bucket: { key: string; doc_count: number; _parents?: { doc_count: number } }) =>
      [bucket.key, bucket.doc_count, bucket._parents?.doc_count ?? '-'].join(' '),
    );
  };
  assert.deepEqual(await buckets(byName('children')), ['a 3 -', 'b 2 -']);
  assert.deepEqual(await buckets(byName('parents')), ['b 2 2', 'a 3 1']);
  const least = [{ by: '_count', direction: 'asc' }] as const;
  assert.deepEqual(await buckets(byName('parents', { order: least })), ['a 3 1', 'c 1 1']);
});

test('[QRY-23] figures of objects, of objects in them, and of the records around them', async () => {
  const figures = async (field: string, more: Partial<Aggregate> = {}) => {
    const inner = createAggregate('s', 'sum', { field, ...more });
    const { n } = Object((await aggregated(byName('children', { aggregates: [inner] }))) as object);
    const figureOf = (at: { value?: number; s?: object }): number | undefined => (at.s ? figureOf(at.s) : at.value);
    return n.n.buckets.map((bucket: { s: object }) => figureOf(bucket.s));
  };
  assert.deepEqual(await figures('items.price'), [6, 10]);
  assert.deepEqual(await figures('items.parts.size'), [3, 3]);
  assert.deepEqual(await figures('num1'), [1, 5]);
  const dear = createLeaf({ type: 'range', fields: ['items.price'], ranges: [{ from: 2 }] });
  assert.deepEqual(await figures('items.price', { filters: [dear] }), [5, 9]);
});

test('[QRY-23] records are sorted by the values of their objects', async () => {
  const { hits } = await sample.search(
    'orders',
    queryDsl(
      createQuery({
        sort: [
          { field: 'items.price', order: 'desc' },
          { field: 'num1', order: 'asc' },
        ],
      }),
      FIELDS,
    ),
  );
  assert.deepEqual(
    hits.hits.map(({ _id }) => _id),
    ['two', 'one', 'three', 'bare'],
  );
});

test('[AGG-12] filters count each named bucket and the rest', async () => {
  const bucket = (name: string, keyword: string) => ({ name, conditions: [createLeaf({ fields: ['kw1'], keyword })] });
  const filters = createAggregate('f', 'filters', { buckets: [bucket('ex', 'x'), bucket('zet', 'z')], other: 'rest' });
  assert.deepEqual(await aggregated(filters), {
    f: { buckets: { ex: { doc_count: 2 }, rest: { doc_count: 2 }, zet: { doc_count: 0 } } },
  });
});
