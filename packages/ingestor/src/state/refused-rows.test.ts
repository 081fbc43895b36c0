import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { RefusedRows } from './refused-rows.ts';

const DAY_MS = 24 * 3_600_000;

/** Returns when the clock of the file system tells another time than that of a file. */
async function laterThan(folder: string, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const { ctimeMs } = await stat(file);
  const probe = path.join(folder, 'probe');
  do await writeFile(probe, '');
  while ((await stat(probe)).ctimeMs <= ctimeMs);
}

test('[ING-19] refused rows of files that are gone are kept for a time and up to a size, the oldest go first', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-refused-'));
  try {
    const rows = new RefusedRows(folder);
    assert.deepEqual(rows.told(), { folder: path.join(folder, 'refused'), files: 0, bytes: 0 });
    const kept: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      await laterThan(folder, kept.at(-1));
      const body = path.join(folder, `${name.repeat(8)}-body.csv.gz`);
      await writeFile(body, 'x'.repeat(1000));
      kept.push(await rows.keep(body, `in of ${name}.csv`));
    }
    assert.match(kept[0] ?? '', /in_of_a\.csv\.aaaaaaaa\.csv\.gz$/);
    const now = Date.now();
    assert.deepEqual(rows.clear({ refusedMs: DAY_MS, refusedBytes: 3000 }, now), []);
    assert.deepEqual(rows.told(), { folder: path.join(folder, 'refused'), files: 3, bytes: 3000 });
    assert.deepEqual(rows.clear({ refusedMs: DAY_MS, refusedBytes: 2999 }, now), kept.slice(0, 1));
    assert.equal(rows.told().files, 2);
    assert.deepEqual(rows.clear({ refusedMs: DAY_MS, refusedBytes: 3000 }, now + 2 * DAY_MS).toSorted(), kept.slice(1));
    assert.equal(rows.told().files, 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
