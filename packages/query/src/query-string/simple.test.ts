import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSimpleText, SIMPLE_FLAGS } from './simple.ts';
import type { SimpleText } from './simple-syntax.ts';

const read = (text: string): SimpleText | null => parseSimpleText(text, { flags: SIMPLE_FLAGS, operator: 'or' });

const membersOf = (text: string): readonly SimpleText[] => {
  const found = read(text);
  assert.ok(found?.kind === 'all', found?.kind);
  return found.of;
};

test('[QRY-21] a group ends at its own bracket, a phrase at its own quotation mark, also behind what is escaped', () => {
  const words = (text: string) => ({ kind: 'words', text });
  assert.deepEqual(read('(a \\) b'), {
    kind: 'all',
    occur: 'should',
    of: [words('a'), words(')'), words('b')],
    closed: false,
  });
  assert.deepEqual(membersOf('((a b) c) d')[1], words('d'));
  assert.deepEqual(read('"a \\" b"'), { kind: 'phrase', text: 'a " b', slop: 0 });
  // behind ~ a sign that looks escaped is none
  assert.deepEqual(membersOf('a~\\(b c) d').at(-1), words('d'));
});

test('[QRY-21] long texts of words, phrases and brackets, closed or not, are taken apart like short ones', () => {
  const count = 60_000;
  assert.equal(membersOf('a '.repeat(count)).length, count);
  assert.equal(membersOf('"a b" '.repeat(count)).length, count);
  assert.equal(membersOf('(a '.repeat(count)).length, count);
  assert.equal(membersOf('(a b) '.repeat(count)).length, count);
  assert.equal(membersOf('a~\\("b '.repeat(count)).length, 1.5 * count, 'every other quotation mark closes a phrase');
});
