import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { LINE_LIMIT } from '@datasarana/sources';
import { LineBatches } from './line-batches.ts';

test('[ING-19] a file that was empty when it was looked at, and has lines when it is opened, is not read by another reader', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-lines-'));
  try {
    const file = path.join(folder, 'log.jsonl');
    await writeFile(file, '{"num1":1}\n');
    await assert.rejects(LineBatches.open({ path: file, size: 0, columns: [] }, {}), /The file is empty/);
    const batches = await LineBatches.open({ path: file, size: 11, columns: [] }, {});
    const batch = await batches?.next({ rows: 10, bytes: 1024 });
    assert.deepEqual([batch?.rows, batch?.mark], [1, { offset: 11, line: 2, columns: ['num1'] }]);
    await batches?.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('[ING-19] [SRC-25] a line of JSON without an end is refused by its number', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-lines-'));
  try {
    const endless = Buffer.concat([Buffer.from('{"num1":1}\n{"txt1":"'), Buffer.alloc(LINE_LIMIT + 2 ** 24, 'x')]);
    const long = path.join(folder, 'long.jsonl');
    await writeFile(long, endless);
    const batches = await LineBatches.open({ path: long, size: endless.length, columns: [] }, {});
    assert.ok(batches);
    await assert.rejects(batches.next({ rows: 10, bytes: 2 ** 30 }), /Line 2 is longer than 32 MB/);
    await batches.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
