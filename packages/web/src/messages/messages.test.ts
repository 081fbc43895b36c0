import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from './english.ts';
import { message } from './index.ts';

test('[APP-23] messages fill their values and refuse a missing one', () => {
  assert.equal(message('state.refused', { what: 'Users' }), 'You cannot see Users');
  assert.throws(() => message('state.refused'), /needs a value for "what"/);
});

test('[APP-23] no message is empty', () => {
  for (const [key, text] of Object.entries(english)) assert.ok(text.trim() !== '', key);
});
