import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  const analysis = {
    filter: { alike: { type: 'synonym', synonyms: ['quick, fast, rapid'] } },
    analyzer: { meaning: { tokenizer: 'standard', filter: ['lowercase', 'alike'] } },
  };
  const txt1 = { type: 'text', analyzer: 'standard', search_analyzer: 'meaning' };
  await sample.index('rows', { txt1 }, { analysis });
  await sample.put('rows', { a: { txt1: 'a quick old fox' }, b: { txt1: 'the fox is very rapid' } });
});
after(() => sample.close());

async function marked(query: string, slop: number): Promise<readonly unknown[]> {
  const { hits } = await sample.search('rows', {
    query: { match_phrase: { txt1: { query, slop } } },
    sort: ['_doc'],
    highlight: { fields: { txt1: {} } },
  });
  return hits.hits.map(({ highlight }) => highlight?.txt1?.[0]);
}

test('[QRY-21] a phrase with slop is marked by any of the words that mean the same', async () => {
  assert.deepEqual(await marked('fast fox', 0), []);
  assert.deepEqual(await marked('fast fox', 1), ['a <em>quick</em> old <em>fox</em>']);
  assert.deepEqual(await marked('fox fast', 3), [
    'a <em>quick</em> old <em>fox</em>',
    'the <em>fox</em> is very <em>rapid</em>',
  ]);
  assert.deepEqual(await marked('fast old', 0), ['a <em>quick</em> <em>old</em> fox']);
});
