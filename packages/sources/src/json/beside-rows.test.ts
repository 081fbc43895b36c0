import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileRefused } from '../refusal.ts';
import { type DocumentOptions, readDocuments } from './documents.ts';

async function read(text: string, options: DocumentOptions = {}) {
  const documents: object[] = [];
  const lines: number[] = [];
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  }
  for await (const block of readDocuments(chunks(), { beside: true, ...options })) {
    documents.push(...block.documents);
    lines.push(...block.lines);
  }
  return { documents, lines };
}

test('[SRC-36] what stands before and behind the list of rows goes with each, but for other lists', async () => {
  const text = JSON.stringify({
    count: 2,
    station: { name: 'A', tags: ['x'], at: { type: 'Point', coordinates: [1, 2] } },
    results: [{ t: 1 }, { t: 2 }],
    errors: [{ why: 'late' }],
    unit: '°C',
  });
  const beside = { count: 2, station: { name: 'A', at: { type: 'Point', coordinates: [1, 2] } }, unit: '°C' };
  assert.deepEqual(await read(text), {
    documents: [
      { t: 1, ...beside },
      { t: 2, ...beside },
    ],
    lines: [1, 2],
  });
});

test('[SRC-36] what is called as a value of any row keeps a name of its own', async () => {
  const { documents } = await read('{"id":7,"name":"n","data":{"id_2":1,"items":[{"name":"a"},{"id":1}]}}', {
    path: 'data.items',
  });
  assert.deepEqual(documents, [
    { name: 'a', id_2: 7, name_2: 'n', data: { id_2: 1 } },
    { id: 1, id_2: 7, name_2: 'n', data: { id_2: 1 } },
  ]);
});

test('[SRC-36] a document without a list of rows, or that is one, is read as without', async () => {
  for (const [text, documents] of [
    ['[{"a":1}]', [{ a: 1 }]],
    ['{"a":1}', [{ a: 1 }]],
    [
      '{"columns":["x"],"rows":[[1],[2]],"of":"s"}',
      [
        { x: 1, of: 's' },
        { x: 2, of: 's' },
      ],
    ],
  ] as const)
    assert.deepEqual(
      (await read(text)).documents.map((each) => ({ ...each })),
      documents,
    );
});

test('[SRC-36] a document that is no JSON as a whole is refused, since what stands beside its rows is not known', async () => {
  await assert.rejects(
    read('{"a":1,"rows":[{"b":2},{"b":}]}'),
    (error) => error instanceof FileRefused && /beside the rows/.test(error.message),
  );
});
