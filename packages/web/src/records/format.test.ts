import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import {
  formatAgo,
  formatBytes,
  formatCount,
  formatFigure,
  formatFormDate,
  formatHistogramDate,
  formatListDate,
  formatLongDate,
  formatShort,
  formatTook,
} from './format.ts';
import { formatCell, formatValue } from './format-value.ts';

const evening = new Date(1986, 8, 4, 20, 30, 5).getTime();

test('[FMT-01] bytes to base 1024 with two decimals at most', () => {
  assert.deepEqual(
    [0, 1, 1023, 1024, 1536, 1_048_576, 4_300_000, 1024 ** 8 * 3].map((bytes) => formatBytes(bytes)),
    ['0 Bytes', '1 Bytes', '1023 Bytes', '1 KB', '1.5 KB', '1 MB', '4.1 MB', '3 YB'],
  );
});

test('[FMT-02] numbers from 1000 upward are shortened with one decimal', () => {
  assert.deepEqual([0, 999, 1000, 1500, 2_000_000, 3_450_000_000, 1e12, -1500, 999_999].map(formatShort), [
    '0',
    '999',
    '1k',
    '1.5k',
    '2m',
    '3.5b',
    '1t',
    '-1.5k',
    '1m',
  ]);
});

test('what was over in an instant did not take no time', () => {
  assert.deepEqual([0, 40, 999, 1234, 9_990, 12_600, 59_400, 125_000].map(formatTook), [
    '0 ms',
    '40 ms',
    '999 ms',
    '1.2 s',
    '10.0 s',
    '13 s',
    '59 s',
    '2 min 5 s',
  ]);
});

test('[FMT-03] thousands are separated by commas', () => {
  assert.equal(formatCount(1_248_113), '1,248,113');
  assert.equal(formatCount(-1234.5), '-1,234.5');
});

test('[FMT-03] figures are told with three decimals, small ones with the digits that count', () => {
  assert.deepEqual([14_000, -1234.5, 135_802.457999, 0.1 + 0.2, 2 / 3, 0.0000457891, -0, 57].map(formatFigure), [
    '14,000',
    '-1,234.5',
    '135,802.458',
    '0.3',
    '0.6667',
    '0.00004579',
    '0',
    '57',
  ]);
  assert.deepEqual([Number.MAX_VALUE, 1e21, -1.05e-7, 5e-324].map(formatFigure), [
    '1.798e308',
    '1e21',
    '-1.05e-7',
    '4.941e-324',
  ]);
});

test('[FMT-03] a cell shows the digits of a number that mean something, its whole value is for the title', () => {
  const item = { value_type: ValueType.Double, unit: 'kg' };
  assert.deepEqual(
    [135_802.457999, 0.1 + 0.2, 4.4735, 31.95376472, 1234, null].map((value) => formatCell(item, value)),
    ['135,802.458 kg', '0.3 kg', '4.4735 kg', '31.95376 kg', '1,234 kg', '–'],
  );
  assert.equal(formatValue(item, 135_802.457999), '135,802.457999 kg');
  assert.deepEqual(
    [1.7976931348623157e308, -1e-300, '9007199254740993'].map((value) => formatCell(item, value)),
    ['1.797693e308 kg', '-1e-300 kg', '9,007,199,254,740,993 kg'],
  );
});

test('[FMT-04] the long date style', () => {
  assert.equal(formatLongDate(evening), 'Thu, Sep 4, 1986 8:30 PM');
  assert.equal(formatLongDate(new Date(2026, 0, 1, 0, 5)), 'Thu, Jan 1, 2026 12:05 AM');
});

test('[FMT-05] dates in forms', () => assert.equal(formatFormDate(evening), '1986/09/04 20:30'));
test('[FMT-06] [SCR-14] dates in lists', () => assert.equal(formatListDate(evening), '1986-09-04 20:30:05'));

test('[FMT-07] histogram dates use a 12-hour clock', () => {
  assert.equal(formatHistogramDate(evening), '04/09/86 08:30:05');
  assert.equal(formatHistogramDate(new Date(2026, 0, 1, 0, 0, 0)), '01/01/26 12:00:00');
});

test('[FMT-09] null, secret, boolean and point as people read them', () => {
  assert.equal(formatValue({ value_type: 8 }, null), '–');
  assert.equal(formatValue({ value_type: 8, name: 'password' }, 'x'), '••••••••');
  assert.equal(formatValue({ value_type: 10 }, true), 'yes');
  assert.equal(formatValue({ value_type: 10 }, false), 'no');
  assert.equal(formatValue({ value_type: 30 }, { lat: 4.02, lon: 108.21 }), '4.020000, 108.210000');
});

test('[TPL-39] an allowed value shows its label', () => {
  const item = { value_type: 8, allowed_values: [{ value: 'M', label: 'Medium' }] } as const;
  assert.equal(formatValue(item, 'M'), 'Medium');
  assert.equal(formatValue(item, 'X'), 'X');
});

test('times past are told in the fewest words', () => {
  const now = new Date(2026, 5, 20, 12).getTime();
  const minute = 60_000;
  assert.deepEqual(
    [0, 5 * minute, 3 * 60 * minute, 25 * 60 * minute, 9 * 24 * 60 * minute].map((ago) => formatAgo(now - ago, now)),
    ['Just now', '5 min ago', '3 h ago', 'Yesterday', '9 days ago'],
  );
  assert.equal(formatAgo(new Date(2026, 0, 21).getTime(), now), '21 Jan 2026');
  assert.equal(formatAgo(null, now), 'Never');
});
