import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { occurrencesOf } from '../../documents/words/words.fixture.ts';
import { bestOf, highestOf } from './best.ts';
import { DocBits } from './bits.ts';
import { type BlockSource, blockScoresOf } from './block-scores.ts';
import { idf, lengthFactors } from './bm25.ts';
import { DenseTermMaker } from './dense-term.ts';
import { listed, type TermPostings } from './term-postings.ts';
import { denseScores, listScores, matching } from './words.ts';

/** Some blocks, the last of them not full. */
const CAPACITY = 5 * 1024 + 320;
const SIZE = { documents: CAPACITY, tokens: CAPACITY * 9 };

/** What a term needs of its field, nothing of it kept. */
const FIELD: BlockSource = {
  capacity: CAPACITY,
  remembered: async (_key, make) => (await make())[0],
  size: async () => SIZE,
  scores: async (_postings, _word, list) => {
    const { scores } = listScores(list, idf(SIZE.documents, list.documentFrequency), lengthFactors(SIZE));
    return { scores, highest: highestOf(scores) };
  },
};

interface Drawn {
  /** One of so many documents has it. */
  readonly each: number;
  readonly shift: number;
  /** One of so many of those has it several times. */
  readonly often: number;
  readonly isDense: boolean;
}

const drawnArbitrary: fc.Arbitrary<Drawn> = fc.record({
  each: fc.constantFrom(1, 2, 3, 50, 700),
  shift: fc.nat(3000),
  often: fc.constantFrom(2, 9, 100),
  isDense: fc.boolean(),
});

function termOf({ each, shift, often, isDense: asSet }: Drawn): TermPostings {
  const docs = Int32Array.from({ length: CAPACITY }, (_, doc) => doc)
    .filter((doc) => (doc + shift) % each === 0)
    .reduce<number[]>((all, doc) => {
      for (let i = 0; i <= (doc % often === 0 ? doc % 4 : 0); i++) all.push(doc);
      return all;
    }, []);
  const maker = new DenseTermMaker(CAPACITY, null, new Uint8Array(CAPACITY));
  maker.add(occurrencesOf(Int32Array.from(docs), (doc) => 3 + ((doc * 13) % 11)));
  const made = maker.done();
  return asSet ? made : listed(made);
}

test('[QRY-21] the best by blocks are those of the sums of all documents, whatever blocks and parts are passed over', async () => {
  const termsArbitrary = fc.array(drawnArbitrary, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(termsArbitrary, fc.integer({ min: 1, max: 30 }), fc.boolean(), async (drawn, limit, isAny) => {
      const terms = drawn.map(termOf);
      const bits = matching(terms, isAny ? 1 : terms.length, CAPACITY);
      const parts = [];
      for (const [i, term] of terms.entries()) parts.push(await blockScoresOf(FIELD, 'texts', `word${i}`, term));
      const scored = terms.map((term) =>
        listScores(term, idf(SIZE.documents, term.documentFrequency), lengthFactors(SIZE)),
      );
      const sums = denseScores(scored, bits, CAPACITY);
      const all = Array.from(bits.members(), (doc) => ({ doc, score: 2 * (sums()[doc] ?? 0) }));
      const expected = all.sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, limit);
      assert.deepEqual(bestOf({ kind: 'blocks', parts, boost: 2 }, bits, limit), expected);
      for (const doc of bits.first(200).toReversed()) {
        const sum: number = parts.reduce((all, part) => Math.fround(all + part.score(doc)), 0);
        assert.equal(sum, sums()[doc], `document ${doc}`);
      }
    }),
    { numRuns: 60 },
  );
});

test('[QRY-21] of no documents none are the best', () => {
  assert.deepEqual(bestOf({ kind: 'blocks', parts: [], boost: 1 }, new DocBits(CAPACITY), 10), []);
});
