import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeIn } from './place-in-body.ts';

test('[API-20] the place of a value is found by its path, through lists, keys with dots and texts with marks', () => {
  const json = `{
 "ü]{": "\\"}",
 "query": { "bool": { "must": [ 1, { "a.b": { "c": true } } ] } }
}`;
  const at = (path: string) => placeIn(json, path);
  assert.deepEqual(at(''), { line: 1, col: 1 });
  assert.deepEqual(at('ü]{'), { line: 2, col: 10 });
  assert.deepEqual(at('query'), { line: 3, col: 11 });
  assert.deepEqual(at('query.bool.must[0]'), { line: 3, col: 33 });
  assert.deepEqual(at('query.bool.must[1].a.b.c'), { line: 3, col: 52 });
  assert.equal(at('query.bool.must[2]'), null);
  assert.equal(at('size'), null);
});
