import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeId } from './document-id.ts';

test('[IDX-09] ids that are made are twenty characters, one like no other, however far the count goes', () => {
  const ids = Array.from({ length: 20_000 }, makeId);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(
    ids.filter((id) => !/^[\w-]{20}$/.test(id)),
    [],
  );
});
