import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tile } from './grid.ts';
import { historyOf, redo, undo, withLayout } from './layout-history.ts';

const tile: Tile = { view: 'v1', x: 0, y: 0, w: 3, h: 2 };
const at = (x: number): readonly Tile[] => [{ ...tile, x }];

test('[VIS-17] steps are taken back and again in their order, and a new step forgets those taken back', () => {
  const third = withLayout(withLayout({ ...historyOf(at(0)), name: 'kept' }, at(1)), at(2));
  const first = undo(undo(third));
  assert.deepEqual([undo(third).tiles, first.tiles, undo(first)], [at(1), at(0), first]);
  assert.deepEqual([redo(redo(first)), redo(third), first.name], [third, third, 'kept']);
  const other = withLayout(undo(third), at(5));
  assert.deepEqual([other.tiles, redo(other).tiles, undo(other).tiles], [at(5), at(5), at(1)]);
});

test('[VIS-17] a drag that ends where it began is no step, and old steps are forgotten', () => {
  const begun = historyOf(at(0));
  assert.equal(withLayout(begun, at(0)), begun);
  let long = begun;
  for (let x = 1; x <= 150; x++) long = withLayout(long, at(x));
  for (let i = 0; i < 150; i++) long = undo(long);
  assert.deepEqual(long.tiles, at(50));
});
