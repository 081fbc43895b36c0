import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  const k = { type: 'nested', properties: { num1: { type: 'long' }, kw2: { type: 'keyword' } } };
  const members = { kw1: { type: 'keyword' }, txt1: { type: 'text' }, k };
  await sample.index('rows', { n: { type: 'nested', properties: members } });
  await sample.put('rows', {
    a: {
      n: [
        { kw1: 'x', txt1: 'Red fox', k: [{ num1: 1, kw2: 'one' }, { num1: 5 }] },
        { kw1: 'y', txt1: 'red hen' },
      ],
    },
    b: { n: [{ kw1: 'z', k: [{ num1: 7, kw2: 'ones' }] }, { txt1: 'the fox and a red hen' }, { kw1: 'x' }] },
  });
});
after(() => sample.close());

/** How many objects at `path` a filter leaves. */
async function many(filter: object, path = 'n'): Promise<unknown> {
  const body = { size: 0, aggs: { objects: { nested: { path }, aggs: { some: { filter } } } } };
  const { aggregations } = await sample.search('rows', body);
  return /"some":\{"doc_count":(\d+)\}/.exec(JSON.stringify(aggregations))?.[1];
}

test('[AGG-28] a filter among nested objects asks for objects further in', async () => {
  const further = { nested: { path: 'n.k', query: { range: { 'n.k.num1': { gte: 2 } } } } };
  assert.equal(await many(further), '2');
  assert.equal(await many({ bool: { must: [further], must_not: [{ term: { 'n.kw1': 'z' } }] } }), '1');
  const filters = { filters: { one: further, two: { term: { 'n.kw1': 'x' } } } };
  for (const agg of [{ filters }, { adjacency_matrix: filters }]) {
    const body = { size: 0, aggs: { objects: { nested: { path: 'n' }, aggs: { some: agg } } } };
    const { aggregations } = await sample.search('rows', body);
    assert.match(JSON.stringify(aggregations), /"one"[^}]*"doc_count":2/);
  }
});

test('[AGG-28] a filter among nested objects finds words, phrases and spans of their texts', async () => {
  assert.equal(await many({ match: { 'n.txt1': 'fox' } }), '2');
  assert.equal(await many({ match: { 'n.txt1': 'red fox' } }), '3');
  assert.equal(await many({ match_phrase: { 'n.txt1': 'red hen' } }), '2');
  assert.equal(await many({ span_near: { clauses: [{ span_term: { 'n.txt1': 'fox' } }] } }), '2');
  assert.equal(await many({ bool: { must_not: [{ match: { 'n.txt1': 'fox' } }] } }), '3');
});

test('[AGG-28] a filter among nested objects takes patterns that only their values tell', async () => {
  assert.equal(await many({ regexp: { 'n.kw1': '~x' } }), '2');
  assert.equal(await many({ fuzzy: { 'n.k.kw2': 'ome' } }, 'n.k'), '1');
  assert.equal(await many({ fuzzy: { 'n.k.kw2': { value: 'onex', fuzziness: 1 } } }, 'n.k'), '2');
});

test('[AGG-28] objects further in are filtered where a nested aggregation goes to them, and back', async () => {
  const back = { reverse_nested: { path: 'n' }, aggs: { fox: { filter: { match: { 'n.txt1': 'fox' } } } } };
  const large = { filter: { range: { 'n.k.num1': { gte: 2 } } }, aggs: { back } };
  const body = {
    size: 0,
    aggs: { objects: { nested: { path: 'n' }, aggs: { k: { nested: { path: 'n.k' }, aggs: { large } } } } },
  };
  const { aggregations } = await sample.search('rows', body);
  assert.match(
    JSON.stringify(aggregations),
    /"large":\{"doc_count":2,"back":\{"doc_count":2,"fox":\{"doc_count":1\}\}\}/,
  );
});

test('[AGG-28] a nested clause about the objects it stands among is about them as they are', async () => {
  assert.equal(await many({ nested: { path: 'n', query: { term: { 'n.kw1': 'x' } } } }), '2');
  const further = { nested: { path: 'n.k', query: { range: { 'n.k.num1': { gte: 2 } } } } };
  assert.equal(await many({ nested: { path: 'n', query: further } }), '2');
  const not = { bool: { must_not: [{ nested: { path: 'n', query: { match: { 'n.txt1': 'fox' } } } }] } };
  assert.equal(await many(not), '3');
  const within = { nested: { path: 'n', query: { nested: { path: 'n', query: { match: { 'n.txt1': 'hen' } } } } } };
  const { hits } = await sample.search('rows', { query: within });
  assert.equal(hits.total.value, 2);
});

test('[AGG-28] among objects of a path that is not mapped a filter of others finds nothing, and one that cannot be asked is refused', async () => {
  const further = { nested: { path: 'n.k', query: { range: { 'n.k.num1': { gte: 2 } } } } };
  assert.equal(await many(further, 'absent'), '0');
  assert.equal(await many({ match_all: {} }, 'absent'), '0');
  await assert.rejects(
    many({ nested: { path: 'absent', query: { match_all: {} } } }, 'absent'),
    /failed to find nested object under path \[absent\]/,
  );
});
