import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTime } from './format-time.ts';

test('[ING-16] [FMT-06] a line of the console tells its time, and its day when that is not today', () => {
  const noon = new Date(2026, 10, 30, 12).getTime();
  assert.equal(formatTime(new Date(2026, 10, 30, 8, 5, 9).getTime(), noon), '08:05:09');
  assert.equal(formatTime(new Date(2026, 10, 29, 23, 59, 59).getTime(), noon), '2026-11-29 23:59:59');
});
