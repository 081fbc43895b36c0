import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { CellForm } from '@datasarana/sources';
import { CellForms } from '@datasarana/sources/node';
import { type DuckDBConnection, DuckDBInstance, type JS } from '@duckdb/node-api';
import fc from 'fast-check';
import type { FieldDefinition, FieldType, IndexDefinition } from '../index/definition.ts';
import { fieldValue } from '../index/document.ts';
import { layoutIndex } from '../index/layout.ts';
import { allRows } from '../store/rows.ts';
import { RowSink } from './row-sink.ts';
import { createReady, createStage, FEW_BYTES, READY, stageCsv } from './stage.ts';
import { cell, UGLY } from './ugly-cells.fixture.ts';
import { validateDocument } from './validate.ts';

let connection: DuckDBConnection;
let folder: string;

before(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
  folder = await mkdtemp(join(tmpdir(), 'typed-sql-'));
});
after(async () => {
  connection.closeSync();
  await rm(folder, { recursive: true });
});

const field = (name: string, type: FieldType, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  name,
  type,
  label: name,
  ...more,
});

const FIELDS: readonly FieldDefinition[] = [
  field('byte1', 'byte'),
  field('short1', 'short'),
  field('int1', 'integer'),
  field('long1', 'long'),
  field('half1', 'half_float'),
  field('float1', 'float'),
  field('num1', 'double'),
  field('flag1', 'boolean'),
  field('kw1', 'keyword'),
  field('choice1', 'keyword', { allowedValues: ["it's", 'b', '[x'] }),
  field('small1', 'keyword', { maxBytes: 6 }),
  field('txt1', 'text'),
  field('bin1', 'binary'),
  field('bins1', 'binary', { list: true }),
  field('must1', 'keyword', { mandatory: true }),
  field('ts1', 'date'),
  field('ts2', 'date'),
  field('ts3', 'date'),
  field('ts4', 'date'),
  field('ts5', 'date'),
  field('ts6', 'date'),
  field('ts7', 'date'),
  field('ts8', 'date'),
  ...Array.from({ length: 9 }, (_, i) => field(`ts${9 + i}`, 'date')),
  field('point1', 'geo_point'),
  field('shape1', 'geo_shape'),
  field('tags1', 'keyword', { list: true }),
  field('nums1', 'integer', { list: true }),
  field('object1', 'object', { fields: [field('inner1', 'keyword')] }),
  field('nested1', 'nested', { fields: [field('k', 'keyword'), field('v', 'long')] }),
];
const FORMATS: Readonly<Record<string, string>> = {
  ts2: 'dd/MM/yyyy',
  ts3: 'MM-dd-yyyy',
  ts4: 'epoch_millis',
  ts5: 'dd MMM yyyy',
  ts6: 'MMM dd, yyyy',
  ts7: 'MM/dd/yyyy',
  ts8: 'dd.MM.yyyy',
  ts9: 'epoch_second',
  ts10: 'yyyyMMdd',
  ts11: 'dd/MM/yy',
  ts12: 'MM/dd/yy',
  ts13: 'dd.MM.yy',
  ts14: 'dd-MMM-yy',
  ts15: 'dd MMM yy',
  ts16: 'dd-MMM-yyyy',
  ts17: 'yyyy/MM/dd',
};
const DEFINITION: IndexDefinition = { name: 'cells', fields: FIELDS, keyFields: [], source: 'columns' };

const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`);

interface OneCell {
  readonly index: number;
  readonly text: string;
}

const cellsOf = ({ index, text }: OneCell): readonly string[] =>
  FIELDS.map((each, at) => (at === index ? text : each.mandatory === true ? 'x' : ''));

const layout = layoutIndex(1, DEFINITION);

const written = (cells: readonly string[]): string => `${cells.map(quoted).join('|')}\n`;

const formsOf = (text: string, columns: number): readonly CellForm[] | undefined => {
  const forms = new CellForms('|', columns);
  forms.look(Buffer.from(text));
  return forms.take();
};

/**
 * Rows SQL read surely, by ordinal, in order.
 * @param isTold whether it is told what the cells of each column have in common
 */
async function bySql(
  rows: readonly OneCell[],
  { isTold = false } = {},
): Promise<readonly Readonly<Record<string, JS>>[]> {
  const file = join(folder, 'rows.csv');
  // a cell of no field, so long that SQL reads the file
  const padded = rows.map((row, i) => [...cellsOf(row), i === 0 ? 'x'.repeat(FEW_BYTES) : '']);
  const text = padded.map(written).join('');
  await writeFile(file, text);
  const fields = FIELDS.map(({ name }) => ({
    name,
    field: name,
    ...(FORMATS[name] && { dateFormat: FORMATS[name] }),
  }));
  const columns = [...fields, { name: 'padding', field: null }];
  await createStage(connection, layout);
  const staged = await stageCsv(connection, layout, {
    format: 'csv',
    files: [file],
    delimiter: '|',
    columns,
    lines: { breaks: [] },
    ...(isTold && { forms: formsOf(text, columns.length) }),
  });
  assert.equal(staged.read, rows.length);
  await createReady(connection, layout);
  return allRows(connection, `SELECT * FROM ${READY} ORDER BY ord`);
}

async function byRules(
  rows: readonly OneCell[],
  ordinals: readonly number[],
): Promise<readonly Readonly<Record<string, JS>>[]> {
  await createStage(connection, layout);
  const sink = await RowSink.open(connection, layout);
  try {
    for (const ordinal of ordinals) {
      const row = rows[ordinal];
      assert.ok(row);
      const document = Object.fromEntries(FIELDS.map((each, index) => [each.name, cellsOf(row)[index] ?? '']));
      const validated = validateDocument(DEFINITION, document, FORMATS);
      assert.deepEqual(validated.refusals, [], `${FIELDS[row.index]?.name} ${JSON.stringify(row.text)}`);
      sink.add(ordinal, 1, () => '', validated);
    }
  } finally {
    sink.close();
  }
  await createReady(connection, layout);
  return allRows(connection, `SELECT * FROM ${READY} ORDER BY ord`);
}

/** Asserts that both read alike. @returns how many rows SQL read surely */
async function compare(rows: readonly OneCell[], told = { isTold: false }): Promise<number> {
  const sure = await bySql(rows, told);
  const ruled = await byRules(
    rows,
    sure.map(({ ord }) => Number(ord)),
  );
  sure.forEach((row, index) => {
    const text = JSON.stringify(rows[Number(row.ord)]?.text);
    for (const column of layout.own) {
      assert.deepEqual(fieldValue(column, row), fieldValue(column, ruled[index] ?? {}), `${column.path} of ${text}`);
    }
  });
  return sure.length;
}

test('[TPL-34] every ugly cell is read alike by SQL and the rules in every type', async () => {
  const sure = await compare(UGLY.flatMap((text) => FIELDS.map((_, index) => ({ index, text }))));
  assert.ok(sure > 500, `SQL read only ${sure} rows surely`);
});

/** Cells of each form. */
const FORMED: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(fc.constantFrom('', '-', '0', '-0'), fc.maxSafeNat(), fc.integer({ min: 0, max: 16 }))
    .map(([before, value, length]) => `${before}${String(value).slice(0, length)}`),
  fc.double({ min: -400, max: 400, noNaN: true }).map((value) => String(value)),
  fc
    .tuple(
      fc.double({ min: -100, max: 100, noNaN: true }),
      fc.constantFrom(',', ', ', ' ,'),
      fc.integer({ min: -190, max: 190 }),
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom(...'0123456789-./, '), maxLength: 20 }),
  fc
    .tuple(
      fc.constantFrom('0000', '0001', '1582', '1969', '2020', '9999'),
      fc.constantFrom('00', '02', '12', '13'),
      fc.constantFrom('00', '01', '29', '31', '32'),
      fc.constantFrom('', 'T00:00:00Z', ' 23:59:59', 'T23:59:60Z', 'T12:60:00', 'T07:05:09.5Z', ' 23:59:59.999'),
    )
    .map(([year, month, day, time]) => `${year}-${month}-${day}${time}`),
);

test('[TPL-34] cells of a known form are read alike by SQL, which asks less of them, and the rules in every type', async () => {
  const texts = new Set([
    ...UGLY,
    ...fc.sample(cell, { numRuns: 300, seed: 7 }),
    ...fc.sample(FORMED, { numRuns: 600, seed: 7 }),
  ]);
  const byForm = Map.groupBy(texts, (text) =>
    JSON.stringify(formsOf(written([text]), 1)?.map(({ longest: _, ...form }) => form)),
  );
  assert.ok(byForm.size > 6, `${byForm.size} kinds of cells`);
  let sure = 0;
  for (const alike of byForm.values()) {
    const rows = alike.flatMap((text) => FIELDS.map((_, index) => ({ index, text })));
    sure += await compare(rows, { isTold: true });
    const numbers = rows.filter(({ text }) => text.length < 3);
    if (numbers.length > 0) sure += await compare(numbers, { isTold: true });
  }
  assert.ok(sure > 5000, `SQL read only ${sure} rows surely`);
});

test('[TPL-34] cells of a known form are read by SQL', async () => {
  const known: Readonly<Record<string, readonly string[]>> = {
    byte1: ['7', '-7', '42', ''],
    short1: ['0042', '-999'],
    int1: ['123456789', '-00000000', '0'],
    long1: ['123456789012345678', '-12345678901234567'],
    num1: ['1.5', '-0.25', '7', '1234567890123456789'],
    txt1: ['Ärger', '日本語', '"so" they say', 'x'],
    ts1: ['2020-02-29', '1960-01-02T10:00:00Z', '2020-01-02 10:00:00.5', '2020-01-02T23:59:59.999Z'],
    point1: ['12.5, -103.25', '-90,180', '5,0.5'],
  };
  const rows = Object.entries(known).flatMap(([name, texts]) =>
    texts.map((text) => ({ index: FIELDS.findIndex((each) => each.name === name), text })),
  );
  assert.equal(await compare(rows, { isTold: true }), rows.length);
  assert.equal(await compare(rows), rows.length);
});

test('[TPL-34] texts in any script are read by SQL', async () => {
  const text = FIELDS.findIndex(({ name }) => name === 'txt1');
  const rows = [
    ' spaced ',
    'Жук',
    'العربية',
    'ไทย',
    '日本語',
    'Ärger',
    'ṃ',
    '“so”',
    '€ 5',
    'ｘ',
    '\u{1F600}',
    'e\u0301',
  ].map((each) => ({
    index: text,
    text: each,
  }));
  assert.equal(await compare(rows), rows.length);
});

/** Cells as files often have them, by the field they stand in. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  byte1: [' 12', '12 ', '+5', '12.0', ' ', '007'],
  long1: ['1,200', '-12,345,678', ' 1,200 ', '9,223,372,036,854,775,807', '1,200.00', '  '],
  num1: ['1,200.5', ' 1,200.50 ', '-1,234,567', '1.5e-05', '2E10', ' 3.25 ', '   '],
  half1: ['1,200.5', '6.5e4'],
  flag1: [' true ', 'No ', ' YA', ' '],
  kw1: [' ', '  '],
  txt1: ['   '],
  ts1: [
    ...[' 2020-01-02', '2020-01-02T10:00 ', ' 2020-01-02 10:00:00 ', '2020-01-02T10:00:00Z ', '  '],
    ...[
      '2020-01-02T10:00:00+00:00',
      '2020-01-02 10:00:00.123456-0330',
      '1960-01-02T10:00:00.123+07',
      '2020-01-02 10:00:00+02',
    ],
  ],
  ts2: [' 31/12/2020', '31/12/2020 10:00 ', '1/12/2020 3:04 PM', '01/12/2020 12:00:59 am'],
  ts4: [' 1600000000000 '],
  ts5: [' 05 May 2020 ', '5 January 2020', '5 Jan 2020 10:00', '5 December 2020 11:59:59 PM'],
  ts6: ['January 5, 2020 10:00:01', 'Dec 31, 2020'],
  ts7: ['1/31/2020 12:00 PM', '1/1/1999 1:02:03 AM'],
  ts9: ['1600000000', '-5', ' '],
  ts10: ['20200131', ' 19991231 '],
  ts11: ['31/12/20', '1/2/99 10:00', ' '],
  ts12: ['12/31/20', '1/2/70 1:00 PM'],
  ts13: ['31.12.20', '1.2.99 10:00:05'],
  ts14: ['01-Feb-99 10:00'],
  ts15: ['31 Dec 20'],
  ts16: ['01-Feb-1999', '1-February-2020 10:00:00'],
  ts17: ['2020/1/31', '2020/01/31 3:04 PM'],
  point1: [' 12.5, 103.25 ', ' 0.5,0.25 ', '  '],
};

test('[TPL-34] cells with spaces around them, of spaces alone, with commas between thousands, powers and offsets are read by SQL', async () => {
  const rows = Object.entries(USUAL).flatMap(([name, texts]) =>
    texts.map((text) => ({ index: FIELDS.findIndex((each) => each.name === name), text })),
  );
  await compare(rows);
  const sure = new Set((await bySql(rows)).map(({ ord }) => Number(ord)));
  assert.deepEqual(
    rows.filter((_, ordinal) => !sure.has(ordinal)),
    [],
  );
});

test('[TPL-34] a cell of spaces is nothing to a field that must be filled, whoever reads it', async () => {
  const rows = ['', ' ', '   '].map((text) => ({ index: FIELDS.findIndex(({ name }) => name === 'must1'), text }));
  assert.equal(await compare(rows), 0);
});

test('[TPL-34] a binary field takes base64 alone, whoever reads it', async () => {
  const index = FIELDS.findIndex(({ name }) => name === 'bin1');
  const base64 = ['aGVsbG8=', 'YQ==', '+/+/', 'QUJD'];
  const others = ['aGVsbG8', '$$$$', 'Y===', 'YQ==YQ==', 'YWJj\n', 'aGVs bG8='];
  assert.equal(await compare(base64.map((text) => ({ index, text }))), base64.length);
  assert.equal(await compare(others.map((text) => ({ index, text }))), 0);
  for (const text of others) {
    const [refusal] = validateDocument(DEFINITION, { must1: 'x', bin1: text }).refusals;
    assert.equal(refusal?.rule, 'type', text);
    assert.match(refusal?.reason ?? '', /^bin1: .+ is not base64$/s);
  }
});

test('[TPL-34] what SQL reads surely is what the rules read, cell by cell', async () => {
  const row = fc.record({ index: fc.integer({ min: 0, max: FIELDS.length - 1 }), text: cell });
  let sure = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 150, maxLength: 200 }), async (rows) => {
      sure += await compare(rows);
    }),
    { numRuns: 40 },
  );
  assert.ok(sure > 1000, `SQL read only ${sure} rows surely`);
});
