import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

const properties = {
  num1: { type: 'long' },
  key1: { type: 'keyword' },
  txt1: { type: 'text' },
  ts1: { type: 'date' },
  off1: { type: 'keyword', doc_values: false },
  range1: { type: 'integer_range' },
  alias1: { type: 'alias', path: 'num1' },
  o: { properties: { num2: { type: 'long' } } },
};

const made = (settings: object, more: object = {}) =>
  door('PUT', '/sorted', {
    settings: { 'index.sort': settings },
    mappings: { properties: { ...properties, ...more } },
  });

const WRONG: readonly (readonly [settings: object, reason: string])[] = [
  [{ field: 'absent' }, 'unknown index sort field:[absent]'],
  [{ field: 'o' }, 'unknown index sort field:[o]'],
  [{ field: 'txt1' }, 'docvalues not found for index sort field:[txt1]'],
  [{ field: 'off1' }, 'docvalues not found for index sort field:[off1]'],
  [{ field: 'range1' }, 'invalid index sort field:[range1]'],
  [{ field: 'num1', order: 'sideways' }, 'Illegal sort order:sideways'],
  [{ field: 'num1', missing: 'x' }, 'Illegal missing value:[x], must be one of [_last, _first]'],
  [{ field: 'num1', mode: 'avg' }, 'Illegal index sort mode:[AVG], must be one of [MAX, MIN]'],
  [{ field: 'num1', mode: 'foo' }, 'Illegal sort mode: foo'],
  [{ field: ['key1', 'num1'], order: ['asc'] }, 'index.sort.field:[key1, num1] index.sort.order:[asc], size mismatch'],
  [{ field: 'key1', mode: 'min,max' }, 'index.sort.field:[key1] index.sort.mode:[MIN, MAX], size mismatch'],
  [{ order: 'asc' }, 'index.sort.field:[] index.sort.order:[asc], size mismatch'],
];

test('[IDX-09] an index that is ordered by what it does not have is not made', async () => {
  for (const [settings, reason] of WRONG) {
    const { status, json } = await made(settings);
    assert.deepEqual([status, json.error?.type, json.error?.reason], [400, 'illegal_argument_exception', reason]);
  }
  const nested = await made({ field: 'num1' }, { n: { type: 'nested' } });
  assert.equal(nested.json.error.reason, 'cannot have nested fields when index sort is activated');
});

test('[IDX-09] an index is ordered by fields of its mapping, and takes no nested ones from then on', async () => {
  const order = { field: ['ts1', 'alias1'], order: ['DESC', 'asc'], missing: ['_first', '_last'] };
  assert.equal((await made(order)).status, 200);
  const put = await door('PUT', '/sorted/_mapping', { properties: { n: { type: 'nested' } } });
  assert.equal(put.json.error.reason, 'cannot have nested fields when index sort is activated');
});

test('[IDX-09] a codec nobody knows is refused', async () => {
  const codec = (name: string) => door('PUT', `/${name}`, { settings: { 'index.codec': name } });
  assert.equal((await codec('best_compression')).status, 200);
  assert.equal((await codec('zstd')).status, 200);
  assert.equal(
    (await codec('nope')).json.error.reason,
    'unknown value for [index.codec] must be one of [default, lz4, best_compression, zlib] but was: nope',
  );
});

test('[IDX-09] filters of an adjacency_matrix and nested clauses within each other are as many as an index lets them be', async () => {
  await door('PUT', '/narrow', {
    settings: { 'index.max_adjacency_matrix_filters': 2, 'index.query.max_nested_depth': 1 },
    mappings: { properties: { n: { type: 'nested', properties: { m: { type: 'nested' } } } } },
  });
  const filters = Object.fromEntries(['a', 'b', 'c'].map((key) => [key, { term: { key } }]));
  const many = await door('POST', '/narrow/_search', { aggs: { by: { adjacency_matrix: { filters } } } });
  assert.deepEqual(
    [many.status, many.json.error.root_cause[0].reason],
    [
      400,
      'Number of filters is too large, must be less than or equal to: [2] but was [3].This limit can be set by changing the [index.max_adjacency_matrix_filters] index level setting.',
    ],
  );
  const inner = { nested: { path: 'n.m', query: { match_all: {} } } };
  assert.equal((await door('POST', '/narrow/_search', { query: inner })).status, 200);
  const deep = await door('POST', '/narrow/_search', { query: { nested: { path: 'n', query: inner } } });
  assert.deepEqual(
    [deep.status, deep.json.error.root_cause[0].reason],
    [
      400,
      'failed to create query: The depth of Nested Query is [2] has exceeded the allowed maximum of [1]. This maximum can be set by changing the [index.query.max_nested_depth] index level setting.',
    ],
  );
});
