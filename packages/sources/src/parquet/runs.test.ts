import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countInRuns, WrongPage } from './runs.ts';

const view = (...bytes: readonly number[]): DataView => new DataView(Uint8Array.from(bytes).buffer);

test('[STR-03] numbers in runs and packed bits are counted, however many bits each has', () => {
  // four ones, then 0 1 1 0 1 0 0 0 packed
  const mixed = view(4 << 1, 1, (1 << 1) | 1, 0b0001_0110);
  assert.equal(countInRuns({ view: mixed, at: 0, width: 1, count: 12 }, 1), 7);
  assert.equal(countInRuns({ view: mixed, at: 0, width: 1, count: 6 }, 1), 5, 'those behind the last one are none');
  // 0 to 7 in three bits each, as the format's own description has them
  const packed = view((1 << 1) | 1, 0b1000_1000, 0b1100_0110, 0b1111_1010);
  for (let wanted = 0; wanted < 8; wanted++)
    assert.equal(countInRuns({ view: packed, at: 0, width: 3, count: 8 }, wanted), 1, String(wanted));
  assert.equal(countInRuns({ view: view(3 << 1, 0x34, 0x12), at: 0, width: 13, count: 3 }, 0x1234), 3);
});

test('[STR-03] packed numbers that are filled up to a block, as DuckDB writes them, are those there are', () => {
  const block = view((4 << 1) | 1, 0b0000_0101, 0, 0, 0);
  assert.equal(countInRuns({ view: block, at: 0, width: 1, count: 3 }, 1), 2);
  assert.equal(countInRuns({ view: block, at: 0, width: 0, count: 3 }, 0), 3);
});

test('[STR-03] [SEC-07] more numbers than there are, and numbers without a bit, are refused at once', () => {
  const long = [0xfe, 0xff, 0xff, 0xff, 0x0f] as const;
  const packed = [0xff, 0xff, 0xff, 0xff, 0x0f] as const;
  for (const width of [0, 1, 8])
    for (const bytes of [long, packed])
      assert.throws(() => countInRuns({ view: view(...bytes, 0, 0), at: 0, width, count: 3 }), WrongPage);
  assert.throws(() => countInRuns({ view: view(0), at: 0, width: 8, count: 3 }), RangeError, 'the bytes end');
});
