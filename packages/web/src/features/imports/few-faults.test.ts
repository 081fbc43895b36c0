import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areFaults } from './few-faults.ts';

test('[SRC-36] a few cells that are no numbers are faults, many or numbers with a fraction another type', () => {
  const field = 'num1';
  assert.equal(areFaults([{ field, type: 'keyword', rows: 4 }], 80_000), true);
  assert.equal(areFaults([{ field, type: 'keyword', rows: 800 }], 80_000), true);
  assert.equal(areFaults([{ field, type: 'keyword', rows: 801 }], 80_000), false);
  assert.equal(areFaults([{ field, type: 'double', rows: 4 }], 80_000), false);
  const both = [
    { field, type: 'double', rows: 3 },
    { field, type: 'keyword', rows: 4 },
  ] as const;
  assert.equal(areFaults(both, 80_000), false);
});
