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
  const sheet = strFromU8(
    unzipSync(await buffer(xlsxStream(columns, rows())))['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
  );
  const numbers = [...sheet.matchAll(/<c><v>([^<]*)</g)].map(([, number]) => number);
  assert.deepEqual(numbers, ['0.30000000000000004', '1e-7', '999999999999999', '-1e+300', '-5']);
  assert.match(sheet, /<t xml:space="preserve">9007199254740993</);
});
