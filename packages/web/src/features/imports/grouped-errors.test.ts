import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupedErrors } from './grouped-errors.ts';

test('[STR-03] cells refused for the same reason are told once, with their lines', () => {
  const cell = (line: number, field: string, reason: string) => ({ line, field, reason, value: 'x', rule: 'type' });
  const errors = [
    cell(2, 'num1', 'is no number'),
    cell(4, 'num1', 'is no number'),
    cell(4, 'day1', 'is no number'),
    cell(5, 'num1', 'is too large'),
    cell(9, 'num1', 'is no number'),
  ];
  assert.deepEqual(groupedErrors(errors), [
    { field: 'num1', reason: 'is no number', lines: [2, 4, 9] },
    { field: 'day1', reason: 'is no number', lines: [4] },
    { field: 'num1', reason: 'is too large', lines: [5] },
  ]);
  assert.deepEqual(groupedErrors([]), []);
});
