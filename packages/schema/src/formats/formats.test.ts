import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ValueType } from '../value-type.ts';
import { formatExportDate, formatFormDate, formatHistogramDate, formatListDate, formatLongDate } from './date.ts';
import { formatBytes, formatCount, formatShort } from './number.ts';
import { formatPoint, formatValue, MASKED } from './value.ts';

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
  assert.deepEqual([Number.MAX_VALUE, -1e21, 999_999_999_999_999_900_000, 0.000001, -1e-300].map(formatCount), [
    '1.7976931348623157e308',
    '-1e21',
    '999,999,999,999,999,900,000',
    '0.000001',
    '-1e-300',
  ]);
});

test('[FMT-04] [FMT-05] [FMT-06] [FMT-07] dates', () => {
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
  assert.equal(formatValue(item(ValueType.Long), '-9007199254740993'), '-9,007,199,254,740,993');
  assert.equal(formatValue(item(ValueType.Long), 'many'), 'many');
  assert.equal(formatValue(item(ValueType.GeoPoint), { lat: 3.118, lon: 101.621 }), '3.118000, 101.621000');
  assert.equal(formatValue(item(ValueType.Array), ['a', 'b']), 'a, b');
  assert.equal(formatValue(item(ValueType.Nested), [{ name: 'x' }, { y: 1 }]), 'x, 1 field');
  assert.equal(formatPoint('nowhere'), '–');
});

test('[FMT-01] whatever the decimals, figure and unit say what the bytes are', () => {
  fc.assert(
    fc.property(fc.nat(Number.MAX_SAFE_INTEGER), fc.integer({ min: 0, max: 4 }), (bytes, decimals) => {
      const [figure = '', unit = ''] = formatBytes(bytes, decimals).split(' ');
      const power = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB'].indexOf(unit);
      assert.ok(power >= 0, unit);
      assert.doesNotMatch(figure, /\.\d*0$/, 'no trailing zeros');
      assert.ok((figure.split('.')[1] ?? '').length <= decimals);
      assert.ok(Math.abs(Number(figure) * 1024 ** power - bytes) <= 0.500001 * 10 ** -decimals * 1024 ** power);
    }),
  );
});

test('[FMT-02] a short number reads back to what it was, to one decimal of its unit', () => {
  const number = fc.oneof(fc.integer(), fc.double({ min: -9e14, max: 9e14, noNaN: true }));
  fc.assert(
    fc.property(number, (value) => {
      const [, figure = '', unit = ''] = /^(-?[\d.e-]+)([kmbt]?)$/.exec(formatShort(value)) ?? assert.fail();
      const scale = { '': 1, k: 1e3, m: 1e6, b: 1e9, t: 1e12 }[unit] ?? assert.fail();
      assert.ok(Math.abs(Number(figure) * scale - value) <= 0.0500001 * scale);
      if (unit !== '') assert.ok(Math.abs(Number(figure)) >= 1 && Math.abs(Number(figure)) < 1000, figure);
      else assert.ok(Math.abs(value) < 1000);
    }),
  );
});

test('[FMT-03] a counted number reads back without its commas, which stand at every third place', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), (value) => {
      const text = formatCount(value);
      assert.equal(BigInt(text.replaceAll(',', '')), value);
      assert.match(text, /^-?\d{1,3}(,\d{3})*$/);
    }),
  );
});

/** Any second between 1970 and 2100 in the reader's zone. */
const second = fc.integer({ min: 0, max: 4_102_444_800 }).map((seconds) => new Date(seconds * 1000));
const localParts = (date: Date): readonly number[] => [
  date.getFullYear(),
  date.getMonth() + 1,
  date.getDate(),
  date.getHours(),
  date.getMinutes(),
];

test('[FMT-04] a long date names day of the week, month, day, year and the time on a 12-hour clock', () => {
  fc.assert(
    fc.property(second, (date) => {
      const text = formatLongDate(date.getTime());
      const form = /^(\w{3}), (\w{3}) (\d{1,2}), (\d{4}) (\d{1,2}):(\d\d) ([AP])M$/;
      const [, weekday, month, day, year, hour, minute, half] = form.exec(text) ?? assert.fail(text);
      assert.equal(weekday, date.toLocaleDateString('en-US', { weekday: 'short' }));
      assert.equal(month, date.toLocaleDateString('en-US', { month: 'short' }));
      const [clock, later] = [Number(hour), half === 'P' ? 12 : 0];
      assert.ok(clock >= 1 && clock <= 12);
      const [y, , d, h, m] = localParts(date);
      assert.deepEqual([Number(year), Number(day), (clock % 12) + later, Number(minute)], [y, d, h, m]);
    }),
  );
});

test('[FMT-05] [FMT-06] dates of forms and lists read back', () => {
  fc.assert(
    fc.property(second, (date) => {
      const form = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d)$/.exec(formatFormDate(date.getTime()));
      assert.deepEqual(form?.slice(1).map(Number), localParts(date));
      const list = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(formatListDate(date.getTime()));
      assert.deepEqual(list?.slice(1).map(Number), [...localParts(date), date.getSeconds()]);
    }),
  );
});

test('[FMT-07] histogram dates have a 12-hour clock of 01 to 12', () => {
  fc.assert(
    fc.property(second, (date) => {
      const found = /^(\d\d)\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(formatHistogramDate(date.getTime()));
      const [day, month, year, hour = 0, minute, last] = (found ?? assert.fail()).slice(1).map(Number);
      assert.deepEqual([day, month, year], [date.getDate(), date.getMonth() + 1, date.getFullYear() % 100]);
      assert.ok(hour >= 1 && hour <= 12);
      assert.deepEqual([hour % 12, minute, last], [date.getHours() % 12, date.getMinutes(), date.getSeconds()]);
    }),
  );
});

test('[FMT-09] a point reads back to six decimals, a masked secret is eight dots, a unit stands behind its value', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
  fc.assert(
    fc.property(degrees(90), degrees(180), (lat, lon) => {
      const [a, o] = formatPoint({ lat, lon }).split(', ').map(Number);
      assert.ok(Math.abs((a ?? 0) - lat) <= 5.1e-7 && Math.abs((o ?? 0) - lon) <= 5.1e-7);
    }),
  );
  assert.deepEqual([...MASKED], Array(8).fill('•'));
  for (const nothing of [null, undefined, ''])
    for (const value_type of Object.values(ValueType))
      assert.equal(formatValue({ name: 'a', value_type }, nothing), '–');
});

test('[LIM-09] [TPL-31] a disk size shows in GB', () => {
  const disk = { name: 'raw_size', value_type: ValueType.Integer, unit: 'GB' } as const;
  assert.equal(formatValue(disk, 16_000), '16,000 GB');
  assert.equal(formatValue({ ...disk, unit: null }, 16_000), '16,000');
});

test('[FMT-09] a nested object goes by its name before its id, else by its first text', () => {
  const nested = { name: 'items', value_type: ValueType.Nested };
  assert.equal(
    formatValue(nested, [{ id: '01M7', name: 'one' }, { id: '01M8' }, { a: 1, b: 2 }]),
    'one, 01M8, 2 fields',
  );
  assert.equal(formatValue(nested, [{ age: 0, who: 'Ayu' }]), 'Ayu');
});

test('[FMT-05] [FMT-06] a year of fewer digits is written with four where the format says yyyy', () => {
  const time = new Date(2000, 0, 2, 3, 4, 5).setFullYear(987);
  assert.equal(formatListDate(time), '0987-01-02 03:04:05');
  assert.equal(formatFormDate(time), '0987/01/02 03:04');
});
