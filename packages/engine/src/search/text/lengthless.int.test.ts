import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  const txt2 = { type: 'text', norms: false };
  await sample.index('rows', { txt1: { type: 'text' }, txt2, n: { type: 'nested', properties: { txt2 } } });
  const long = ['x_y 東京 x_y été delta-echo the', 'foxtrot the'];
  await sample.put('rows', { a: { txt1: long, txt2: long, n: [{ txt2: long }] } });
});
after(() => sample.close());

async function scoreOf(query: object): Promise<number> {
  const { hits } = await sample.search('rows', { query });
  return hits.hits[0]?._score ?? 0;
}

/** Figures a real OpenSearch 2.19.1 gave. */
const near = (found: number, expected: number) => assert.ok(Math.abs(found - expected) < 1e-5, `${found}, ${expected}`);

test('[QRY-21] a text without norms scores as if it were one word long', async () => {
  near(await scoreOf({ match: { txt1: 'the' } }), 0.39556286);
  near(await scoreOf({ match: { txt2: 'the' } }), 0.5296239);
  near(await scoreOf({ nested: { path: 'n', query: { match: { 'n.txt2': 'the' } } } }), 0.5296239);
});
