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

test('[SRC-18] lists of values are rows by the names that another list beside them gives', async () => {
  const rows = '[["A",1],["B",null],["C",2,3]]';
  const read2 = [
    [1, { code: 'A', num1: 1 }],
    [2, { code: 'B', num1: null }],
  ];
  for (const [text, path] of [
    [`{"columns":["code","num1"],"index":[0,1,2],"data":${rows}}`],
    [`{"columns":[{"name":"code","type":"text"},{"name":"num1","type":"long"}],"rows":${rows}}`],
    [`{"meta":{"view":{"id":"x","columns":[{"id":1,"name":"code"},{"id":2,"name":"num1"}]}},"data":${rows}}`],
    [`{"schema":[{"name":"code"},{"name":"num1"}],"datarows":${rows},"total":3}`],
    [`{"header":["code","num1"],"table":${rows}}`, 'table'],
  ] as const) {
    const found = await read(text, path);
    assert.deepEqual(found.rows, read2, text);
    assert.deepEqual(found.aside, [[3, 'The row has 3 cells, the header names 2.']], text);
  }
  assert.deepEqual(
    (await read('{"columns":["code"],"data":[["A",1]]}')).rows.length,
    1,
    'names of others name nothing',
  );
  assert.deepEqual(
    (await read('{"columns":[{"name":"code"}],"data":[{"code":"A"}]}')).rows,
    [[1, { code: 'A' }]],
    'objects have their own',
  );
});

test('[STR-03] a list that names nothing below it is refused as any other', async () => {
  const reason = 'The element is not a JSON object';
  const { rows, aside } = await read('[["a"],{"a":1},["b"]]');
  assert.deepEqual(rows, [[2, { a: 1 }]]);
  assert.deepEqual(aside, [
    [1, reason],
    [3, reason],
  ]);
});

test('[SRC-18] lists of values that nothing names are rows by the places of their values, as pandas writes its values', async () => {
  const { rows, aside } = await read('[[1,"x"],[2,null],["a"],[1,2,3],{"a":1}]');
  assert.deepEqual(rows, [
    [1, { column_1: 1, column_2: 'x' }],
    [2, { column_1: 2, column_2: null }],
    [3, { column_1: 'a' }],
    [5, { a: 1 }],
  ]);
  assert.deepEqual(aside, [[4, 'The row has 3 cells, the first one has 2.']]);
  assert.deepEqual((await read('[["NAME","POP",""],["A",1,2]]')).aside.length, 2, 'a list of texts names nothing so');
});
