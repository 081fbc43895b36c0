import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WrongPage } from './runs.ts';
import { unpackSnappy } from './snappy.ts';

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const letters = (text: string): readonly number[] => [...Buffer.from(text)];
const unpacked = (packed: Uint8Array, length: number): string => Buffer.from(unpackSnappy(packed, length)).toString();

test('[STR-03] a page of Snappy unpacks: literals of both lengths, copies near and far, copies of what they copy', () => {
  assert.equal(unpacked(bytes(4, 3 << 2, ...letters('abcd')), 4), 'abcd');
  assert.equal(unpacked(bytes(12, 3 << 2, ...letters('abcd'), (4 << 2) | 1, 4), 12), 'abcdabcdabcd');
  assert.equal(unpacked(bytes(9, 0, ...letters('a'), (7 << 2) | 2, 1, 0), 9), 'aaaaaaaaa');
  assert.equal(unpacked(bytes(6, 3 << 2, ...letters('abcd'), (1 << 2) | 3, 3, 0, 0, 0), 6), 'abcdbc');
  const long = 'x'.repeat(300);
  assert.equal(unpacked(bytes(0xac, 0x02, 61 << 2, 43, 1, ...letters(long)), 300), long);
  assert.equal(unpacked(bytes(0), 0), '');
});

test('[STR-03] [SEC-07] a damaged page of Snappy is refused at once', () => {
  const damaged: readonly (readonly [packed: Uint8Array, length: number])[] = [
    [bytes(4, 63 << 2, 0xfb, 0xff, 0xff, 0xff, ...letters('abcd')), 4],
    [bytes(4, 3 << 2, ...letters('ab')), 4],
    [bytes(4, 3 << 2, ...letters('abcd')), 5],
    [bytes(4, 3 << 2, ...letters('abcd')), 3],
    [bytes(8, 3 << 2, ...letters('abcd'), (0 << 2) | 1, 5), 8],
    [bytes(8, 3 << 2, ...letters('abcd'), (0 << 2) | 1, 0), 8],
    [bytes(8, 3 << 2, ...letters('abcd'), (0 << 2) | 3, 1), 8],
    [bytes(0x80, 0x80), 1],
    [bytes(), 0],
  ];
  for (const [packed, length] of damaged)
    assert.throws(() => unpackSnappy(packed, length), WrongPage, Buffer.from(packed).toString('hex'));
});
