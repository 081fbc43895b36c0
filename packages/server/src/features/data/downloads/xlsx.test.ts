import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { xlsxStream } from './xlsx.ts';

test('[VIS-19] a workbook has the styles that strict readers ask for: openpyxl refuses a fill without a pattern', async () => {
  async function* none() {
    yield [];
  }
  const file = await buffer(xlsxStream([{ path: 'code', kind: 'text', type: 'VARCHAR' }], none()));
  const styles = strFromU8(unzipSync(file)['xl/styles.xml'] ?? new Uint8Array());
  const fills = styles.match(/<fill>.*?<\/fill>/g) ?? [];
  assert.deepEqual(fills, [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]);
  assert.doesNotMatch(styles, /<(font|fill)\/>/);
  assert.match(styles, /<cellStyle name="Normal" xfId="0" builtinId="0"\/>/);
});

const sheetOf = async (file: NodeJS.ReadableStream): Promise<string> =>
  strFromU8(unzipSync(await buffer(file))['xl/worksheets/sheet1.xml'] ?? new Uint8Array());

test('[VIS-19] a sheet shows its dates whole and keeps the names of its columns in sight', async () => {
  async function* none() {
    yield [];
  }
  const columns = [
    { path: 'code', kind: 'text', type: 'VARCHAR' },
    { path: 'ts1', kind: 'date', type: 'TIMESTAMP' },
    { path: 'a_name_of_twenty_five_char', kind: 'number', type: 'DOUBLE' },
  ] as const;
  const sheet = await sheetOf(xlsxStream(columns, none()));
  const widths = [...sheet.matchAll(/<col min="(\d)" max="\1" width="(\d+)" customWidth="1"\/>/g)];
  assert.deepEqual(
    widths.map(([, at, width]) => [at, Number(width)]),
    [
      ['1', 12],
      ['2', 24],
      ['3', 28],
    ],
  );
  assert.match(
    sheet,
    /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>.*<cols>.*<sheetData>/,
  );
  assert.doesNotMatch(await sheetOf(xlsxStream([], none())), /<cols>/);
});

test('[VIS-19] decimals are numbers of the sheet with all their digits, whole numbers as far as it shows them', async () => {
  async function* rows() {
    yield [
      [0.1 + 0.2, '9007199254740993'],
      [1e-7, 999_999_999_999_999],
      [-1e300, -5],
    ];
  }
  const columns = [
    { path: 'num1', kind: 'number', type: 'DOUBLE' },
    { path: 'long1', kind: 'number', type: 'BIGINT' },
  ] as const;
  const sheet = await sheetOf(xlsxStream(columns, rows()));
  const numbers = [...sheet.matchAll(/<c><v>([^<]*)</g)].map(([, number]) => number);
  assert.deepEqual(numbers, ['0.30000000000000004', '1e-7', '999999999999999', '-1e+300', '-5']);
  assert.match(sheet, /<t xml:space="preserve">9007199254740993</);
});
