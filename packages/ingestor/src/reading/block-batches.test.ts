import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RowBlock } from '@datasarana/sources';
import type { Mark } from '../state/rows.ts';
import { BlockBatches } from './block-batches.ts';

const ASIDE = 400_000;

async function* blocksOf(size: number, aside = ASIDE): AsyncGenerator<RowBlock> {
  for (let before = 0; before < aside; before += size) {
    const setAside = Array.from({ length: size }, (_, i) => ({
      line: before + i + 1,
      raw: 'x',
      rule: 'columns' as const,
      reason: 'too short',
    }));
    yield { rows: [], lines: [], setAside };
  }
  yield { rows: [['a']], lines: [aside + 1], setAside: [] };
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

const next = (aside: number, mark: Mark = {}) => {
  const reader = { columns: ['txt1'], blocks: blocksOf(1000, aside) };
  const batches = new BlockBatches({ reader, ofObjects: false }, [], mark, async () => {});
  return batches.next({ rows: 10, bytes: 1_000_000 });
};

test('[TSK-03] [ERR-29] a file of more than a million rows that cannot be read is refused, as on the platform, also where it is read on', async () => {
  assert.equal((await next(1_000_000))?.aside.length, 1_000_000);
  const refusal = {
    rule: 'rows',
    message: /^More than 1,000,000 of its rows cannot be read, the first in line 1: too short/,
  };
  await assert.rejects(next(1_001_000), refusal);
  await assert.rejects(next(1_001_000, { rows: 0, line: 900_000 }), refusal);
});
