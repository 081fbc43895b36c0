import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropOldest } from './drop-oldest.ts';

test('the oldest eighth leaves a map that is too full, what was put in last stays', () => {
  const map = new Map(Array.from({ length: 16 }, (_, i) => [i, i]));
  dropOldest(map, 16);
  assert.equal(map.size, 16);
  map.set(16, 16);
  dropOldest(map, 16);
  assert.deepEqual([...map.keys()], [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  const set = new Set(['a', 'b']);
  dropOldest(set, 1);
  assert.deepEqual([...set], []);
});
