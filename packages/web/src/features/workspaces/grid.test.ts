import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addTile,
  COLUMNS,
  compact,
  copyTile,
  FOLDED_COLUMNS,
  fold,
  LEAST,
  moveTile,
  resizeTile,
  type Tile,
} from './grid.ts';

const overlap = (a: Tile, b: Tile): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

test('[VIS-17] tiles never overlap nor leave the grid, whatever is moved or resized', () => {
  const step = fc.tuple(
    fc.constantFrom('move', 'resize'),
    fc.nat(5),
    fc.integer({ min: -4, max: 4 }),
    fc.integer({ min: -4, max: 4 }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 30 }), (count, steps) => {
      let tiles: readonly Tile[] = [];
      for (let i = 0; i < count; i++) tiles = addTile(tiles, `v${i}`, 4, 3);
      for (const [kind, at, a, b] of steps) {
        const view = `v${at % count}`;
        tiles = kind === 'move' ? moveTile(tiles, view, a, b) : resizeTile(tiles, view, a, b);
        for (const tile of tiles) {
          assert.ok(tile.x >= 0 && tile.x + tile.w <= COLUMNS && tile.y >= 0 && tile.w >= LEAST.w && tile.h >= LEAST.h);
          for (const other of tiles) assert.ok(tile === other || !overlap(tile, other));
        }
      }
      assert.equal(tiles.length, count);
    }),
  );
});

test('[VIS-17] a tile moved right stays where it was put', () => {
  const tiles = addTile([], 'a', 4, 3);
  assert.deepEqual(moveTile(tiles, 'a', 3, 0), [{ view: 'a', x: 3, y: 0, w: 4, h: 3 }]);
  assert.deepEqual(compact([{ view: 'a', x: 0, y: 9, w: 4, h: 3 }]), [{ view: 'a', x: 0, y: 0, w: 4, h: 3 }]);
});

test('[VIS-17] folded tiles fill every line, overlap nowhere and keep their order', () => {
  const size = fc.record({ w: fc.integer({ min: LEAST.w, max: COLUMNS }), h: fc.integer({ min: LEAST.h, max: 8 }) });
  fc.assert(
    fc.property(fc.array(size, { maxLength: 9 }), (sizes) => {
      const tiles = sizes.reduce<readonly Tile[]>((made, { w, h }, at) => addTile(made, `v${at}`, w, h), []);
      const folded = fold(tiles);
      const area = folded.reduce((sum, { w, h }) => sum + w * h, 0);
      const height = Math.max(0, ...folded.map(({ y, h }) => y + h));
      assert.equal(area, height * FOLDED_COLUMNS, 'nothing is left empty');
      for (const tile of folded) for (const other of folded) assert.ok(tile === other || !overlap(tile, other));
      for (const [at, { h }] of folded.entries()) assert.ok(h >= (tiles[at]?.h ?? 0), 'none is lower than it was');
      const read = [...folded].sort((a, b) => a.y - b.y || a.x - b.x).map(({ view }) => view);
      assert.deepEqual(
        read,
        tiles.map(({ view }) => view),
      );
    }),
  );
});

test('[VIS-17] a copy of a tile stands to its right where there is room, else below it', () => {
  const a = { view: 'a', x: 0, y: 0, w: 6, h: 4 };
  const b = { view: 'b', x: 0, y: 4, w: 8, h: 2 };
  assert.deepEqual(copyTile([a, b], 'a', 'c').at(-1), { view: 'c', x: 6, y: 0, w: 6, h: 4 });
  const below = copyTile([a, { ...a, view: 'd', x: 6 }, b], 'a', 'c');
  assert.deepEqual(
    below.map(({ view, x, y }) => [view, x, y]),
    [
      ['a', 0, 0],
      ['d', 6, 0],
      ['b', 0, 4],
      ['c', 0, 6],
    ],
  );
});
