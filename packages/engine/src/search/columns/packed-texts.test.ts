import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PackedTexts } from './packed-texts.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '1', 'a', 'a\u0000', 'ä\u{10ffff}'),
  fc.constant('number'),
);

test('[AGG-28] texts come back as they were put in, in one step or two, also those that end with their number', () => {
  fc.assert(
    fc.property(fc.array(fc.option(text), { maxLength: 40 }), fc.nat(40), (given, cut) => {
      const texts = given.map((each, doc) => (each === 'number' ? `batch-${doc}` : each));
      const length = texts.reduce((sum, each) => sum + Buffer.byteLength(each ?? '') + 1, 0);
      const first = new PackedTexts(Math.min(cut, texts.length), length);
      for (const [doc, each] of texts.slice(0, cut).entries()) if (each !== null) first.add(doc, each);
      const all = new PackedTexts(texts.length, length, first);
      for (const [doc, each] of texts.entries()) if (doc >= cut && each !== null) all.add(doc, each);
      assert.deepEqual(
        texts.map((_, doc) => all.at(doc)),
        texts.map((each) => (each === null ? null : each.toWellFormed())),
      );
    }),
  );
});
