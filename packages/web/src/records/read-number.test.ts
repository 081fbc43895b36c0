import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNumber, unreadNumber } from './read-number.ts';

test('[SCR-15] what is typed into a number is taken whole or not at all', () => {
  const read: readonly (readonly [string, number | string | null])[] = [
    ['', null],
    ['  ', null],
    [' 5 ', 5],
    ['-0', -0],
    ['1.', 1],
    ['.5', 0.5],
    ['-7.25', -7.25],
    ['+3', 3],
    ['1e3', 1000],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740993', '9007199254740993'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['1e400', '1e400'],
    ['1,5', '1,5'],
    ['1.000,5', '1.000,5'],
    ['0x10', '0x10'],
    ['٣', '٣'],
    ['-', '-'],
    ['1e', '1e'],
    ['Infinity', 'Infinity'],
    ['5 apples', '5 apples'],
  ];
  for (const [typed, wanted] of read) assert.deepEqual(readNumber(typed), wanted, typed);
});

test('[SCR-15] a text that is no number is named with what it should look like', () => {
  assert.equal(unreadNumber('1,5'), '"1,5" is not a number; write it as -1234.5');
  assert.match(unreadNumber('123456789012345678901234567890'), /more digits than a form keeps exactly/);
});
