import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utils, write } from '@e965/xlsx';
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
