import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewCsv } from '@datasarana/sources';
import { fileFaults, SAMPLE_BYTES } from './file-faults.ts';

const faultsOf = (text: string): readonly string[] => {
  const file = new File([text], 'rows.csv');
  const sample = Buffer.from(text.slice(0, SAMPLE_BYTES));
  return fileFaults({ file, preview: previewCsv(sample, file.size <= SAMPLE_BYTES) });
};

test('[SRC-23] a file without rows says so, one whose first row does not end where it is looked at says what that may be', () => {
  assert.deepEqual(faultsOf('a,b\n1,2\n'), []);
  assert.match(faultsOf('a,b\n').join(), /no rows below the first line/);
  assert.match(faultsOf(`a,b\n${'x'.repeat(2 * SAMPLE_BYTES)},1\n`).join(), /does not end within the first megabyte/);
  const file = new File([new Uint8Array(2 * SAMPLE_BYTES)], 'rows.xlsx');
  const opened = { format: 'xlsx', choice: {} } as const;
  const ofWorkbook = fileFaults({ file, preview: previewCsv(Buffer.from('a,b\n'), true), opened });
  assert.match(ofWorkbook.join(), /no rows below the first line/, 'a large workbook of one line');
});
