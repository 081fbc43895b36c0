import assert from 'node:assert/strict';
import { appendFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '@datasarana/testkit';
import { csvSource, lines, openWorkplace, type Workplace } from './testing/bench-of-tests.ts';

let here: Workplace;
before(async () => {
  here = await openWorkplace();
});
after(() => here.close());

/** Files with the moments at which they were written, one second after the other. */
async function put(folder: string, texts: Readonly<Record<string, string>>): Promise<string> {
  let second = 1_700_000_000;
  for (const [name, text] of Object.entries(texts)) {
    const file = path.join(here.watched, `${folder}-${name}`);
    await writeFile(file, text);
    await utimes(file, second, second++);
  }
  return path.join(here.watched, `${folder}-*`);
}

async function begin(
  name: string,
  texts: Readonly<Record<string, string>>,
  { keyed = false, ...task }: { readonly keyed?: boolean; readonly on_error?: string } = {},
) {
  const template = await here.makeTemplate(name, keyed);
  const pattern = await put(name, texts);
  await here.local('POST', 'add', { template, source: csvSource(name, pattern, { mode: 'Once', ...task }) });
  await here.local('POST', 'start', { id: template.id });
  return template;
}

const stopped = (id: string) =>
  until(
    () => here.taskOf(id),
    ({ state }) => state === 'Stopped',
  );

async function batchesOf(template: string) {
  const engineer = await here.at.a.as('data engineer');
  const { data } = await engineer.call('POST', '/data/batch', { body: { template, to: 200 } });
  const get = async (id: string) => (await engineer.call('GET', `/data/batch/${id}`)).data;
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
  return Promise.all(data.map(({ batch }: any) => get(batch)));
}

test('[TSK-07] [TSK-06] many small files go together, and each is counted by itself', async () => {
  const texts: Record<string, string> = {};
  for (let i = 0; i < 120; i++) texts[`${String(i).padStart(3, '0')}.csv`] = `num1,txt1\n${lines(i * 10, i * 10 + 10)}`;
  texts['040.csv'] = 'num1,txt1\n400,"one\nrow"\n\nbad,row\n401,last without an end';
  texts['041.csv'] = 'num1;txt1\n410;another delimiter\n';
  texts['042.csv'] = 'txt1,num1\nother order,420\n';
  texts['043.csv'] = 'num1,txt1\n430,fine\n431,"an open quote\n432,fine too\n';
  texts['044.csv'] = 'num1,txt1\n';
  const { id } = await begin('many', texts);
  const { counts, sources } = await stopped(id);
  const read = 115 * 10 + 3 + 1 + 1 + 3;
  assert.deepEqual([counts.read, counts.accepted, counts.rejected], [read, read - 2, 2]);
  assert.equal(sources[0].inputs.filter(({ state }: { readonly state: string }) => state === 'done').length, 120);
  const batches = await batchesOf(id);
  assert.ok(batches.length < 12, `${batches.length} batches`);
  const parts = batches.flatMap(({ parts = [] }) => parts);
  const odd = parts.find(({ file }) => file.endsWith('040.csv'));
  assert.deepEqual([odd.read, odd.accepted, odd.rejected], [3, 2, 1]);
  for (const part of parts) if (part !== odd) assert.deepEqual([part.read, part.accepted], [10, 10], part.file);
  const log = (await here.local('GET', `services`)).data.tasks.find((task: { id: string }) => task.id === id);
  assert.equal(log.counts.read, read);
});

test('[TSK-07] of a key in many files the latest file stays', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [`${99 - i}.csv`, `num1,txt1\n${i % 3},file ${i}\n`]),
  );
  const { id } = await begin('latest', texts, { keyed: true });
  const { counts } = await stopped(id);
  assert.deepEqual([counts.read, counts.accepted, counts.replaced], [60, 3, 57]);
  const rows = (await here.rowsOf(id)).map(({ txt1 }) => txt1);
  assert.deepEqual(rows, ['file 57', 'file 58', 'file 59']);
});

test('[ING-19] of files that went together one is refused: it alone is set aside with its cause', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [
      `${10 + i}.csv`,
      `num1,txt1\n${i},${i === 7 ? '\x01'.repeat(60) : 'text'}\n`,
    ]),
  );
  const { id } = await begin('refused', texts);
  const task = await stopped(id);
  assert.deepEqual([task.counts.read, task.counts.accepted], [19, 19]);
  const aside = task.sources[0].inputs.filter(({ state }: { readonly state: string }) => state === 'aside');
  assert.deepEqual(
    aside.map(({ name }: { readonly name: string }) => path.basename(name)),
    ['refused-17.csv'],
  );
  assert.match(aside[0].fault, /is not text/);
});

test('[TSK-06] with Stop many files end at the bad row of one: what stands before it is stored, nothing behind it', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [
      `${10 + i}.csv`,
      `num1,txt1\n${i * 2},a\n${i === 7 ? 'bad' : i * 2 + 1},b\n`,
    ]),
  );
  const { id } = await begin('stop', texts, { on_error: 'Stop' });
  const { counts, sources } = await stopped(id);
  assert.deepEqual([counts.read, counts.accepted], [15, 15]);
  assert.match(sources[0].fault, /stop-17\.csv, line 3/);
  assert.equal((await here.rowsOf(id)).length, 15);
});

test('[TSK-05] [TSK-06] with Stop a file that cannot be taken ends the source and is named; mended it is read at the next start', async () => {
  for (const [kind, bad, fault] of [
    ['noise', '\u0001\u0002\u0003\u0004'.repeat(50), /-2\.csv: The file is not text/],
    ['column', 'num1,other\n2,a\n', /-2\.csv.*: The file has columns that match no field .*'other'/],
  ] as const) {
    const texts = { '1.csv': 'num1,txt1\n1,a\n', '2.csv': bad, '3.csv': 'num1,txt1\n3,a\n' };
    const { id } = await begin(kind, texts, { on_error: 'Stop' });
    assert.match((await stopped(id)).sources[0].fault, fault);
    assert.deepEqual(
      (await here.rowsOf(id)).map(({ num1 }) => num1),
      [1],
      kind,
    );
    await writeFile(path.join(here.watched, `${kind}-2.csv`), 'num1,txt1\n2,a\n');
    await here.local('POST', 'start', { id });
    await until(
      () => here.taskOf(id),
      ({ counts }) => counts.accepted === 3,
    );
    await here.local('POST', 'remove', { id });
  }
});

test('[TSK-06] [ING-19] a bad row is told by its line in the file, whatever its header takes, alone or among other files', async () => {
  const text = 'num1,"txt1\n"\n1,a\nbad,b\n';
  const { id } = await begin('tall', { '1.csv': text }, { on_error: 'Stop' });
  const { counts, sources } = await stopped(id);
  assert.equal(counts.accepted, 1);
  assert.match(sources[0].fault, /tall-1\.csv, line 4: num1: "bad" is not a whole number/);
  const { id: several } = await begin('pair', { '1.csv': text, '2.csv': text });
  await stopped(several);
  const [batch] = await batchesOf(several);
  const engineer = await here.at.a.as('data engineer');
  const { data } = await engineer.call('GET', `/data/batch/${batch.batch}/rejected`);
  assert.deepEqual(
    data.map(({ at }: { readonly at: { readonly line: number } }) => at.line),
    [4, 4],
  );
});

test('[ING-19] a last line of which half is written waits for its end, and is taken when none comes', async () => {
  const there = await openWorkplace({ INGESTOR_SETTLE_MS: '120' });
  try {
    const template = await there.makeTemplate('Half');
    const file = path.join(there.watched, 'half.csv');
    /** Written to some seconds from now: however slow the machine is, that is not long ago. */
    const hold = (seconds: number) => utimes(file, Date.now() / 1000 + seconds, Date.now() / 1000 + seconds);
    await writeFile(file, 'num1,txt1\n1,a\n2,hal');
    await hold(600);
    await there.local('POST', 'add', { template, source: csvSource('h', file) });
    await there.local('POST', 'start', { id: template.id });
    const task = await until(
      () => there.taskOf(template.id),
      ({ counts, sources }) => counts.read === 1 && sources[0].idle?.startsWith('Waits for the end of the last line'),
    );
    assert.deepEqual([task.counts.accepted, task.counts.rejected], [1, 0]);
    await appendFile(file, 'f\n3,whole without an end');
    await hold(601);
    await until(
      () => there.taskOf(template.id),
      ({ counts }) => counts.read === 2,
    );
    await hold(-600);
    await until(
      () => there.taskOf(template.id),
      ({ counts }) => counts.read === 3,
    );
    const rows = (await there.rowsOf(template.id)).map(({ txt1 }) => txt1);
    assert.deepEqual(rows, ['a', 'half', 'whole without an end']);
  } finally {
    await there.close();
  }
});

test('[ING-19] a last line without an end is taken of a file that says it was written years from now', async () => {
  const texts = { 'ahead.csv': 'num1,txt1\n1,a\n2,no end' };
  const template = await here.makeTemplate('ahead');
  const pattern = await put('ahead', texts);
  const inTenYears = Date.now() / 1000 + 10 * 365 * 86_400;
  await utimes(path.join(here.watched, 'ahead-ahead.csv'), inTenYears, inTenYears);
  await here.local('POST', 'add', { template, source: csvSource('ahead', pattern, { mode: 'Once' }) });
  await here.local('POST', 'start', { id: template.id });
  const { counts } = await stopped(template.id);
  assert.deepEqual([counts.read, counts.accepted], [2, 2]);
});
