import assert from 'node:assert/strict';
import { test } from 'node:test';
import { double, sql, text } from '../sql.ts';
import { DistinctExpressions } from './distinct-expressions.ts';

test('[AGG-28] expressions with the same text and values are one, others are told apart', () => {
  const distinct = new DistinctExpressions();
  const given = [
    [sql`a < ${double(1)}`],
    [sql`a < ${double(2)}`],
    [sql`a < ${double(1)}`],
    [sql`a < ${text('1')}`],
    [sql`a < ${double(1)}`, sql`b`],
    [sql`b`],
  ];
  assert.deepEqual(
    given.map((expression) => distinct.place(expression)),
    [0, 1, 0, 2, 3, 4],
  );
  assert.equal(distinct.all.length, 5);
});
