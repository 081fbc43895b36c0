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

for (const [name, open, close] of [
  ['list.json', '[', ']'],
  ['lines.ndjson', '', '\n'],
] as const) {
  test(`[STR-03] ${name}: a number with a fraction keeps each digit that is written, in a list, too`, async () => {
    const object =
      '{"n":12345678901234567890.123,"m":-0.12345678901234567,"e":1.2345678901234567890e-7,"l":[0.30000000000000000004,1.00000000000000000001],"d":1.50}';
    const { rows } = await previewFile(new Blob([`${open}${object}${close}`]), { name });
    assert.deepEqual(rows, [
      [
        '12345678901234567890.123',
        '-0.12345678901234567',
        '1.2345678901234567890e-7',
        '[0.30000000000000000004,1.00000000000000000001]',
        '1.5',
      ],
    ]);
  });
}

test('[STR-03] digits of coordinates beyond those of a double are left out, so that a place is a place', async () => {
  const feature = (coordinates: string) =>
    `{"type":"Feature","properties":{"n":0.12345678901234567890},"geometry":{"type":"Point","coordinates":${coordinates}}}`;
  const text = `{"type":"FeatureCollection","features":[${feature('[106.827153123456789012,-6.1750000000000000001]')}]}`;
  const { rows } = await previewFile(new Blob([text]), { name: 'places.geojson' });
  assert.deepEqual(rows, [['0.12345678901234567890', '-6.175,106.8271531234568']]);
});
