import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { compileTransforms } from '../transforms/apply.ts';
import { guessOf, typeOf } from './guess.fixture.ts';
import { guessColumns } from './guess.ts';

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

test('[SRC-34] pairs of numbers that are not all places make no shapes', () => {
  assert.equal(typeOf(['52.52, 13.405', '48.137, 11.575', '999, 13']), ValueType.Keyword);
  const places = Array.from({ length: 20 }, (_, i) => `${i}.5, -${i}.25`);
  const some = guessOf([...places, '999.0, 13.0', 'unknown']);
  assert.deepEqual([some?.value_type, some?.confidence], [ValueType.GeoPoint, 0.6]);
  assert.match(
    some?.reason ?? '',
    /^20 of 22 sampled values are latitude .* others, as "999.0, 13.0", would be refused/,
  );
  const amounts = Array.from({ length: 20 }, (_, i) => `1.${100 + i},5`);
  assert.notEqual(typeOf([...amounts, '5 kg']), ValueType.GeoPoint, 'amounts with points between thousands');
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

test('[SRC-34] lists of objects are kept as text, in doubt, and the way to make rows of them is told', () => {
  const guess = guessOf(['[{"sku":"A","n":1},{"sku":"B","n":2}]', '[]', '[{"sku":"C","n":3}]']);
  assert.deepEqual([guess?.value_type, guess?.confidence], [ValueType.Keyword, 0.5]);
  assert.match(guess?.reason ?? '', /choose their list as the path to the rows/);
  assert.equal(typeOf([JSON.stringify(Array.from({ length: 40 }, (_, n) => ({ sku: `item ${n}` })))]), ValueType.Text);
});

test('[SRC-34] yes and no are known in the languages of the files people have', () => {
  for (const words of [
    ['ja', 'Nein', 'JA'],
    ['oui', 'non'],
    ['sí', 'no'],
    ['SI', 'NO'],
    ['ya', 'tidak'],
    ['WAHR', 'FALSCH'],
    ['VRAI', 'FAUX'],
    ['PRAWDA', 'FAŁSZ'],
    ['да', 'Нет', 'ДА'],
    ['ИСТИНА', 'ЛОЖЬ'],
    ['Sim', 'Não', 'NÃO'],
    ['tak', 'nie'],
    ['ja', 'nej'],
    ['SANT', 'FALSKT'],
    ['Evet', 'Hayır', 'HAYIR'],
    ['はい', 'いいえ'],
    ['是', '否'],
  ])
    assert.equal(typeOf(words), ValueType.Boolean, words.join());
  assert.equal(typeOf(['ja', 'nej', 'vielleicht']), ValueType.Keyword);
});

test('[SRC-34] numbers in a column that is called as codes are stay as they are written: their zeros may stand further down', () => {
  const of = (name: string, values: readonly string[], types: readonly ValueType[] = []) =>
    guessColumns(
      [name],
      values.map((value) => [value]),
      types,
    )[0];
  for (const name of ['zip', 'Shipping Zip', 'PLZ', 'Postal Code', 'post code', 'Phone 1', 'ISBN'])
    assert.equal(of(name, ['10115', '20095'])?.value_type, ValueType.Keyword, name);
  assert.match(
    of('zip', ['10115'])?.reason ?? '',
    /lose as numbers zeros in front, as 01067 has one: take it for numbers/,
  );
  assert.match(of('app version', ['1.9', '1.10'])?.reason ?? '', /zeros behind, so that 1\.10 would be 1\.1/);
  for (const [name, value] of [
    ['zip', '12'],
    ['zipped', '10115'],
    ['phones', '10115'],
    ['conversion', '1.10'],
    ['version', '3'],
  ] as const)
    assert.notEqual(of(name, [value])?.value_type, ValueType.Keyword, name);
  assert.equal(of('zip', ['10115'], [ValueType.Integer])?.value_type, ValueType.Integer, 'the source says so');
});

test('[SRC-34] digits that a formula or an apostrophe keeps as text are codes, which a function takes out of it', () => {
  for (const values of [
    ['="00123"', '="00124"', ''],
    ["'01067", "'+49 30 1"],
    ['00123', '="00124"'],
  ]) {
    const [guess] = guessColumns(
      ['code'],
      values.map((value) => [value]),
    );
    assert.deepEqual([guess?.value_type, guess?.transforms?.length], [ValueType.Keyword, 1], `${values}`);
    const apply = compileTransforms(guess?.transforms ?? []);
    const made = values.map((value) => apply(value, () => undefined));
    assert.ok(
      made.every((value) => !/[='"]/.test(value ?? '')),
      `${made}`,
    );
  }
  for (const values of [
    ["'s-Gravenhage", "'t Hooge"],
    ["'90s'", 'x'],
    ['="a"&B1', 'x'],
  ])
    assert.equal(
      guessColumns(
        ['txt'],
        values.map((value) => [value]),
      )[0]?.transforms,
      undefined,
      `${values}`,
    );
});

test('[SRC-34] one yes/no word alone may be a code: it is guessed with doubt, a letter as it stands, and told', () => {
  const { value_type, confidence, reason = '' } = guessOf(['ja', 'ja']) ?? {};
  assert.deepEqual([value_type, confidence], [ValueType.Boolean, 0.6]);
  assert.match(
    reason,
    /^The one sampled value is "ja", a yes\/no word: take the column for a keyword where it is a code\.$/,
  );
  for (const letters of [['y'], ['F', 'F'], ['n', 'f']]) {
    const guess = guessOf(letters);
    assert.deepEqual([guess?.value_type, guess?.confidence, guess?.transforms], [ValueType.Keyword, 0.6, undefined]);
    assert.match(
      guess?.reason ?? '',
      /a yes\/no word or a code: take the column for booleans where they are yes or no\.$/,
    );
  }
  assert.deepEqual(guessOf(['F', '-', 'F'])?.value_type, ValueType.Keyword);
  for (const sure of [['y', 'n'], ['T', 'F'], ['true'], ['FALSE', 'FALSE']])
    assert.deepEqual([guessOf(sure)?.value_type, guessOf(sure)?.confidence], [ValueType.Boolean, 0.9], sure[0]);
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

test('[SRC-34] lists of two whole numbers are points where a column is called a place, or any has a fraction', () => {
  const typeIn = (name: string, values: readonly string[]): unknown =>
    guessColumns(
      [name],
      values.map((value) => [value]),
    )[0]?.value_type;
  assert.equal(typeIn('range', ['[0,10]', '[10, 20]']), ValueType.Keyword);
  assert.equal(typeIn('coordinates', ['[0,10]', '[10,20]']), ValueType.GeoPoint);
  assert.equal(typeIn('at', ['[0,10]', '[13.4,52.5]']), ValueType.GeoPoint);
});

test('[SRC-34] a rare third word among yes and no keeps them as they are, and is told', () => {
  const answers = [...Array(11).fill('yes'), ...Array(7).fill('No'), 'unknown'];
  const guess = guessOf(answers);
  assert.deepEqual([guess?.value_type, guess?.confidence], [ValueType.Keyword, 0.6]);
  assert.match(guess?.reason ?? '', /18 of 19 sampled values are yes\/no words, but others, as "unknown", are not/);
  assert.equal(guessOf(answers.slice(0, 18))?.value_type, ValueType.Boolean);
  const often = guessOf(['yes', 'no', 'yes', 'no', 'yes', 'no', 'yes', 'no', 'maybe', 'maybe', 'maybe']);
  assert.deepEqual([often?.value_type, often?.confidence], [ValueType.Keyword, 0.8], 'a word of three is no stray');
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
    [['\\N', '5', '<NA>'], ValueType.Integer, ['', '5', '']],
    [['..', '1.5', '.', '...'], ValueType.Double, ['', '1.5', '', '']],
    [['.', '5', '.a', '#NULL!'], ValueType.Integer, ['', '5', '', '']],
    [['#DIV/0!', '5', '#VALUE!', '#REF!', '#NUM!', '#NAME?'], ValueType.Integer, ['', '5', '', '', '', '']],
    [['?', '5', '--', '---', 'n.a.'], ValueType.Integer, ['', '5', '', '', '']],
    [['NaT', '2024-01-02', '\\N'], ValueType.Date, ['', '2024-01-02', '']],
    [['(null)', '1.5', '[NULL]'], ValueType.Double, ['', '1.5', '']],
    [['Ann', '\\N', 'NULL', '(null)'], ValueType.Keyword, ['Ann', '', 'NULL', '']],
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
    ['?', 'yes and no'],
    ['N/A', 'n/a'],
    ['-', '5', 'A1'],
  ])
    assert.equal(typeOf(values), ValueType.Keyword, values.join(' '));
});

test('[SRC-34] a column is what its source says, and as wide, where its first values are narrower or missing', () => {
  const { Integer, Long, Double, Keyword, Text, Boolean: YesNo, GeoShape, Date: Moment } = ValueType;
  const guessed = (values: readonly string[], told: ValueType | null) =>
    guessColumns(
      ['c'],
      values.map((value) => [value]),
      [told],
    ).map(({ value_type, dateFormat }) => [value_type, dateFormat])[0];
  assert.deepEqual(guessed(['1', '2'], Long), [Long, undefined]);
  assert.deepEqual(guessed(['1', '2'], Double), [Double, undefined]);
  assert.deepEqual(guessed(['1', 'NaN'], Double), [Double, undefined]);
  assert.deepEqual(guessed(['1', '2'], null), [Integer, undefined]);
  assert.deepEqual(guessed(['1.5', '2'], Integer), [Double, undefined], 'what is there counts');
  assert.deepEqual(guessed(['10115', '20095'], Keyword), [Keyword, undefined], 'postcodes');
  assert.deepEqual(guessed(['1.10', '1.2'], Text), [Text, undefined]);
  assert.deepEqual(guessed(['2024-01-31'], Keyword), [Moment, 'iso'], 'a date loses nothing');
  assert.deepEqual(guessed(['1', '0'], YesNo), [YesNo, undefined]);
  assert.deepEqual(guessed(['POINT (1 2)'], GeoShape), [GeoShape, undefined]);
  assert.deepEqual(guessed(['', ''], Moment), [Moment, 'iso']);
  assert.deepEqual(guessed(['2024-01-31', ''], Moment), [Moment, 'iso']);
});

test('[SRC-34] four numbers of a form filled in outside are a place with its altitude and accuracy', () => {
  const guess = guessOf(['-1.2921 36.8219 1795.0 4.5', '-1.3 36.9 1700 3']);
  assert.equal(guess?.value_type, ValueType.GeoPoint);
  const read = compileTransforms(guess?.transforms ?? []);
  assert.equal(
    read('-1.2921 36.8219 1795.0 4.5', () => undefined),
    '-1.2921, 36.8219',
  );
  assert.equal(typeOf(['1 2 3 4', '5 6 7 8']), ValueType.Keyword, 'whole numbers of any kind');
  assert.equal(typeOf(['95.5 36.8 1795.0 4.5']), ValueType.Keyword, 'no latitude');
  const [named] = guessColumns(['gps'], [['1 2 0 0']]);
  assert.equal(named?.value_type, ValueType.GeoPoint);
});

test('[SRC-34] places in degrees, minutes and sides are points by a function; degrees alone are none', () => {
  const guessOf = (values: readonly string[]) =>
    guessColumns(
      ['where'],
      values.map((value) => [value]),
    )[0];
  const guess = guessOf([`52°31'12"N 13°24'18"E`, 'S 33.86° W 70.5°']);
  assert.deepEqual([guess?.value_type, guess?.transforms], [ValueType.GeoPoint, [{ kind: 'point', order: 'lat,lon' }]]);
  assert.equal(guessOf(['20° 30°', '10° 40°'])?.value_type, ValueType.Keyword);
  assert.equal(guessOf([`95°31'N 13°24'E`])?.value_type, ValueType.Keyword, 'no place on the globe');
});
