import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewCsv } from '@datasarana/sources';
import { fileFaults } from './file-faults.ts';
import { LARGE_SAMPLE, previewText } from './preview-text.ts';

async function faultsOf(text: string): Promise<readonly string[]> {
  const file = new File([text], 'rows.csv');
  return fileFaults({ file, preview: await previewText(file) });
}

test('[SRC-23] a file without rows says so, one whose first row does not end where it is looked at what that may be', async () => {
  assert.deepEqual(await faultsOf('a,b\n1,2\n'), []);
  assert.match((await faultsOf('a,b\n')).join(), /no rows below the first line/);
  const endless = await faultsOf(`a,b\n${'x'.repeat(LARGE_SAMPLE)},1\n`);
  assert.match(endless.join(), /does not end within the first 17 MB; a row may have 16 MB/);
  const file = new File([new Uint8Array(2 * LARGE_SAMPLE)], 'rows.xlsx');
  const opened = { format: 'xlsx', choice: {} } as const;
  const ofWorkbook = fileFaults({ file, preview: previewCsv(Buffer.from('a,b\n'), true), opened });
  assert.match(ofWorkbook.join(), /no rows below the first line/, 'a large workbook of one line');
});

test('[SRC-23] rows that cannot be read are not told as missing', () => {
  const empty = previewCsv(Buffer.from('Warehouse list\n'), true);
  const setAside = [{ line: 2, raw: '1,Bolt', rule: 'columns', reason: 'The row has 2 cells, the header names 1.' }];
  const file = new File([], 'stock.xlsx');
  assert.notDeepEqual(fileFaults({ file, preview: empty }), []);
  assert.deepEqual(fileFaults({ file, preview: { ...empty, setAside } }), []);
});

test('[SRC-25] [LIM-11] a first row of several megabytes is shown, and so are those behind it', async () => {
  const long = 'x'.repeat(3 * 1024 ** 2);
  const file = new File([`a,b\n"${long}",1\n2,3\n`], 'rows.csv');
  const preview = await previewText(file);
  assert.deepEqual(fileFaults({ file, preview }), []);
  assert.deepEqual(
    preview.rows.map(([first, second]) => [first?.length, second]),
    [
      [long.length, '1'],
      [1, '3'],
    ],
  );
});
