import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewFile } from '../files/preview-file.ts';
import { readXls } from '../xls/read-xls.ts';

const preview = (text: string, choice: Parameters<typeof previewFile>[1] = {}) =>
  previewFile(new Blob([text]), { name: 'export.xls', ...choice }, readXls);

test('[SRC-09] [SRC-36] a web page called a workbook is read by its table, of which others may be chosen', async () => {
  const rows = '<tr><th>code<th>txt1<tr><td>001<td>a &amp;\n  b<br>c<td><tr><td>B<td>';
  const page = `<!DOCTYPE html><table><caption>Menu</caption><tr><td>x</table><table>${rows}</table>`;
  const { format, columns, rows: read, sheets, sheet } = await preview(page);
  assert.deepEqual([format, columns, sheets, sheet], ['xls', ['code', 'txt1'], ['Menu', 'Table 2'], 'Table 2']);
  assert.deepEqual(read, [
    ['001', 'a & b\nc'],
    ['B', null],
  ]);
  const menu = await preview(page, { sheet: 'Menu' });
  assert.deepEqual([menu.columns, menu.sheet], [['x'], 'Menu']);
});

test('[SRC-36] cells of a page over several rows and columns stand in the first of them, or in each where that is chosen', async () => {
  const page =
    '<table><tr><td>a<td>b<td>c<td>d<tr><td rowspan=3>1<td colspan=2>2<td>3<tr><td>4<td>5<td>6<tr><td colspan=99999999>7</table>';
  assert.deepEqual((await preview(page)).rows, [
    ['1', '2', null, '3'],
    [null, '4', '5', '6'],
    [null, '7', null, null],
  ]);
  const { rows, setAside } = await preview(page, { merged: 'fill' });
  assert.deepEqual(rows, [
    ['1', '2', '2', '3'],
    ['1', '4', '5', '6'],
  ]);
  assert.equal(setAside[0]?.reason, 'The row has 16384 cells, the header names 4.');
});

test('[SRC-36] values of a workbook in XML of Excel 2003 are read as those of XLSX are', async () => {
  const values = [
    ['Number', '0.1'],
    ['Boolean', '1'],
    ['DateTime', '2024-02-03T00:00:00.000'],
    ['DateTime', '2024-02-03T04:05:06.500'],
    ['DateTime', '1899-12-31T07:30:00.000'],
    ['String', ' a &#10; b '],
    ['Error', '#N/A'],
  ];
  const cells = (all: readonly string[]): string => `<Row>${all.join('')}</Row>`;
  const head = cells(values.map((_, i) => `<Cell><Data ss:Type="String">c${i}</Data></Cell>`));
  const row = cells(values.map(([type, text]) => `<Cell><Data ss:Type="${type}">${text}</Data></Cell>`));
  const merged =
    '<Row ss:Span="1"/><Row><Cell ss:MergeAcross="1"><Data ss:Type="String">m</Data></Cell><Cell><Data>n</Data></Cell></Row>';
  const book = `<?xml version="1.0"?><ss:Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><ss:Worksheet ss:Name="One"><Table>${head}${row}${merged}</Table></ss:Worksheet></ss:Workbook>`;
  const { rows, sheets } = await preview(book);
  assert.deepEqual(sheets, ['One']);
  assert.deepEqual(rows, [
    ['0.1', 'true', '2024-02-03', '2024-02-03T04:05:06.500', '07:30:00', ' a \n b ', '#N/A'],
    ['m', null, 'n', null, null, null, null],
  ]);
});
