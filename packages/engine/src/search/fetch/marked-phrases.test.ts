import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Token } from '@datasarana/query';
import fc from 'fast-check';
import { markedPhrases, type Phrase } from './marked-phrases.ts';

const tokensOf = (words: readonly string[]): readonly Token[] =>
  words.map((word, position) => ({ word, position, start: 2 * position, end: 2 * position + 1 }));
const phraseOf = (words: readonly string[], more: Partial<Phrase> = {}): Phrase => ({
  slots: words.map((word, position) => ({ position, fits: (other) => other === word })),
  ...{ slop: 0, isOrdered: false, end: Number.POSITIVE_INFINITY },
  ...more,
});
const marked = (text: string, phrase: Phrase): readonly number[] =>
  [...markedPhrases(tokensOf(text.split(' ')), [phrase])].map(({ position }) => position).sort((a, b) => a - b);

/** Every word of every stretch that begins with a word of the phrase and holds all of them, looked for in the plainest way. */
function plainly(words: readonly string[], phrase: Phrase): readonly number[] {
  const found = new Set<number>();
  const isWanted = (word: string): boolean => phrase.slots.some(({ fits }) => fits(word));
  for (const [start, first] of words.entries()) {
    if (!isWanted(first)) continue;
    const chosen: number[] = [];
    for (const { fits } of phrase.slots) {
      const least = phrase.isOrdered ? (chosen.at(-1) ?? start - 1) + 1 : start;
      chosen.push(words.findIndex((word, i) => i >= least && fits(word)));
    }
    const last = Math.max(...chosen);
    if (chosen.includes(-1) || !chosen.includes(start)) continue;
    if (last - start + 1 - phrase.slots.length > phrase.slop) continue;
    for (let i = start; i <= last; i++) if (isWanted(words[i] ?? '')) found.add(i);
  }
  return [...found].sort((a, b) => a - b);
}

test('[QRY-21] words of a phrase are marked where they stand within reach of each other', () => {
  assert.deepEqual(marked('x quick old brown x', phraseOf(['quick', 'brown'], { slop: 1 })), [1, 3]);
  assert.deepEqual(marked('x quick old old brown x', phraseOf(['quick', 'brown'], { slop: 1 })), []);
  assert.deepEqual(marked('brown quick', phraseOf(['quick', 'brown'], { slop: 2 })), [0, 1]);
  assert.deepEqual(marked('brown quick', phraseOf(['quick', 'brown'], { slop: 2, isOrdered: true })), []);
  assert.deepEqual(marked('a b c a b', phraseOf(['a', 'b'], { isOrdered: true })), [0, 1, 3, 4]);
  assert.deepEqual(marked('a b c a b', phraseOf(['a', 'b'], { isOrdered: true, end: 3 })), [0, 1]);
  assert.deepEqual(marked('x a x', phraseOf(['a', 'a'], { slop: 2 })), [1]);
  assert.deepEqual(marked('x a x', phraseOf(['a', 'a'], { isOrdered: true })), []);
});

test('[QRY-21] phrases with slop are marked as by looking from each word on', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'x');
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 40 }),
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      (words, wanted, slop, isOrdered) => {
        const phrase = phraseOf(wanted, { slop, isOrdered });
        assert.deepEqual(marked(words.join(' '), phrase), words.length === 0 ? [] : plainly(words, phrase));
      },
    ),
  );
});

test('[QRY-21] a text of one word, half a million times, is marked', () => {
  const text = Array.from({ length: 500_000 }, () => 'a');
  const phrases = [phraseOf(['a', 'a'], { slop: 3 }), phraseOf(['a', 'b'], { slop: 1000 }), phraseOf(['a', 'a'])];
  assert.equal(markedPhrases(tokensOf(text), phrases).size, text.length);
});
