import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Batch } from '../reading/batch-reader.ts';
import { openDatabase } from '../state/database.ts';
import { Progress } from '../state/progress.ts';
import { Spool } from '../state/spool.ts';
import type { Service } from './service.ts';
import { spoolBatch, TakenBack } from './spooling.ts';
import type { HeldSource } from './task.ts';

test('[TSK-06] rows of a file that was taken back while they were read are not kept, and leave nothing on disk', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-spooling-'));
  const database = openDatabase(folder);
  try {
    const [progress, spool] = [new Progress(database), new Spool(folder)];
    const service = { progress, spool } as Service;
    const source = { task: 't', id: 's', source: { columns: [] }, settings: {} } as unknown as HeldSource;
    const at = (rows: number) => {
      const input = { name: 'a.csv', size: 9, mtime: 0, generation: 1, state: 'waiting' as const, fault: null };
      return { ...input, rows, mark: { offset: rows }, tries: 0, again: 0 };
    };
    const batch: Batch = {
      head: Buffer.from('num1'),
      body: [Buffer.from('1\n2\n')],
      rows: 2,
      isLast: false,
      isWhole: true,
      aside: [],
      line: 4,
      mark: { offset: 4 },
      query: { delimiter: ',', encoding: 'utf-8' },
    };
    progress.keepInput(source, at(0));
    const rows = [{ input: at(2), batch, next: at(4) }];
    await assert.rejects(spoolBatch(service, source, rows), TakenBack);
    assert.deepEqual([progress.next(source), await readdir(path.join(folder, 'spool'))], [null, []]);
    progress.keepInput(source, at(2));
    await spoolBatch(service, source, rows);
    assert.deepEqual([progress.next(source)?.rows, progress.input(source, 'a.csv')?.rows], [2, 4]);
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
