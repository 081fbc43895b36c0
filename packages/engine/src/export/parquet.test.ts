import assert from 'node:assert/strict';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

test('[API-32] Parquet files are written one after the other, whoever asks for them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parquet-'));
  const rows = { long: '1\n'.repeat(500_000), unfit: 'one\n', gone: '1\n', short: '1\n' };
  const ended: string[] = [];
  const write = (name: keyof typeof rows, signal?: AbortSignal): Promise<void> =>
    writeParquet(
      join(folder, name),
      [{ name: 'num1', type: 'BIGINT' }],
      join(folder, `${name}.parquet`),
      signal,
    ).finally(() => ended.push(name));
  try {
    for (const [name, text] of Object.entries(rows)) await writeFile(join(folder, name), text);
    const writing = [
      write('long'),
      assert.rejects(write('unfit'), /INT64/),
      assert.rejects(write('gone', AbortSignal.abort()), { name: 'AbortError' }),
      write('short'),
    ];
    await Promise.all(writing);
    assert.deepEqual(ended, ['long', 'unfit', 'gone', 'short']);
    await assert.rejects(access(join(folder, 'gone.parquet')));
  } finally {
    await rm(folder, { recursive: true });
  }
});
