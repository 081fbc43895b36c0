import assert from 'node:assert/strict';
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from '@datasarana/testkit';
import { csvSource, openWorkplace, type Workplace } from './testing/bench-of-tests.ts';

let here: Workplace;
before(async () => {
  here = await openWorkplace();
});
after(() => here.close());

const begin = async (name: string, file: string, task: Readonly<Record<string, unknown>> = {}) => {
  const template = await here.makeTemplate(name);
  await here.local('POST', 'add', { template, source: csvSource(name, file, task) });
  await here.local('POST', 'start', { id: template.id });
  return template.id;
};

interface Told {
  readonly state: string;
  readonly counts: { readonly read: number };
  readonly sources: readonly [
    {
      readonly trouble: { readonly kind: string; readonly text: string } | null;
      readonly idle: string | null;
      readonly inputs: readonly unknown[];
    },
  ];
}

const told = (id: string, fits: (task: Told) => boolean): Promise<Told> => until(() => here.taskOf(id), fits);
const troubled = ({ sources: [{ trouble }] }: Told): boolean => trouble !== null;

test('[ING-19] a folder that went is named as not there; nothing is forgotten of its files, and they are not read again', async () => {
  const folder = path.join(here.watched, 'share');
  await mkdir(folder);
  await writeFile(path.join(folder, 'a.csv'), 'num1,txt1\n1,a\n2,b\n');
  const id = await begin('share', `${folder}/*.csv`, { watch_events: ['Created', 'Deleted'] });
  await told(id, ({ counts }) => counts.read === 2);
  await rename(folder, `${folder}-away`);
  const [source] = (await told(id, troubled)).sources;
  assert.deepEqual(source.trouble, { kind: 'place', text: `The folder ${folder} is not there.` });
  assert.equal(source.inputs.length, 1);
  await writeFile(folder, 'no folder');
  const isFile = ({ sources: [{ trouble }] }: Told) => trouble?.text === `${folder} is a file, not a folder.`;
  assert.equal((await told(id, isFile)).sources[0].inputs.length, 1);
  await rm(folder);
  await rename(`${folder}-away`, folder);
  await writeFile(path.join(folder, 'b.csv'), 'num1,txt1\n3,c\n');
  const { counts } = await told(id, (task) => task.counts.read >= 3 && !troubled(task));
  assert.equal(counts.read, 3);
  await here.local('POST', 'stop', { id });
  const once = await begin('nowhere', path.join(here.watched, 'nowhere', '*.csv'), { mode: 'Once' });
  const [ended] = (await told(once, ({ state }) => state === 'Stopped')).sources;
  assert.equal(ended.trouble?.kind, 'stopped');
  assert.match(ended.trouble?.text ?? '', /nowhere is not there/);
});

test('[ING-19] a folder that comes and goes while it is looked at has none of its files read twice', async () => {
  const folder = path.join(here.watched, 'flapping');
  await mkdir(folder);
  const names = Array.from({ length: 20 }, (_, i) => `${i}.csv`);
  for (const name of names) await writeFile(path.join(folder, name), `num1,txt1\n1,${name}\n`);
  const id = await begin('flapping', `${folder}/*.csv`, { watch_events: ['Created', 'Deleted'] });
  await told(id, ({ counts }) => counts.read === names.length);
  for (let i = 0; i < 400; i++) {
    await rename(folder, `${folder}-away`);
    await setTimeout((i * 7) % 5);
    await rename(`${folder}-away`, folder);
    await setTimeout((i * 3) % 4);
  }
  await writeFile(path.join(folder, 'last.csv'), 'num1,txt1\n3,c\n');
  const { counts, sources } = await told(id, (task) => task.counts.read > names.length && !troubled(task));
  assert.deepEqual([counts.read, sources[0].inputs.length], [names.length + 1, names.length + 1]);
  await here.local('POST', 'stop', { id });
});

test('[ING-19] [TSK-06] a run that ends without a file it could not take does not say that everything was read', async () => {
  const folder = path.join(here.watched, 'ended');
  await mkdir(folder);
  await writeFile(path.join(folder, 'good.csv'), 'num1,txt1\n1,a\n');
  await writeFile(path.join(folder, 'odd.csv'), 'num1,txt1,surplus\n2,b,c\n');
  const id = await begin('ended', `${folder}/*.csv`, { mode: 'Once' });
  const { sources } = await told(id, ({ state }) => state === 'Stopped');
  const log = await fetch(`${here.ingestor.address}/local/logs?id=${id}`, {
    headers: { authorization: `Bearer ${here.key}` },
  });
  const last = (await log.text()).trim().split('\n').at(-1) ?? '';
  assert.equal(JSON.parse(last).message, 'Stopped: 1 file was set aside, everything else was read and sent');
  assert.equal(sources[0].idle, 'Stopped: 1 file was set aside');
});

test('[ING-19] a folder in the place of its files is told as one, not watched for nothing', async () => {
  const id = await begin('folder', here.watched, {});
  const [source] = (await told(id, troubled)).sources;
  const text = `${here.watched} is a folder: name the files in it, like ${here.watched}/*.csv.`;
  assert.deepEqual(source.trouble, { kind: 'place', text });
  await here.local('POST', 'stop', { id });
});

test('[TSK-01] [ING-17] a token that was revoked is told as such, rows wait, and another token takes them in', async () => {
  const file = path.join(here.watched, 'revoked.csv');
  await writeFile(file, 'num1,txt1\n1,a\n');
  const id = await begin('revoked', file);
  await told(id, ({ counts }) => counts.read === 1);
  const engineer = await here.at.a.as('data engineer');
  const { data } = await engineer.call('GET', '/session/token');
  const token = data.find(({ name }: { readonly name: string }) => name === 'revoked');
  assert.equal((await engineer.call('DELETE', `/session/token/${token.id}`)).code, 30);
  await appendFile(file, '2,b\n');
  const [{ trouble }] = (await told(id, troubled)).sources;
  assert.equal(trouble?.kind, 'token');
  assert.match(trouble?.text ?? '', /^The platform does not let the token of this task in: [^:]+\.$/);
  assert.equal((await here.local('POST', 'token', { id, token: 'none' })).code, 32);
  const elsewhere = await here.makeTemplate('elsewhere');
  const foreign = await engineer.call('PUT', '/session/token', {
    body: { name: 'foreign', templates: [elsewhere.id] },
  });
  await here.local('POST', 'token', { id, token: foreign.data.token });
  const isOther = ({ sources: [{ trouble: other }] }: Told): boolean => other !== null && other.text !== trouble?.text;
  const [{ trouble: of }] = (await told(id, isOther)).sources;
  assert.equal(of?.kind, 'token', of?.text);
  const made = await engineer.call('PUT', '/session/token', { body: { name: 'other', templates: [id] } });
  await here.local('POST', 'token', { id, token: made.data.token });
  const after = await told(id, (task) => task.counts.read === 2);
  assert.deepEqual([after.state, troubled(after)], ['Started', false]);
  assert.equal((await here.rowsOf(id)).length, 2);
  await here.local('POST', 'stop', { id });
});
