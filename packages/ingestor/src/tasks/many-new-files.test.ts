import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../state/database.ts';
import { Progress } from '../state/progress.ts';
import { Looker } from './look.ts';
import type { Service } from './service.ts';
import type { HeldSource } from './task.ts';

test('[ING-19] many new files at once wait as long for the second look at them as the first one took, and no longer', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-new-'));
  const watched = path.join(folder, 'in');
  const database = openDatabase(folder);
  try {
    mkdirSync(watched);
    for (let i = 0; i < 1200; i++) writeFileSync(path.join(watched, `${i}.csv`), 'num1\n1\n');
    const settings = { data: folder, lookMs: 1, settleMs: 1 };
    const service = { progress: new Progress(database), settings, now: Date.now } as unknown as Service;
    const source = {
      task: 't',
      id: 's',
      source: { format: 'csv', csv: { file: path.join(watched, '*.csv') }, columns: [] },
      settings: { watch_events: ['Created'] },
    } as unknown as HeldSource;
    const began = performance.now();
    const { due, growing, again } = await new Looker(service).look(source);
    const took = performance.now() - began;
    assert.deepEqual([due.length, growing !== null], [0, true]);
    assert.equal(again <= took, true, `${again} ms after a look of ${took} ms`);
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
