import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateMathName } from './date-math.ts';

const NOW = Date.parse('2024-03-22T23:30:00Z');

test('[IDX-09] names of indexes may hold dates', () => {
  assert.equal(dateMathName('<logs-{now/d}>', NOW), 'logs-2024.03.22');
  assert.equal(dateMathName('<logs-{now/M}>', NOW), 'logs-2024.03.01');
  assert.equal(dateMathName('<logs-{now/M-1M{uuuu.MM}}-x>', NOW), 'logs-2024.02-x');
  assert.equal(dateMathName('<logs-{now/d{uuuu.MM.dd|+07:00}}>', NOW), 'logs-2024.03.23');
  assert.equal(dateMathName('logs-{now/d}', NOW), 'logs-{now/d}');
  assert.throws(() => dateMathName('<logs-{now/d>', NOW), /braces do not match/);
});
