import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocuments } from './documents.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
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
