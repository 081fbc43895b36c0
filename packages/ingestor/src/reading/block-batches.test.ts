import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RowBlock } from '@datasarana/sources';
import { BlockBatches } from './block-batches.ts';

const MANY = 400;
const IN_BLOCK = 1000;

async function* blocks(): AsyncGenerator<RowBlock> {
  for (let block = 0; block < MANY; block++) {
    const setAside = Array.from({ length: IN_BLOCK }, (_, i) => ({
      line: block * IN_BLOCK + i + 1,
      raw: 'x',
      rule: 'columns' as const,
      reason: 'too short',
    }));
    yield { rows: [], lines: [], setAside };
  }
  yield { rows: [['a']], lines: [MANY * IN_BLOCK + 1], setAside: [] };
}

test('[TSK-03] a file of which very many rows are set aside is read to its end, each of them told once', async () => {
  const reader = { columns: ['txt1'], blocks: blocks() };
  const batches = new BlockBatches({ reader, ofObjects: false }, [], {}, async () => {});
  const batch = await batches.next({ rows: 10, bytes: 1_000_000 });
  assert.deepEqual([batch?.rows, batch?.aside.length, batch?.isLast], [1, MANY * IN_BLOCK, true]);
  assert.deepEqual(batch?.mark, { rows: 1, line: MANY * IN_BLOCK + 1 });
  assert.equal(await batches.next({ rows: 10, bytes: 1_000_000 }), null);
});
