import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWanted, missingAliases } from './alias-names.ts';

test('a minus takes back what stands before it', () => {
  assert.equal(isWanted('logs-1', ['logs-*', '-logs-1']), false);
  assert.equal(isWanted('logs-1', ['-logs-1', 'logs-*']), true);
  assert.equal(isWanted('logs-2', ['logs-*', '-logs-1']), true);
});

test('names that are no alias are missing, unless a pattern stands before their minus', () => {
  const found = new Set(['a']);
  assert.deepEqual(missingAliases(['c', 'b', 'a'], found), ['b', 'c']);
  assert.deepEqual(missingAliases(['-b', 'a*', '-c'], found), ['-b']);
  assert.deepEqual(missingAliases(['b', 'a*', '-b'], found), []);
});
