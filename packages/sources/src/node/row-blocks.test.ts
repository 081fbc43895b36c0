import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowBlocks } from './row-blocks.ts';

/** Rows of the blocks that so many rows of so many bytes come in. */
async function blocksOf(rows: number, bytes: number, rowsTogether?: number): Promise<readonly number[]> {
  const counted: number[] = [];
  const blocks = new RowBlocks({
    ...(rowsTogether !== undefined && { rowsTogether }),
    write: (block, count) => {
      assert.equal(block.length, count * bytes);
      counted.push(count);
    },
  });
  for (let i = 0; i < rows; i++) {
    blocks.makeRoom(bytes);
    blocks.add(blocks.used + bytes);
    if (blocks.isFull) await blocks.drain();
  }
  await blocks.flush();
  return counted;
}

test('[STR-01] a block ends behind as many rows as its sink keeps together, and where it is full', async () => {
  assert.deepEqual(await blocksOf(25, 10), [25]);
  assert.deepEqual(await blocksOf(25, 10, 10), [10, 10, 5]);
  assert.deepEqual(await blocksOf(20, 10, 10), [10, 10]);
  assert.deepEqual(await blocksOf(10, 30_000, 5), [2, 3, 5], 'counted on from block to block');
});
