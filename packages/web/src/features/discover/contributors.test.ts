import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTemplateField } from '@datasarana/schema';
import { isForeign } from './contributors.ts';

const field = (contributor: string) => ({
  ...newTemplateField({ name: 'f1', id: 'f1', sequence: 1, ts: 0 }),
  contributor,
});
const user = { id: 'u1', full_name: 'Ayu Lestari', groups: ['g1'] };

test('[ROL-19] [TPL-07] a field belongs to its contributors: users by id or name, groups, roles; anyone when none are named', () => {
  for (const contributor of ['Anyone', '', 'u1', 'x, ayu lestari', 'g1', 'Member', 'someone,Anyone,User'])
    assert.equal(isForeign(field(contributor), user, ['member']), false, contributor);
  for (const contributor of ['Data Engineer', 'g2', 'Bram Wijaya, u2'])
    assert.equal(isForeign(field(contributor), user, ['member']), true, contributor);
  assert.equal(isForeign(field('Data Engineer'), user, ['data engineer']), false);
});
