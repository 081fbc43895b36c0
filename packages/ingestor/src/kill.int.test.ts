import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { csvSource, localCall, openWorkplace, type Workplace } from './testing/bench-of-tests.ts';
import { ChildService } from './testing/child-service.ts';

const KILLS = 10;
const ROWS = 15_000;
/** Rows that do not arrive would be waited for without end. */
const HANGS_MS = 180_000;

let here: Workplace;
let child: ChildService;
before(async () => {
  here = await openWorkplace();
  child = new ChildService({
    INGESTOR_PLATFORM: here.at.url,
    INGESTOR_DATA: path.join(here.folder, 'killed'),
    INGESTOR_PORT: '0',
    INGESTOR_LOOK_MS: '20',
    INGESTOR_SETTLE_MS: '0',
    INGESTOR_LOG: 'silent',
  });
});
after(async () => {
  await child.end('SIGKILL');
  await here.close();
});

test('[TSK-07] killed again and again, the service goes on where it was: no row lost, none doubled', {
  timeout: HANGS_MS,
}, async () => {
  const template = await here.makeTemplate('Killed');
  const file = path.join(here.watched, 'killed.csv');
  const rows = Array.from({ length: ROWS }, (_, i) => `${i},row ${i}\n`).join('');
  await writeFile(file, `num1,txt1\n${rows}`);
  let { address, code } = await child.start();
  const { key } = (await localCall(address, null, 'POST', 'pair', { code })).data;
  const call = (method: string, name: string, body?: unknown) => localCall(address, key, method, name, body);
  await call('POST', 'add', { template, source: csvSource('k', file) });
  await call('POST', 'start', { id: template.id });
  const task = async () => (await call('GET', 'services')).data.tasks[0];
  let killedAtWork = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    // each kill comes at another moment of reading, spooling, sending and noting
    await setTimeout(kill * 23);
    await child.end('SIGKILL');
    ({ address } = await child.start());
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

test('[TSK-07] killed while many small files go together, each comes once', { timeout: HANGS_MS }, async () => {
  const FILES = 600;
  const template = await here.makeTemplate('Killed files', true);
  for (let i = 0; i < FILES; i++) {
    const rows = Array.from({ length: 5 }, (_, row) => `${i * 5 + row},file ${i}\n`).join('');
    await writeFile(path.join(here.watched, `small-${String(i).padStart(3, '0')}.csv`), `num1,txt1\n${rows}`);
  }
  const own = new ChildService({
    INGESTOR_PLATFORM: here.at.url,
    INGESTOR_DATA: path.join(here.folder, 'killed-files'),
    INGESTOR_PORT: '0',
    INGESTOR_LOOK_MS: '20',
    INGESTOR_SETTLE_MS: '0',
    INGESTOR_LOG: 'silent',
  });
  try {
    let { address, code } = await own.start();
    const { key } = (await localCall(address, null, 'POST', 'pair', { code })).data;
    const call = (method: string, name: string, body?: unknown) => localCall(address, key, method, name, body);
    await call('POST', 'add', { template, source: csvSource('f', path.join(here.watched, 'small-*.csv')) });
    await call('POST', 'start', { id: template.id });
    const counts = async () => (await call('GET', 'services')).data.tasks[0].counts;
    for (let kill = 0; kill < 6; kill++) {
      await setTimeout(60 + kill * 70);
      await own.end('SIGKILL');
      ({ address } = await own.start());
    }
    for (let read = -1; read < FILES * 5; await setTimeout(50)) read = (await counts()).read;
    // with keys, a row that came twice would count as unchanged or replaced
    assert.deepEqual(await counts(), { read: FILES * 5, accepted: FILES * 5, replaced: 0, unchanged: 0, rejected: 0 });
  } finally {
    await own.end('SIGKILL');
  }
});

test('[ING-18] a second process on the same folder is refused in a sentence; SIGTERM ends in order', async () => {
  await assert.rejects(child.start(), /in use by another ingestor. Stop that one, or set INGESTOR_DATA/);
  assert.equal(await child.end('SIGTERM'), 0);
  await child.start();
  assert.equal(await child.end('SIGTERM'), 0);
});
