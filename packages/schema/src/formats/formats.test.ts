import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ValueType } from '../value-type.ts';
import { formatExportDate, formatFormDate, formatHistogramDate, formatListDate, formatLongDate } from './date.ts';
import { formatBytes, formatCount, formatShort } from './number.ts';
import { formatPoint, formatValue } from './value.ts';

test('[FMT-01] bytes', () => {
  assert.equal(formatBytes(0), '0 Bytes');
  assert.equal(formatBytes(1023), '1023 Bytes');
  assert.equal(formatBytes(1536), '1.5 KB');
  assert.equal(formatBytes(1234, 0), '1 KB');
  assert.equal(formatBytes(1024 ** 2 - 1), '1 MB');
  assert.equal(formatBytes(1024 ** 8 * 5), '5 YB');
  fc.assert(
    fc.property(fc.nat(Number.MAX_SAFE_INTEGER), (bytes) => {
      const [figure, unit] = formatBytes(bytes).split(' ');
      const power = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'].indexOf(unit ?? '');
      assert.ok(Number(figure) < 1024);
      assert.ok(Math.abs(Number(figure) * 1024 ** power - bytes) <= 0.0051 * 1024 ** power);
    }),
  );
});

test('[FMT-02] short numbers', () => {
  const pairs: readonly (readonly [number, string])[] = [
    [999, '999'],
    [1000, '1k'],
    [1500, '1.5k'],
    [-1500, '-1.5k'],
    [999_949, '999.9k'],
    [999_950, '1m'],
    [2_000_000, '2m'],
    [3.25e9, '3.3b'],
    [7e12, '7t'],
    [7e16, '70000t'],
  ];
  for (const [value, text] of pairs) assert.equal(formatShort(value), text);
});

test('[FMT-03] the thousands separator is a comma', () => {
  assert.equal(formatCount(1_234_567.25), '1,234,567.25');
  assert.equal(formatCount(-12_345n), '-12,345');
});

test('[FMT-04] … [FMT-07] dates', () => {
  const time = new Date(1986, 8, 4, 20, 30, 5).getTime();
  assert.equal(formatLongDate(time), 'Thu, Sep 4, 1986 8:30 PM');
  assert.equal(formatFormDate(time), '1986/09/04 20:30');
  assert.equal(formatListDate(time), '1986-09-04 20:30:05');
  assert.equal(formatHistogramDate(time), '04/09/86 08:30:05');
  assert.equal(formatHistogramDate(new Date(1986, 8, 4, 0, 0, 0)), '04/09/86 12:00:00');
  assert.equal(formatListDate('soon'), '–');
});

test('[FMT-08] exported dates are ISO 8601 in UTC', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(8e12) }), (date) => {
      assert.equal(formatExportDate(date.getTime()), date.toISOString());
    }),
  );
});

test('[FMT-09] nothing, yes or no, and points', () => {
  const item = (value_type: ValueType) => ({ name: 'a', value_type });
  assert.equal(formatValue(item(ValueType.Keyword), null), '–');
  assert.equal(formatValue(item(ValueType.Boolean), false), 'no');
  assert.equal(formatValue(item(ValueType.Long), 1234), '1,234');
  assert.equal(formatValue(item(ValueType.GeoPoint), { lat: 3.118, lon: 101.621 }), '3.118000, 101.621000');
  assert.equal(formatValue(item(ValueType.Array), ['a', 'b']), 'a, b');
  assert.equal(formatValue(item(ValueType.Nested), [{ name: 'x' }, { y: 1 }]), 'x, 1 field');
  assert.equal(formatPoint('nowhere'), '–');
});
