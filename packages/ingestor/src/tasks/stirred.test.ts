import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../state/database.ts';
import { Progress } from '../state/progress.ts';
import type { Service } from './service.ts';
import { stirredOf } from './stirred.ts';
import type { HeldSource } from './task.ts';

/** A watched folder of its own, and what is asked of a service that looks at it. */
async function withFolder(run: (stage: { watched: string; progress: Progress; service: Service }) => Promise<void>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-stirred-'));
  const watched = path.join(folder, 'in');
  const database = openDatabase(folder);
  try {
    await mkdir(watched);
    const progress = new Progress(database);
    const service = { progress, settings: { data: folder }, now: () => 1000 } as unknown as Service;
    await run({ watched, progress, service });
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every CSV file of the folder, at these events. */
function heldBy(watched: string, ...watch_events: readonly string[]): HeldSource {
  const source = { format: 'csv', csv: { file: path.join(watched, '*.csv') }, columns: [] };
  return { task: 't', id: 's', source, settings: { watch_events } } as unknown as HeldSource;
}

test('[TSK-05] of many files that were read to their end only the new, the changed and the missing ones are held', async () => {
  await withFolder(async ({ watched, progress, service }) => {
    const source = heldBy(watched, 'Created', 'Modified');
    const named = (name: string) => path.join(watched, `${name}.csv`);
    const keep = async (name: string, state: 'waiting' | 'done' | 'aside', again = 0) => {
      await writeFile(named(name), 'num1\n1\n');
      const { size, mtimeMs: mtime, ino } = await stat(named(name));
      const mark = { offset: size, ino };
      const kept = {
        name: named(name),
        size,
        mtime,
        generation: 1,
        mark,
        rows: 1,
        state,
        fault: null,
        tries: 0,
        again,
      };
      progress.keepInput(source, kept);
      return ino;
    };
    for (let i = 0; i < 100; i++) await keep(`read ${i}`, 'done');
    const ino = await keep('part', 'waiting');
    await keep('lost', 'waiting');
    await keep('tried again', 'aside', 900);
    await keep('tried later', 'aside', 1100);
    const names = (files: Iterable<{ readonly name: string }>) => Array.from(files, ({ name }) => name).sort();
    assert.deepEqual(names((await stirredOf(service, source)).known), ['lost', 'part', 'tried again'].map(named));
    await writeFile(named('new'), 'num1\n1\n');
    await appendFile(named('read 7'), '2\n');
    await rm(named('lost'));
    await rm(named('read 8'));
    const { seen, fresh, known, gone } = await stirredOf(service, source);
    assert.equal(seen, 103);
    assert.deepEqual(names(fresh), [named('new')]);
    assert.deepEqual(names(known), ['part', 'read 7', 'tried again'].map(named));
    assert.deepEqual([...gone], [named('lost')], 'of what was read to its end nothing is missed');
    const watching = await stirredOf(service, heldBy(watched, 'Created', 'Deleted'));
    assert.deepEqual([...watching.gone].sort(), ['lost', 'read 8'].map(named));
    assert.deepEqual(names(progress.known.numbered(source, ino)), [named('part')]);
  });
});

test('[TSK-05] of a folder of any number of new files a look takes on the oldest ones', async () => {
  await withFolder(async ({ watched, service }) => {
    const numbers = Array.from({ length: 10_001 }, (_, i) => i);
    for (const i of numbers) {
      const file = path.join(watched, `${(i * 7919) % numbers.length}.csv`);
      writeFileSync(file, '');
      utimesSync(file, 1_700_000_000, 1_700_000_000 + ((i * 7919) % numbers.length));
    }
    const { seen, fresh, isMore } = await stirredOf(service, heldBy(watched, 'Created'));
    assert.deepEqual([seen, isMore], [numbers.length, true]);
    assert.deepEqual(
      fresh.map(({ name }) => Number(path.basename(name, '.csv'))),
      numbers.slice(0, 5000),
    );
  });
});
