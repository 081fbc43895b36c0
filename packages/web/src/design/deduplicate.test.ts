import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deduplicator } from './deduplicate.ts';

test('[ERR-33] the same message twice within 5 s is told once', () => {
  const seen = new Deduplicator(5000);
  assert.equal(seen.fresh('31: Name is missing', 0), true);
  assert.equal(seen.fresh('31: Name is missing', 4999), false);
  assert.equal(seen.fresh('32: Other', 4999), true);
  assert.equal(seen.fresh('31: Name is missing', 5000), true);
});
