import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalFill } from './decimal-fill.ts';

test('[VIS-12] [SCR-07] numbers of a column are filled up to the decimals of the longest, so that their points stand below each other', () => {
  const fill = decimalFill(['5,130.8', '7,556.24', '-12', '–']);
  assert.deepEqual(
    ['5,130.8', '7,556.24', '-12', '–'].map((text) => fill(text)),
    ['0', '', '.00', undefined],
  );
  assert.equal(fill('1.2345'), '', 'longer than the longest');
});

test('[VIS-12] whole numbers, and numbers with something behind them, are left as they are', () => {
  assert.equal(decimalFill(['1', '1,200'])('1'), undefined);
  assert.equal(decimalFill(['1.5 km', '2 km'])('2 km'), undefined);
  assert.equal(decimalFill(['1.25', '1e12'])('1e12'), undefined);
  assert.equal(decimalFill(['0.00001234', '1500'])('1500'), undefined, 'more nothing than number');
});
