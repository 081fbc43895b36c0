import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { areDays, DateTime, Day } from './date-value.ts';
import { DayOrMoment } from './day-or-moment.ts';
import { formatValue } from './format-value.ts';
import { valueKind } from './value-kind.ts';

const born = { name: 'date_of_birth', value_type: ValueType.Date };

test('[FMT-05] a day of birth is a day: no hour, and the same one west of Greenwich', () => {
  const zone = process.env.TZ;
  for (const TZ of ['America/Los_Angeles', 'UTC', 'Pacific/Auckland']) {
    process.env.TZ = TZ;
    const stored = Date.UTC(1990, 0, 3);
    assert.equal(Day.forPicker(stored), '1990-01-03', TZ);
    assert.equal(Day.fromPicker('1990-01-03', stored), stored, TZ);
    assert.equal(Day.fromPicker('1990-01-03', '1980-05-06T00:00:00Z'), '1990-01-03T00:00:00.000Z', TZ);
    assert.equal(formatValue(born, stored), '1990-01-03', TZ);
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  assert.equal(Day.forPicker(null), null);
  assert.equal(Day.fromPicker('', 0), null);
  assert.equal(valueKind(born), 'day');
});

test('[FMT-06] dates are days of the calendar when none of them says a time', () => {
  const day = Date.UTC(1990, 0, 8);
  assert.equal(areDays([day, null, undefined, '1986-09-04', '1986-09-04T00:00:00Z', -86_400_000]), true);
  assert.equal(areDays([day, day + 1]), false);
  assert.equal(areDays([day, '1986-09-04T10:00:00Z']), false);
  for (const none of [[], [null], ['soon']]) assert.equal(areDays(none), false);
  assert.equal(formatValue({ name: 'seen', value_type: ValueType.Date, day: true }, day), '1990-01-08');
});

test('[SCR-15] a typed day is that day or none: what the calendar does not hold is not turned into another day', () => {
  for (const typed of ['2024/02/29', '2024-2-29', ' 2024.02.29 ']) assert.equal(Day.parse(typed), '2024-02-29', typed);
  const none = [
    '2024/02/31',
    '2023/02/29',
    '2024/13/01',
    '31.12.2024',
    '1/2/2024',
    '10000/01/01',
    '2024',
    '٢٠٢٤/٠١/٠١',
  ];
  for (const typed of [...none, '1700000000000', 'yesterday', '']) assert.equal(Day.parse(typed), null, typed);
  assert.equal(Day.fromPicker('2024/02/31', null), '2024/02/31', 'it stays for the check to name');
  assert.equal(Day.forPicker('2024/02/31'), null);
  assert.equal(Day.fromPicker('2024-02-29', '2024/02/31'), Date.UTC(2024, 1, 29));
});

test('[SCR-15] [FMT-05] a typed moment is that moment or none; a picked day keeps the time it had', () => {
  const read: Readonly<Record<string, string>> = {
    '2024/02/29 14:30': '2024-02-29 14:30:00',
    '2024-2-29T4:05:06': '2024-02-29 04:05:06',
    ' 2024.02.29   23:59 ': '2024-02-29 23:59:00',
    '2024/02/29': '2024-02-29 00:00:00',
  };
  for (const [typed, moment] of Object.entries(read)) assert.equal(DateTime.parse(typed), moment, typed);
  const none = [
    '2024/02/31 10:00',
    '2024/02/29 24:00',
    '2024/02/29 9:60',
    '2024/02/29 9',
    '2024/02/29 9:5',
    '9:30',
    '',
  ];
  for (const typed of [...none, '2024/02/29 14:30Z', 'now', '1700000000000'])
    assert.equal(DateTime.parse(typed), null, typed);
  assert.equal(DateTime.fromPicker('2024/02/29 24:00', 0), '2024/02/29 24:00', 'it stays for the check to name');
  assert.equal(DateTime.fromPicker('2024-02-29 14:30:00', '2024/02/29 24:00'), new Date(2024, 1, 29, 14, 30).getTime());
  assert.equal(DateTime.onDay('2024-03-01', '2024-02-29 14:30:07'), '2024-03-01 14:30:07');
  assert.equal(DateTime.onDay('2024-03-01 00:00:00', null), '2024-03-01 00:00:00');
});

test('[SCR-15] [FMT-05] among days a date is a day, the same in every time zone, until it is given a time', () => {
  const zone = process.env.TZ;
  const day = Date.UTC(2026, 2, 1);
  for (const TZ of ['America/Los_Angeles', 'UTC', 'Asia/Jakarta']) {
    process.env.TZ = TZ;
    assert.equal(DayOrMoment.forPicker(day), '2026-03-01', TZ);
    assert.equal(DayOrMoment.fromPicker(DayOrMoment.parse('2026/03/01'), null), day, TZ);
    const moment = DayOrMoment.parse('2026/03/01 14:30');
    assert.equal(moment, '2026-03-01 14:30:00');
    assert.equal(DayOrMoment.fromPicker(moment, day), new Date(2026, 2, 1, 14, 30).getTime(), TZ);
    assert.equal(DayOrMoment.forPicker(new Date(2026, 2, 1, 14, 30).getTime()), '2026-03-01 14:30:00', TZ);
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  assert.equal(DayOrMoment.parse('2026/02/31'), null);
  assert.equal(DayOrMoment.fromPicker(null, day), null);
  assert.equal(DayOrMoment.fromPicker('2026/02/31', day), '2026/02/31', 'it stays for the check to name');
});
