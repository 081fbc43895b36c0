import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeGeohash } from '@datasarana/query';
import type { Bounds } from './bounds.ts';
import { foundBounds, gridPrecision, MOST_CELLS } from './map-data.ts';

/** Cells of a grid that a part of the world touches, counted on the cell of its middle. */
function touched([west, south, east, north]: Bounds, precision: number): number {
  const cell = decodeGeohash('s'.repeat(precision));
  const along = (from: number, to: number, size: number) => Math.floor(to / size) - Math.floor(from / size) + 1;
  return along(west, east, cell.east - cell.west) * along(south, north, cell.north - cell.south);
}

test('[MAP-15] the grid of a part of the world is the finest whose cells are all drawn', () => {
  const parts: readonly Bounds[] = [
    [-179, -50, 179, 70],
    [95, -11, 141, 6],
    [106.6, -6.4, 107, -6],
    [170, -25, 195, -10],
    [106.8, -6.2, 106.9, -6.1],
  ];
  const precisions = parts.map(gridPrecision);
  assert.deepEqual(precisions, [2, 3, 6, 3, 6]);
  for (const [at, part] of parts.entries()) {
    const precision = precisions[at] ?? 0;
    assert.ok(touched(part, precision) <= MOST_CELLS, `${part}`);
    assert.ok(touched(part, precision + 1) > MOST_CELLS / 2, `finer would do for ${part}`);
  }
  assert.equal(gridPrecision([10, 50, 10, 50]), 8);
  assert.equal(gridPrecision([-400, -90, 400, 90]), 2);
});

test('[MAP-15] bounds that lie across the 180th meridian go on beyond it', () => {
  const bounds = { top_left: { lat: -13.8, lon: 178.1 }, bottom_right: { lat: -18, lon: -171.8 } };
  assert.deepEqual(foundBounds({ bounds }), [178.1, -18, 188.2, -13.8]);
  assert.equal(foundBounds({}), null);
});
