import assert from 'node:assert/strict';
import { test } from 'node:test';
import { duplicateKey } from './duplicate-key.ts';

test('[API-15] a key that stands twice in one object is found, however it is written; the same key elsewhere is none', () => {
  const texts: readonly (readonly [json: string, key: string | null])[] = [
    ['{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}', null],
    ['{"a": "a", "b": ["a", "a"]}', null],
    ['{"a\\"": 1, "a\\\\": 2, "a": "\\"a\\": {"}', null],
    ['{"a": {"b": [], "c": 1, "b": 2}}', 'b'],
    ['[{"a": 1}, {"a": 2, "\\u0061": 3}]', 'a'],
    ['{"": 1, "": 2}', ''],
  ];
  for (const [json, key] of texts) assert.equal(duplicateKey(json), key, json);
});

test('[API-15] a text of many megabytes is passed over, escapes and all', () => {
  const long = JSON.stringify('x'.repeat(20_000_000));
  const escaped = JSON.stringify('\n'.repeat(10_000_000));
  assert.equal(duplicateKey(`{"a": ${long}, "b": ${escaped}, "a": 1}`), 'a');
});
