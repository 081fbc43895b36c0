import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLES, ValueType } from '@datasarana/schema';
import { previewCsv } from '../csv/preview.ts';
import { detectDateFormat, likelyDateFormat, mixedDateFormats, parseDate } from '../dates/date-format.ts';
import { compileTransforms } from '../transforms/apply.ts';
import { parseBoolean, parseWholeNumber, readNumber } from './cell.ts';
import { guessColumns } from './guess.ts';
import { displayNameOf, fieldNameOf, fieldNamesOf, matchColumns } from './match.ts';

const typeOf = (values: string[]): unknown =>
  guessColumns(
    ['c'],
    values.map((v) => [v]),
  )[0]?.value_type;

test('[SRC-29] column names become snake_case, display names upper-case with spaces', () => {
  assert.equal(fieldNameOf('Airport Name'), 'airport_name');
  assert.equal(fieldNameOf('flightDate (UTC)'), 'flight_date_utc');
  assert.equal(fieldNameOf('Größe'), 'grosse');
  assert.equal(fieldNameOf('2nd'), 'c_2nd');
  assert.equal(fieldNameOf('***'), 'column');
  assert.equal(fieldNameOf('\u200bAir\u00adport\u2060 Na\ufeffme'), 'airport_name', 'letters that nobody sees');
  assert.equal(displayNameOf('Airport Name'), 'AIRPORT NAME');
  assert.deepEqual(fieldNamesOf(['A b', 'a_b', 'A-B']), ['a_b', 'a_b_2', 'a_b_3']);
});

test('[SRC-28] columns match fields by name or snake_case, each field once', () => {
  assert.deepEqual(matchColumns(['Airport Name', 'speed', 'Speed', 'other'], ['speed', 'airport_name']), [
    { column: 'Airport Name', field: 'airport_name' },
    { column: 'speed', field: 'speed' },
    { column: 'Speed', field: null },
    { column: 'other', field: null },
  ]);
});

test('[SRC-34] types are guessed from the sampled values', () => {
  assert.equal(typeOf(['1', '-20', '1,200']), ValueType.Integer);
  assert.equal(typeOf(['1', '3000000000']), ValueType.Long);
  assert.equal(typeOf(['900', '931800000']), ValueType.Long, 'a volume of shares: larger ones follow');
  assert.equal(typeOf(['19991231', '20200131', '123456789']), ValueType.Integer);
  assert.equal(typeOf(['1', '2.5', '1e3']), ValueType.Double);
  assert.equal(typeOf(['007', '012']), ValueType.Keyword);
  assert.equal(typeOf(['yes', 'No', 'YES']), ValueType.Boolean);
  assert.equal(typeOf(['ya', 'Tidak']), ValueType.Boolean);
  assert.equal(typeOf(['2020-01-31', '2021-02-28T10:00:00Z']), ValueType.Date);
  assert.equal(typeOf(['3.118, 101.621', '-90,180']), ValueType.GeoPoint);
  assert.equal(typeOf(['a', 'b']), ValueType.Keyword);
  assert.equal(typeOf(['x'.repeat(257)]), ValueType.Text);
});

const guessOf = (values: readonly string[]) =>
  guessColumns(
    ['c'],
    values.map((v) => [v]),
  )[0];

test('[SRC-34] digits that lose something as a number are keywords', () => {
  assert.equal(typeOf(['+60123456789', '+60187654321']), ValueType.Keyword, 'telephone numbers');
  assert.equal(typeOf(['-5', '+76']), ValueType.Integer);
  assert.equal(typeOf(['92649791834194164612', '1']), ValueType.Keyword, 'larger than any number');
  assert.equal(typeOf(['3E47', '118', '2e91']), ValueType.Keyword, 'serial numbers');
  assert.equal(typeOf(['008.2', '12.5']), ValueType.Keyword);
  assert.equal(typeOf(['0.5', '-0.25', '0']), ValueType.Double);
});

test('[SRC-34] 0,567 is no thousand and no whole number', () => {
  for (const text of ['0,567', '-0,123', '01,234', '0,123.5'])
    assert.deepEqual([readNumber(text), parseWholeNumber(text)], [null, null], text);
  const guess = guessOf(['0,250', '0,984']);
  assert.deepEqual(
    [guess?.value_type, guess?.transforms],
    [ValueType.Double, [{ kind: 'number', decimal: ',', group: '.' }]],
  );
});

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

test('[SRC-34] a zone is hours and minutes of a day', () => {
  assert.equal(parseDate('2021-03-31T10:00:00+14:00', 'iso'), Date.UTC(2021, 2, 30, 20));
  assert.equal(parseDate('2024-01-01 10:00:00 UTC', 'iso'), Date.UTC(2024, 0, 1, 10));
  assert.equal(parseDate('2024-01-01 10:00:00.5 GMT', 'iso'), Date.UTC(2024, 0, 1, 10, 0, 0, 500));
  for (const zone of ['+24:00', '+99:00', '-05:75', '+2460'])
    assert.equal(parseDate(`2021-03-31T10:00:00${zone}`, 'iso'), null, zone);
});

test('[SRC-34] amounts with a currency and shares in per cent are numbers; the sign is their unit', () => {
  for (const [values, unit, type, read] of [
    [['$1,200.50', '$7'], '$', ValueType.Double, ['1200.50', '7']],
    [['-3,50 €', '1.200,00 €'], '€', ValueType.Double, ['-3.50', '1200.00']],
    [['Rp 1.500.000,00', 'Rp 250,50'], 'Rp', ValueType.Double, ['1500000.00', '250.50']],
    [['Rp 1.500.000', 'Rp 250.000'], 'Rp', ValueType.Integer, ['1500000', '250000']],
    [['Rp 250.000', 'Rp 100.000'], 'Rp', ValueType.Integer, ['250000', '100000']],
    [['1.459 €', '1.399 €'], '€', ValueType.Double, ['1.459', '1.399']],
    [['USD 12', 'USD 5'], 'USD', ValueType.Integer, ['12', '5']],
    [['19%', '7.5 %'], '%', ValueType.Double, ['19', '7.5']],
  ] as const) {
    const guess = guessOf(values);
    assert.deepEqual([guess?.unit, guess?.value_type], [unit, type], values[0]);
    const change = compileTransforms(guess?.transforms ?? []);
    assert.deepEqual(
      values.map((value) => change(value, () => undefined)),
      read,
    );
  }
  for (const values of [
    ['$5', '€5'],
    ['$5', 'free'],
    ['SKU 12', 'SKU 13'],
    ['LH 400', 'LH 401'],
    ['$007', '$008'],
    ['5 $ or 6 $'],
  ])
    assert.equal(typeOf(values), ValueType.Keyword, values[0]);
});

test('[SRC-34] amounts in brackets, or with their minus behind them, are below zero', () => {
  for (const [values, unit, type, read] of [
    [['100', '(1,200)', '( 7 )'], undefined, ValueType.Integer, ['100', '-1200', '-7']],
    [['1.200,50', '(3,25)'], undefined, ValueType.Double, ['1200.50', '-3.25']],
    [['1,200.50', '3.25-'], undefined, ValueType.Double, ['1200.50', '-3.25']],
    [['$5', '($1,200.50)', '$(3)'], '$', ValueType.Double, ['5', '-1200.50', '-3']],
    [['3,50 €', '(2,00) €'], '€', ValueType.Double, ['3.50', '-2.00']],
  ] as const) {
    const guess = guessOf(values);
    assert.deepEqual([guess?.unit, guess?.value_type], [unit, type], values.join(' '));
    assert.match(guess?.reason ?? '', /below zero/);
    const change = compileTransforms(guess?.transforms ?? []);
    assert.deepEqual(
      values.map((value) => change(value, () => undefined)),
      read,
    );
  }
  for (const values of [
    ['(1)', '(2)', '(3)'],
    ['(021) 555', '5'],
    ['(-5)', '5'],
    ['(007)', '5'],
    ['5 (about)', '6'],
    ['5-7', '6'],
    ['12-', '13-'],
  ])
    assert.equal(typeOf(values), ValueType.Keyword, values.join(' '));
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

test('[SRC-34] points between thousands are read where two of them, or money without cents, say that they are', () => {
  const [groups, decimals, phones] = guessColumns(
    ['groups', 'decimals', 'phones'],
    [
      ['1.500.000', '1.500', '600.123.456'],
      ['250.000', '2.250', '611.987.654'],
    ],
  );
  assert.deepEqual(
    [groups?.value_type, groups?.transforms],
    [ValueType.Integer, [{ kind: 'number', decimal: ',', group: '.' }]],
  );
  assert.equal(decimals?.value_type, ValueType.Double);
  assert.equal(phones?.value_type, ValueType.Keyword);
});

test('[SRC-34] pairs of numbers that are not all places make no shapes', () => {
  assert.equal(typeOf(['52.52, 13.405', '48.137, 11.575', '999, 13']), ValueType.Keyword);
});

test('[SRC-34] shapes in GeoJSON or well-known text are shapes, points among them; broken ones are told', () => {
  const ring = '[[[0,0],[1,0],[1,1],[0,0]]]';
  const area = `{"type":"Polygon","coordinates":${ring}}`;
  for (const values of [
    [area, '3.1, 101.6'],
    ['POLYGON ((0 0, 1 0, 1 1, 0 0))', 'SRID=4326;MULTIPOLYGON(((0 0,1 0,1 1,0 0)))', 'POINT (1 2)'],
    ['{"type":"GeometryCollection","geometries":[]}'],
  ])
    assert.deepEqual([typeOf(values), guessOf(values)?.confidence], [ValueType.GeoShape, 0.95], values[0]);
  const broken = guessOf([area, '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}']);
  assert.deepEqual([broken?.value_type, broken?.confidence], [ValueType.GeoShape, 0.6]);
  assert.match(broken?.reason ?? '', /^1 of 2 sampled values are shapes/);
  assert.equal(typeOf(['POINT (1 2)', 'POINT (3 4)']), ValueType.GeoPoint);
  assert.equal(typeOf(['Polygon Street', 'point of sale']), ValueType.Keyword);
  assert.equal(typeOf(['{"coordinates":1}', '{"a":2}']), ValueType.Keyword);
});

test('[SRC-34] lists of short texts are arrays; of numbers and objects, and texts in brackets, they are not', () => {
  const guesses = guessColumns(
    ['tags', 'parts', 'titles', 'numbers'],
    [
      ['["a","b"]', '[{"a":1}]', '[draft] one', '[1,2]'],
      ['[]', '[]', '["draft"]', '[3]'],
    ],
  );
  assert.deepEqual(
    guesses.map(({ value_type }) => value_type),
    [ValueType.Array, ValueType.Keyword, ValueType.Keyword, ValueType.Keyword],
  );
});

test('[SRC-34] numbers with a decimal comma are numbers, not points, and bring the function that reads them', () => {
  for (const values of [
    ['1.234,50', '12,5', '7', '-1.000.000,01'],
    ['9.033,45', '1.922,20'],
    ['12,5', '13,75'],
  ]) {
    const guess = guessOf(values);
    assert.equal(guess?.value_type, ValueType.Double);
    assert.deepEqual(guess?.transforms, [{ kind: 'number', decimal: ',', group: '.' }]);
    const read = compileTransforms(guess?.transforms ?? []);
    assert.ok(values.every((value) => readNumber(String(read(value, () => null))) !== null));
  }
  assert.equal(typeOf(['52.52,13.40', '48.1,11.5']), ValueType.GeoPoint);
  assert.equal(typeOf(['1,200', '3,400']), ValueType.Integer, 'groups of three are those of English');
});

test('[SRC-22] [SRC-34] whole degrees in a column that is called a place are points, not numbers with a comma', () => {
  const typeIn = (name: string, values: readonly string[]): unknown =>
    guessColumns(
      [name],
      values.map((value) => [value]),
    )[0]?.value_type;
  for (const name of ['geometry', 'Location', 'lat_lon', 'Koordinat'])
    for (const values of [
      ['0,100', '1,101'],
      ['1,101', '12,112'],
      ['-6,106.8', '3,101'],
    ])
      assert.equal(typeIn(name, values), ValueType.GeoPoint, `${name} ${values}`);
  assert.equal(typeIn('points', ['12', '7']), ValueType.Integer);
  assert.equal(typeIn('points', ['1,200', '3,400']), ValueType.Integer, 'no longitude goes to 200');
  assert.equal(typeIn('amount', ['0,100', '1,101']), ValueType.Double);
});

test('[SRC-34] numbers with apostrophes between thousands, and in digits of Arabic and Persian, bring the function that reads them', () => {
  for (const [values, type, group, plain] of [
    [["1'234.50", "-12'000", '7'], ValueType.Double, "'", ['1234.50', '-12000', '7']],
    [['1’234’567', '89'], ValueType.Integer, "'", ['1234567', '89']],
    [['١٬٢٣٤٫٥', '٧', '-٠٫٥'], ValueType.Double, ',', ['1234.5', '7', '-0.5']],
    [['۱۲۳۴', '۵', '12'], ValueType.Integer, ',', ['1234', '5', '12']],
    [['\u200f١٢٣\u200f', '٤'], ValueType.Integer, ',', ['123', '4']],
  ] as const) {
    const guess = guessOf(values);
    assert.deepEqual([guess?.value_type, guess?.transforms], [type, [{ kind: 'number', decimal: '.', group }]]);
    const read = compileTransforms(guess?.transforms ?? []);
    assert.deepEqual(
      values.map((value) => read(value, () => undefined)),
      plain,
    );
  }
  assert.equal(typeOf(['٠٠٧', '٠١٢']), ValueType.Keyword, 'codes keep their zeros');
  assert.equal(typeOf(["O'Neil", "1'234"]), ValueType.Keyword);
  assert.equal(typeOf(["5'11", "6'2"]), ValueType.Keyword, 'feet and inches');
});

test('[SRC-34] a few strays do not make texts of dates and numbers: they are told, and refused one by one', () => {
  const days = Array.from({ length: 20 }, (_, i) => (i % 3 === 0 ? `2024-01-${10 + i}` : `${10 + i}.01.2024`));
  const german = guessOf([...days.filter((day) => day.includes('.')), 'soon']);
  assert.deepEqual([german?.value_type, german?.dateFormat, german?.confidence], [ValueType.Date, 'dd.MM.yyyy', 0.6]);
  assert.equal(german?.transforms, undefined);
  assert.match(german?.reason ?? '', /^13 of 14 .* others, as "soon", would be refused/);
  const mixed = guessOf([...days, 'soon']);
  assert.deepEqual([mixed?.value_type, mixed?.dateFormat, mixed?.confidence], [ValueType.Date, 'iso', 0.6]);
  assert.match(mixed?.reason ?? '', /^20 of 21 .* others, as "soon", would be refused/);
  const amounts = Array.from({ length: 19 }, (_, i) => `${i}.5`);
  const broken = guessOf([...amounts, 'few']);
  assert.deepEqual([broken?.value_type, broken?.confidence], [ValueType.Double, 0.6]);
  assert.match(broken?.reason ?? '', /^19 of 20 sampled values are numbers; others, as "few"/);
  assert.equal(guessOf([...amounts, 'A1'])?.value_type, ValueType.Keyword, 'a code among numbers makes codes of all');
  assert.equal(guessOf(['1', '2', 'few'])?.value_type, ValueType.Keyword, 'three values say nothing');
});

test('[SRC-34] cells that say that there is no value do not make texts of the others: a function leaves them empty', () => {
  for (const [values, type, read] of [
    [['NaN', '1.5', 'nan'], ValueType.Double, ['', '1.5', '']],
    [['N/A', '7', ' n/a ', 'NA', '#N/A'], ValueType.Integer, ['', '7', '', '', '']],
    [['-', '$(5)', '$1,200'], ValueType.Integer, ['', '-5', '1200']],
    [['2024-01-02', 'null', 'None'], ValueType.Date, ['2024-01-02', '', '']],
    [['yes', '–', 'no'], ValueType.Boolean, ['yes', '', 'no']],
  ] as const) {
    const guess = guessOf(values);
    assert.equal(guess?.value_type, type, values.join(' '));
    assert.match(guess?.reason ?? '', /say that there is no value, as ".*": a function leaves those empty\.$/);
    const change = compileTransforms(guess?.transforms ?? []);
    assert.deepEqual(
      values.map((value) => change(value, () => undefined)),
      read,
    );
  }
  for (const values of [
    ['NA', 'DE', 'FR'],
    ['N/A', 'n/a'],
    ['-', '5', 'A1'],
  ])
    assert.equal(typeOf(values), ValueType.Keyword, values.join(' '));
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

test('[SRC-34] numbers with spaces between thousands bring the function that reads them', () => {
  for (const [values, decimal] of [
    [['1 234,5', '12 345 678', '7'], ','],
    [['1\u00a0234', '12\u202f345'], '.'],
    [['1 234.5', '0.25'], '.'],
  ] as const) {
    const guess = guessOf(values);
    assert.deepEqual(guess?.transforms, [{ kind: 'number', decimal, group: ' ' }], values.join());
    const read = compileTransforms(guess?.transforms ?? []);
    assert.ok(values.every((value) => readNumber(String(read(value, () => null))) !== null));
  }
  assert.deepEqual(
    [typeOf(['1 234', '12 345']), typeOf(['1 234,5', '2'])],
    [ValueType.Integer, ValueType.Double],
    'whole numbers stay whole',
  );
  assert.equal(typeOf(['0812 345 678', '0813 345 679']), ValueType.Keyword, 'telephone numbers');
  assert.equal(typeOf(['732 829 320', '552 100 554']), ValueType.Keyword, 'numbers of a register');
  assert.equal(typeOf(['12 34', '1256 789']), ValueType.Keyword, 'no groups of three');
  assert.equal(typeOf(['007', '1 234']), ValueType.Keyword, 'a code with leading zeros');
  assert.equal(typeOf(['1 234,5', '1 234.5']), ValueType.Keyword, 'two signs of decimals');
});

test('[SRC-34] cells are read without silent rounding', () => {
  assert.equal(parseWholeNumber('1.5'), null);
  assert.equal(parseWholeNumber('12.0'), 12n);
  assert.equal(parseWholeNumber('9223372036854775807'), 9223372036854775807n);
  assert.equal(readNumber('1,234.5'), 1234.5);
  assert.equal(readNumber('1,23'), null);
  assert.equal(readNumber('0x10'), null);
  assert.equal(parseBoolean('Off'), false);
  assert.equal(parseBoolean('maybe'), null);
});

test('[SRC-25] [LIM-06] a preview holds 100 rows and leaves a cut last row out', () => {
  const text = `a,b\n${Array.from({ length: 300 }, (_, i) => `${i},x`).join('\n')}`;
  const preview = previewCsv(Buffer.from(text), false);
  assert.equal(preview.rows.length, 100);
  const cut = previewCsv(Buffer.from('a,b\n1,2\n3,'), false);
  assert.deepEqual(cut.rows, [['1', '2']]);
});

test('[SRC-23] a picture named .csv is refused before it becomes columns', () => {
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]);
  assert.throws(() => previewCsv(picture, true), /a PNG picture, not delimited text\. It holds no rows/);
});

test('[SRC-06] [LIM-06] a column keeps ten sample values, each once', () => {
  const cells = Array.from({ length: 40 }, (_, i) => [String(i % 25)]);
  const [guess] = guessColumns(['num1'], cells);
  assert.deepEqual(
    guess?.sample,
    Array.from({ length: 10 }, (_, i) => String(i)),
  );
  assert.deepEqual(SAMPLES, { valuesPerColumn: 10, previewRows: 100, spatialFeatures: 100, queryRows: 10 });
});
