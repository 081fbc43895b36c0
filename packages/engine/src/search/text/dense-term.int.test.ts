import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { StoredSample } from '../../documents/stored.fixture.ts';

/** Two engines with the same documents: one keeps lists of its terms, the other, which has little memory for them, sets. */
let lists: StoredSample;
let sets: StoredSample;
before(async () => {
  lists = await StoredSample.open();
  sets = await StoredSample.open({ postings: { limitBytes: 4096 } });
});
after(async () => {
  await Promise.all([lists, sets].map((sample) => sample.close()));
});

const WORDS = ['airport', 'in', 'chicago', 'midway', 'international', 'rare'];
const wordArbitrary = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('airport', 'in') },
  { weight: 1, arbitrary: fc.constantFrom(...WORDS) },
);
const textArbitrary = fc.array(wordArbitrary, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const MAPPING = { txt1: { type: 'text' }, txt2: { type: 'text' }, kw1: { type: 'keyword' } };

const asked = fc
  .array(fc.constantFrom(...WORDS, 'unknown'), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));
const queryArbitrary = fc.oneof(
  asked.map((query) => ({ match: { txt1: query } })),
  asked.map((query) => ({ match: { txt1: { query, operator: 'and' } } })),
  asked.map((query) => ({ match: { txt1: { query, minimum_should_match: 2, boost: 3 } } })),
  asked.map((query) => ({ match: { txt1: { query, fuzziness: 1 } } })),
  asked.map((query) => ({ match_phrase: { txt1: { query, slop: 1 } } })),
  asked.map((query) => ({ multi_match: { query, fields: ['txt1', 'txt2^2'], type: 'cross_fields' } })),
  asked.map((query) => ({ bool: { must: [{ match: { txt1: query } }], should: [{ match: { txt2: 'airport' } }] } })),
  asked.map((query) => ({ bool: { must: [{ match: { txt1: query } }], filter: [{ term: { kw1: 'even' } }] } })),
  asked.map((query) => ({ bool: { must: [{ exists: { field: 'txt1' } }], must_not: [{ match: { txt1: query } }] } })),
  asked.map((query) => ({ query_string: { query: `txt1:(${query}) OR txt2:midway` } })),
  asked.map((query) => ({ function_score: { query: { match: { txt1: query } }, boost: 2 } })),
);

test('[QRY-21] words of so many documents that they are kept as sets are found as others are, with the same scores', async () => {
  let round = 0;
  const documents = fc.array(fc.tuple(textArbitrary, textArbitrary), { minLength: 20, maxLength: 120 });
  const questions = fc.array(fc.tuple(queryArbitrary, fc.integer({ min: 0, max: 30 })), {
    minLength: 6,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(documents, questions, fc.nat(10), async (texts, queries, removed) => {
      const name = `words${round++}`;
      const entries = texts.map(([txt1, txt2], i) => [`d${i}`, { txt1, txt2, kw1: i % 2 ? 'odd' : 'even' }] as const);
      for (const sample of [lists, sets]) {
        await sample.index(name, MAPPING);
        // in several segments, some of them with documents that are no longer there
        await sample.put(name, Object.fromEntries(entries.slice(0, 30)));
        await sample.put(name, Object.fromEntries(entries.slice(30)));
        await sample.put(name, Object.fromEntries(entries.slice(0, removed)));
      }
      for (const [query, size] of queries) {
        const body = { query, size, explain: size < 4, suggest: { text: 'airprot', s: { term: { field: 'txt1' } } } };
        const [expected, found] = [await lists.search(name, body), await sets.search(name, body)];
        const told = ({ hits, suggest }: typeof found) => ({ hits, suggest });
        assert.deepEqual(told(found), told(expected), JSON.stringify(body));
      }
    }),
    { numRuns: 12 },
  );
});
