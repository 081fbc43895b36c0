import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayEarlier } from './earlier-words.ts';

test('[SRC-36] it is told when a file was loaded before, by whom, and what loading it again does', () => {
  const earlier = { batch: 'b', ts: 0, user_name: 'Ann', file: 'may.csv' };
  const told = 'This very file was loaded into this template on 1 May by Ann';
  assert.equal(
    sayEarlier(earlier, '1 May', 1200),
    `${told} as may.csv. Loading it again adds 1,200 rows to those that are there.`,
  );
  assert.equal(
    sayEarlier(earlier, '1 May', 1),
    `${told} as may.csv. Loading it again adds 1 row to those that are there.`,
  );
  assert.equal(sayEarlier({ ...earlier, file: null }, '1 May', 0), `${told}. Nothing would be there twice.`);
});
