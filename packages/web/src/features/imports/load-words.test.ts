import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadWords } from './load-words.ts';

test('[SRC-36] what is to be loaded are rows, and changes where some take the place of others', () => {
  assert.equal(loadWords({ accepted: 12_000, replaced: 0 }), 'Load 12,000 rows');
  assert.equal(loadWords({ accepted: 1, replaced: 0 }), 'Load 1 row');
  assert.equal(loadWords({ accepted: 0, replaced: 1 }), 'Load 1 change');
  assert.equal(loadWords({ accepted: 1, replaced: 1 }), 'Load 2 changes');
});
