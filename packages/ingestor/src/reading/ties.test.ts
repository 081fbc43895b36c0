import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ties } from './ties.ts';

const rows = (from: number, to: number, second: string) =>
  Array.from({ length: to - from }, (_, i) => [String(from + i), second]);

test('[TSK-07] what was read with the last value is left out when it is read again, also by a later process', () => {
  const first = new Ties(undefined, false);
  assert.equal(first.areKnown, false, 'nothing was read');
  assert.equal(first.unseen([...rows(0, 3, 'a'), ...rows(3, 6, 'b')], 1).length, 6);
  const again = new Ties(JSON.parse(JSON.stringify(first.mark)), true);
  assert.equal(again.areKnown, true);
  assert.deepEqual(again.unseen([...rows(3, 7, 'b'), ...rows(7, 8, 'c')], 1), [...rows(6, 7, 'b'), ...rows(7, 8, 'c')]);
  assert.deepEqual(again.unseen(rows(7, 8, 'c'), 1), []);
});

test('[TSK-07] of a value with too many rows those that are kept are still left out, and the next value is whole again', () => {
  const ties = new Ties(undefined, false);
  assert.equal(ties.unseen(rows(0, 5000, 'a'), 1).length, 5000);
  assert.equal(ties.areKnown, false);
  assert.equal(ties.unseen(rows(0, 10, 'a'), 1).length, 0);
  ties.unseen(rows(0, 1, 'b'), 1);
  assert.equal(ties.areKnown, true);
});

test('[TSK-07] a position of an older version, without its ties, is not read again', () => {
  assert.equal(new Ties(undefined, true).areKnown, false);
});
