import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenBy } from './seen-by.ts';

test('[VIS-18] who sees it is said in one sentence, the widest first', () => {
  const names = new Map([['g1', 'Readers']]);
  const nobody = { groups: [], tenant: false, is_public: false };
  assert.match(seenBy(nobody, names), /^Only you/);
  assert.match(seenBy({ ...nobody, groups: ['g1', 'g2'] }, names), /^The people of Readers, g2 see it/);
  assert.match(seenBy({ ...nobody, groups: ['g1'], tenant: true }, names), /^Everyone of this organisation/);
  assert.match(seenBy({ groups: ['g1'], tenant: true, is_public: true }, names), /^Anyone sees it/);
});
