import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROWS_TOGETHER } from '@datasarana/engine';
import { SpoolFolder } from './spool.ts';

const folder = await mkdtemp(join(tmpdir(), 'datasarana-spool-'));
after(() => rm(folder, { recursive: true }));

/** Writes blocks of so many rows and bytes; answers the rows of each file that was given to be read early, and of the rest. */
async function filesOf(blocks: readonly (readonly [rows: number, bytes: number])[]) {
  const spool = await new SpoolFolder(folder).create(JSON.stringify(blocks));
  const full: string[] = [];
  const told: number[] = [];
  for (const [i, [rows, bytes]] of blocks.entries()) {
    const file = await spool.write(Buffer.alloc(bytes, i), rows);
    if (file === null) continue;
    full.push(file.path);
    told.push(file.rows);
  }
  const last = await spool.close();
  const rest = spool.files.slice(full.length);
  assert.deepEqual([...full, ...rest], spool.files, 'in the order they came');
  const blocksOf = async (files: readonly string[]): Promise<readonly number[]> =>
    [...new Set(Buffer.concat(await Promise.all(files.map((file) => readFile(file)))))].toSorted((a, b) => a - b);
  const counted = await Promise.all([...full.map((file) => [file]), rest].map(blocksOf));
  await spool.remove();
  const rows = counted.map((numbers) => numbers.map((i) => blocks[i]?.[0] ?? 0));
  const sums = rows.map((each) => each.reduce((sum, count) => sum + count, 0));
  assert.deepEqual(told, sums.slice(0, full.length), 'with how many rows they have');
  if (last !== null) assert.deepEqual([[last.path], last.rows], [rest, sums.at(-1)], 'and so is the last');
  assert.equal(
    last === null,
    blocks.every(([count]) => count === 0),
    'unless nobody counted its rows',
  );
  return rows;
}

test('[STR-01] a file is given to be read early once it has the rows the index keeps together, and never has more', async () => {
  assert.deepEqual(await filesOf(Array.from({ length: 7 }, () => [50_000, 1_000_000])), [
    [50_000, 50_000],
    [50_000, 50_000],
    [50_000, 50_000],
    [50_000],
  ]);
  assert.deepEqual(
    await filesOf([
      [ROWS_TOGETHER - 10, 10],
      [10, 10],
      [ROWS_TOGETHER, 10],
      [1, 10],
    ]),
    [[ROWS_TOGETHER - 10, 10], [ROWS_TOGETHER], [1]],
  );
  assert.deepEqual(
    await filesOf([
      [ROWS_TOGETHER * 2, 10],
      [1, 10],
    ]),
    [[ROWS_TOGETHER * 2], [1]],
    'a block is not cut',
  );
});

test('[STR-01] long rows are given by their bytes, rows nobody counted not before the end', async () => {
  assert.deepEqual(await filesOf(Array.from({ length: 9 }, () => [10, 9_000_000])), [
    [10, 10, 10, 10],
    [10, 10, 10, 10],
    [10],
  ]);
  assert.deepEqual(await filesOf(Array.from({ length: 9 }, () => [0, 9_000_000])), [Array(9).fill(0)]);
});
