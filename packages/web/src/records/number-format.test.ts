import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DURATION_UNITS, formatNumber, NUMBER_STYLES, type NumberFormat } from './number-format.ts';

const told = (format: NumberFormat | undefined, ...values: readonly number[]) =>
  values.map((value) => formatNumber(value, format));

test('[VIS-13] decimals and thousands', () => {
  assert.deepEqual(told(undefined, 1234.5678, 0), ['1,234.568', '0']);
  assert.deepEqual(told({ style: 'number' }, 1234.5678, 0.00012), told(undefined, 1234.5678, 0.00012));
  assert.deepEqual(told({ style: 'number', decimals: 2 }, 1234.5, -0.001), ['1,234.50', '0.00']);
  assert.deepEqual(told({ style: 'number', decimals: 0, thousands: false }, 1234.5, 1e6), ['1235', '1000000']);
});

test('[VIS-13] shares as percent', () => {
  assert.deepEqual(told({ style: 'percent' }, 0.25, 0.123456, -1, 12), ['25 %', '12.3 %', '-100 %', '1,200 %']);
  assert.deepEqual(told({ style: 'percent', decimals: 2 }, 0.5), ['50.00 %']);
});

test('[VIS-13] [FMT-01] [FMT-02] bytes and compact numbers', () => {
  assert.deepEqual(told({ style: 'bytes' }, 0, 1536, 5e9), ['0 Bytes', '1.5 KB', '4.66 GB']);
  assert.deepEqual(told({ style: 'bytes', decimals: 0 }, 1536), ['2 KB']);
  assert.deepEqual(told({ style: 'compact' }, 999, 1500, -1500, 999_949, 999_950, 3.25e9, 7e16), [
    '999',
    '1.5k',
    '-1.5k',
    '999.9k',
    '1m',
    '3.3b',
    '70,000t',
  ]);
  assert.deepEqual(told({ style: 'compact', decimals: 2 }, 1_234_567, 12), ['1.23m', '12.00']);
});

test('[VIS-13] durations in their two largest parts', () => {
  assert.deepEqual(told({ style: 'duration' }, 0, 0.04, 8.5, 59.96, 90, 3600, 7325, 86_399.9, 200_000), [
    '0 ms',
    '40 ms',
    '8.5 s',
    '1 min',
    '1 min 30 s',
    '1 h',
    '2 h 2 min',
    '1 d',
    '2 d 8 h',
  ]);
  assert.deepEqual(told({ style: 'duration', of: 'ms' }, 1500, -90_000), ['1.5 s', '-1 min 30 s']);
  assert.deepEqual(told({ style: 'duration', of: 'd' }, 1.5, 4000), ['1 d 12 h', '4,000 d']);
  assert.deepEqual(told({ style: 'duration', of: 'min', decimals: 2 }, 0.5), ['30.00 s']);
});

const SIZES: Readonly<Record<string, number>> = DURATION_UNITS;
const { s, min, h, d } = DURATION_UNITS;
const SMALLER = new Map<number, number>([
  [min, s],
  [h, min],
  [d, h],
]);

test('[VIS-13] a duration reads back to within half of its smaller part, and no part is as much as the next larger', () => {
  fc.assert(
    fc.property(fc.double({ min: 60_000, max: 1e13, noNaN: true }), (ms) => {
      const words = formatNumber(ms, { style: 'duration', of: 'ms' }).replaceAll(',', '').split(' ');
      const parts = [words.slice(0, 2), words.slice(2)].flatMap(([count, name = '']) =>
        count === undefined ? [] : [{ count: Number(count), size: SIZES[name] ?? assert.fail(name) }],
      );
      const sum = parts.reduce((all, { count, size }) => all + count * size, 0);
      const [first, second] = parts;
      const smaller = (first && SMALLER.get(first.size)) ?? assert.fail(words.join(' '));
      assert.ok(Math.abs(sum - ms) <= smaller / 2, `${ms}`);
      if (first && second) assert.ok(second.count * second.size < first.size);
    }),
  );
});

test('[VIS-13] a unit stands behind what has none of its own; nothing is an en dash', () => {
  assert.equal(formatNumber(1500, { style: 'compact' }, 'kn'), '1.5k kn');
  assert.equal(formatNumber(2, undefined, 'kn'), '2 kn');
  for (const style of ['percent', 'bytes', 'duration'] as const)
    assert.equal(formatNumber(2, { style }, 'kn'), formatNumber(2, { style }));
  for (const style of NUMBER_STYLES)
    for (const none of [null, undefined, '', Number.NaN, Number.POSITIVE_INFINITY])
      assert.equal(formatNumber(none, { style }, 'kn'), '–');
});

test('[VIS-13] a number nobody would count the digits of has its power of ten, whatever decimals were asked for', () => {
  assert.deepEqual(
    [1.5e300, -1e21, 1.5e20, 1e-9].map((value) => formatNumber(value, { style: 'number', decimals: 2 })),
    ['1.5e300', '-1e21', '150,000,000,000,000,000,000.00', '0.00'],
  );
});
