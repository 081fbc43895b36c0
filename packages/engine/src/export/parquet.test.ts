import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeParquet } from './parquet.ts';

test('[API-32] a Parquet file that nobody waits for any more is not written to its end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parquet-'));
  try {
    const [text, file] = [join(folder, 'rows.csv'), join(folder, 'rows.parquet')];
    await writeFile(text, '1\n'.repeat(500_000));
    const reader = new AbortController();
    const writing = writeParquet(text, [{ name: 'num1', type: 'BIGINT' }], file, reader.signal);
    reader.abort();
    await assert.rejects(writing, { name: 'AbortError' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
