import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { compileTransforms } from '../transforms/apply.ts';
import { parseBoolean, parseWholeNumber, readNumber } from './cell.ts';
import { guessOf, typeOf } from './guess.fixture.ts';
import { guessColumns } from './guess.ts';

test('[SRC-34] digits that lose something as a number are keywords', () => {
  assert.equal(typeOf(['+60123456789', '+60187654321']), ValueType.Keyword, 'telephone numbers');
  assert.equal(typeOf(['-5', '+76']), ValueType.Integer);
  assert.equal(typeOf(['92649791834194164612', '1']), ValueType.Keyword, 'larger than any number');
  assert.equal(typeOf(['3E47', '118', '2e91']), ValueType.Keyword, 'serial numbers');
  assert.equal(typeOf(['008.2', '12.5']), ValueType.Keyword);
  assert.equal(typeOf(['0.5', '-0.25', '0']), ValueType.Double);
});

test('[SRC-34] whole numbers among decimals keep their digits; of a fraction that is longer than a number the loss is said', () => {
  assert.equal(typeOf(['9007199254740993', '1.5']), ValueType.Keyword);
  assert.equal(typeOf(['9007199254740992', '1.5']), ValueType.Double);
  assert.match(guessOf(['0.5', '2.25'])?.reason ?? '', /^All 2 sampled values are numbers\.$/);
  const long = guessOf(['0.5', '-0.123456789012345678']);
  assert.deepEqual([long?.value_type, long?.confidence], [ValueType.Double, 0.6]);
  assert.match(long?.reason ?? '', /of "-0\.123456789012345678" a number keeps 17 digits, a keyword all\.$/);
  const tiny = guessOf(['0.5', '-1e-400']);
  assert.deepEqual([tiny?.value_type, tiny?.confidence], [ValueType.Double, 0.6]);
  assert.match(tiny?.reason ?? '', /of "-1e-400" a number keeps a 0, a keyword all\.$/);
  assert.equal(guessOf(['0.0e-400', '1.5'])?.confidence, 0.95);
  const codes = [...Array.from({ length: 12 }, (_, i) => String(10 + i)), '00123'];
  assert.equal(guessOf(codes)?.reason, 'Short texts, found as a whole.');
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

test('[SRC-34] that three digits behind the only sign of each number may be thousands or decimals is said', () => {
  for (const [values, type, said] of [
    [
      ['52,520', '-13,405'],
      ValueType.Integer,
      /comma in each is taken to stand before thousands; where it stands before decimals/,
    ],
    [
      ['2.500', '10.000', ' 1.250 '],
      ValueType.Double,
      /point in each is taken to stand before decimals; where it stands before thousands/,
    ],
    [['1.459 €', '1.399 €'], ValueType.Double, /point in each is taken to stand before decimals/],
  ] as const) {
    const guess = guessOf(values);
    assert.deepEqual([guess?.value_type, guess?.confidence], [type, 0.6], values[0]);
    assert.match(guess?.reason ?? '', said);
  }
  for (const values of [
    ['1,234', '567'],
    ['1,234,567', '2,345'],
    ['1,234.50', '2,345'],
    ['1.234', '0.567'],
    ['1.234', '2.5'],
    ['12.345', '7'],
  ])
    assert.doesNotMatch(guessOf(values)?.reason ?? '', /in each/, values.join(' '));
});

test('[SRC-34] amounts with a currency and shares in per cent are numbers; the sign is their unit', () => {
  for (const [values, unit, type, read] of [
    [['$1,200.50', '$7'], '$', ValueType.Double, ['1200.50', '7']],
    [['-3,50 €', '1.200,00 €'], '€', ValueType.Double, ['-3.50', '1200.00']],
    [['Rp 1.500.000,00', 'Rp 250,50'], 'Rp', ValueType.Double, ['1500000.00', '250.50']],
    [['Rp 1.500.000', 'Rp 250.000'], 'Rp', ValueType.Integer, ['1500000', '250000']],
    [['Rp 250.000', 'Rp 100.000'], 'Rp', ValueType.Integer, ['250000', '100000']],
    [['1.459 €', '1.399 €'], '€', ValueType.Double, ['1.459', '1.399']],
    [['1,234円', '-56円'], '円', ValueType.Integer, ['1234', '-56']],
    [['1,234.50 元', '7元'], '元', ValueType.Double, ['1234.50', '7']],
    [['￥1,234', '￥5'], '￥', ValueType.Integer, ['1234', '5']],
    [['R$ 1.234,56', 'R$ 2,00'], 'R$', ValueType.Double, ['1234.56', '2.00']],
    [['R$ 1.234,56', '-R$ 0,50', '- R$ 2,00'], 'R$', ValueType.Double, ['1234.56', '-0.50', '-2.00']],
    [['1 234,50 kr', '12,00 kr'], 'kr', ValueType.Double, ['1234.50', '12.00']],
    [['RM1,250.90', 'RM3'], 'RM', ValueType.Double, ['1250.90', '3']],
    [['USD 12', 'USD 5'], 'USD', ValueType.Integer, ['12', '5']],
    [['19%', '7.5 %'], '%', ValueType.Double, ['19', '7.5']],
    [['₹12,34,567.50', '₹500'], '₹', ValueType.Double, ['1234567.50', '500']],
    [['Rs. 12,34,567', 'Rs. 99,000'], 'Rs.', ValueType.Integer, ['1234567', '99000']],
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

test('[SRC-34] numbers that are written with a fraction have one further down, though those of the first rows are whole', () => {
  for (const values of [
    ['0.00', '12.00'],
    ['34.0', '2'],
    ['1,200.00', '5.00'],
    ['$0.00', '$12.00'],
    ['50.0 %', '7.0 %'],
  ])
    assert.equal(typeOf(values), ValueType.Double, values.join(' '));
  assert.equal(typeOf(['9007199254740993.0']), ValueType.Long, 'a number with a fraction has no room for it');
});

test('[SRC-34] a minus as it is printed is one', () => {
  const guess = guessOf(['\u22122.5', '3', '\u22121,200']);
  assert.equal(guess?.value_type, ValueType.Double);
  const change = compileTransforms(guess?.transforms ?? []);
  assert.deepEqual(
    ['\u22122.5', '3', '\u22121,200'].map((value) => change(value, () => undefined)),
    ['-2.5', '3', '-1200'],
  );
  assert.equal(typeOf(['\u22122', '\u22123']), ValueType.Integer, 'all of them');
});

test('[SRC-34] amounts in brackets, or with their minus behind them, are below zero', () => {
  for (const [values, unit, type, read] of [
    [['100', '(1,200)', '( 7 )'], undefined, ValueType.Integer, ['100', '-1200', '-7']],
    [['1.200,50', '(3,25)'], undefined, ValueType.Double, ['1200.50', '-3.25']],
    [['1,200.50', '3.25-'], undefined, ValueType.Double, ['1200.50', '-3.25']],
    [['$5', '($1,200.50)', '$(3)'], '$', ValueType.Double, ['5', '-1200.50', '-3']],
    [['3,50 €', '(2,00) €'], '€', ValueType.Double, ['3.50', '-2.00']],
    [['(1,234.10)', '(5.00)'], undefined, ValueType.Double, ['-1234.10', '-5.00']],
    [['1.234,50-', '5,00-'], undefined, ValueType.Double, ['-1234.50', '-5.00']],
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

test('[SRC-34] numbers with apostrophes between thousands, grouped as in India, and in digits of Arabic and Persian, bring the function that reads them', () => {
  for (const [values, type, group, plain] of [
    [["1'234.50", "-12'000", '7'], ValueType.Double, "'", ['1234.50', '-12000', '7']],
    [["9'876'543'210", '12'], ValueType.Long, "'", ['9876543210', '12']],
    [['12,34,567', '-1,23,45,678', '999', '1,200'], ValueType.Integer, ',', ['1234567', '-12345678', '999', '1200']],
    [['98,76,54,32,109', '1,00,000'], ValueType.Long, ',', ['98765432109', '100000']],
    [['1,00,000.5', '12.25'], ValueType.Double, ',', ['100000.5', '12.25']],
    [['1’234’567', '89'], ValueType.Integer, "'", ['1234567', '89']],
    [['١٬٢٣٤٫٥', '٧', '-٠٫٥'], ValueType.Double, ',', ['1234.5', '7', '-0.5']],
    [['۱۲۳۴', '۵', '12'], ValueType.Integer, ',', ['1234', '5', '12']],
    [['\u200f١٢٣\u200f', '٤'], ValueType.Integer, ',', ['123', '4']],
    [['１，２３４．５', '－７'], ValueType.Double, ',', ['1234.5', '-7']],
  ] as const) {
    const guess = guessOf(values);
    assert.deepEqual([guess?.value_type, guess?.transforms], [type, [{ kind: 'number', decimal: '.', group }]]);
    const read = compileTransforms(guess?.transforms ?? []);
    assert.deepEqual(
      values.map((value) => read(value, () => undefined)),
      plain,
    );
  }
  for (const none of [
    ['1,2,3', '12,34'],
    ['01,23,456', '7'],
    ['12,34,56', '1,00,000'],
    ['1,234,56,789', '5'],
  ])
    assert.equal(typeOf(none), ValueType.Keyword, none[0]);
  assert.match(
    guessOf(['12,34,567', '5'])?.reason ?? '',
    /lakhs and crores between commas; a function leaves these out/,
  );
  assert.equal(typeOf(['٠٠٧', '٠١٢']), ValueType.Keyword, 'codes keep their zeros');
  assert.equal(typeOf(["O'Neil", "1'234"]), ValueType.Keyword);
  assert.equal(typeOf(["5'11", "6'2"]), ValueType.Keyword, 'feet and inches');
});

test('[SRC-34] numbers with spaces between thousands bring the function that reads them', () => {
  for (const [values, decimal] of [
    [['1 234,5', '12 345 678', '7'], ','],
    [['1\u00a0234', '12\u202f345', '1\u2009234'], '.'],
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

test('[SRC-34] a column of numbers with words beside some stays keywords, and says which they are and what to do', () => {
  const amounts = Array.from({ length: 19 }, (_, i) => `${i}.50`);
  const guess = guessOf([...amounts, 'n.a. 12.50']);
  assert.equal(guess?.value_type, ValueType.Keyword);
  assert.equal(guess?.confidence, 0.6, 'doubtful enough for its mark');
  assert.match(
    guess?.reason ?? '',
    /^19 of 20 sampled values are numbers, but others, as "n\.a\. 12\.50", are not: take/,
  );
  assert.match(guessOf([...amounts.slice(0, 3), '12a'])?.reason ?? '', /^Short texts/, 'too few to tell');
  assert.match(guessOf(['1.5', '2.5', 'abc'])?.reason ?? '', /^Short texts/, 'too few to tell');
  const commas = guessOf(['1,5', '2,25', '3,75', 'abc']);
  assert.deepEqual([commas?.value_type, commas?.confidence], [ValueType.Keyword, 0.6]);
  assert.match(
    commas?.reason ?? '',
    /^3 of 4 sampled values are numbers, but others, as "abc", are not: take the column for numbers with the function Number and a decimal comma/,
  );
});

test('[SRC-34] where another column has decimal commas, points stand between thousands and commas before decimals', () => {
  const rows = [
    ['1.234', '1.234,50', '1,234', '47.123', '500'],
    ['2.000', '12,5', '2,000', '8.541', '7'],
    ['500', '7,25', '12', '9.000', '8'],
  ];
  const guesses = guessColumns(['units', 'amount', 'rate', 'lat', 'n'], rows);
  const point = { kind: 'number', decimal: ',', group: '.' };
  assert.deepEqual(
    guesses.map(({ value_type, transforms }) => [value_type, transforms]),
    [
      [ValueType.Integer, [point]],
      [ValueType.Double, [point]],
      [ValueType.Double, [point]],
      [ValueType.Double, undefined],
      [ValueType.Integer, undefined],
    ],
  );
  assert.match(guesses[0]?.reason ?? '', /Another column of the file has decimal commas/);
  const alone = guessColumns(
    ['units', 'amount'],
    rows.map(([units = '']) => [units, '1.5']),
  );
  assert.deepEqual(
    alone.map(({ transforms }) => transforms),
    [undefined, undefined],
  );
});

test('[SRC-34] so they do beside a currency, but for amounts that could not be written so', () => {
  const rows = [
    ['1.234 €', '1.234,50', '$1.25', '3,50 €'],
    ['2.000 €', '12,5', '$2.50', '1.234 €'],
    ['500 €', '7,25', '$0.75', '7 €'],
  ];
  const euro = { kind: 'replace', find: '€', by: '' };
  const comma = { kind: 'number', decimal: ',', group: '.' };
  const guesses = guessColumns(['price', 'amount', 'fee', 'rate'], rows);
  assert.deepEqual(
    guesses.map(({ value_type, unit, transforms }) => [value_type, unit, transforms]),
    [
      [ValueType.Integer, '€', [euro, comma]],
      [ValueType.Double, undefined, [comma]],
      [
        ValueType.Double,
        '$',
        [
          { kind: 'replace', find: '$', by: '' },
          { kind: 'number', decimal: '.', group: ',' },
        ],
      ],
      [ValueType.Double, '€', [euro, comma]],
    ],
  );
  assert.match(guesses[0]?.reason ?? '', /Another column of the file has decimal commas/);
});

test('[SRC-34] amounts in a format for accounts are numbers, also below zero and where they are zero', () => {
  for (const [cells, numbers] of [
    [
      [' $1,234.50 ', ' $(20.00)', ' $-   '],
      ['1234.50', '-20.00', '0'],
    ],
    [
      ['1.234,50 €', '-3,00 €', '- €'],
      ['1234.50', '-3.00', '0'],
    ],
    [
      ['Rp 1.500', 'Rp -'],
      ['1500', '0'],
    ],
  ] as const) {
    const { transforms = [], reason = '' } = guessOf(cells) ?? {};
    const apply = compileTransforms(transforms);
    assert.deepEqual(
      cells.map((cell) => readNumber(apply(cell, () => undefined) ?? '')),
      numbers.map(Number),
    );
    assert.match(reason, /is a 0 in a format for accounts/);
  }
  assert.equal(typeOf(['$5', 'A-']), ValueType.Keyword);
  assert.equal(typeOf(['$5', '€-']), ValueType.Keyword, 'of another currency');
});

test('[SRC-34] what says in any language that a formula came to nothing, a logger that it has no value, or a database no day, is empty', () => {
  const gaps = ['#NV', '#BEZUG!', '#VALEUR!', '#¡DIV/0!', '#N/D', '#ЗНАЧ!', 'NAN', '.A', '<Null>', 'nil'];
  for (const gap of gaps) {
    const { value_type, transforms = [] } = guessOf(['1.5', gap, '2']) ?? {};
    assert.equal(value_type, ValueType.Double, gap);
    assert.equal(compileTransforms(transforms)(gap, () => undefined) ?? '', '', gap);
  }
  for (const [day, none] of [
    ['2024-01-31', '0000-00-00'],
    ['2024-01-31 10:00:00', '0000-00-00 00:00:00'],
    ['31/01/2024', '00/00/0000'],
    ['1/31/1980', '0/0/00'],
  ] as const)
    assert.equal(typeOf([day, none]), ValueType.Date, none);
  assert.equal(typeOf(['1', '#HOME!x']), ValueType.Keyword);
});

test('[SRC-34] the first value that is no number among numbers is told with its row, whichever way the column is taken', () => {
  const numbers = Array.from({ length: 40 }, (_, i) => String(i));
  for (const [stray, type] of [
    ['abc', ValueType.Integer],
    ['12x', ValueType.Keyword],
  ] as const) {
    const guess = guessOf([...numbers.slice(0, 20), '', stray, ...numbers.slice(20)]);
    assert.equal(guess?.value_type, type);
    assert.match(guess?.reason ?? '', new RegExp(`^40 of 41 sampled values are numbers.* "${stray}" is in row 22\\.$`));
    assert.ok(!Object.hasOwn(guess ?? {}, 'stray'));
  }
});
