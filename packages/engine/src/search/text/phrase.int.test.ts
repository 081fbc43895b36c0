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

const word = fc.constantFrom('a', 'b', 'C', 'a.b', '___', 'é', '1,5', 'size', "o'a");
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
