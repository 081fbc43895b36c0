import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from './stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
});
after(() => sample.close());

test('[IDX-09] an index is made with a text and its alias at once, and the alias finds what the text holds', async () => {
  await sample.index('rows', { txt1: { type: 'text' }, other1: { type: 'alias', path: 'txt1' } });
  await sample.put('rows', { a: { txt1: 'red fox' }, b: { txt1: 'blue fox' } });
  assert.equal(await sample.ids('rows', { match: { other1: 'red' } }), 'a');
  assert.equal(await sample.ids('rows', { match: { txt1: 'fox' } }), 'ab');
});

test('[IDX-09] aliases within nested objects mean their fields in clauses and buckets there', async () => {
  const members = { key1: { type: 'keyword' }, other1: { type: 'alias', path: 'n.key1' } };
  await sample.index('nested-rows', { n: { type: 'nested', properties: members } });
  await sample.put('nested-rows', { a: { n: [{ key1: 'v' }, { key1: 'w' }] }, b: { n: [{ key1: 'w' }] } });
  assert.equal(await sample.ids('nested-rows', { nested: { path: 'n', query: { term: { 'n.other1': 'v' } } } }), 'a');
  const aggs = { in: { nested: { path: 'n' }, aggs: { keys: { terms: { field: 'n.other1' } } } } };
  const { aggregations } = await sample.search('nested-rows', { size: 0, aggs });
  assert.deepEqual(Object(aggregations).in.keys.buckets, [
    { key: 'w', doc_count: 2 },
    { key: 'v', doc_count: 1 },
  ]);
});
