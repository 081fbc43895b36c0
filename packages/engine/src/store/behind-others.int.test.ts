import { deepEqual } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Engine } from '../engine.ts';

const TASKS = '/proc/self/task';

const prioritiesOf = (named: string): readonly number[] =>
  readdirSync(TASKS)
    .filter((task) => readFileSync(join(TASKS, task, 'comm'), 'utf8').trim() === named)
    .map((task) => getPriority(Number(task)));

test('[SEC-02] statements of any tenant run behind the thread that answers all of them', {
  skip: process.platform !== 'linux',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'behind-'));
  const own = getPriority();
  const engine = await Engine.open({ folder, threads: 4 });
  const poolAlone = prioritiesOf('libuv-worker').length;
  await engine.tenant('a').documents.create('rows', {});
  const all = prioritiesOf('libuv-worker');
  deepEqual([...new Set(all)], [own + 5]);
  deepEqual(all.length > poolAlone, true, 'DuckDB has threads of its own');
  deepEqual(getPriority(), own);
  await engine.close();
  await rm(folder, { recursive: true });
});
