import assert from 'node:assert/strict';
import { appendFile, copyFile, mkdir, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from '@datasarana/testkit';
import { csvSource, lines, openWorkplace, type Workplace } from './testing/bench-of-tests.ts';

let here: Workplace;
before(async () => {
  here = await openWorkplace();
});
after(() => here.close());

const jsonLines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `{"num1":${from + i},"txt1":"row ${from + i}"}\n`).join('');
const upTo = (end: number): readonly number[] => Array.from({ length: end }, (_, i) => i);

const COLUMN = { value_type: 8, selected: true, format: null, transform: [], sample: [] };

async function watch(
  name: string,
  pattern: string,
  task: Readonly<Record<string, unknown>> = {},
  at = here,
  columns: readonly unknown[] = [],
) {
  const template = await at.makeTemplate(name);
  const source = { ...csvSource(name, pattern, task), columns };
  const added = await at.local('POST', 'add', { template, source });
  assert.equal(added.code, 30, added.error?.message);
  await at.local('POST', 'start', { id: template.id });
  const told = () => at.taskOf(template.id);
  const read = (rows: number) => until(told, ({ counts }) => counts.read >= rows);
  const numbers = async () => (await at.rowsOf(template.id)).map(({ num1 }) => num1);
  const stop = () => at.local('POST', 'stop', { id: template.id });
  return { told, read, numbers, stop, template: template.id };
}

test('[ING-19] [STR-03] a log in which a power cut left a block of NULs is read on: that line alone is refused', async () => {
  const file = path.join(here.watched, 'power-1.csv');
  await writeFile(file, `num1,txt1\n${lines(0, 100)}`);
  const task = await watch('power', path.join(here.watched, 'power-*.csv'));
  await task.read(100);
  await appendFile(file, `100,ro${'\0'.repeat(4096)}\n${lines(100, 200)}`);
  assert.deepEqual((await task.read(201)).counts, { read: 201, accepted: 200, replaced: 0, unchanged: 0, rejected: 1 });
  assert.deepEqual(await task.numbers(), upTo(200));
  await task.stop();
});

async function folderOf(name: string): Promise<string> {
  const folder = path.join(here.watched, name);
  await mkdir(folder);
  return folder;
}

test('[ING-19] [TSK-07] of JSON lines that grow only what was added is read, with fields that occur later; nothing twice', async () => {
  const folder = await folderOf('lines');
  const at = (name: string) => path.join(folder, name);
  await writeFile(at('a.ndjson'), '{"num1":0}\n{"num1":1}\n');
  await writeFile(at('b.json'), '{"num1":700,"txt1":"the only line so far"}\n');
  const { read, numbers, stop, told } = await watch('Lines', `${folder}/*`);
  await read(3);
  await appendFile(at('a.ndjson'), jsonLines(2, 700) + jsonLines(701, 1400));
  await appendFile(at('b.json'), jsonLines(1400, 1405));
  await read(1405);
  await stop();
  await appendFile(at('a.ndjson'), `no json\n\n${jsonLines(1405, 1500)}`);
  await appendFile(at('b.json'), '{"txt1":"x","num1":1500}\n');
  await here.local('POST', 'start', { id: (await told()).id });
  const { counts } = await read(1502);
  assert.deepEqual([counts.read, counts.accepted, counts.rejected], [1502, 1501, 1]);
  assert.deepEqual(await numbers(), upTo(1501));
  await stop();
});

for (const [kind, write] of [
  ['lines', (rows: readonly string[]) => `${rows.join('\n')}\n`],
  ['array', (rows: readonly string[]) => `[${rows.join(',')}]`],
] as const) {
  test(`[ING-19] [STR-03] of a JSON ${kind} a field nobody mapped refuses the rows that have it, in the ledger of the platform; the others go on`, async () => {
    const folder = await folderOf(`unmapped-${kind}`);
    const columns = ['num1', 'txt1'].map((name, index) => ({ ...COLUMN, name, index, item_id: name }));
    const { read, numbers, stop, told, template } = await watch(`Unmapped ${kind}`, `${folder}/*`, {}, here, columns);
    const rows = ['{"num1":1}', '{"num1":2,"more":{"of":"it"}}', '{"num1":3,"more":{}}', '{"num1":4,"TXT1":"x"}'];
    await writeFile(path.join(folder, 'a.json'), write(rows));
    const { counts } = await read(4);
    assert.deepEqual([counts.accepted, counts.rejected], [3, 1]);
    assert.deepEqual(await numbers(), [1, 3, 4]);
    const { sources } = await told();
    assert.deepEqual(
      sources[0].inputs.map(({ fault }: { readonly fault: string | null }) => fault),
      [null],
    );
    const engineer = await here.at.a.as('data engineer');
    const [batch] = (await engineer.call('POST', '/data/batch', { body: { template } })).data;
    const { data } = await engineer.call('GET', `/data/batch/${batch.batch}/rejected`);
    assert.deepEqual([data.length, data[0].raw['more.of']], [1, 'it']);
    assert.match(JSON.stringify(data[0]), /"field":"more\.of".*is not a field of this template/);
    const replayed = await engineer.call('POST', `/data/batch/${batch.batch}/replay`, {
      body: { rows: [{ line: data[0].line, raw: { ...data[0].raw, 'more.of': '' } }] },
    });
    assert.equal(replayed.data?.accepted, 1, replayed.error?.message);
    await stop();
  });
}

test('[ING-19] [STR-03] of a JSON array a field that occurs late fills its field; one nobody mapped refuses its row in the ledger', async () => {
  const folder = await folderOf('late');
  const { read, numbers, template } = await watch('Late', `${folder}/*`);
  const row = (i: number) => ({
    num1: i,
    ...(i >= 1200 && { txt1: `row ${i}` }),
    ...(i === 1300 && { more: { of: 'it' } }),
  });
  await writeFile(path.join(folder, 'a.json'), JSON.stringify(upTo(1400).map(row)));
  const { counts } = await read(1400);
  assert.deepEqual([counts.accepted, counts.rejected], [1399, 1]);
  assert.deepEqual(
    await numbers(),
    upTo(1400).filter((i) => i !== 1300),
  );
  assert.deepEqual((await here.rowsOf(template)).at(-1)?.txt1, 'row 1399');
  const engineer = await here.at.a.as('data engineer');
  const batches = (await engineer.call('POST', '/data/batch', { body: { template } })).data;
  const refused = batches.find(({ rejected }: { readonly rejected: number }) => rejected > 0);
  const { data } = await engineer.call('GET', `/data/batch/${refused.batch}/rejected`);
  assert.deepEqual([data.length, data[0].raw['more.of']], [1, 'it']);
});

test('[ING-19] of JSON lines a last line of which half is written waits for its end, and is taken when none comes', async () => {
  const there = await openWorkplace({ INGESTOR_SETTLE_MS: '120' });
  try {
    const file = path.join(there.watched, 'half.jsonl');
    const hold = (seconds: number) => utimes(file, Date.now() / 1000 + seconds, Date.now() / 1000 + seconds);
    await writeFile(file, '{"num1":1,"txt1":"a"}\n{"num1":2,"tx');
    await hold(600);
    const { told, read } = await watch('Half', file, {}, there);
    const task = await until(
      told,
      ({ counts, sources }) => counts.read === 1 && sources[0].idle?.startsWith('Waits for the end of the last line'),
    );
    assert.deepEqual([task.counts.accepted, task.counts.rejected], [1, 0]);
    await appendFile(file, 't1":"half"}\n{"num1":3,"txt1":"whole without an end"}');
    await hold(601);
    await read(2);
    await hold(-600);
    const { counts } = await read(3);
    assert.deepEqual([counts.accepted, counts.rejected], [3, 0]);
  } finally {
    await there.close();
  }
});

for (const [kind, head, rows] of [
  ['csv', 'num1,txt1\n', lines],
  ['jsonl', '', jsonLines],
] as const) {
  test(`[ING-19] [TSK-07] a log of ${kind} that is rotated under a name of the pattern comes once: renamed, copied and cut, put anew`, async () => {
    const folder = await folderOf(`rotated-${kind}`);
    const at = (name: string) => path.join(folder, name);
    const log = at(`log.${kind}`);
    await writeFile(log, head + rows(0, 50));
    const { read, numbers, stop, template } = await watch(`Rotated ${kind}`, `${folder}/*`);
    await read(50);
    await appendFile(log, rows(50, 60));
    await rename(log, at(`log-1.${kind}`));
    await writeFile(log, head + rows(60, 70));
    await read(70);
    // a copy of a file that was not cut yet is a file of its own
    await stop();
    await copyFile(log, at(`log-2.${kind}`));
    await truncate(log, 0);
    await writeFile(log, head + rows(70, 75));
    await here.local('POST', 'start', { id: template });
    await read(75);
    await writeFile(`${folder}-spare`, head + rows(70, 80));
    await rename(`${folder}-spare`, log);
    await read(80);
    assert.deepEqual(await numbers(), upTo(80));
    await stop();
  });
}

test('[ING-19] [TSK-07] a log that is rotated again and again while it is looked at comes once, and its task runs on', async () => {
  const there = await openWorkplace();
  try {
    const log = path.join(there.watched, 'log.jsonl');
    await writeFile(log, jsonLines(0, 1));
    const { read, numbers, told } = await watch('Again and again', `${there.watched}/*`, {}, there);
    await read(1);
    for (let turn = 1; turn <= 200; turn++) {
      await appendFile(log, jsonLines(2 * turn - 1, 2 * turn));
      await rename(log, path.join(there.watched, `log-${turn}.jsonl`));
      await writeFile(log, jsonLines(2 * turn, 2 * turn + 1));
      await setTimeout(turn % 40);
    }
    await read(401);
    assert.deepEqual(await numbers(), upTo(401));
    assert.equal((await told()).state, 'Started');
  } finally {
    await there.close();
  }
});

for (const [kind, head, rows] of [
  ['csv', 'num1,txt1\n', lines],
  ['jsonl', '', jsonLines],
] as const)
  test(`[ING-19] [TSK-07] a log of ${kind} that is copied, cut and grows longer than it was before anybody looks comes once`, async () => {
    const folder = await folderOf(`regrown-${kind}`);
    const log = path.join(folder, `log.${kind}`);
    await writeFile(log, head + rows(0, 20));
    const { read, numbers, stop, template } = await watch(`Regrown ${kind}`, `${folder}/*`);
    await read(20);
    await stop();
    // these were written before the copy was made, and are in it alone
    await appendFile(log, rows(20, 25));
    await copyFile(log, path.join(folder, `log-1.${kind}`));
    await truncate(log, 0);
    await appendFile(log, head + rows(25, 80));
    await here.local('POST', 'start', { id: template });
    await read(80);
    assert.deepEqual(await numbers(), upTo(80));
    await stop();
  });

test('[ING-19] [TSK-07] a log whose name another one has by now is known when it comes back under a third name', async () => {
  const folder = await folderOf('comes-back');
  const log = path.join(folder, 'log.csv');
  await writeFile(log, `num1,txt1\n${lines(0, 50)}`);
  const { told, read, numbers, stop } = await watch('Comes back', `${folder}/*`);
  await read(50);
  await rename(log, `${folder}-away`);
  await writeFile(log, `num1,txt1\n${lines(50, 60)}`);
  await read(60);
  await appendFile(`${folder}-away`, lines(60, 65));
  await rename(`${folder}-away`, path.join(folder, 'log-1.csv'));
  await read(65);
  await until(told, ({ sources }) => sources[0].inputs.length === 2);
  assert.deepEqual(await numbers(), upTo(65));
  await stop();
});

test('[TSK-05] a file that is put again with the same content, after the first one went, is read again', async () => {
  const folder = await folderOf('again');
  const file = path.join(folder, 'daily.csv');
  await writeFile(file, `num1,txt1\n${lines(0, 5)}`);
  const { told, read, numbers, stop } = await watch('Again', `${folder}/*`, { watch_events: ['Created', 'Deleted'] });
  await read(5);
  await rm(file);
  await until(told, ({ sources }) => sources[0].inputs.length === 0);
  await writeFile(file, `num1,txt1\n${lines(0, 5)}`);
  await read(10);
  assert.deepEqual(await numbers(), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
  await stop();
});
