import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AmongNulls } from './among-nulls.ts';
import { type Column, cellsOf, rowsOf } from './column-cells.ts';
import { Dictionary } from './dictionary.ts';
import { DictionaryValues } from './dictionary-values.ts';
import type { Piece } from './flat-column.ts';
import { BrokenText, parquetCell } from './parquet-cells.ts';

const column = (more: Partial<Column> = {}): Column => ({
  name: 'txt1',
  isTold: true,
  finish: null,
  isBinary: false,
  ...more,
});

const value = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom<unknown>(0, -0, 1.5, 7n, true, null, undefined, new Date(0), 'bad', '', Uint8Array.of(255)),
);
const finish = (read: unknown): unknown => {
  if (read === 'bad') throw new BrokenText();
  return read === 7n ? 'seven' : read;
};
/** The values of a page, stored in one of the ways there are. */
const page = fc
  .tuple(fc.array(value, { maxLength: 6 }), fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 9 }))
  .chain(([own, places]) =>
    fc.record({ own: fc.constant(own), places: fc.constant(places), isPlaced: fc.boolean(), hasNulls: fc.boolean() }),
  );

test('[SRC-36] the cells of a column are those of its values one by one, however its pages store them', () => {
  let placed = 0;
  fc.assert(
    fc.property(
      fc.array(page, { minLength: 1, maxLength: 4 }),
      fc.array(value, { maxLength: 6 }),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      (pages, entries, from, most, isFinished) => {
        const dictionary = new Dictionary(entries);
        const pieces: Piece[] = [];
        const all: unknown[] = [];
        for (const { own, places, isPlaced, hasNulls } of pages) {
          const stored = isPlaced ? new DictionaryValues(dictionary, places) : own;
          const levels = Uint8Array.from({ length: 2 * stored.length }, (_, i) => i % 2);
          const values = hasNulls ? new AmongNulls(stored, levels) : stored;
          pieces.push({ start: all.length, values });
          for (let i = 0; i < values.length; i++) all.push(values.at(i));
        }
        const count = Math.max(0, Math.min(most, all.length - from));
        const of = column({ finish: isFinished ? finish : null });
        const damaged = new Map<number, string>();
        const cells = cellsOf(of, pieces, { from, count }, damaged);
        if (cells.places) placed++;
        const wanted = all.slice(from, from + count);
        const isBroken = (read: unknown): boolean => read instanceof Uint8Array || (isFinished && read === 'bad');
        assert.deepEqual(
          rowsOf([cells], count),
          wanted.map((read) => [parquetCell(isFinished && read === 7n ? 'seven' : read)]),
        );
        assert.deepEqual(
          [...damaged.keys()],
          [...wanted.keys()].filter((i) => isBroken(wanted[i])),
        );
      },
    ),
    { numRuns: 2000 },
  );
  assert.ok(placed > 50, `${placed}`);
});

test('[SRC-36] cells of a dictionary are made once for the blocks of a column', () => {
  const dictionary = new Dictionary(['a', 'b']);
  const pieces = [{ start: 0, values: new DictionaryValues(dictionary, [0, 1, 1, 0]) }];
  const of = column();
  const [first, second] = [0, 2].map((from) => cellsOf(of, pieces, { from, count: 2 }, new Map()));
  assert.equal(first?.cells, second?.cells);
  assert.deepEqual([...(first?.places ?? [])], [0, 1]);
  assert.deepEqual([...(second?.places ?? [])], [1, 0]);
});
