import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalText } from './shown-value.ts';

const CASES = [
  // the double is …199.25; as many places as there are of its shortest decimal are not worked out anew
  ['0.00', 1801439850948199.2, '1801439850948199.20'],
  ['0.00', 1.005, '1.00'],
  ['0.00', 0.125, '0.12'],
  ['0.0', 0.35, '0.3'],
  ['0', 3.5, '4'],
  ['#,##0.##', 1234.5, '1,234.5'],
  ['0.0%', 4.6425, '464.2%'],
  ['#,##0%', 12.5, '1,250%'],
] as const;

for (const [pattern, value, expected] of CASES) {
  test(`[AGG-05] ${value} is written as Java does by ${pattern}`, () =>
    assert.equal(decimalText(pattern)(value), expected));
}
