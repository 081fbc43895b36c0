import assert from 'node:assert/strict';
import { mkdtemp, open, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Batch } from '../reading/batch-reader.ts';
import { headOf, sealOf } from '../reading/files.ts';
import { openDatabase } from '../state/database.ts';
import { Progress } from '../state/progress.ts';
import { Spool } from '../state/spool.ts';
import type { Service } from './service.ts';
import { refuseUnsealed, spoolBatch, TakenBack, taken } from './spooling.ts';
import type { HeldSource } from './task.ts';

const source = { task: 't', id: 's', source: { columns: [] }, settings: {} } as unknown as HeldSource;

const at = (rows: number, name = 'a.csv') => {
  const input = { name, size: 9, mtime: 0, generation: 1, state: 'waiting' as const, fault: null };
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

async function openFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-spooling-'));
  const database = openDatabase(folder);
  const [progress, spool] = [new Progress(database), new Spool(folder)];
  return {
    folder,
    progress,
    service: { progress, spool } as Service,
    spooled: () => readdir(path.join(folder, 'spool')),
    async [Symbol.asyncDispose]() {
      database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test('[TSK-06] rows of a file that was taken back while they were read are not kept, and leave nothing on disk', async () => {
  await using here = await openFolder();
  const { progress, service } = here;
  progress.keepInput(source, at(0));
  const rows = [{ input: at(2), batch, next: at(4) }];
  await assert.rejects(spoolBatch(service, source, rows), TakenBack);
  assert.deepEqual([progress.next(source), await here.spooled()], [null, []]);
  progress.keepInput(source, at(2));
  await spoolBatch(service, source, rows);
  assert.deepEqual([progress.next(source)?.rows, progress.input(source, 'a.csv')?.rows], [2, 4]);
});

test('[TSK-06] of several files in one batch none is kept when one of them was taken back; one nobody knew yet is', async () => {
  await using here = await openFolder();
  const { progress, service } = here;
  const whole = { ...batch, isLast: true, line: 2 };
  const rows = ['a.csv', 'b.csv'].map((name) => ({ input: at(0, name), batch: whole, next: at(2, name) }));
  progress.keepInput(source, at(5, 'b.csv'));
  await assert.rejects(spoolBatch(service, source, rows), TakenBack);
  assert.deepEqual([progress.next(source), progress.input(source, 'a.csv'), await here.spooled()], [null, null, []]);
  progress.keepInput(source, at(0, 'b.csv'));
  await spoolBatch(service, source, rows);
  assert.deepEqual([progress.next(source)?.rows, progress.input(source, 'a.csv')?.rows], [4, 2]);
});

test('[ING-19] a file is sealed with its first rows, and that seal stays until it is read to its end', async () => {
  await using here = await openFolder();
  const name = path.join(here.folder, 'sealed.csv');
  await writeFile(name, 'num1\n1\n2\n3\n');
  await using file = await open(name);
  const fresh = { ...at(0, name), mark: {} };
  const first = await taken(fresh, { ...batch, mark: { offset: 9 } }, { file });
  assert.deepEqual([first.next.rows, first.next.mark.seal], [2, await sealOf(file, 9)]);
  const second = await taken(first.next, { ...batch, rows: 1, mark: { offset: 11 } }, { file });
  assert.deepEqual([second.next.rows, second.next.mark.seal], [3, first.next.mark.seal]);
  for (const kept of [
    { ...fresh, mark: { seal: 'of another' } },
    { ...first.next, mark: { offset: 9 } },
  ]) {
    const { next } = await taken(kept, { ...batch, mark: { offset: 11 } }, { file });
    assert.equal(next.mark.seal, await sealOf(file, 11), 'one of another beginning, and none');
  }
  assert.equal((await taken(fresh, { ...batch, mark: {} }, { file })).next.mark.seal, undefined);
});

test('[ING-19] rows of a file that was cut while it was read are not kept', async () => {
  await using here = await openFolder();
  const name = path.join(here.folder, 'cut.csv');
  await writeFile(name, 'num1\n1\n');
  await using file = await open(name);
  await assert.rejects(taken({ ...at(0, name), mark: {} }, { ...batch, mark: { offset: 9 } }, { file }), TakenBack);
});

test('[ING-19] rows of a file that was cut between them and their seal, and grew again beyond them, are not kept', async () => {
  await using here = await openFolder();
  const name = path.join(here.folder, 'regrown.csv');
  await writeFile(name, 'num1\n1\n2\n');
  await using file = await open(name);
  const reader = { file, head: await headOf(file, 9) };
  const first = await taken({ ...at(0, name), mark: {} }, { ...batch, mark: { offset: 9 } }, reader);
  await truncate(name);
  await writeFile(name, 'num1\n7\n8\n9\n10\n11\n');
  for (const input of [{ ...at(0, name), mark: {} }, first.next])
    await assert.rejects(taken(input, { ...batch, mark: { offset: 9 } }, reader), TakenBack);
  await assert.rejects(refuseUnsealed({ file }, first.next), TakenBack);
  await refuseUnsealed({ file }, { ...first.next, rows: 0 });
});
