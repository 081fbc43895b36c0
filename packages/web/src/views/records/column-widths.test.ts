import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnTracks, columnWidth } from './column-widths.ts';

const seven = (text: string): number => text.length * 7;

test('[SCR-07] a column asks for what its longest cell or its head needs, never for less than can be read', () => {
  const px = (header: string, ...cells: string[]) => columnWidth({ header, cells, grows: false }, seven);
  assert.equal(px('num1', '1,234,567'), 9 * 7 + 16);
  assert.equal(px('a_long_name_of_a_field', '1'), 22 * 7 + 18 + 16);
  assert.equal(px('n', '1'), 56);
  assert.equal(px('n'), 56);
});

test('[SCR-07] words take most of the room that is left, cut ones up to their whole length; figures share what is beyond', () => {
  const num = { px: 80, grows: false };
  const short = { px: 100, grows: true };
  const long = { px: 2000, grows: true };
  assert.deepEqual(columnTracks([num, short, long, num], 320), [
    'minmax(88px, 88fr)',
    'minmax(100px, 300fr)',
    'minmax(320px, 2000fr)',
    'minmax(88px, 88fr)',
  ]);
  assert.deepEqual(columnTracks([num], 320), ['minmax(96px, 96fr)']);
  assert.deepEqual(columnTracks([{ px: 2000, grows: false }, num], 320), [
    'minmax(328px, 328fr)',
    'minmax(88px, 88fr)',
  ]);
});
