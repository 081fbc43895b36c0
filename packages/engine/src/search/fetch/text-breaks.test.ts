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

/** A text cut by `|` where Java 17 ends its sentences. */
const SENTENCES = [
  'GET /a 200\nGET /b? |404\ndone',
  'first line\nsecond line\r\nthird',
  'See e.g. this. |That. |(that) is? |it! |small',
  'A. (1) is. 2 of 3, and... so on.  |two spaces',
  'He said "no." |"Yes," I said. |(So?) |[1] is.\n\n|end',
  'x.|-y is.a.b, {"a."|:"b"}',
  '漢字。|かな！|ＯＫ．ok',
  'हिंदी। |और।',
  'paragraph\u2029|next',
];

test('[QRY-21] a line end is not the end of a sentence, nor is a full stop that a small letter or a number follows', () => {
  for (const cut of SENTENCES) {
    const text = cut.replaceAll('|', '');
    const pieces: string[] = [];
    for (let at = 0; at < text.length; at = sentenceBreaks(text).after(at))
      pieces.push(text.slice(at, sentenceBreaks(text).after(at)));
    assert.equal(pieces.join('|'), cut);
  }
  assert.equal(wordBreaks('a \rb').after(1), 3, 'a carriage return ends the spaces before it');
});

test('[QRY-21] a text may be as long as it likes: words are those of the whole text wherever they are asked for', () => {
  for (const piece of ['a-b. \u00a0 c\t\n 1.5% 漢字カ ', '漢字カ.']) {
    const text = piece.repeat(3000);
    const ends = [0];
    while ((ends.at(-1) ?? 0) < text.length)
      ends.push(wordBreaks(text.slice(ends.at(-1))).after(0) + (ends.at(-1) ?? 0));
    for (const at of [0, 1, 7, 5000, 12_001, 20_002, text.length - 1, text.length]) {
      assert.equal(wordBreaks(text).after(at), ends.find((end) => end > at) ?? text.length);
      assert.equal(wordBreaks(text).before(at), ends.findLast((end) => end < at) ?? 0);
    }
  }
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
