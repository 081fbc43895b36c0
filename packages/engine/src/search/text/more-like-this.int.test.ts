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

test('[QRY-21] of a document the fields it names count, cut as it says, whatever the query names', async () => {
  await sample.index('of-fields', { t: { type: 'text' }, k: { type: 'keyword' }, n: { type: 'long' } });
  await sample.put('of-fields', {
    a: { t: 'b c d', k: 'x' },
    b: { t: 'fox b c', k: 'y', n: 1 },
    c: { t: 'a fox here', k: 'y', n: 1 },
  });
  const found = async (more_like_this: object) => {
    const query = { more_like_this: { min_term_freq: 1, min_doc_freq: 1, minimum_should_match: 1, ...more_like_this } };
    const { hits } = await sample.search('of-fields', { query });
    return hits.hits.map(({ _id }) => _id).sort();
  };
  const both = { fields: ['t', 'k'] };
  const stored = { _id: 'b' };
  assert.deepEqual(await found({ ...both, like: stored }), ['a', 'c']);
  assert.deepEqual(await found({ ...both, like: { ...stored, fields: ['k'] } }), ['c']);
  assert.deepEqual(await found({ fields: ['t'], like: { ...stored, fields: ['k'] } }), ['c']);
  assert.deepEqual(await found({ ...both, like: { ...stored, fields: ['n', 'none'] } }), []);
  assert.deepEqual(await found({ fields: ['k'], like: { ...stored, fields: ['t*'] } }), ['a', 'c']);
  assert.deepEqual(await found({ ...both, like: { doc: { t: 'd', k: 'y' }, fields: ['k'] } }), ['b', 'c']);
  assert.deepEqual(await found({ ...both, like: { _id: 'a' }, unlike: { ...stored, fields: ['t'] } }), []);
  assert.deepEqual(await found({ ...both, like: { _id: 'a' }, unlike: { ...stored, fields: ['k'] } }), ['b']);
  const cut = (analyser: string) => ({ doc: { t: 'FOX d' }, per_field_analyzer: { t: analyser } });
  assert.deepEqual(await found({ fields: ['t'], like: cut('whitespace') }), ['a']);
  assert.deepEqual(await found({ fields: ['t'], like: cut('simple') }), ['a', 'b', 'c']);
  assert.deepEqual(await found({ fields: ['t'], like: { ...stored, per_field_analyzer: { t: 'keyword' } } }), []);
});
