import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRowCounts, NO_ROWS } from './row-counts.ts';

test('[STR-03] counts of batches add up field by field, from nothing on', () => {
  const one = { read: 15, accepted: 1, replaced: 2, unchanged: 4, rejected: 8 };
  const other = { read: 150, accepted: 10, replaced: 20, unchanged: 40, rejected: 80 };
  assert.deepEqual([one, other].reduce(addRowCounts, NO_ROWS), {
    read: 165,
    accepted: 11,
    replaced: 22,
    unchanged: 44,
    rejected: 88,
  });
});
