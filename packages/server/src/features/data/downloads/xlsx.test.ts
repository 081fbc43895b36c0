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
