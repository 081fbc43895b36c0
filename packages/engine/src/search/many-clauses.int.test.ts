import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('many', { k: { type: 'keyword' }, t: { type: 'text' } });
  await sample.put('many', {
    both: { k: ['a7', 'a9'], t: 'a7 and a9' },
    one: { k: ['a7', 'b'], t: 'a7 and b' },
    none: { k: ['b'], t: 'b' },
  });
});
after(() => sample.close());

for (const field of ['k', 't'])
  test(`[QRY-21] of more than a thousand clauses on ${field} as many have to match as are asked for`, async () => {
    const should = Array.from({ length: 2500 }, (_, i) => ({ term: { [field]: `a${i}` } }));
    const found = async (minimum_should_match: number) => {
      const { hits } = await sample.search('many', { query: { bool: { should, minimum_should_match } } });
      return hits.hits.map(({ _id }) => _id).sort();
    };
    assert.deepEqual(await found(1), ['both', 'one']);
    assert.deepEqual(await found(2), ['both']);
    assert.deepEqual(await found(3), []);
  });
