import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownDirection } from './own-direction.ts';

test('[APP-07] a name with marks that turn the direction leaves the sentence it stands in as it reads', () => {
  assert.equal(ownDirection('Group \u202Etxt.exe added'), 'Group txt.exe added');
  assert.equal(ownDirection('Group \u2067a\u2069 \u202Ab\u202C removed'), 'Group a b removed');
  assert.equal(ownDirection('مرحبا 👩‍👩‍👧 <b>"\'\n'), 'مرحبا 👩‍👩‍👧 <b>"\'\n');
});
