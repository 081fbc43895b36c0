import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { csvSource, localCall, openWorkplace, type Workplace } from './testing/bench-of-tests.ts';

const KILLS = 10;
const ROWS = 15_000;

let here: Workplace;
let child: ChildProcess | null = null;
before(async () => {
  here = await openWorkplace();
});
after(async () => {
  child?.kill('SIGKILL');
  await here.close();
});

/** The service in a process of its own, on a folder that outlives it. */
async function start(): Promise<{ readonly address: string; readonly code: string }> {
  const started = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      INGESTOR_PLATFORM: here.at.url,
      INGESTOR_DATA: path.join(here.folder, 'killed'),
      INGESTOR_PORT: '0',
      INGESTOR_LOOK_MS: '20',
      INGESTOR_SETTLE_MS: '0',
      INGESTOR_LOG: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  let said = '';
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      said += chunk;
      const address = /listens on (\S+)/.exec(said)?.[1];
      if (address) resolve({ address, code: /Pairing code: (\S+)/.exec(said)?.[1] ?? '' });
    };
    started.stdout.on('data', take);
    started.stderr.on('data', take);
    started.once('exit', () => reject(new Error(said)));
  });
}

async function end(signal: NodeJS.Signals): Promise<number | null> {
  const ending = child;
  if (!ending) return null;
  const gone = new Promise<number | null>((resolve) => ending.once('exit', resolve));
  ending.kill(signal);
  return gone;
}

test('[TSK-07] killed again and again, the service goes on where it was: no row lost, none doubled', async () => {
  const template = await here.makeTemplate('Killed');
  const file = path.join(here.watched, 'killed.csv');
  const rows = Array.from({ length: ROWS }, (_, i) => `${i},row ${i}\n`).join('');
  await writeFile(file, `num1,txt1\n${rows}`);
  let { address, code } = await start();
  const { key } = (await localCall(address, null, 'POST', 'pair', { code })).data;
  const call = (method: string, name: string, body?: unknown) => localCall(address, key, method, name, body);
  await call('POST', 'add', { template, source: csvSource('k', file) });
  await call('POST', 'start', { id: template.id });
  const task = async () => (await call('GET', 'services')).data.tasks[0];
  let killedAtWork = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    // each kill comes at another moment of reading, spooling, sending and noting
    await setTimeout(kill * 23);
    await end('SIGKILL');
    ({ address } = await start());
    if ((await task()).counts.read < ROWS) killedAtWork++;
  }
  for (let read = -1; read < ROWS; await setTimeout(50)) read = (await task()).counts.read;
  assert.ok(killedAtWork > 0, 'every kill came after the end');
  assert.deepEqual((await task()).counts, { read: ROWS, accepted: ROWS, replaced: 0, unchanged: 0, rejected: 0 });
  const engineer = await here.at.a.as('data engineer');
  const { data } = await engineer.call('POST', '/data/user', {
    query: { template: template.id },
    body: { size: 0, aggs: { sum: { sum: { field: 'num1' } }, most: { max: { field: 'num1' } } } },
  });
  assert.equal(data.hits.total.value, ROWS);
  assert.equal(data.aggregations.sum.value, (ROWS * (ROWS - 1)) / 2);
});

test('[ING-18] a second process on the same folder is refused in a sentence; SIGTERM ends in order', async () => {
  const first = child;
  await assert.rejects(start(), /in use by another ingestor. Stop that one, or set INGESTOR_DATA/);
  child = first;
  assert.equal(await end('SIGTERM'), 0);
  await start();
  assert.equal(await end('SIGTERM'), 0);
});
