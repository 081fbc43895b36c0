import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  const k = { type: 'nested', properties: { num1: { type: 'long' } } };
  await sample.index('rows', { n: { type: 'nested', properties: { kw1: { type: 'keyword' }, k } } });
  await sample.put('rows', { a: { n: [{ kw1: 'x', k: [{ num1: 1 }, { num1: 5 }] }, { kw1: 'y' }] } });
});
after(() => sample.close());

const within = (agg: object) => ({ size: 0, aggs: { objects: { nested: { path: 'n' }, aggs: { some: agg } } } });
const further = { nested: { path: 'n.k', query: { range: { 'n.k.num1': { gte: 2 } } } } };

test('[AGG-28] a filter among nested objects that asks for objects further in is refused, with the way there', async () => {
  const filters = { filters: { one: further } };
  for (const agg of [{ filter: further }, { filters }, { adjacency_matrix: filters }]) {
    await assert.rejects(
      sample.search('rows', within(agg)),
      /nested query on \[n\.k\] within the nested aggregation around \[some\]/,
    );
  }
});

test('[AGG-28] the way there counts them', async () => {
  const filter = { filter: { range: { 'n.k.num1': { gte: 2 } } } };
  const { aggregations } = await sample.search('rows', within({ nested: { path: 'n.k' }, aggs: { many: filter } }));
  assert.match(JSON.stringify(aggregations), /"many":\{"doc_count":1\}/);
});
