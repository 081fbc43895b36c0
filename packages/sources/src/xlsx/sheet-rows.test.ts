import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SheetRows } from './sheet-rows.ts';
import { XmlScanner } from './xml.ts';

const cellsOf = (xml: string): readonly (string | null)[] => {
  const rows = new SheetRows({ strings: [], styles: [], is1904: false });
  new XmlScanner(rows).push(`<sheetData><row r="1">${xml}</row></sheetData>`);
  return rows.take()[0]?.cells ?? [];
};

test('[TPL-34] numbers of a sheet are as short as they are read back, and keep the digits of their double', () => {
  const number = (text: string): string | null => cellsOf(`<c r="A1"><v>${text}</v></c>`)[0] ?? null;
  assert.equal(number('1.1000000000000001'), '1.1');
  assert.equal(number('-0.10000000000000001'), '-0.1');
  assert.equal(number('8.8500000000000014'), '8.850000000000001');
  assert.equal(number('0.30000000000000004'), '0.30000000000000004');
  assert.equal(number('1234567890123456789'), '1234567890123456789', 'whole numbers keep theirs');
});

test('[STR-03] a formula that was never worked out stands for itself', () => {
  assert.deepEqual(cellsOf('<c r="A1"><f>SUM(A2:A3)&amp;"x"</f><v></v></c><c r="B1"><f>1+1</f></c>'), [
    '=SUM(A2:A3)&"x"',
    '=1+1',
  ]);
  assert.deepEqual(cellsOf('<c r="A1" t="str"><f>""</f><v></v></c><c r="B1"><f>1+1</f><v>2</v></c>'), [null, '2']);
});

test('[STR-03] a cell that names a text the workbook does not hold refuses it, and is not taken for an empty one', () => {
  assert.throws(
    () => cellsOf('<c r="A1" t="s"><v>7</v></c>'),
    /damaged: a cell of row 1 names a text it does not hold/,
  );
});
