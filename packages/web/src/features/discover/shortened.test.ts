import assert from 'node:assert/strict';
import { test } from 'node:test';
import { around, shortWord } from './shortened.ts';

test('[SCR-07] of a long search the place of its fault is shown, with a little before and behind it', () => {
  assert.deepEqual(around('a:"b', { at: 2, length: 2 }), { before: 'a:', marked: '"b', behind: '' });
  const { before, marked, behind } = around(`${'b'.repeat(900)}(${'c'.repeat(900)}`, { at: 900, length: 1 });
  assert.deepEqual([before, marked, behind], [`…${'b'.repeat(48)}`, '(', `${'c'.repeat(48)}…`]);
  const deep = around('('.repeat(500), { at: 32, length: 468 });
  assert.deepEqual(deep, { before: '('.repeat(32), marked: `${'('.repeat(64)}…`, behind: '' });
});

test('[SCR-07] a long word keeps its beginning, and no half of an emoji', () => {
  assert.equal(shortWord('speed_ias'), 'speed_ias');
  assert.equal(shortWord('x'.repeat(3000)), `${'x'.repeat(64)}…`);
  assert.equal(shortWord(`x${'😀'.repeat(50)}`), `x${'😀'.repeat(31)}…`);
});
