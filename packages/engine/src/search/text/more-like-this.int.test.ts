import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
});
after(() => sample.close());

test('[QRY-21] documents like one of very many words are found by the thousand that tell most of it', async () => {
  await sample.index('long', { t: { type: 'text' } });
  const words = Array.from({ length: 12_000 }, (_, i) => `w${i}`);
  const whole = words.join(' ');
  await sample.put('long', {
    whole: { t: `${whole} ${words.slice(0, 50).join(' ')}` },
    twin: { t: whole },
    like: { t: 'w3 w7' },
    other: { t: 'none' },
  });
  const like = { like: [{ _id: 'whole' }], min_term_freq: 1, min_doc_freq: 1, max_query_terms: 100_000 };
  const found = async (more: object) => {
    const more_like_this = { fields: ['t'], ...like, ...more };
    const { hits } = await sample.search('long', { query: { more_like_this } });
    return hits.hits.map(({ _id }) => _id);
  };
  assert.deepEqual(await found({}), ['twin']);
  assert.deepEqual(await found({ minimum_should_match: '1' }), ['twin', 'like']);
});
