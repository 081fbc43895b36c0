import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
});
after(() => sample.close());

const MAPPING = { kw1: { type: 'keyword' }, int1: { type: 'integer' }, txt1: { type: 'text' } };

/** What a page tells of its hits and their number. */
async function page(name: string, body: object) {
  const { hits } = await sample.search(name, body);
  return { total: hits.total.value, ids: hits.hits.map(({ _id }) => _id).join('') };
}

test('[API-31] what is remembered of a filter, its count and its documents ends with the next write', async () => {
  await sample.index('kept', MAPPING);
  await sample.put('kept', { a: { kw1: 'x1', int1: 3 }, b: { kw1: 'y', int1: 2 }, c: { kw1: 'x2', int1: 1 } });
  const filter = { query: { prefix: { kw1: 'x' } } };
  const sorted = { ...filter, sort: ['int1'] };
  for (let again = 0; again < 2; again++) {
    assert.deepEqual(await page('kept', filter), { total: 2, ids: 'ac' });
    assert.deepEqual(await page('kept', sorted), { total: 2, ids: 'ca' });
    assert.deepEqual(await page('kept', { sort: ['int1'] }), { total: 3, ids: 'cba' });
  }
  await sample.put('kept', { d: { kw1: 'x3', int1: 0 }, a: { kw1: 'x1', int1: 9 } });
  assert.deepEqual(await page('kept', filter), { total: 3, ids: 'cda' });
  assert.deepEqual(await page('kept', sorted), { total: 3, ids: 'dca' });
  const { hits } = await sample.search('kept', { query: { term: { kw1: 'x1' } } });
  assert.deepEqual({ ...hits.hits[0]?._source }, { text: '{"kw1":"x1","int1":9}' });
});

test('[API-31] the same filter in another index is another one', async () => {
  await sample.index('first', MAPPING);
  await sample.index('second', MAPPING);
  await sample.put('first', { a: { int1: 5 } });
  await sample.put('second', { b: { int1: 5 }, c: { int1: 5 } });
  const query = { range: { int1: { gte: 5 } } };
  assert.deepEqual(await page('first', { query }), { total: 1, ids: 'a' });
  assert.deepEqual(await page('second', { query }), { total: 2, ids: 'bc' });
});

test('[API-31] values of another type are another filter', async () => {
  await sample.index('types', { kw1: { type: 'keyword' }, kw2: { type: 'keyword' } });
  await sample.put('types', { a: { kw1: '1' }, b: { kw1: '2' }, c: { kw1: '1 2' } });
  assert.deepEqual(await page('types', { query: { terms: { kw1: ['1', '2'] } } }), { total: 2, ids: 'ab' });
  assert.deepEqual(await page('types', { query: { terms: { kw1: ['1 2', '2'] } } }), { total: 2, ids: 'bc' });
});

test('[API-31] documents are found by their place also when rows before them were taken out of the table', async () => {
  await sample.index('moved', MAPPING);
  const many = Array.from({ length: 3000 }, (_, i) => [`d${i}`, { int1: i }] as const);
  await sample.put('moved', Object.fromEntries(many));
  const gone = Array.from({ length: 2900 }, (_, i) => ({ kind: 'delete', id: `d${i}` }) as const);
  await sample.tenant.documents.write('moved', gone);
  await sample.put('moved', { last: { int1: 5000 } });
  const { hits } = await sample.search('moved', {
    size: 200,
    sort: [{ int1: 'desc' }],
    query: { range: { int1: { gte: 0 } } },
  });
  const few = await sample.search('moved', { size: 5, sort: [{ int1: 'desc' }] });
  assert.equal(hits.hits.length, 101);
  assert.deepEqual(
    few.hits.hits.map(({ _id }) => _id),
    ['last', 'd2999', 'd2998', 'd2997', 'd2996'],
  );
  assert.deepEqual(
    hits.hits.slice(0, 5).map(({ _id }) => _id),
    few.hits.hits.map(({ _id }) => _id),
  );
});
