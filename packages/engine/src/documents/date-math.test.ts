import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { dateMathName } from './date-math.ts';

const parseException = (reason: RegExp) => (error: unknown) =>
  error instanceof PlatformError && error.detail.openSearch?.type === 'parse_exception' && reason.test(error.message);

const NOW = Date.parse('2024-03-22T23:30:00Z');

test('[IDX-09] names of indexes may hold dates', () => {
  assert.equal(dateMathName('<logs-{now/d}>', NOW), 'logs-2024.03.22');
  assert.equal(dateMathName('<logs-{now/M}>', NOW), 'logs-2024.03.01');
  assert.equal(dateMathName('<logs-{now/M-1M{uuuu.MM}}-x>', NOW), 'logs-2024.02-x');
  assert.equal(dateMathName('<logs-{now/d{uuuu.MM.dd|+07:00}}>', NOW), 'logs-2024.03.23');
  assert.equal(dateMathName('logs-{now/d}', NOW), 'logs-{now/d}');
  assert.equal(dateMathName('<x-\\{a\\}-{now/M{uuuu}}>', NOW), 'x-{a}-2024');
});

test('[IDX-09] a date in a name is read by the format it is written in', () => {
  assert.equal(dateMathName('<x-{2024.05.31||/M}>', NOW), 'x-2024.05.01');
  assert.equal(dateMathName('<x-{2024-05||+1M{uuuu-MM}}>', NOW), 'x-2024-06');
  for (const name of ['<x-{2024-05-31||/M}>', '<x-{2024-05-05||/M{yyyy.MM}}>'])
    assert.throws(() => dateMathName(name, NOW), parseException(/^failed to parse date field \[2024-05-/), name);
});

test('[IDX-09] a name with a date that cannot be read, or of no letters, is refused', () => {
  const refused: Readonly<Record<string, RegExp>> = {
    '<logs-{now/d>': /date math placeholder is open ended$/,
    '<logs-{now/d}}>': /invalid character at position \[13\]/,
    '<x-{now/M{yyyy{yy}}>': /invalid character in placeholder at position \[14\]$/,
    '<x-{now/d{}}>': /missing date format$/,
    '<x-{now/d{yyyy}z}>': /missing closing `}` for date math format$/,
    '<x-{}>': /^cannot parse empty date$/,
    '<x-{now/q}>': /^failed to parse date math \[now\/q\]/,
    '<>': /^nothing captured$/,
  };
  for (const [name, reason] of Object.entries(refused))
    assert.throws(() => dateMathName(name, NOW), parseException(reason), name);
});
