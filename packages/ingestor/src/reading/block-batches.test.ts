import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RowBlock } from '@datasarana/sources';
import { BlockBatches } from './block-batches.ts';

const ASIDE = 400_000;

async function* blocksOf(size: number): AsyncGenerator<RowBlock> {
  for (let before = 0; before < ASIDE; before += size) {
    const setAside = Array.from({ length: size }, (_, i) => ({
      line: before + i + 1,
      raw: 'x',
      rule: 'columns' as const,
      reason: 'too short',
    }));
    yield { rows: [], lines: [], setAside };
  }
  yield { rows: [['a']], lines: [ASIDE + 1], setAside: [] };
}

// more in one block than a call takes arguments
for (const size of [1000, ASIDE])
  test(`[TSK-03] a file of which very many rows are set aside, ${size} in a block, is read to its end, each of them told once`, async () => {
    const reader = { columns: ['txt1'], blocks: blocksOf(size) };
    const batches = new BlockBatches({ reader, ofObjects: false }, [], {}, async () => {});
    const batch = await batches.next({ rows: 10, bytes: 1_000_000 });
    assert.deepEqual([batch?.rows, batch?.aside.length, batch?.isLast], [1, ASIDE, true]);
    assert.deepEqual(batch?.mark, { rows: 1, line: ASIDE + 1 });
    assert.equal(await batches.next({ rows: 10, bytes: 1_000_000 }), null);
  });
