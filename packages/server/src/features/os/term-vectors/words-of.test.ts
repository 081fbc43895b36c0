import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Breath } from '@datasarana/engine';
import { wordsOf } from './words-of.ts';

test('[QRY-21] the words of texts stand in the order of their bytes, each with its places', async () => {
  const words = await wordsOf(['Two ｆ one', '', 'two 😀x'], 'whitespace', 100, new Breath());
  assert.deepEqual(
    [...words.keys()],
    ['Two', 'one', 'two', 'ｆ', '😀x'],
    'signs of two characters stand last, as their bytes do',
  );
  assert.deepEqual(words.get('two'), [{ position: 203, start: 11, end: 14 }]);
});

test('[QRY-24] others have their turn while the words of a long text are put together', async () => {
  const text = Array.from({ length: 100_000 }, (_, i) => `w${i % 50_000}`).join(' ');
  let turns = 0;
  const counted = setInterval(() => turns++, 1);
  const words = await wordsOf([text], 'standard', 100, new Breath());
  clearInterval(counted);
  assert.equal(words.size, 50_000);
  assert.ok(turns > 0);
});
