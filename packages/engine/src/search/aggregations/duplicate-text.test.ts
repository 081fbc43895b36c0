import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Breath } from '../../store/breath.ts';
import { duplicateFree } from './duplicate-text.ts';

test('[QRY-21] words of passages that were seen before are left out, in this text or an earlier one', async () => {
  const kept = duplicateFree(new Breath());
  assert.deepEqual(await kept('a b c d e f g'.split(' ')), 'a b c d e f g'.split(' '));
  assert.deepEqual(await kept('x b c d e f g y'.split(' ')), ['x', 'y']);
  assert.deepEqual(await kept(['b', 'c']), ['b', 'c'], 'less than a passage');
});

test('[QRY-24] others have their turn while a long text is looked through for passages', async () => {
  const words = Array.from({ length: 200_000 }, (_, i) => `w${i % 3000}`);
  let turns = 0;
  const counted = setInterval(() => turns++, 1);
  assert.equal((await duplicateFree(new Breath())(words)).length, 3000);
  clearInterval(counted);
  assert.ok(turns > 0);
});
