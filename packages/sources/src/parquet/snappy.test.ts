import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
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

/** Parts of a page: bytes as they are, or so many again from so far back, in the shortest way it can be told or in four bytes. */
const part = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 400 }),
  fc.record({ back: fc.integer({ min: 1, max: 5000 }), size: fc.integer({ min: 1, max: 64 }), isWide: fc.boolean() }),
);

const little = (value: number, size: number): readonly number[] =>
  Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) & 0xff);

function literalOf(own: Uint8Array): readonly number[] {
  const last = own.length - 1;
  if (last < 60) return [last << 2, ...own];
  const size = last < 256 ? 1 : 2;
  return [(59 + size) << 2, ...little(last, size), ...own];
}

function copyOf(back: number, size: number, isWide: boolean): readonly number[] {
  if (isWide) return [((size - 1) << 2) | 3, ...little(back, 4)];
  if (size >= 4 && size < 12 && back < 2048) return [((back >> 8) << 5) | ((size - 4) << 2) | 1, back & 0xff];
  return [((size - 1) << 2) | 2, ...little(back, 2)];
}

test('[STR-03] any literals and copies unpack to what they say, byte by byte', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const whole: number[] = [];
      const packed: number[] = [];
      for (const one of parts) {
        if (one instanceof Uint8Array) {
          packed.push(...literalOf(one));
          whole.push(...one);
        } else if (one.back <= whole.length) {
          packed.push(...copyOf(one.back, one.size, one.isWide));
          for (let i = 0; i < one.size; i++) whole.push(whole[whole.length - one.back] ?? -1);
        }
      }
      assert.deepEqual([...unpackSnappy(bytes(0, ...packed), whole.length)], whole);
      assert.throws(() => unpackSnappy(bytes(0, ...packed), whole.length + 1), WrongPage);
      if (whole.length > 0) assert.throws(() => unpackSnappy(bytes(0, ...packed), whole.length - 1), WrongPage);
    }),
  );
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
