import assert from 'node:assert/strict';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { until } from '@datasarana/testkit';
import { csvSource, lines, localCall, openWorkplace, type Workplace } from '../testing/bench-of-tests.ts';
import { ChildService } from '../testing/child-service.ts';
import { type Held, openGate } from '../testing/gate.ts';

interface ToldInput {
  readonly name: string;
  readonly state: string;
  readonly fault: string | null;
}

const upTo = (end: number): readonly number[] => Array.from({ length: end }, (_, i) => i);

/** Small files of one row each, written one second after the other; one may have a bad row more. */
async function putFiles(folder: string, count: number, bad: number | null = null): Promise<string> {
  for (const i of upTo(count)) {
    const file = path.join(folder, `${100 + i}.csv`);
    await writeFile(file, `num1,txt1\n${i},text\n${i === bad ? 'bad,row\n' : ''}`);
    await utimes(file, 1_700_000_000 + i, 1_700_000_000 + i);
  }
  return path.join(folder, '*.csv');
}

/** Lets through all but those batches that hold a file. */
const allBut =
  (file: number) =>
  ({ name, go, refuse }: Held): void => {
    const [first, last] = Array.from(name.matchAll(/(\d+)\.csv/g), ([, number]) => Number(number));
    if (first !== undefined && first <= file && file <= (last ?? first)) refuse('Nobody likes it.');
    else void go();
  };

const asideOf = ({ sources }: { readonly sources: readonly { readonly inputs: readonly ToldInput[] }[] }) =>
  sources.flatMap(({ inputs }) => inputs).filter(({ state }) => state === 'aside');

/** Rows that are kept of what was refused once its file had gone. */
async function keptRows(fault: string | null | undefined): Promise<string> {
  const kept = / its rows are kept in (\S+\.csv\.gz)\./.exec(fault ?? '')?.[1];
  assert.ok(kept, fault ?? 'no fault');
  return gunzipSync(await readFile(kept)).toString();
}

for (const events of [['Created'], ['Created', 'Deleted']])
  test(`[TSK-07] [ING-19] of files that went together and were deleted since, one is refused: the rows of the others come, its own are kept (${events})`, async () => {
    const isOpen = Promise.withResolvers<void>();
    let pushes = 0;
    const gate = await openGate((held) => {
      pushes++;
      void isOpen.promise.then(() => allBut(107)(held));
    });
    const here = await openWorkplace({ INGESTOR_PLATFORM: gate.url, INGESTOR_PARALLEL: '1' });
    try {
      gate.leadTo(here.at.url);
      const template = await here.makeTemplate('deleted');
      const pattern = await putFiles(here.watched, 40);
      const told = () => here.taskOf(template.id);
      await here.local('POST', 'add', { template, source: csvSource('d', pattern, { watch_events: events }) });
      await here.local('POST', 'start', { id: template.id });
      await until(told, () => pushes > 0);
      for (const name of await readdir(here.watched)) await rm(path.join(here.watched, name));
      isOpen.resolve();
      const task = await until(told, (one) => one.counts.read === 39 && asideOf(one).length === 1);
      assert.deepEqual(
        (await here.rowsOf(template.id)).map(({ num1 }) => num1),
        upTo(40).filter((i) => i !== 7),
      );
      const [aside] = asideOf(task);
      assert.equal(path.basename(aside?.name ?? ''), '107.csv');
      assert.match(aside?.fault ?? '', /^Nobody likes it\./);
      assert.equal(await keptRows(aside?.fault), 'num1,txt1\n7,text\n');
      assert.ok(pushes < 20, `${pushes} pushes`);
      assert.deepEqual(await readdir(path.join(here.folder, 'data', 'spool')), []);
    } finally {
      await here.close();
      gate.close();
    }
  });

/** The service beside a platform that is away, which reads some files and is killed; answers its task once it is back. */
async function killedWhileAway(here: Workplace, pattern: string, settings: Readonly<Record<string, string>>) {
  const template = await here.makeTemplate('killed');
  const service = new ChildService(settings);
  let { address, code } = await service.start();
  const { key } = (await localCall(address, null, 'POST', 'pair', { code })).data;
  const call = (method: string, name: string, body?: unknown) => localCall(address, key, method, name, body);
  const told = async () => (await call('GET', 'services')).data.tasks[0];
  await call('POST', 'add', { template, source: csvSource('k', pattern) });
  await call('POST', 'start', { id: template.id });
  await until(told, ({ waiting }) => waiting === 40);
  await service.end('SIGKILL');
  for (const name of await readdir(here.watched)) await rm(path.join(here.watched, name));
  ({ address } = await service.start());
  return { told, template, end: () => service.end('SIGKILL') };
}

test('[TSK-07] what was read survives that its files are deleted, kill -9 and a refusal after that', async () => {
  const gate = await openGate(allBut(131));
  const here = await openWorkplace();
  try {
    const pattern = await putFiles(here.watched, 40);
    const { told, template, end } = await killedWhileAway(here, pattern, {
      INGESTOR_PLATFORM: gate.url,
      INGESTOR_PARALLEL: '1',
      INGESTOR_DATA: path.join(here.folder, 'killed'),
      INGESTOR_PORT: '0',
      INGESTOR_LOOK_MS: '20',
      INGESTOR_SETTLE_MS: '0',
      INGESTOR_LOG: 'silent',
    });
    try {
      gate.leadTo(here.at.url);
      const task = await until(told, (one) => one.counts.read === 39 && asideOf(one).length === 1);
      assert.equal((await here.rowsOf(template.id)).length, 39);
      assert.match(await keptRows(asideOf(task)[0]?.fault), /^num1,txt1\n31,/);
    } finally {
      await end();
    }
  } finally {
    await here.close();
    gate.close();
  }
});

test('[TSK-06] with Stop the rows of deleted files behind a bad one stay on disk and come at the next start', async () => {
  const opened = Promise.withResolvers<void>();
  let pushes = 0;
  const gate = await openGate(({ go }) => {
    pushes++;
    void opened.promise.then(() => go());
  });
  const here = await openWorkplace({ INGESTOR_PLATFORM: gate.url, INGESTOR_PARALLEL: '1' });
  try {
    gate.leadTo(here.at.url);
    const template = await here.makeTemplate('stopped');
    const pattern = await putFiles(here.watched, 20, 5);
    const told = () => here.taskOf(template.id);
    await here.local('POST', 'add', { template, source: csvSource('s', pattern, { on_error: 'Stop' }) });
    await here.local('POST', 'start', { id: template.id });
    await until(told, () => pushes > 0);
    for (const name of await readdir(here.watched)) await rm(path.join(here.watched, name));
    opened.resolve();
    const { sources } = await until(told, ({ state }) => state === 'Stopped');
    assert.match(sources[0].fault, /105\.csv, line 3: num1: "bad" is not a whole number/);
    assert.equal(await keptRows(sources[0].fault), 'num1,txt1\n5,text\nbad,row\n');
    assert.equal((await here.rowsOf(template.id)).length, 5);
    await here.local('POST', 'start', { id: template.id });
    await until(told, ({ counts }) => counts.read === 19);
    assert.deepEqual(
      (await here.rowsOf(template.id)).map(({ num1 }) => num1),
      upTo(20).filter((i) => i !== 5),
    );
  } finally {
    await here.close();
    gate.close();
  }
});

test('[ING-19] what is too large for a proxy before the platform is sent in smaller batches, every row once', async () => {
  const gate = await openGate(({ bytes, go, refuse }) => (bytes > 900 ? refuse('Too much.', 413) : void go()));
  const here = await openWorkplace({ INGESTOR_PLATFORM: gate.url, INGESTOR_PARALLEL: '1' });
  try {
    gate.leadTo(here.at.url);
    const template = await here.makeTemplate('large');
    const long = Array.from({ length: 400 }, () => Math.random().toString(36)).join('');
    await writeFile(path.join(here.watched, 'a.csv'), `num1,txt1\n${lines(0, 1200)}`);
    await writeFile(path.join(here.watched, 'b.csv'), `num1,txt1\n${lines(1200, 1700)}7,${long}\n`);
    const source = csvSource('l', path.join(here.watched, '*.csv'), { adaptive: true });
    await here.local('POST', 'add', { template, source });
    await here.local('POST', 'start', { id: template.id });
    const told = () => here.taskOf(template.id);
    const task = await until(told, (one) => one.counts.read === 1700 && asideOf(one).length === 1, 1600);
    assert.match(asideOf(task)[0]?.fault ?? '', /^Too much\./);
    assert.deepEqual(
      (await here.rowsOf(template.id)).map(({ num1 }) => num1),
      upTo(1700),
    );
  } finally {
    await here.close();
    gate.close();
  }
});
