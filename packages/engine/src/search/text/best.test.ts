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
    }),
  );
});

/** A list: its first document, how far apart they are, and their scores, over and over. */
const listArbitrary = fc.record({
  first: fc.nat(60_000),
  apart: fc.integer({ min: 1, max: 40 }),
  size: fc.nat(2000),
  drawn: scoresArbitrary,
});

test('[QRY-21] the best sums of several lists are those that sorting all of them gives', () => {
  fc.assert(
    fc.property(
      fc.array(listArbitrary, { maxLength: 6 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 5 }),
      (lists, limit, share) => {
        const parts = lists.map(({ first, apart, size, drawn }) => ({
          docs: Int32Array.from({ length: size }, (_, i) => first + i * apart),
          scores: Float32Array.from({ length: size }, (_, i) => (drawn[i % drawn.length] ?? 1) / 7),
        }));
        const sums = new Map<number, number>();
        for (const { docs, scores } of parts)
          for (const [i, doc] of docs.entries()) sums.set(doc, Math.fround((sums.get(doc) ?? 0) + (scores[i] ?? 0)));
        const bits = new DocBits(150_000);
        for (const doc of sums.keys()) if (doc % share === 0) bits.add(doc);
        const all = [...sums].filter(([doc]) => bits.has(doc)).map(([doc, score]) => ({ doc, score: score * 2 }));
        const expected = all.sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, limit);
        assert.deepEqual(bestOf({ kind: 'sums', parts, boost: 2 }, bits, limit), expected);
      },
    ),
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
