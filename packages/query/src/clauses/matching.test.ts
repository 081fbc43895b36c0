import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiredMatches } from './matching.ts';

test('[QRY-21] minimum_should_match counts as OpenSearch does', () => {
  const cases: readonly (readonly [rule: string | number, optional: number, required: number])[] = [
    [2, 5, 2],
    [7, 5, 7],
    [-1, 5, 4],
    [-9, 5, 0],
    ['75%', 5, 3],
    ['-25%', 5, 4],
    ['-25%', 3, 3],
    ['2<75%', 2, 2],
    ['2<75%', 4, 3],
    ['2<-25% 9<-3', 1, 1],
    ['2<-25% 9<-3', 4, 3],
    ['2<-25% 9<-3', 10, 7],
  ];
  for (const [rule, optional, required] of cases)
    assert.equal(requiredMatches(rule, optional), required, `${rule} of ${optional}`);
});
