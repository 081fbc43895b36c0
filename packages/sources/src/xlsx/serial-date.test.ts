import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberKind, serialText, shownText } from './serial-date.ts';

test('[SRC-03] a format says whether a number of a sheet is a day, a time of day or hours that count on', () => {
  for (const [code, kind] of [
    ['dd/mm/yyyy', 'date'],
    ['d-mmm', 'date'],
    ['mmmm', 'date'],
    ['yyyy-mm-dd hh:mm', 'date'],
    ['h:mm', 'time'],
    ['hh:mm:ss AM/PM', 'time'],
    ['mm:ss.0', 'time'],
    ['[h]:mm', 'duration'],
    ['[mm]:ss', 'duration'],
    ['"days" 0', 'number'],
    ['[Red]0.00', 'number'],
    ['00000', '00000'],
    ['00000;-00000', '00000'],
    ['00.00', 'number'],
    ['0', 'number'],
  ] as const)
    assert.equal(numberKind(200, code), kind, code);
  for (const [id, kind] of [
    [14, 'date'],
    [20, 'time'],
    [22, 'date'],
    [45, 'time'],
    [46, 'duration'],
    [9, 'number'],
  ] as const)
    assert.equal(numberKind(id, undefined), kind, String(id));
});

test('[SRC-03] midnight is a time of day like any other, in both calendars', () => {
  for (const is1904 of [false, true])
    assert.deepEqual(
      [0, 0.5625, 0.043090277777777776, 0.25 + 0.25 / 86_400].map((serial) => serialText(serial, 'time', is1904)),
      ['00:00:00', '13:30:00', '01:02:03', '06:00:00.250'],
    );
  assert.equal(serialText(45_000.5, 'time', false), '2023-03-15T12:00:00', 'a day with its time is both');
  assert.equal(serialText(0.5, 'date', false), '12:00:00');
  assert.equal(serialText(0.5, 'date', true), '1904-01-01T12:00:00');
});

test('[SRC-03] [SRC-34] a number that is shown with zeros before it, as a postal code, keeps them', () => {
  const shown = ['2134', '-7', '10115', '123456', '2.5', '1e400'].map((text) => shownText(text, '00000', false));
  assert.deepEqual(shown, ['02134', '-00007', '10115', '123456', '2.5', '1e400']);
});
