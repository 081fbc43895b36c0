import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import fc from 'fast-check';
import { civilOf, dayOf } from './civil.ts';
import { dateFormat } from './format.ts';
import { readDate, readDateNanos } from './math.ts';
import { nextDate, roundDate } from './rounding.ts';
import { UTC, zoneOf } from './zone.ts';

const NOW = Date.UTC(2024, 4, 15, 10, 20, 30, 400);
const iso = (utc: number) => new Date(utc).toISOString();
const read = (text: string | number, more: { zone?: string; roundUp?: boolean; format?: string } = {}) =>
  iso(
    readDate(text, 'ts1', { zone: zoneOf(more.zone), now: NOW, roundUp: more.roundUp ?? false, format: more.format }),
  );

test('[AGG-11] date math moves and rounds from now or from a date', () => {
  assert.equal(read('now'), '2024-05-15T10:20:30.400Z');
  assert.equal(read('now-1d/d'), '2024-05-14T00:00:00.000Z');
  assert.equal(read('now/w'), '2024-05-13T00:00:00.000Z');
  assert.equal(read('now+1M-2h/m'), '2024-06-15T08:20:00.000Z');
  assert.equal(read('2020-01-01||+1M/d'), '2020-02-01T00:00:00.000Z');
  assert.equal(read('2020-01-31||+1M'), '2020-02-29T00:00:00.000Z');
  assert.equal(read('now/d', { roundUp: true }), '2024-05-15T23:59:59.999Z');
  assert.equal(read('now/d', { zone: 'Asia/Jakarta' }), '2024-05-14T17:00:00.000Z');
  assert.throws(() => read('now-3000000000s'), /\[3000000000\] is more than \[2147483647\]/);
});

test('[AGG-11] what a date leaves out is the start, or for an upper limit the end of its day', () => {
  assert.equal(read('2020-06'), '2020-06-01T00:00:00.000Z');
  assert.equal(read('2020-06-15', { roundUp: true }), '2020-06-15T23:59:59.999Z');
  assert.equal(read('2020-06-15T10:20', { roundUp: true }), '2020-06-15T10:20:59.999Z');
  assert.equal(read('2020-06', { roundUp: true }), '2020-06-01T23:59:59.999Z');
  assert.equal(read('2020-06-15', { zone: '+07:00' }), '2020-06-14T17:00:00.000Z');
  assert.equal(read('2020-06-15T00:00:00+02:00', { zone: '+07:00' }), '2020-06-14T22:00:00.000Z');
  assert.equal(read(1_577_836_800_000), '2020-01-01T00:00:00.000Z');
  assert.equal(read(1_577_836_800, { format: 'epoch_second' }), '2020-01-01T00:00:00.000Z');
});

test('[AGG-11] a number since 1970 is one of the clocks of the zone, a number of four digits a year', () => {
  assert.equal(read('1577836800000', { zone: '+05:30' }), '2019-12-31T18:30:00.000Z');
  assert.equal(read(1577836800, { zone: 'Asia/Jakarta', format: 'epoch_second' }), '2019-12-31T17:00:00.000Z');
  assert.equal(read(1577836800000), '2020-01-01T00:00:00.000Z');
  assert.equal(read(2020, { zone: '-03:00' }), '2020-01-01T03:00:00.000Z');
});

test('[AGG-11] a date that cannot be is refused with the format and the field', () => {
  for (const text of ['2020-13-01', '2020-02-30', 'yesterday', 'now-1', 'now/x', '2020-01-01||1d', '']) {
    assert.throws(() => read(text), /failed to parse date (field|math).*ts1/);
  }
});

test('[API-31] what is wrong with a date is said in the words of OpenSearch, too', () => {
  const saidOf = (text: string): unknown => {
    try {
      return read(text);
    } catch (error) {
      return error instanceof PlatformError && error.detail.openSearch;
    }
  };
  const inSteps = (reason: string) => ({ type: 'parse_exception', reason });
  assert.deepEqual(saidOf('now*1d'), inSteps('operator not supported for date math [*1d]'));
  assert.deepEqual(saidOf('now-1d-'), inSteps('truncated date math [-1d-]'));
  assert.deepEqual(saidOf('now-12'), inSteps('truncated date math [-12]'));
  assert.deepEqual(saidOf('now/2d'), inSteps('rounding `/` can only be used on single unit types [/2d]'));
  assert.deepEqual(saidOf('2020-01-01||+1x'), inSteps('unit [x] not supported for date math [+1x]'));
  const reason = 'failed to parse date field [soon] with format [strict_date_optional_time||epoch_millis]';
  assert.deepEqual(saidOf('soon||/d'), {
    ...inSteps(`${reason}: [${reason}]`),
    caused_by: { type: 'illegal_argument_exception', reason },
  });
  assert.equal(saidOf('2020-05-05||/1M'), '2020-05-01T00:00:00.000Z');
});

test('[QRY-20] patterns write and read, joined by || the first one that fits', () => {
  const at = Date.UTC(2024, 0, 5, 15, 4, 9, 7);
  assert.equal(dateFormat('dd/MM/yy hh:mm:ss').write(at, UTC), '05/01/24 03:04:09');
  assert.equal(dateFormat("yyyy-MM-dd'T'HH:mm:ss.SSSXXX").write(at, zoneOf('+07:00')), '2024-01-05T22:04:09.007+07:00');
  assert.equal(dateFormat(undefined).write(at, zoneOf('Asia/Jakarta')), '2024-01-05T22:04:09.007+07:00');
  assert.equal(read('31.12.2020', { format: 'yyyy-MM-dd||dd.MM.yyyy' }), '2020-12-31T00:00:00.000Z');
  assert.throws(() => read('12/31/2020', { format: 'yyyy-MM-dd||dd.MM.yyyy' }), /failed to parse/);
});

test('[AGG-10] zones are kept in the spelling they were asked for, some hundreds of them and no more', () => {
  const first = zoneOf('Asia/Jakarta');
  assert.equal(zoneOf('Asia/Jakarta'), first);
  for (let i = 0; i < 1200; i++) {
    const spelling = [...'asia/jakarta'].map((letter, at) => ((i >> at) & 1 ? letter.toUpperCase() : letter)).join('');
    assert.equal(zoneOf(spelling).offsetAt(NOW), 7 * 3_600_000);
  }
  assert.notEqual(zoneOf('Asia/Jakarta'), first);
});

test('[AGG-10] what clocks of a zone do is looked up once, and is what Intl says at any moment', () => {
  const names = fc.constantFrom('America/New_York', 'Africa/Casablanca', 'Australia/Lord_Howe', 'Asia/Tehran', 'UTC+0');
  const moments = fc.integer({ min: Date.UTC(1840, 0, 1), max: Date.UTC(2210, 0, 1) });
  const parts = new Map<string, Intl.DateTimeFormat>();
  fc.assert(
    fc.property(names, moments, (name, moment) => {
      if (name === 'UTC+0') return assert.equal(zoneOf(name).offsetAt(moment), 0);
      const format =
        parts.get(name) ?? new Intl.DateTimeFormat('sv', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' });
      parts.set(name, format);
      const second = Math.floor(moment / 1000) * 1000;
      const local = Date.parse(`${format.format(second).replace(' ', 'T')}Z`);
      assert.equal(zoneOf(name).offsetAt(second), local - second, `${name} at ${new Date(second).toISOString()}`);
    }),
  );
});

test('[AGG-10] buckets begin at local times, over clock changes too', () => {
  const zone = zoneOf('America/New_York');
  const day = { interval: { kind: 'calendar', unit: 'day' }, zone, offset: 0 } as const;
  assert.equal(iso(roundDate(Date.UTC(2020, 2, 8, 12), day)), '2020-03-08T05:00:00.000Z');
  assert.equal(iso(nextDate(Date.UTC(2020, 2, 8, 5), day)), '2020-03-09T04:00:00.000Z');
  assert.equal(iso(nextDate(Date.UTC(2020, 10, 1, 4), day)), '2020-11-02T05:00:00.000Z');
  const hour = { interval: { kind: 'calendar', unit: 'hour' }, zone, offset: 0 } as const;
  assert.equal(iso(roundDate(Date.UTC(2020, 10, 1, 5, 30), hour)), '2020-11-01T05:00:00.000Z');
  assert.equal(iso(nextDate(Date.UTC(2020, 10, 1, 5), hour)), '2020-11-01T06:00:00.000Z');
  const month = { interval: { kind: 'calendar', unit: 'month' }, zone: UTC, offset: 6 * 3_600_000 } as const;
  assert.equal(iso(roundDate(Date.UTC(2020, 1, 1, 5), month)), '2020-01-01T06:00:00.000Z');
  assert.equal(iso(nextDate(Date.UTC(2020, 0, 1, 6), month)), '2020-02-01T06:00:00.000Z');
});

test('[AGG-10] no bucket of an even length goes on behind the hour that comes twice', () => {
  const interval = { kind: 'fixed', milliseconds: 45 * 60_000 } as const;
  const rounding = { interval, zone: zoneOf('Europe/Berlin'), offset: 0 };
  const starts = ['00:10', '00:30', '01:10', '01:20'].map((time) =>
    roundDate(Date.parse(`2020-10-25T${time}Z`), rounding),
  );
  assert.deepEqual(
    starts.map((start) => iso(start).slice(0, 16)),
    ['2020-10-24T23:30', '2020-10-25T00:15', '2020-10-25T00:15', '2020-10-25T01:15'],
  );
  assert.equal(iso(nextDate(Date.UTC(2020, 9, 25, 0, 15), rounding)), '2020-10-25T01:15:00.000Z');
});

test('[AGG-10] every moment lies in its bucket and before the next, in every zone', () => {
  const units = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
  for (const name of ['America/New_York', 'Asia/Jakarta', 'Australia/Lord_Howe', 'America/Sao_Paulo', '-03:30']) {
    for (let utc = Date.UTC(2017, 9, 1); utc < Date.UTC(2018, 11, 1); utc += 17 * 3_600_000 + 123) {
      for (const unit of units) {
        const rounding = { interval: { kind: 'calendar', unit }, zone: zoneOf(name), offset: 0 } as const;
        const start = roundDate(utc, rounding);
        assert.ok(start <= utc, `${name} ${unit} ${iso(utc)} starts at ${iso(start)}`);
        assert.equal(roundDate(start, rounding), start, `${name} ${unit} ${iso(utc)}`);
        const next = nextDate(start, rounding);
        assert.ok(next > utc, `${name} ${unit} ${iso(utc)} in ${iso(start)}, next ${iso(next)}`);
      }
    }
  }
});

test('[IDX-09] days of the calendar and back, as Date has them and beyond', () => {
  for (let day = -1_000_000; day < 1_000_000; day += 997) {
    const date = new Date(day * 86_400_000);
    const { year, month, day: of, weekday } = civilOf(day * 86_400_000);
    assert.deepEqual(
      [year, month, of, weekday % 7],
      [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay()],
    );
    assert.equal(dayOf(year, month, of), day);
  }
  assert.equal(dayOf(292_278_994, 8, 17), Math.floor(2 ** 63 / 86_400_000));
});

test('[IDX-09] years beyond four digits are read and written with their sign', () => {
  const write = (format: string | undefined, text: string) => {
    const millis = readDateNanos(text, 'ts1', { zone: UTC, now: NOW, roundUp: false }) / 1_000_000n;
    return dateFormat(format).write(millis, UTC);
  };
  assert.equal(write(undefined, '+292278994-08-17T07:12:55.807Z'), '+292278994-08-17T07:12:55.807Z');
  assert.equal(write(undefined, '-0001-01-01'), '-0001-01-01T00:00:00.000Z');
  assert.equal(write('yyyy-MM-dd', '-0001-01-01'), '0002-01-01');
  assert.equal(write('uuuu-MM-dd', '-0001-01-01'), '-0001-01-01');
  assert.equal(write('yyyy-MM-dd', '+12024-01-05'), '+12024-01-05');
  assert.equal(write('yy/M/d', '+12024-01-05'), '24/1/5');
  assert.equal(write('epoch_second', '+292278994-08-17T07:12:55.807Z'), '9223372036854775.807');
});

test('[IDX-09] nanoseconds are read, moved, rounded and written', () => {
  const nanos = (text: string, roundUp = false) => readDateNanos(text, 'ts1', { zone: UTC, now: NOW, roundUp });
  assert.equal(nanos('2024-05-01T10:00:00.123456789Z||+1s'), 1_714_557_601_123_456_789n);
  assert.equal(nanos('2024-05-01T10:00:00.123456789Z||/s', true), 1_714_557_600_999_999_999n);
  assert.equal(nanos('2024-05-01T10:00', true), 1_714_557_659_999_999_999n);
  assert.equal(nanos('1714557600123', true), 1_714_557_600_123_999_999n);
  assert.equal(nanos('-1.5'), -1_500_000n);
  const write = (format: string) => dateFormat(format).write(1_714_557_600_123, UTC, 456_700);
  assert.equal(write('strict_date_optional_time_nanos'), '2024-05-01T10:00:00.1234567Z');
  assert.equal(write('strict_date_optional_time'), '2024-05-01T10:00:00.123Z');
  assert.equal(write('HH:mm:ss.SSSSSSSSS'), '10:00:00.123456700');
  assert.equal(write('epoch_millis'), '1714557600123.4567');
  assert.throws(() => nanos(`now+${'9'.repeat(400)}y`), /beyond all dates/);
});

test('[AGG-10] the week begins with Monday: Sunday is its seventh day', () => {
  const { write } = dateFormat('e');
  assert.deepEqual([write(Date.UTC(2009, 10, 15), UTC), write(Date.UTC(2009, 10, 16), UTC)], ['7', '1']);
});

test('[QRY-21] moments of years 0 to 9999 are written as ISO 8601 has them, whatever the day and the fraction', () => {
  const format = dateFormat('strict_date_optional_time');
  fc.assert(
    fc.property(fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }), (moment) => {
      assert.equal(format.write(moment, UTC), new Date(moment).toISOString());
    }),
    { examples: [[0], [-1], [-62_167_219_200_000], [253_402_300_799_999], [951_782_400_000]] },
  );
});

test('[QRY-21] days of a year, weeks and quarters are written as Java has them with the weeks of ISO', () => {
  const write = (format: string, day: string) => dateFormat(format).write(Date.parse(`${day}T05:06:07.089Z`), UTC);
  const days = ['2024-12-30', '2021-01-02', '2023-01-01', '2024-02-29', '2020-12-31'];
  const all = (format: string) => days.map((day) => write(format, day)).join(' ');
  assert.equal(all('D'), '365 2 1 60 366');
  assert.equal(all('DDD'), '365 002 001 060 366');
  assert.equal(all('YYYY'), '2025 2020 2022 2024 2020');
  assert.equal(all('YY'), '25 20 22 24 20');
  assert.equal(all('w'), '1 53 52 9 53');
  assert.equal(all('ww'), '01 53 52 09 53');
  assert.equal(all('W'), '5 0 0 5 5');
  assert.equal(all("YYYY-'W'ww-e"), '2025-W01-1 2020-W53-6 2022-W52-7 2024-W09-4 2020-W53-4');
  assert.equal(all('QQ'), '04 01 01 01 04');
  assert.equal(all('QQQ'), 'Q4 Q1 Q1 Q1 Q4');
  assert.throws(() => dateFormat('DDDD'), /Too many pattern letters: D/);
  assert.throws(() => dateFormat('www'), /Too many pattern letters: w/);
});

test('[QRY-21] days of a year and weeks are read', () => {
  const read = (format: string, text: string) => {
    const moment = dateFormat(format).read(text, UTC, false);
    return moment === null ? null : new Date(moment).toISOString().slice(0, 10);
  };
  assert.equal(read('uuuuDDD', '2024060'), '2024-02-29');
  assert.equal(read('uuuuDDD', '2023366'), null);
  assert.equal(read('yyyy-D', '2024-60'), '2024-02-29');
  assert.equal(read('ordinal_date', '2024-060'), '2024-02-29');
  assert.equal(read('week_date', '2024-W10-3'), '2024-03-06');
  assert.equal(read("YYYY-'W'ww", '2020-W53'), '2020-12-28');
  assert.equal(read("YYYY-'W'ww", '2024-W53'), null);
  assert.equal(read('YYYY', '2024'), '2024-01-01');
  assert.equal(read('YYYY-MM-dd', '2025-05-06'), '2024-12-30');
});

test('[SEC-05] a format by which a row of digits could be read in endless ways is refused; one that reads it in a few is not', () => {
  for (const format of ['yMyMyMyMyM', "y'1'M'1'd'1'H'1'm'1's", 'yMdHms', 'uuuuSSSuuuuSSSuuuu']) {
    assert.throws(() => dateFormat(format), /numbers of any length beside each other/, format);
  }
  for (const format of ['d/M/y H:m:s.SSS', 'yyyyMMddHHmmssSSS', "uuuuMMdd'T'HHmmss.SSSXXX", 'yyyy-M-d-H-m-s']) {
    assert.equal(dateFormat(format).read('1'.repeat(2_000_000), UTC, false), null, format);
  }
  assert.equal(read('20240515', { format: 'yyyyMMdd' }), '2024-05-15T00:00:00.000Z');
  assert.equal(read('5/1/2024 3:4:5.6', { format: 'd/M/y H:m:s.S' }), '2024-01-05T03:04:05.600Z');
});

test('[SEC-05] a format called as what every object has is one nobody knows', () => {
  for (const format of ['constructor', 'toString', '__proto__'])
    assert.throws(() => dateFormat(format), /Invalid format/, format);
});

test('[QRY-21] [AGG-12] an offset has two figures for each part, or one for hours alone', () => {
  const minutes = (name: string): number => (zoneOf(name).fixed ?? Number.NaN) / 60_000;
  const known = {
    '+7': 420,
    '+07': 420,
    '+07:30': 450,
    '-0730': -450,
    'UTC+1': 60,
    'GMT-01:00': -60,
    '+01:00:30': 60.5,
  };
  for (const [name, size] of Object.entries(known)) assert.equal(minutes(name), size, name);
  for (const name of ['+1:30', '+130', '+01:3', '+01:0030', 'UTC+1:30'])
    assert.throws(() => zoneOf(name), PlatformError, name);
});

test('[QRY-21] formats are known by the names OpenSearch gives them', () => {
  const at = Date.parse('2024-02-29T01:02:03.456Z');
  const written: Readonly<Record<string, string>> = {
    basic_ordinal_date: '2024060',
    basic_time_no_millis: '010203Z',
    basic_t_time: 'T010203.456Z',
    basic_week_date_time: '2024W094T010203.456Z',
    date_hour_minute_second_fraction: '2024-02-29T01:02:03.456',
    hour: '01',
    strict_date_hour_minute: '2024-02-29T01:02',
    strict_hour_minute_second: '01:02:03',
    ordinal_date_time: '2024-060T01:02:03.456Z',
    strict_t_time_no_millis: 'T01:02:03Z',
    week_date_time_no_millis: '2024-W09-4T01:02:03Z',
  };
  for (const [name, text] of Object.entries(written)) assert.equal(dateFormat(name).write(at, UTC), text, name);
  const nanos = (name: string, nano: number) => dateFormat(name).write(at, UTC, nano);
  assert.equal(nanos('strict_date_time', 789_100), '2024-02-29T01:02:03.4567891Z');
  assert.equal(nanos('strict_date_time', 0), '2024-02-29T01:02:03.456Z');
  assert.equal(nanos('ordinal_date_time', 789_000), '2024-060T01:02:03.456789Z');
  assert.equal(nanos('date_time', 789_100), '2024-02-29T01:02:03.456Z');
  const old = Date.parse('0999-12-31T00:00:00Z');
  assert.deepEqual(
    ['year', 'strict_year', 'weekyear', 'g'].map((name) => dateFormat(name).write(old, UTC)),
    ['999', '0999', '1000', '-313699'],
  );
  assert.throws(() => dateFormat('strict_basic_time'), /Invalid format|Unknown pattern letter|pattern/);
});

test('[QRY-21] what is not strict reads numbers without all of their digits, and may lack what comes last', () => {
  const day = (format: string, text: string) => {
    const moment = dateFormat(format).read(text, UTC, false);
    return moment === null ? null : new Date(moment).toISOString().slice(0, 19);
  };
  assert.equal(day('date', '2024-2-9'), '2024-02-09T00:00:00');
  assert.equal(day('date', '2024-02'), '2024-02-01T00:00:00');
  assert.equal(day('strict_date', '2024-2-9'), null);
  assert.equal(day('strict_year_month_day', '2024-02'), '2024-02-01T00:00:00');
  assert.equal(day('date_optional_time', '2024-2-9T1:2:3Z'), '2024-02-09T01:02:03');
  assert.equal(day('date_time_no_millis', '2024-02-29T01:02'), '2024-02-29T01:02:00');
  assert.equal(day('strict_date_hour_minute_second_fraction', '2024-02-29T01:02:03.4'), '2024-02-29T01:02:03');
  assert.equal(day('strict_date_time', '2024-02-29T01:02:03+0700'), '2024-02-28T18:02:03');
  assert.equal(day('week_date', '2024-W9-4'), '2024-02-29T00:00:00');
});

test('[IDX-09] [QRY-21] a year has as many digits as its format reads in OpenSearch', () => {
  const day = (format: string, text: string) => {
    const moment = dateFormat(format).read(text, UTC, false);
    return moment === null ? null : new Date(moment).toISOString().replace('T00:00:00.000Z', '');
  };
  // rows of digits are no years of their own
  for (const format of ['date', 'strict_date', 'strict_year', 'strict_year_month_day', 'strict_weekyear', 'yyyy'])
    assert.equal(day(format, '20240229'), null, format);
  for (const format of ['basic_ordinal_date', 'uuuuDDD']) assert.equal(day(format, '20240229'), null, format);
  assert.equal(day('basic_date', '1709164800123'), null);
  assert.equal(day('basic_date', '2024029'), '2024-02-09');
  for (const format of ['year', 'date']) assert.equal(day(format, '1709164800'), null, format);
  assert.equal(day('year', '20240'), '+020240-01-01');
  for (const format of ['strict_date', 'uuuu-MM-dd', 'yyyy-MM-dd']) {
    assert.equal(day(format, '12024-01-05'), null, format);
    assert.equal(day(format, '+12024-01-05'), '+012024-01-05', format);
    assert.equal(day(format, '+2024-01-05'), null, format);
  }
  assert.equal(day('date', '12024-01-05'), '+012024-01-05');
  for (const format of ['date', 'year_month_day', 'uuuu-MM-dd'])
    assert.equal(day(format, '-0001-01-05'), '-000001-01-05', format);
  assert.equal(day('strict_date_optional_time', '-0000-01-05'), null);
  assert.equal(day('week_year', '2024'), '2024-01-01');
  assert.equal(day('date_time', '2024-2-9T10:11Z'), '2024-02-09T10:11:00.000Z');
});

test('[QRY-21] a day its month does not have is the last of it where it is rounded up', () => {
  const up = (text: string, format?: string) => read(text, { roundUp: true, ...(format && { format }) });
  assert.equal(up('2024-02-31'), '2024-02-29T23:59:59.999Z');
  assert.equal(up('2023-02-29T10'), '2023-02-28T10:59:59.999Z');
  assert.equal(up('31/04/2024', 'dd/MM/yyyy'), '2024-04-30T23:59:59.999Z');
  for (const text of ['2024-02-32', '2024-13-01', '2024-02-00']) assert.throws(() => up(text), /failed to parse/, text);
  assert.throws(() => read('2024-02-31'), /failed to parse/);
});

test('[SEC-05] a format without a pattern, or with signs that mean nothing in one, is refused', () => {
  const refused: Readonly<Record<string, RegExp>> = {
    '': /No date pattern provided/,
    '||yyyy': /empty element in multi date format pattern: \|\|yyyy/,
    'yyyy||': /empty element/,
    'yyyy{': /reserved character: '\{'/,
    'yyyy#': /reserved character: '#'/,
  };
  for (const [format, reason] of Object.entries(refused)) assert.throws(() => dateFormat(format), reason, format);
});

test('[IDX-09] a date has a T before its time, and a zone by its offset or name', () => {
  assert.throws(() => read('2024-02-29 10:00:00'), /failed to parse/);
  assert.throws(() => read('2024-02-29T10:00+19:00'), /failed to parse/);
  assert.throws(() => read('+2024'), /failed to parse/);
  assert.equal(read('2024-02-29T10:00:00+07:00:30'), '2024-02-29T02:59:30.000Z');
  assert.equal(read('2024-02-29T10:00:00Europe/Berlin'), '2024-02-29T09:00:00.000Z');
  assert.equal(read('+12024-02-29').slice(0, 7), '+012024');
});
