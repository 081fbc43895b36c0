import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewFile } from '../files/preview-file.ts';
import { flatten } from './flatten.ts';

const BROKEN = '{"code":NaN "x"}';

for (const [name, text] of [
  ['list.json', `[{"n":NaN,"t":"NaN, \\"-Infinity"},{"n":-Infinity,"t":"b\\\\"},{"n":1.5,"t":"c"},${BROKEN}]`],
  ['lines.ndjson', `{"n":NaN,"t":"NaN, \\"-Infinity"}\n{"n":-Infinity,"t":"b\\\\"}\n{"n":1.5,"t":"c"}\n${BROKEN}\n`],
] as const) {
  test(`[STR-03] ${name}: a number that is none, as Python writes it, is told by its cell and does not refuse its row`, async () => {
    const { columns, rows, setAside } = await previewFile(new Blob([text]), { name });
    assert.deepEqual(columns, ['n', 't']);
    assert.deepEqual(rows, [
      ['NaN', 'NaN, "-Infinity'],
      ['-Infinity', 'b\\'],
      ['1.5', 'c'],
    ]);
    assert.deepEqual(
      setAside.map(({ line, raw }) => [line, raw]),
      [[4, BROKEN]],
    );
  });
}

test('[STR-03] an object with one path twice keeps both values', () => {
  const cells = (object: Readonly<Record<string, unknown>>) => Object.fromEntries(flatten(object));
  assert.deepEqual(cells({ 'a.b': 1, a: { b: 2, c: 3 } }), { 'a.b': '["1","2"]', 'a.c': '3' });
  assert.deepEqual(cells({ a: { b: 2 }, 'a.b': null }), { 'a.b': '2' });
  assert.deepEqual(cells({ a: { b: null }, 'a.b': 2 }), { 'a.b': '2' });
  assert.deepEqual(cells({ a: { b: 2 }, 'a.b': 2 }), { 'a.b': '2' });
});
