import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SegmentPacker } from './packed-segment.ts';

const lists = fc.dictionary(
  fc.string({ maxLength: 6 }),
  fc.array(fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1)), { minLength: 1, maxLength: 60 }),
  { maxKeys: 12 },
);

test('[TPL-31] a packed segment gives every list back in the order of its documents and with its lengths, in whatever order it came', () => {
  fc.assert(
    fc.property(fc.oneof(lists, lists.map(near)), fc.nat(200), (terms, expected) => {
      const packer = new SegmentPacker(expected);
      const given = Object.entries(terms).map(([term, docs]) => {
        const list = Int32Array.from(docs);
        return { term, docs: list, norms: Uint8Array.from(list, (doc) => doc % 251) };
      });
      // documents far apart would need a length for each between them
      const kept = given.filter(({ docs }) => docs.every((doc) => doc < 2 ** 20));
      for (const { term, ...list } of kept) packer.add(term, list);
      const packed = packer.done();
      for (const { term, docs, norms } of kept) {
        const found = packed.of(term);
        assert.deepEqual(
          Array.from(found.docs, (doc, i) => [doc, found.norms[i]]),
          Array.from(docs, (doc, i) => [doc, norms[i]]).sort(([a = 0], [b = 0]) => a - b),
        );
        assert.equal(packed.occurrences(term), docs.length);
      }
      assert.equal(packed.occurrences('nowhere else'), 0);
      assert.equal(packed.of('nowhere else').docs.length, 0);
    }),
  );
});

/** Runs that ascend with repetitions, one behind the other in any order, as segments are. */
const near = (terms: Readonly<Record<string, readonly number[]>>): Record<string, number[]> =>
  Object.fromEntries(
    Object.entries(terms).map(([term, docs]) => {
      const sorted = docs.map((doc) => doc % 5000).sort((a, b) => a - b);
      const middle = sorted.findIndex((doc, i) => doc !== sorted[0] && i >= sorted.length / 2);
      return [term, [...sorted.slice(Math.max(0, middle)), ...sorted.slice(0, Math.max(0, middle))]];
    }),
  );
