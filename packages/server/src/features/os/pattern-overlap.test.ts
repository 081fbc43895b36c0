import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overlap } from './pattern-overlap.ts';

test('two patterns overlap where a name fits both', () => {
  for (const [one, other, expected] of [
    ['logs-*', 'logs-2024-*', true],
    ['logs-*', '*-2024', true],
    ['*a*', 'b*', true],
    ['logs', 'logs', true],
    ['logs*', 'logs', true],
    ['', '*', true],
    ['logs-*', 'metrics-*', false],
    ['logs', 'logs-', false],
    ['*a', '*b', false],
    ['ab*', '*ba', true],
    ['a*', 'b*', false],
    ['a*b*c', 'a*d*c', true],
    ['a*b', 'ab', true],
    ['a*b', 'a', false],
  ] as const) {
    assert.equal(overlap(one, other), expected, `${one} ${other}`);
    assert.equal(overlap(other, one), expected, `${other} ${one}`);
  }
});

test('patterns of many stars take no endless time', () => {
  assert.equal(overlap('*a'.repeat(500_000), '*b'.repeat(500_000)), false);
  assert.equal(overlap('a*'.repeat(500_000), 'a*'.repeat(500_000)), true);
});
