import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { detectDateFormat, likelyDateFormat, mixedDateFormats, parseDate } from '../dates/date-format.ts';
import { compileTransforms } from '../transforms/apply.ts';
import { guessOf, typeOf } from './guess.fixture.ts';
import { guessColumns } from './guess.ts';

test('[SRC-34] a time of a web form has its zone in letters', () => {
  const utc = (text: string) => {
    const ms = parseDate(text, 'yyyy/MM/dd');
    return ms === null ? null : new Date(ms).toISOString();
  };
  assert.equal(utc('2023/12/31 4:05:06 PM GMT+7'), '2023-12-31T09:05:06.000Z');
  assert.equal(utc('2023/12/31 16:05 GMT-3:30'), '2023-12-31T19:35:00.000Z');
  assert.equal(utc('2023/12/31 16:05 UTC'), '2023-12-31T16:05:00.000Z');
  for (const zone of ['GMT+15', 'GMT+7:75', 'CET', 'GMT 7']) assert.equal(utc(`2023/12/31 16:05 ${zone}`), null, zone);
  const [{ value_type, dateFormat } = {}] = guessColumns(
    ['at'],
    [['2023/12/31 4:05:06 PM GMT+7'], ['2024/01/02 9:00:00 AM GMT+7']],
  );
  assert.deepEqual([value_type, dateFormat], [ValueType.Date, 'yyyy/MM/dd']);
});

test('[SRC-34] moments as browsers and GDAL write them have a comma before their time, or a zone in figures', () => {
  for (const [text, format, ms] of [
    ['1/31/2024, 3:45:12 PM', 'MM/dd/yyyy', Date.UTC(2024, 0, 31, 15, 45, 12)],
    ['1/31/2024, 3:45:12\u202fPM', 'MM/dd/yyyy', Date.UTC(2024, 0, 31, 15, 45, 12)],
    ['31.1.2024, 15:45:12', 'dd.MM.yyyy', Date.UTC(2024, 0, 31, 15, 45, 12)],
    ['Jan 31, 2024 @ 15:45:12.007', 'MMM dd, yyyy', Date.UTC(2024, 0, 31, 15, 45, 12, 7)],
    ['31/01/2024, 15:45', 'dd/MM/yyyy', Date.UTC(2024, 0, 31, 15, 45)],
    ['Jan 31, 2024, 3:45:12 PM', 'MMM dd, yyyy', Date.UTC(2024, 0, 31, 15, 45, 12)],
    ['2024/01/31 10:00:00+02', 'yyyy/MM/dd', Date.UTC(2024, 0, 31, 8)],
    ['2024/01/31 10:00:00.5-0330', 'yyyy/MM/dd', Date.UTC(2024, 0, 31, 13, 30, 0, 500)],
  ] as const) {
    assert.equal(guessOf([text])?.dateFormat, format, text);
    assert.equal(parseDate(text, format), ms, text);
  }
  assert.equal(parseDate('1/31/2024,', 'MM/dd/yyyy'), null);
  assert.equal(parseDate('2024/01/31 10:00:00+25', 'yyyy/MM/dd'), null);
});

test('[SRC-34] moments as Jira, Stata, mails and browsers write them, with the name of their month', () => {
  for (const [text, format, ms] of [
    ['01/Jul/23 9:00 PM', 'dd-MMM-yy', Date.UTC(2023, 6, 1, 21)],
    ['01/Jul/2023', 'dd-MMM-yyyy', Date.UTC(2023, 6, 1)],
    ['01jan2020 10:00:00', 'dd-MMM-yyyy', Date.UTC(2020, 0, 1, 10)],
    ['15FEB20', 'dd-MMM-yy', Date.UTC(2020, 1, 15)],
    ['Mon, 02 Jan 2023 03:04:05 +0100', 'dd MMM yyyy', Date.UTC(2023, 0, 2, 2, 4, 5)],
    ['Mon 2 Jan 2023', 'dd MMM yyyy', Date.UTC(2023, 0, 2)],
    ['Senin, 5 Agustus 2024', 'dd MMM yyyy', Date.UTC(2024, 7, 5)],
    ["Jum'at, 9 Agustus 2024 10:00", 'dd MMM yyyy', Date.UTC(2024, 7, 9, 10)],
    ['Minggu 11 Agustus 2024', 'dd MMM yyyy', Date.UTC(2024, 7, 11)],
    ['Monday, January 2, 2023', 'MMM dd, yyyy', Date.UTC(2023, 0, 2)],
    [
      'Mon Jan 02 2023 15:04:05 GMT+0100 (Central European Standard Time)',
      'MMM dd, yyyy',
      Date.UTC(2023, 0, 2, 14, 4, 5),
    ],
  ] as const) {
    assert.equal(guessOf([text])?.dateFormat, format, text);
    assert.equal(parseDate(text, format), ms, text);
  }
  for (const text of [
    '12marble45',
    '10-MAY/20',
    '5may2',
    'Mox, 02 Jan 2023',
    'Monda 02 Jan 2023',
    'Seninday, 5 Agustus 2024',
    'Mon, 02 Foo 2023',
  ])
    assert.equal(detectDateFormat([text]), null, text);
});

test('[SRC-34] dates of logs, devices, and languages of Europe are read, and the end of a day is the next one', () => {
  for (const [text, format, iso] of [
    ['2024-1-5', 'iso', '2024-01-05T00:00:00.000Z'],
    ['2024-01-05T24:00:00Z', 'iso', '2024-01-06T00:00:00.000Z'],
    ['31.12.2024 24:00', 'dd.MM.yyyy', '2025-01-01T00:00:00.000Z'],
    ['20240101T101500Z', 'yyyyMMdd', '2024-01-01T10:15:00.000Z'],
    ['20240101T1015+0130', 'yyyyMMdd', '2024-01-01T08:45:00.000Z'],
    ['01/Jan/2024:10:15:00 +0100', 'dd-MMM-yyyy', '2024-01-01T09:15:00.000Z'],
    ['05-déc.-23', 'dd-MMM-yy', '2023-12-05T00:00:00.000Z'],
    ['5. März 2024', 'dd MMM yyyy', '2024-03-05T00:00:00.000Z'],
    ['Dienstag, 5. MÄRZ 2024', 'dd MMM yyyy', '2024-03-05T00:00:00.000Z'],
    ['1er août 2024', 'dd MMM yyyy', '2024-08-01T00:00:00.000Z'],
    ['mardi 4 juin 2024', 'dd MMM yyyy', '2024-06-04T00:00:00.000Z'],
    ['14 juil. 2024 10:00', 'dd MMM yyyy', '2024-07-14T10:00:00.000Z'],
    ['5 de marzo de 2024', 'dd MMM yyyy', '2024-03-05T00:00:00.000Z'],
    ['5 maart 2024', 'dd MMM yyyy', '2024-03-05T00:00:00.000Z'],
    ['12 de dezembro de 2024', 'dd MMM yyyy', '2024-12-12T00:00:00.000Z'],
    ['Sept. 5th, 2024', 'MMM dd, yyyy', '2024-09-05T00:00:00.000Z'],
  ] as const) {
    assert.deepEqual([guessOf([text])?.value_type, guessOf([text])?.dateFormat], [ValueType.Date, format], text);
    assert.equal(new Date(parseDate(text, format) ?? Number.NaN).toISOString(), iso, text);
  }
  for (const text of [
    '2024-1',
    '2024-01-05 24:01',
    '2024-01-05T24:00:00.001',
    '5 magical 2024',
    '5 marraskuu 2024',
    '20241301T101500Z',
  ])
    assert.equal(typeOf([text]), ValueType.Keyword, text);
});

test('[SRC-34] a zone is hours and minutes of a day', () => {
  assert.equal(parseDate('2021-03-31T10:00:00+14:00', 'iso'), Date.UTC(2021, 2, 30, 20));
  assert.equal(parseDate('2024-01-01 10:00:00 UTC', 'iso'), Date.UTC(2024, 0, 1, 10));
  assert.equal(parseDate('2024-01-01 10:00:00.5 GMT', 'iso'), Date.UTC(2024, 0, 1, 10, 0, 0, 500));
  for (const zone of ['+24:00', '+99:00', '-05:75', '+2460'])
    assert.equal(parseDate(`2021-03-31T10:00:00${zone}`, 'iso'), null, zone);
});

test('[SRC-34] a year of two digits is one where a month stands in letters or points between the parts', () => {
  for (const [values, format] of [
    [['1-Mar-23', '31-DEC-99'], 'dd-MMM-yy'],
    [['1 Mar 23', '17 Agustus 45'], 'dd MMM yy'],
    [['25.12.23', '01.02.99'], 'dd.MM.yy'],
  ] as const) {
    const guess = guessOf(values);
    assert.deepEqual([guess?.value_type, guess?.dateFormat], [ValueType.Date, format], values[0]);
  }
  assert.equal(parseDate('1-Mar-23', 'dd-MMM-yy'), Date.UTC(2023, 2, 1));
  assert.equal(parseDate('31-DEC-99 23:59', 'dd-MMM-yy'), Date.UTC(1999, 11, 31, 23, 59));
  assert.equal(parseDate('1.3.23', 'dd.MM.yy'), Date.UTC(2023, 2, 1));
  assert.equal(typeOf(['1.10.12', '1.9.11']), ValueType.Keyword, 'versions');
  assert.equal(typeOf(['1-Mar-23', '3-Mar']), ValueType.Keyword);
});

test('[SRC-34] dates written in several ways are dates: a function reads each way, and no value changes its day', () => {
  const days: readonly (readonly [written: string, day: string])[] = [
    ['2024-02-03', '2024-02-03'],
    ['3 Mar 2024', '2024-03-03'],
    ['27/04/2024', '2024-04-27'],
    ['05/04/2024 10:30', '2024-04-05'],
  ];
  const guess = guessOf(days.map(([written]) => written));
  assert.deepEqual([guess?.value_type, guess?.dateFormat, guess?.confidence], [ValueType.Date, 'iso', 0.8]);
  const read = compileTransforms(guess?.transforms ?? []);
  for (const [written, day] of days) {
    const ms = parseDate(String(read(written, () => null)), 'iso');
    assert.equal(ms === null ? null : new Date(ms).toISOString().slice(0, 10), day, written);
  }
  const doubtful = guessOf(['2024-02-03', '03/04/2024', '05/06/2024']);
  assert.match(doubtful?.reason ?? '', /Some fit MM\/dd\/yyyy as well: choose which/);
  assert.equal(doubtful?.confidence, 0.6);
  const contrary = mixedDateFormats(['13/01/2024', '14/01/2024', '01/15/2024', '2024-01-16']);
  assert.deepEqual(contrary.formats, ['dd/MM/yyyy', 'iso']);
  assert.deepEqual(contrary.strays, ['01/15/2024'], 'day and month both ways round is no date for one of them');
  assert.equal(guessOf(['2024-01-01', 'later', '3 Mar 2024'])?.value_type, ValueType.Keyword);
});

test('[SRC-34] a date that reads two ways is guessed with doubt', () => {
  const [guess] = guessColumns(['d'], [['03/04/2020'], ['01/02/2021']]);
  assert.equal(guess?.dateFormat, 'dd/MM/yyyy');
  assert.equal(guess?.confidence, 0.6);
  assert.match(guess?.reason ?? '', /MM\/dd\/yyyy: choose which/);
  assert.equal(detectDateFormat(['03/14/2020'])?.format, 'MM/dd/yyyy');
});

test('[SRC-34] dates of Japan, China, Korea and Hungary bring the function that reads them, and versions are none', () => {
  for (const [values, day] of [
    [['2024年1月5日', '2024年12月31日 10:05'], '2024-01-05'],
    [['2024년 1월 5일', '2024년 12월 31일'], '2024-01-05'],
    [['2024. 1. 5.', '2024. 12. 31.'], '2024-01-05'],
    [['2024.01.05', '2024.12.31 10:05:00'], '2024-01-05'],
  ] as const) {
    const { value_type, dateFormat, transforms = [] } = guessOf(values) ?? {};
    assert.equal(value_type, ValueType.Date, values[0]);
    const read = compileTransforms(transforms);
    const moments = values.map((value) => parseDate(String(read(value, () => undefined)), dateFormat ?? 'iso'));
    assert.equal(new Date(moments[0] ?? Number.NaN).toISOString().slice(0, 10), day);
    assert.ok(moments.every((moment) => moment !== null));
  }
  for (const values of [['2023.3.2'], ['2024年13月5日'], ['2024年1月'], ['2024.01.05', '2024.1.5'], ['2024.01.05.1']])
    assert.equal(typeOf(values), ValueType.Keyword, values[0]);
});

test('[SRC-34] days that databases write for never do not make texts of the dates beside them', () => {
  for (const values of [
    ['2024-01-31', '9999-12-31', '9999-12-31'],
    ['31.12.9999', '31.01.2024'],
    ['0001-01-01T00:00:00', '2024-01-31T10:00:00', '9999-12-31T23:59:59.997'],
  ])
    assert.equal(typeOf(values), ValueType.Date, values[0]);
  for (const values of [['5555-01-01'], ['9999-01-01', '2024-01-01'], ['0044-03-15']])
    assert.equal(typeOf(values), ValueType.Keyword, values[0]);
});

test('[SRC-34] dates that do not exist are none', () => {
  assert.equal(parseDate('31/06/2020', 'dd/MM/yyyy'), null);
  assert.equal(parseDate('29/02/2021', 'dd/MM/yyyy'), null);
  assert.equal(parseDate('2020-02-29', 'iso'), Date.UTC(2020, 1, 29));
  assert.equal(parseDate('2020-02-29T10:30:00.250+02:00', 'iso'), Date.UTC(2020, 1, 29, 8, 30, 0, 250));
  assert.equal(parseDate('1/8/1990 0:00', 'MM/dd/yyyy'), Date.UTC(1990, 0, 8));
  assert.equal(parseDate('12/31/99 11:59 PM', 'MM/dd/yy'), Date.UTC(1999, 11, 31, 23, 59));
  assert.equal(parseDate('05-Mar-2001', 'dd-MMM-yyyy'), Date.UTC(2001, 2, 5));
  assert.equal(parseDate('25:00', 'iso'), null);
  assert.equal(parseDate('Jan 1 2000', 'MMM dd, yyyy'), Date.UTC(2000, 0, 1));
  assert.equal(detectDateFormat(['Jan 1 2000', 'Feb 30 2000']), null);
  assert.equal(likelyDateFormat(['31/01/2021', '31/02/2021', '']), 'dd/MM/yyyy');
  assert.equal(likelyDateFormat(['31/01/2021', '2021-02-01', '2021-02-02']), 'iso');
  assert.equal(likelyDateFormat(['31/01/2021', 'x', 'y']), null);
});

test('[SRC-34] months are read in English and Indonesian', () => {
  const days = ['31 Desember 2021', '17 Agustus 1945', '1 Mei 2020', '5 Okt 2020', '9 Maret 2021', '2 Februari 2020'];
  const guess = guessOf(days);
  assert.deepEqual([guess?.value_type, guess?.dateFormat], [ValueType.Date, 'dd MMM yyyy']);
  assert.match(guess?.reason ?? '', /^All 6 sampled values are dates written dd MMM yyyy/);
  assert.deepEqual(
    days.map((day) => new Date(parseDate(day, 'dd MMM yyyy') ?? Number.NaN).toISOString().slice(0, 10)),
    ['2021-12-31', '1945-08-17', '2020-05-01', '2020-10-05', '2021-03-09', '2020-02-02'],
  );
  for (const [day, month] of [
    ['05-Agt-2020', 8],
    ['05-Ags-2020', 8],
    ['05-des-2020', 12],
  ] as const)
    assert.equal(parseDate(day, 'dd-MMM-yyyy'), Date.UTC(2020, month - 1, 5), day);
  assert.equal(parseDate('3 Dxc 2020', 'dd MMM yyyy'), null);
});
