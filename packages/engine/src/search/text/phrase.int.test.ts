import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
});
after(() => sample.close());

/** The analyser put together tokenises as `standard` does, but only JavaScript knows it. */
const BOTH = {
  analysis: { analyzer: { own: { type: 'custom', tokenizer: 'standard', filter: ['lowercase'] } } },
};
const MAPPING = { txt1: { type: 'text' }, txt2: { type: 'text', analyzer: 'own' } };

const word = fc.constantFrom('a', 'b', 'C', 'a.b', '___', 'é', '1,5', 'size', "o'a", 'y'.repeat(256));
const gap = fc.constantFrom(' ', '  ', '-', ', ', '\n', ' _ ');
const textArbitrary = fc
  .array(fc.tuple(word, gap), { minLength: 1, maxLength: 14 })
  .map((parts) => parts.flat().join(''));
const phraseArbitrary = fc.array(word, { minLength: 2, maxLength: 3 }).map((words) => words.join(' '));

const scoresOf = async (name: string, query: object) => {
  const { hits } = await sample.search(name, { query, size: 100 });
  return { total: hits.total.value, hits: hits.hits.map(({ _id, _score }) => [_id, _score]) };
};

test('[QRY-21] phrases found in SQL are those found by the analyser, as often, with the same scores', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(textArbitrary, { minLength: 1, maxLength: 12 }),
      fc.array(phraseArbitrary, { minLength: 1, maxLength: 8 }),
      async (texts, phrases) => {
        const name = `phrases${round++}`;
        await sample.index(name, MAPPING, BOTH);
        await sample.put(name, Object.fromEntries(texts.map((text, i) => [`d${i}`, { txt1: text, txt2: text }])));
        for (const phrase of phrases) {
          const inSql = await scoresOf(name, { match_phrase: { txt1: phrase } });
          assert.deepEqual(inSql, await scoresOf(name, { match_phrase: { txt2: phrase } }), phrase);
          assert.deepEqual(inSql, await scoresOf(name, { match_phrase: { txt1: phrase } }), `${phrase} again`);
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('[QRY-21] a word called like a figure of its field is a word', async () => {
  await sample.index('names', { txt1: { type: 'text' } });
  await sample.put('names', { a: { txt1: 'the size of it' }, b: { txt1: 'scores and more' } });
  for (const query of ['the', 'size', 'scores', 'size']) {
    const found = await sample.ids('names', { match: { txt1: query } });
    assert.equal(found, query === 'scores' ? 'b' : 'a');
  }
});

test('[IDX-09] a text of millions of letters without a space is kept, and found by the words before and in it', async () => {
  await sample.index('long', { txt1: { type: 'text' } });
  const long = `picture ${'iVBORw0KGgo'.repeat(500_000)}`;
  await sample.put('long', { a: { txt1: long }, b: { txt1: 'picture of nothing' } });
  assert.equal(await sample.ids('long', { match_phrase: { txt1: long.slice(0, 8 + 255) } }), 'a');
  assert.equal(await sample.ids('long', { match_phrase: { txt1: 'picture of' } }), 'b');
  assert.equal(await sample.ids('long', { match: { txt1: 'picture' } }), 'ab');
});

test('[IDX-09] a document of many megabytes in one text, or in one list, is kept and found', async () => {
  await sample.index('large', { txt1: { type: 'text' }, kw1: { type: 'keyword' } });
  const text = `start ${'QUJD'.repeat(4_000_000)}`;
  await sample.put('large', { a: { txt1: text }, b: { kw1: Array.from({ length: 5_000_000 }, () => 'a') } });
  assert.equal(await sample.ids('large', { match: { txt1: 'start' } }), 'a');
  assert.equal(await sample.ids('large', { term: { kw1: 'a' } }), 'b');
});

test('[SEC-10] hundreds of thousands of words on one place are one word', async () => {
  const filter = { pieces: { type: 'ngram', min_gram: 1, max_gram: 250 } };
  const analyzer = { own: { type: 'custom', tokenizer: 'keyword', filter: ['pieces'] } };
  const settings = { index: { max_ngram_diff: 250 }, analysis: { filter, analyzer } };
  await sample.index('pieces', { txt1: { type: 'text', analyzer: 'own' } }, settings);
  await sample.put('pieces', { a: { txt1: 'abc' }, b: { txt1: 'xyz' } });
  const letters = Array.from({ length: 2500 }, (_, i) => 'abc'.charAt(Math.floor(Math.abs(Math.sin(i) * 1e6)) % 3));
  for (const clause of ['match', 'match_phrase'])
    assert.equal(await sample.ids('pieces', { [clause]: { txt1: letters.join('') } }), 'a', clause);
});
