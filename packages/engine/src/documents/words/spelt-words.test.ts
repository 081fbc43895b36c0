import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SpeltWords } from './spelt-words.ts';

test('[TPL-31] a word has one number wherever it stands, and is told once, whole', () => {
  const letter = fc.constantFrom(...'abÄ한\u2019');
  const word = fc.oneof(fc.string({ unit: letter, minLength: 1, maxLength: 4 }), fc.nat(20_000).map(String));
  fc.assert(
    fc.property(fc.array(word, { maxLength: 3000 }), (words) => {
      const told: string[] = [];
      const spelt = new SpeltWords((each) => told.push(each) - 1);
      const text = words.join(' ');
      const numbers = new Map<string, number>();
      let at = 0;
      for (const each of words) {
        const number = numbers.get(each) ?? numbers.size;
        numbers.set(each, number);
        assert.equal(spelt.numberOf(text, at, at + each.length), number);
        at += each.length + 1;
      }
      assert.deepEqual(told, [...numbers.keys()]);
    }),
    { numRuns: 40 },
  );
});

test('[TPL-31] tens of thousands of words are told apart, and one that is left out stays so', () => {
  const words = Array.from({ length: 60_000 }, (_, i) => `w${(i * 7919) % 30_000}`);
  const spelt = new SpeltWords((word) => (word.endsWith('0') ? -1 : Number(word.slice(1))));
  for (const word of words)
    assert.equal(spelt.numberOf(word, 0, word.length), word.endsWith('0') ? -1 : Number(word.slice(1)));
  assert.ok(spelt.bytes < 2_500_000, `${spelt.bytes} bytes`);
});
