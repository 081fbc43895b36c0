import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewFile } from '../files/preview-file.ts';

const lines = (...all: readonly (object | string)[]): string =>
  all.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

const read = async (text: string, name = 'dump.ndjson', format?: 'json' | 'ndjson') => {
  const { columns, rows, setAside } = await previewFile(new Blob([text]), { name, ...(format && { format }) });
  return { columns, rows, aside: setAside.map(({ line, reason }) => `${line} ${reason}`) };
};

test('[SRC-23] of a bulk request of OpenSearch the documents are rows, with the ids they were given', async () => {
  const text = lines({ index: { _index: 'a', _id: '1' } }, { code: 'A' }, { create: {} }, { code: 'B' });
  const rows = [
    ['1', 'A'],
    [null, 'B'],
  ];
  for (const [name, format] of [
    ['dump.ndjson', undefined],
    ['dump.json', undefined],
    ['dump.json', 'json'],
    ['bulk', 'ndjson'],
  ] as const)
    assert.deepEqual(await read(text, name, format), { columns: ['_id', 'code'], rows, aside: [] }, name);
});

test('[SRC-23] [STR-03] what is no whole document of a bulk request is set aside with its line, and no document is lost', async () => {
  const text = lines(
    { index: {} },
    { code: 'A' },
    { delete: { _id: '2' } },
    { update: { _id: '3' } },
    { doc: { code: 'C' } },
    '{"index": {',
    { code: 'D' },
    { index: {} },
    '{"code": ',
    { index: {} },
    { code: 'F' },
    { code: 'G' },
    { index: { _id: '8' } },
  );
  const { rows, aside } = await read(text);
  assert.deepEqual(rows.flat(), ['A', 'D', 'F']);
  assert.deepEqual(
    aside.map((each) => each.replace(/: (character|an import).*/, '')),
    [
      '3 The line removes a document',
      '5 The line changes a part of a document',
      '6 The line is not JSON',
      '9 The line is not JSON',
      '12 No line before says what is done with this document, as it is in a bulk request',
      '13 The document that belongs behind this line is missing',
    ],
  );
});

test('[SRC-23] rows that only look like a bulk request are rows', async () => {
  for (const text of [
    lines({ index: { name: 'x' } }, { code: 'A' }),
    lines({ index: {} }, { index: {} }),
    lines({ index: {}, code: 'A' }, { code: 'B' }),
    lines({ index: {} }),
  ])
    assert.ok((await read(text)).rows.length + (await read(text)).aside.length >= 1, text);
  assert.deepEqual((await read(lines({ index: { name: 'x' } }, { code: 'A' }))).columns, ['index.name', 'code']);
});

test('[SRC-23] objects over several lines, and several on a line, are rows under a name of JSON lines, too', async () => {
  const rows = [['1'], ['2'], ['3']];
  for (const text of [
    '{\n "id": 1\n}\n{\n "id": 2\n}\n{\n "id": 3\n}\n',
    '{"id": 1}{"id": 2}\n{"id": 3}\n',
    '{"id": 1} {"id": 2} {"id": 3}',
    '{"id": 1}\n{"id": 2}\n{"id": 3}\n',
  ])
    for (const name of ['a.jsonl', 'a.ndjson', 'a.json'])
      assert.deepEqual((await read(text, name)).rows, rows, `${name} ${text}`);
  const broken = await read('{"id": 1\n{"id": 2}\n{"id": 3}\n', 'a.jsonl');
  assert.deepEqual([broken.rows, broken.aside.length], [[['2'], ['3']], 1]);
});
