import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRawNumber, rawNumber } from './raw-number.ts';

test('[API-03] a number beyond 2^53 is written by its own digits', () => {
  assert.equal(JSON.stringify({ num1: rawNumber('9007199254740993') }), '{"num1":9007199254740993}');
  assert.equal(isRawNumber(rawNumber('1')), true);
  assert.equal(isRawNumber({ num1: 1 }), false);
  assert.throws(() => rawNumber('{}'), SyntaxError);
});
