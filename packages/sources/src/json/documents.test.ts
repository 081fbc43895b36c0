import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DocumentOptions, readDocuments } from './documents.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Values of `a` in the rows that were read, and what the others were refused with. */
async function ledger(text: string, size: number) {
  const [read, refused]: [unknown[], string[]] = [[], []];
  for await (const { documents, setAside } of readDocuments(inPieces(text, size))) {
    read.push(...documents.map(({ a }) => a));
    refused.push(...setAside.map(({ line, reason }) => `${line} ${reason}`));
  }
  return { read, refused };
}

async function reasons(text: string, size: number): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { setAside } of readDocuments(inPieces(text, size)))
    found.push(...setAside.map(({ line, reason }) => `${line} ${reason}`));
  return found;
}

test('[SRC-23] a broken element of a list is told with its line in the file, however its bytes come in', async () => {
  const nested =
    '{\n "note": "a\\nb",\n "data": {\n  "rows": [\n   {"a": 1},\n   {"a": 2,},\n   {\n    "a": x\n   }\n  ]\n }\n}';
  const sequence = '{"a": 1}\n{"a": 2,\n "b": x}\n';
  for (let size = 1; size <= nested.length; size++) {
    assert.deepEqual(await reasons(nested, size), [
      '2 The element is not JSON: line 6, character 11: a comma stands before }: remove it',
      '3 The element is not JSON: line 8, character 10: x is no value: texts stand in double quotes, other words are true, false and null',
    ]);
    assert.match(
      (await reasons(sequence, size)).join(),
      /^2 The element is not JSON: line 3, character 7: x is no value/,
    );
  }
});

test('[SRC-23] [TSK-06] a text over a line end costs its element alone, whether its end is missing or not', async () => {
  const texts: Readonly<Record<string, string>> = {
    'on one line': '[{"a": 1}, {"a": 2, "b": "x\ny"}, {"a": 3}, {"a": 4}]',
    'a line each': '[\n {"a": 1},\n {"a": 2, "b": "x\n\ny, {\\"z\\": 1}\n"},\n {"a": 3},\n {"a": 4}\n]',
    'several lines each': '[\n {\n  "a": 1\n },\n {\n  "b": "x\r\ny"\n },\n {\n  "a": 3\n },\n {\n  "a": 4\n }\n]',
    'without its end': '[\n  {"a": 1},\n  {"a": 2, "b": "x},\n  {"a": 3},\n  {"a": 4}\n]',
    'without its end, first in the list': '[{"a": 1},\n{"a": 2, "b": "x},\n{"a": 3},\r\n{"a": 4}]',
    'without its end, among others of the object':
      '[\n {\n  "a": 1\n },\n {\n  "b": "x,\n  "c": {\n   "d": "y"\n  }\n },\n {\n  "a": 3\n },\n {\n  "a": 4\n }\n]',
    'without its end, in a list of objects':
      '[\n {\n  "a": 1\n },\n {\n  "b": [\n   {"a": "x},\n   {"a": 8}\n  ]\n },\n {\n  "a": 3\n },\n {\n  "a": 4\n }\n]',
  };
  for (const [name, text] of Object.entries(texts))
    for (let size = 1; size <= text.length; size++) {
      const { read, refused } = await ledger(text, size);
      assert.deepEqual(read, [1, 3, 4], `${name} in pieces of ${size}`);
      assert.equal(refused.length, 1, refused.join());
      assert.match(refused[0] ?? '', /^2 The element is not JSON: .*: a text goes over the end of a line/);
    }
});

test('[SRC-23] where the end of a broken element cannot be found, it is told that what stands behind was not read', async () => {
  const lost = '[{"a": 1}, {"a": 2, "b": "x}, {"a": 3}]';
  const cut = [
    '[{"a": 1}, {"a": 2',
    '[{"a": 1}, {"a": 2, "b": "x',
    '[{"a": 1}, {"a": 2}',
    '[{"a": 1}, {"b": {"a": [1,',
  ];
  for (let size = 1; size <= lost.length; size++) {
    assert.deepEqual(await ledger(lost, size), {
      read: [1],
      refused: [
        '2 The element is not JSON: line 1, character 23 of the element: a comma or } is missing before a". What stands behind it was not read: mend it and send the file again',
      ],
    });
    for (const text of cut)
      assert.deepEqual(await reasons(text, size), [
        '2 The file ends in the middle of this element: save or download the whole of it and send it again',
      ]);
  }
});

test('[SRC-18] tables as pandas writes them are read by the numbers of their rows', async () => {
  const rows = async (text: string, path?: string) => {
    const found: unknown[] = [];
    for await (const { documents } of readDocuments(inPieces(text, 7), { ...(path && { path }) }))
      found.push(...documents);
    return found;
  };
  const table = [
    { code: 'A', num1: 1 },
    { code: 'B', num1: null },
  ];
  const byColumn = '{"code":{"0":"A","1":"B"},"num1":{"0":1,"1":null}}';
  assert.deepEqual(await rows(byColumn), table);
  assert.deepEqual(await rows('{"0":{"code":"A","num1":1},"1":{"code":"B","num1":null}}'), table);
  assert.deepEqual(await rows(byColumn, '.'), [JSON.parse(byColumn)]);
  for (const other of [
    '{"code":{"0":"A","1":"B"},"num1":{"0":1}}',
    '{"sum":{"2023":1,"2024":2}}',
    '{"2023":{"sum":1},"2024":{"sum":2}}',
    '{"code":{"0":"A"}}',
    '{"code":{"0":"A","1":"B"},"total":2}',
  ])
    assert.deepEqual(await rows(other), [JSON.parse(other)], other);
});

test('[SRC-23] texts of a sequence over several lines are rows, whatever stands in them and however they come in', async () => {
  const text = '\u001e{\n "a": 1, "b": "\\u001e"\n}\n\u001e{"a":\n 2,}\n\u001e{\n "a": 3\n}';
  for (let size = 1; size <= text.length; size++) {
    const { read, refused } = await ledger(text, size);
    assert.deepEqual(read, [1, 3], `in pieces of ${size}`);
    assert.match(refused.join(), /^2 The element is not JSON: .*a comma stands before }/);
  }
  assert.deepEqual((await ledger('\u001e{\n "a": 1\n}\n', 3)).read, [1]);
});

test('[SRC-18] lists of equal length are the columns of a table, in a document or at a path of it', async () => {
  const rows = async (text: string, options: DocumentOptions = {}) => {
    const found: unknown[] = [];
    for await (const { documents } of readDocuments(inPieces(text, 7), options)) found.push(...documents);
    return found;
  };
  const table = [
    { code: 'A', num1: 1 },
    { code: 'B', num1: null },
  ];
  const byColumn = '{"code":["A","B"],"num1":[1,null]}';
  assert.deepEqual(await rows(byColumn), table);
  for await (const { isTable } of readDocuments(inPieces(byColumn, 7))) assert.equal(isTable, true);
  assert.deepEqual(await rows(byColumn, { path: '.' }), [JSON.parse(byColumn)]);
  const weather = `{"place":"here","units":{"num1":"mm"},"hourly":${byColumn}}`;
  assert.deepEqual(await rows(weather), [JSON.parse(weather)]);
  assert.deepEqual(await rows(weather, { path: 'hourly' }), table);
  assert.deepEqual(
    await rows(weather, { path: 'hourly', beside: true }),
    table.map((row) => ({ ...row, place: 'here', units: { num1: 'mm' }, hourly: {} })),
  );
  await assert.rejects(rows(weather, { path: 'units' }), /no list at 'units'/);
  for (const other of [
    '{"code":["A","B"],"num1":[1]}',
    '{"code":["A","B"]}',
    '{"code":["A"],"num1":[1]}',
    '{"code":["A","B"],"num1":[1,2],"txt1":"x"}',
  ])
    assert.deepEqual(await rows(other), [JSON.parse(other)], other);
});
