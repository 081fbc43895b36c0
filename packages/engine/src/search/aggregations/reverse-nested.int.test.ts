import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('deep', {
    k: { type: 'keyword' },
    ip: { type: 'ip' },
    a: {
      type: 'nested',
      properties: { x: { type: 'integer' }, b: { type: 'nested', properties: { y: { type: 'integer' } } } },
    },
    c: { type: 'nested', properties: { z: { type: 'integer' } } },
  });
  await sample.put('deep', {
    one: {
      k: 'p',
      a: [
        { x: 1, b: [{ y: 1 }, { y: 2 }] },
        { x: 2, b: [{ y: 1 }] },
      ],
      c: [{ z: 5 }, { z: 6 }],
    },
    two: { k: 'q', a: [{ x: 1, b: [{ y: 3 }] }], c: [{ z: 7 }] },
    bare: { k: 'q', a: [{ x: 9 }] },
  });
});
after(() => sample.close());

const aggregated = async (aggregation: object): Promise<unknown> =>
  (await sample.search('deep', { size: 0, aggs: { g: aggregation } })).aggregations?.g;

/** Buckets of the first list of them that is found, as `key:count`, with what stands in them. */
function told(result: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result;
  if (Array.isArray(result)) return result.map(told);
  const entries = Object.entries(result).filter(([name]) => !/error|other/.test(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, told(value)]));
}

const inB = (aggs: object) => ({
  nested: { path: 'a.b' },
  aggs: { t: { terms: { field: 'a.b.y' }, aggs } },
});

test('[QRY-23] reverse_nested goes back to a nested level, whose objects count once per bucket', async () => {
  const found = await aggregated(inB({ r: { reverse_nested: { path: 'a' }, aggs: { s: { sum: { field: 'a.x' } } } } }));
  assert.deepEqual(told(found), {
    doc_count: 4,
    t: {
      buckets: [
        { key: 1, doc_count: 2, r: { doc_count: 2, s: { value: 3 } } },
        { key: 2, doc_count: 1, r: { doc_count: 1, s: { value: 1 } } },
        { key: 3, doc_count: 1, r: { doc_count: 1, s: { value: 1 } } },
      ],
    },
  });
});

test('[QRY-23] from a nested level it goes on to its documents', async () => {
  const back = { reverse_nested: {}, aggs: { k: { terms: { field: 'k' } } } };
  const found = await aggregated(
    inB({ r: { reverse_nested: { path: 'a' }, aggs: { x: { terms: { field: 'a.x', size: 1 }, aggs: { back } } } } }),
  );
  const first = (told(found) as { t: { buckets: unknown[] } }).t.buckets[0];
  assert.deepEqual(first, {
    key: 1,
    doc_count: 2,
    r: {
      doc_count: 2,
      x: {
        buckets: [{ key: 1, doc_count: 1, back: { doc_count: 1, k: { buckets: [{ key: 'p', doc_count: 1 }] } } }],
      },
    },
  });
});

test('[QRY-23] nested inside reverse_nested counts the objects of each document once', async () => {
  const inC = { nested: { path: 'c' }, aggs: { s: { sum: { field: 'c.z' } }, h: { top_hits: { size: 1 } } } };
  const found = await aggregated({
    nested: { path: 'a' },
    aggs: { t: { terms: { field: 'a.x' }, aggs: { r: { reverse_nested: {}, aggs: { n: inC } } } } },
  });
  const buckets = (found as { t: { buckets: { key: number; r: { doc_count: number; n: Hits } }[] } }).t.buckets;
  interface Hits {
    readonly doc_count: number;
    readonly s: { readonly value: number };
    readonly h: {
      readonly hits: { readonly hits: readonly { readonly _nested: unknown; readonly _source: unknown }[] };
    };
  }
  assert.deepEqual(
    buckets.map(({ key, r }) => [key, r.doc_count, r.n.doc_count, r.n.s.value]),
    [
      [1, 2, 3, 18],
      [2, 1, 2, 11],
      [9, 1, 0, 0],
    ],
  );
  const [hit] = buckets[0]?.r.n.h.hits.hits ?? [];
  assert.deepEqual([hit?._nested, hit?._source], [{ field: 'c', offset: 0 }, { z: 5 }]);
});

test('[QRY-23] nested fields gone into again after going back are told from those before', async () => {
  const again = {
    nested: { path: 'a' },
    aggs: {
      x: { sum: { field: 'a.x' } },
      two: { filter: { term: { 'a.x': 2 } } },
      h: { top_hits: { sort: [{ 'a.x': 'desc' }], size: 1, docvalue_fields: ['a.x'], _source: false } },
      b: { nested: { path: 'a.b' }, aggs: { y: { sum: { field: 'a.b.y' } } } },
    },
  };
  const found = await aggregated({
    nested: { path: 'a' },
    aggs: { one: { filter: { term: { 'a.x': 1 } }, aggs: { r: { reverse_nested: {}, aggs: { again } } } } },
  });
  const { h, ...rest } = (found as { one: { r: { again: { h: unknown } } } }).one.r.again;
  // objects of the documents that have an object with 1
  assert.deepEqual(rest, {
    doc_count: 3,
    x: { value: 4 },
    two: { doc_count: 1 },
    b: { doc_count: 4, y: { value: 7 } },
  });
  assert.match(JSON.stringify(h), /"fields":\{"a.x":\[2\]\}.*"sort":\[2\]/);
});

test('[QRY-23] nested fields gone into again inside buckets are asked of their objects, however often', async () => {
  const again = {
    nested: { path: 'a' },
    aggs: { x: { cardinality: { field: 'a.x' } }, t: { terms: { field: 'a.x' } } },
  };
  const inside = { n: { nested: { path: 'a' }, aggs: { r: { reverse_nested: {}, aggs: { again } } } } };
  for (let asked = 0; asked < 4; asked++) {
    const found = await aggregated({ terms: { field: 'k' }, aggs: inside });
    const { buckets } = found as { buckets: { n: { r: { again: { x: unknown; t: { buckets: unknown[] } } } } }[] };
    assert.deepEqual(
      buckets.map(({ n }) => [n.r.again.x, n.r.again.t.buckets.length]),
      [
        [{ value: 2 }, 2],
        [{ value: 2 }, 2],
      ],
    );
  }
});

test('[QRY-23] a level that is not around is refused with those that are', async () => {
  await assert.rejects(aggregated(inB({ r: { reverse_nested: { path: 'c' } } })), /cannot go back to \[c\].*/);
});

test('[QRY-23] back at a path that is not mapped nothing is', async () => {
  const aggs = { s: { sum: { field: 'a.x' } }, x: { terms: { field: 'k' } } };
  assert.deepEqual(
    told(await aggregated({ nested: { path: 'a' }, aggs: { r: { reverse_nested: { path: 'none' }, aggs } } })),
    { doc_count: 4, r: { doc_count: 0, s: { value: 0 }, x: { buckets: [] } } },
  );
});

test('[AGG-18] top_hits among nested documents show the values of each', async () => {
  const hits = { top_hits: { size: 5, sort: [{ 'c.z': 'desc' }], docvalue_fields: ['c.z'] } };
  const found = await aggregated({ nested: { path: 'c' }, aggs: { hits } });
  const shown = (found as { hits: { hits: { hits: readonly { readonly fields: unknown }[] } } }).hits.hits.hits;
  assert.deepEqual(
    shown.map(({ fields }) => fields),
    [{ 'c.z': [7] }, { 'c.z': [6] }, { 'c.z': [5] }],
  );
});

test('[QRY-23] buckets of objects are ordered by the records that hold them', async () => {
  await sample.index('orders', {
    items: { type: 'nested', properties: { name: { type: 'keyword' } } },
  });
  const items = (...names: readonly string[]) => ({ items: names.map((name) => ({ name })) });
  const records = {
    one: items('a', 'a', 'a', 'a'),
    two: items('b', 'c', 'c'),
    three: items('b', 'b', 'c'),
    four: items('c'),
  };
  await sample.put('orders', records);
  await sample.index('more', { items: { type: 'nested', properties: { name: { type: 'keyword' } } } });
  await sample.put('more', { five: items('a'), six: items('a', 'b'), seven: items('a') });
  const names = async (order: object, indexes: readonly string[] = ['orders'], size = 2) => {
    const aggs = {
      n: {
        nested: { path: 'items' },
        aggs: { n: { terms: { field: 'items.name', size, order }, aggs: { _parents: { reverse_nested: {} } } } },
      },
    };
    const { aggregations } = await sample.tenant.search(indexes, parseSearch({ size: 0, aggs }));
    const { buckets } = Reflect.get(Object(aggregations?.n), 'n');
    return buckets.map((bucket: { key: string; doc_count: number; _parents: { doc_count: number } }) =>
      [bucket.key, bucket.doc_count, bucket._parents.doc_count].join(),
    );
  };
  assert.deepEqual(await names({ _parents: 'desc' }), ['c,4,3', 'b,3,2']);
  assert.deepEqual(await names({ '_parents.doc_count': 'asc' }), ['a,4,1', 'b,3,2']);
  assert.deepEqual(await names({ _count: 'desc' }), ['a,4,1', 'c,4,3']);
  assert.deepEqual(await names({ _parents: 'desc' }, ['orders', 'more'], 3), ['a,7,4', 'b,4,3', 'c,4,3']);
  await assert.rejects(names({ '_parents>nobody': 'desc' }), /order path/);
});

test('[AGG-28] a field of addresses of the document around has no values among nested objects', async () => {
  const sources = [{ x: { terms: { field: 'a.x' } } }, { address: { terms: { field: 'ip' } } }];
  assert.deepEqual(told(await aggregated({ nested: { path: 'a' }, aggs: { c: { composite: { sources } } } })), {
    doc_count: 4,
    c: { buckets: [] },
  });
});

test('[QRY-23] an object that is not nested is refused as what to go into, and a plain field is no object', async () => {
  await sample.index('plain', {
    k: { type: 'keyword' },
    o: { type: 'object', properties: { x: { type: 'integer' } } },
    n: { type: 'nested', properties: { y: { type: 'integer' } } },
  });
  const asked = (aggs: object) => sample.search('plain', { size: 0, aggs: { g: aggs } });
  const refusal = { message: /^\[nested\] nested path \[o\] is not nested/ };
  await assert.rejects(asked({ nested: { path: 'o' } }), refusal);
  await assert.rejects(asked({ nested: { path: 'n' }, aggs: { o: { nested: { path: 'o' } } } }), refusal);
  assert.deepEqual((await asked({ nested: { path: 'k' } })).aggregations?.g, { doc_count: 0 });
  const found = (path: string) =>
    sample.search('plain', { query: { nested: { path, ignore_unmapped: true, query: { match_all: {} } } } });
  await assert.rejects(found('o'), /nested object under path \[o\] is not of nested type/);
  assert.equal((await found('k')).hits.total.value, 0);
});
