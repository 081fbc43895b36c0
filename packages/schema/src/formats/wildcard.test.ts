import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wildcard } from './wildcard.ts';

test('[QRY-21] a pattern fits a text where an expression of the same meaning does', () => {
  const letter = fc.constantFrom('a', 'b', '.', '\n');
  const text = fc.array(letter, { maxLength: 8 }).map((letters) => letters.join(''));
  const pattern = fc.array(fc.oneof(letter, fc.constant('*')), { maxLength: 8 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(pattern, text, (given, value) => {
      const expression = new RegExp(`^${given.split('*').map(RegExp.escape).join('.*')}$`, 's');
      assert.equal(wildcard(given)(value), expression.test(value));
    }),
    { numRuns: 2000 },
  );
});

test('[SEC-10] a pattern of many stars is answered for a text it nearly fits', () => {
  assert.equal(wildcard(`${'*a'.repeat(200)}*b`)('a'.repeat(100_000)), false);
  assert.equal(wildcard(`${'*a'.repeat(200)}*b`)(`${'a'.repeat(100_000)}b`), true);
});
