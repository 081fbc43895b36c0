import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWhole } from './whole-numbers.ts';

test('[API-31] whole numbers beyond 2^53 are read with all their digits, as text; all else as JSON has it', () => {
  assert.deepEqual(parseWhole('{"a":[9007199254740993,-9223372036854775808],"b":"9007199254740993"}'), {
    a: ['9007199254740993', '-9223372036854775808'],
    b: '9007199254740993',
  });
  assert.deepEqual(parseWhole('[9007199254740991,0.5,1e300,null]'), [9007199254740991, 0.5, 1e300, null]);
  assert.throws(() => parseWhole('{'), SyntaxError);
});
