import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvTable } from '@datasarana/sources/node';
import { AS_ENCODED, encodeAll, encodeHead } from './encode.ts';

test('[TSK-07] [STR-03] of a single column each row arrives, also one whose cell is a sign that ends texts, or nothing', async () => {
  const rows = ['a', '\u001a', null, '"', '\t', ' ', 'b'].map((cell) => [cell]);
  async function* body() {
    yield encodeHead(['txt1']);
    yield Buffer.from('\n');
    yield encodeAll({ rows, lines: [], aside: [] }, 1);
  }
  const { columns, blocks } = await csvTable(body(), AS_ENCODED);
  const read = (await Array.fromAsync(blocks)).flatMap((block) => block.rows);
  assert.deepEqual(columns, ['txt1']);
  assert.deepEqual(
    read,
    rows.map(([cell]) => [cell ?? '']),
  );
});
