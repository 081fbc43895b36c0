import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sentenceBreaks, wordBreaks } from './text-breaks.ts';

const TEXT = 'It is 3.5 km. Is it? Yes, it is!';

test('[QRY-21] words and sentences end where Java ends them', () => {
  const ends: number[] = [];
  for (let at = 0; at < TEXT.length; at = sentenceBreaks(TEXT).after(at)) ends.push(sentenceBreaks(TEXT).after(at));
  assert.deepEqual(ends, [14, 21, 32]);
  assert.equal(wordBreaks(TEXT).after(6), 9, '3.5 is one word');
  assert.equal(wordBreaks(TEXT).before(9), 6);
});

test('[QRY-21] the ends of a text are ends of words and sentences, and nothing lies beyond them', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', ' ', '.', '1', 'é', '漢', 'カ', '😀', '\n'), maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.integer({ min: -3, max: 70 }), (text, at) => {
      for (const breaks of [wordBreaks(text), sentenceBreaks(text)]) {
        const ends = [0];
        while ((ends.at(-1) ?? 0) < text.length) ends.push(breaks.after(ends.at(-1) ?? 0));
        assert.equal(breaks.after(at), ends.find((end) => end > at) ?? text.length);
        assert.equal(breaks.before(at), ends.findLast((end) => end < at) ?? 0);
      }
    }),
  );
});
