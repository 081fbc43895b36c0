import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectFormat } from './detect.ts';

test('[SRC-23] what is called JSON and is almost that is taken for it, so that what is wrong is told', () => {
  const formatOf = (text: string, name: string) => detectFormat(new TextEncoder().encode(text), name);
  for (const text of ["{'a': 1}", '{a: 1}', '// rows\n[{"a": 1}]', '[a, b]']) {
    assert.equal(formatOf(text, 'rows.json'), 'json', text);
    assert.equal(formatOf(text, 'rows.csv'), 'csv', text);
  }
  assert.equal(formatOf('a,b\n1,2', 'rows.json'), 'csv');
});

test('[ERR-29] short files of signs that no text has are refused, and texts with a few of one kind taken', () => {
  for (const rubbish of [
    '\u0001\u0004x\u0018Q,\u0007\nB\u0002k',
    'b\u0005Q\u001eH\u0017X\u0000q~',
    '\u0006\u001e\u0016',
  ])
    assert.throws(() => detectFormat(Buffer.from(rubbish), 'x.csv'), /The file is not text\. Save it as CSV/, rubbish);
  for (const text of [
    'a,b\n1\u0000,2\u0000\n',
    'a\u0001b\n1\u00012\n3\u00014\n',
    'a,b\n1,\u001f2\n3,4\u001a',
    'a\u001fb\u001e1\u001f2\u001e',
  ])
    assert.equal(detectFormat(Buffer.from(text), 'x.csv'), 'csv', text);
});
