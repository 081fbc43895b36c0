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
  ] as const) {
    assert.equal(overlap(one, other), expected, `${one} ${other}`);
    assert.equal(overlap(other, one), expected, `${other} ${one}`);
  }
});

test('patterns of many stars take no endless time', () => {
  assert.equal(overlap('*a'.repeat(500), '*b'.repeat(500)), false);
});
