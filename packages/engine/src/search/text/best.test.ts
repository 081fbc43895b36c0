import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BLOCK, bestOf, highestOf } from './best.ts';
import { DocBits } from './bits.ts';
import { placeOf } from './place-of.ts';

const scoresArbitrary = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 });

/** Long enough for several blocks: the drawn scores over and over, the last ones as they are. */
const stretched = (drawn: readonly number[]): Float32Array =>
  Float32Array.from({ length: 3 * BLOCK + drawn.length }, (_, i) =>
    i < 3 * BLOCK ? (drawn[i % 7] ?? 1) / 2 : (drawn[i - 3 * BLOCK] ?? 1),
  );

test('[QRY-21] the best of a list are those that sorting all of them gives, whatever blocks are skipped', () => {
  fc.assert(
    fc.property(scoresArbitrary, fc.integer({ min: 1, max: 30 }), (drawn, limit) => {
      const scores = stretched(drawn);
      const docs = Int32Array.from(scores, (_, i) => 2 * i + 1);
      const all = [...scores].map((score, i) => ({ doc: 2 * i + 1, score: score * 2 }));
      const expected = all.toSorted((a, b) => b.score - a.score || a.doc - b.doc).slice(0, limit);
      const bits = new DocBits(2 * scores.length + 1);
      for (const doc of docs) bits.add(doc);
      const list = { kind: 'list', docs, scores, highest: highestOf(scores), boost: 2 } as const;
      assert.deepEqual(bestOf(list, bits, limit), expected);
      const table = new Float32Array(bits.capacity).fill(99);
      for (const [i, doc] of docs.entries()) table[doc] = scores[i] ?? 0;
      assert.deepEqual(bestOf({ kind: 'table', scores: () => table, boost: 2 }, bits, limit), expected);
    }),
  );
});

test('[QRY-21] a place in a list of documents is found from any place before it', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(200), { maxLength: 50 }), fc.nat(210), fc.nat(50), (drawn, doc, before) => {
      const docs = Int32Array.from(drawn).sort();
      const expected = docs.findIndex((each) => each >= doc);
      const from = Math.min(before, expected < 0 ? docs.length : expected);
      assert.equal(placeOf(docs, doc, from), expected < 0 ? docs.length : expected);
    }),
  );
});
