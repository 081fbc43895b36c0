import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocuments } from './documents.ts';

async function read(text: string, path?: string) {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const rows: unknown[] = [];
  const aside: unknown[] = [];
  for await (const { documents, lines, setAside } of readDocuments(bytes(), path === undefined ? {} : { path })) {
    rows.push(...documents.map((document, i) => [lines[i], { ...document }]));
    aside.push(...setAside.map(({ line, reason }) => [line, reason]));
  }
  return { rows, aside };
}

test('[SRC-18] lists of values below a list of names are rows, each value by its name', async () => {
  assert.deepEqual(
    await read('[["NAME","POP",""],\n["Alabama","5",1],["Alaska",null]]').then(({ aside }) => aside.length),
    3,
  );
  const { rows, aside } = await read('[["NAME","POP","POP"],["Alabama",5,[1]],["Alaska",7],[1,2,3,4]]');
  assert.deepEqual(rows, [
    [2, { NAME: 'Alabama', POP: 5, POP_2: [1] }],
    [3, { NAME: 'Alaska', POP: 7 }],
  ]);
  assert.deepEqual(aside, [[4, 'The row has 4 cells, the header names 3.']]);
  assert.deepEqual((await read('{"values":[["a"],["x"]]}', 'values')).rows, [[2, { a: 'x' }]]);
});

test('[STR-03] a list that names nothing below it is refused as any other', async () => {
  const reason = 'The element is not a JSON object';
  const { rows, aside } = await read('[["a"],{"a":1},["b"]]');
  assert.deepEqual(rows, [[2, { a: 1 }]]);
  assert.deepEqual(aside, [
    [1, reason],
    [3, reason],
  ]);
  assert.deepEqual((await read('[["a",1],["b",2]]')).aside.length, 2);
});
