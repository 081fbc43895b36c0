import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  const members = { num1: { type: 'long' }, ts1: { type: 'date' }, kw1: { type: 'keyword' }, txt1: { type: 'text' } };
  await sample.index('rows', { n: { type: 'nested', properties: members } });
  await sample.put('rows', {
    a: { n: [{ num1: 3, ts1: '2020-01-01', kw1: 'x' }, { num1: [1, 9] }, { num1: 2, kw1: 'w', txt1: 'red' }] },
  });
});
after(() => sample.close());

async function inner(asked: object) {
  const nested = { path: 'n', query: { match_all: {} }, inner_hits: { _source: false, ...asked } };
  const { hits } = await sample.search('rows', { query: { nested } });
  const found = hits.hits[0]?.inner_hits?.n?.hits;
  return { best: found?.max_score, hits: found?.hits ?? [] };
}

const places = (hits: readonly { readonly _nested?: unknown }[]): readonly unknown[] =>
  hits.map(({ _nested }) => Reflect.get(Object(_nested), 'offset'));

test('[QRY-21] inner hits come in the order asked for, with their sort values and without scores', async () => {
  const { best, hits } = await inner({ sort: [{ 'n.num1': 'desc' }] });
  assert.deepEqual(places(hits), [1, 0, 2]);
  assert.deepEqual(
    hits.map(({ sort, _score }) => [...(sort ?? []), _score]),
    [
      [9, null],
      [3, null],
      [2, null],
    ],
  );
  assert.equal(best, null);
});

test('[QRY-21] objects without a value stand where missing says, further orders decide between them', async () => {
  const last = await inner({ sort: ['n.ts1', { 'n.kw1': { order: 'asc', missing: '_first' } }] });
  assert.deepEqual(places(last.hits), [0, 1, 2]);
  assert.deepEqual(last.hits[0]?.sort, [Date.UTC(2020, 0), 'x']);
  const first = await inner({ sort: [{ 'n.kw1': { missing: '_first' } }], track_scores: true });
  assert.deepEqual(places(first.hits), [1, 2, 0]);
  assert.equal(first.best, 1);
});

test('[QRY-21] an order of inner hits by nothing that is there is refused', async () => {
  await assert.rejects(inner({ sort: ['n.none'] }), /No mapping found for \[n\.none\] in order to sort on/);
  await assert.rejects(inner({ sort: ['n.txt1'] }), /orders no inner hits/);
});
