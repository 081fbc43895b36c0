import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CFB, utils, write } from '@e965/xlsx';
import { blobSource } from '../files/byte-source.ts';
import { readXls } from './read-xls.ts';
import { unworkedWorkbook } from './unworked-workbook.fixture.ts';

test('[SRC-03] merged cells of an old workbook are filled when that is asked for', async () => {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([
    ['region', 'code'],
    ['North', 'A'],
    ['', 'B'],
    ['South', 'C'],
  ]);
  utils.book_append_sheet(book, { ...sheet, '!merges': [utils.decode_range('A2:A3')] }, 'Data');
  const source = blobSource(new Blob([write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer]));
  const regions = async (merged: 'fill' | 'leave') => {
    const { reader } = await readXls(source, { merged });
    const found = await Array.fromAsync(reader.blocks);
    return found.flatMap(({ rows }) => rows.map(([region]) => region));
  };
  assert.deepEqual(await regions('fill'), ['North', 'North', 'South']);
  assert.deepEqual(await regions('leave'), ['North', null, 'South']);
});

test('[STR-03] formulas of an old workbook that were never worked out stand for themselves; one that came to nothing is nothing', async () => {
  const cellsOf = async (bytes: Buffer<ArrayBuffer>) => {
    const { reader } = await readXls(blobSource(new Blob([bytes])), {});
    return (await Array.fromAsync(reader.blocks)).flatMap(({ rows }) => rows);
  };
  assert.deepEqual(await cellsOf(unworkedWorkbook()), [
    ['A', '=1+0'],
    ['B', '=1+1'],
  ]);
  assert.deepEqual(await cellsOf(unworkedWorkbook(2)), [
    ['A', null],
    ['B', '2'],
  ]);
});

test('[SRC-36] a workbook of OpenDocument gives its dates, shares, lengths of time and repeated cells', async () => {
  const cell = (type: string, value: string) =>
    `<table:table-cell office:value-type="${type}" ${value}><text:p>shown</text:p></table:table-cell>`;
  const row = (cells: string, times = 1) =>
    `<table:table-row table:number-rows-repeated="${times}">${cells}</table:table-row>`;
  const name = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
  const values =
    cell('date', 'office:date-value="2024-01-31"') +
    cell('date', 'office:date-value="2024-01-31T10:05:06"') +
    cell('percentage', 'office:value="0.25"') +
    cell('time', 'office:time-value="PT26H30M00S"') +
    cell('boolean', 'office:boolean-value="true"');
  const content = `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="One">${row(['day', 'at', 'share', 'took', 'done'].map(name).join(''))}${row(values, 2)}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const parts = CFB.utils.cfb_new();
  CFB.utils.cfb_add(parts, '/mimetype', Buffer.from('application/vnd.oasis.opendocument.spreadsheet'));
  CFB.utils.cfb_add(parts, '/content.xml', Buffer.from(content));
  CFB.utils.cfb_add(parts, '/styles.xml', Buffer.from('<office:document-styles/>'));
  const manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>';
  CFB.utils.cfb_add(parts, '/META-INF/manifest.xml', Buffer.from(manifest));
  const bytes = CFB.write(parts, { type: 'buffer', fileType: 'zip' }) as Buffer<ArrayBuffer>;
  const { columns, blocks } = (await readXls(blobSource(new Blob([bytes])), {})).reader;
  const rows = (await Array.fromAsync(blocks)).flatMap((block) => block.rows);
  const read = ['2024-01-31', '2024-01-31T10:05:06', '0.25', '26:30:00', 'true'];
  assert.deepEqual(
    [columns, rows],
    [
      ['day', 'at', 'share', 'took', 'done'],
      [read, read],
    ],
  );
});
