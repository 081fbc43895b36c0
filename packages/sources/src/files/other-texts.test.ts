import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectFormat } from './detect.ts';

const HEAD = 64 * 1024;

/** Texts in which a pattern that reads the same in two ways would try all orders of them. */
const PATIENT: Readonly<Record<string, string>> = {
  pipes: '|'.repeat(HEAD),
  'pipes of lines': `${'a|'.repeat(200)}\n`.repeat(160),
  'remarks with spaces behind': '# made by a logger   \n'.repeat(2900),
  backslashes: `${'\\a'.repeat(1000)}\n`.repeat(30),
  'numbers between dashes': `2024-01-31 10:00:00 ${'1 - '.repeat(5000)}x\n`,
  'brackets with addresses': `2024-01-31 10:00:00 ${'[a@b] '.repeat(5000)}x\n`,
  'dots of classes': `2024-01-31 10:00:00 ERROR x\n${'a.'.repeat(15_000)}\n`,
  'tags of measurements': `${'a,b=c'.repeat(5000)}\n`,
  'words of a chat': `[31.01.24, 10:00] ${'a'.repeat(HEAD)}\n`,
};

const LOGS = ['words of a chat'];

// one that is tried in all its orders does not come to an end
test('[SRC-23] what a text is is told of any text at once', () => {
  for (const [name, text] of Object.entries(PATIENT)) {
    const found = detectFormat(Buffer.from(text.slice(0, HEAD)), 'x.csv');
    assert.equal(found, LOGS.includes(name) ? 'log' : 'csv', name);
  }
});

test('[SRC-26] control-A is a delimiter where the first line is cut by it, and else a sign that no text has', () => {
  const rows = (first: string) => Buffer.from(`${first}\n${'a\u0001b\u0001\n'.repeat(20)}`);
  assert.equal(detectFormat(rows('x\u0001y\u0001z'), 'x.csv'), 'csv');
  assert.throws(() => detectFormat(rows('x,y,z'), 'x.csv'), /The file is not text/);
});
