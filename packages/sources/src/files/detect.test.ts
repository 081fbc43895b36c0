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
