import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Caller, until } from '@datasarana/testkit';
import { startLivingOrigin } from './testing/living-origin.ts';
import { openSourceBench } from './testing/source-bench.ts';

const { at, engineer, allow, save, template, stop } = await openSourceBench();
const origin = await startLivingOrigin();
after(async () => {
  origin.close();
  await stop();
});
await allow([`127.0.0.1:${origin.port}`]);

const COLUMNS = [
  { name: 'code', item_id: 'code' },
  { name: 'num1', item_id: 'num1' },
];
const FILE = { provider: 'url', format: 'csv', columns: COLUMNS };
const NEVER = '0 0 1 1 *';

const replica = async (source: object, who: Caller = engineer): Promise<string> => {
  const made = await save({ name: 'Followed', type: 'Replica', ...source }, who);
  assert.equal(made.code, 30, JSON.stringify(made.error));
  return made.data.id;
};
const follow = async (body: object, who: Caller = engineer) => {
  const set = await who.call('PUT', '/schema/source/schedule', { body });
  assert.equal(set.code, 30, set.error?.message);
  return set.data;
};
const shown = async (source: string, who: Caller = engineer) =>
  (await who.call('GET', `/schema/source/schedule/${source}`)).data;
const ran = (source: string, who: Caller = engineer) =>
  until(
    () => shown(source, who),
    ({ state, running }) => state !== 'on' && !running,
  );
/** Runs it at once, behind what it read before. */
const runOnce = async (source: string, into: string, who: Caller = engineer) => {
  await follow({ source, template: into, schedule: 'Immediately' }, who);
  return ran(source, who);
};
const countOf = async (id: string) => {
  const { data } = await engineer.call('POST', '/data/user', { query: { template: id }, body: { size: 0 } });
  return data.hits.total.value;
};
const batchesOf = async (id: string) =>
  (await engineer.call('POST', '/data/batch', { body: { template: id } })).data.filter(
    (batch: { readonly template: string }) => batch.template === id,
  );

test('[SRC-35] [TSK-05] stopping ends the run that is reading: its batch is cancelled, nothing of it is stored', async () => {
  const source = await replica({ ...FILE, ds: { url: origin.address('/endless.csv') } });
  const into = await template('Endless', true);
  await follow({ source, template: into, schedule: 'Cron', at: '* * * * * *' });
  const [reading] = await until(
    () => batchesOf(into),
    (batches) => batches.length > 0,
  );
  assert.equal(reading.state, 'running');
  const stopped = (await engineer.call('DELETE', `/schema/source/schedule/${source}`)).data;
  assert.deepEqual([stopped.state, stopped.running, stopped.next], ['stopped', false, null]);
  assert.match(stopped.last.reason, /told to stop/);
  const batches = await batchesOf(into);
  assert.deepEqual(
    batches.map(({ state }: { readonly state: string }) => state),
    ['cancelled'],
  );
  assert.equal(await countOf(into), 0);
});

test('[SRC-35] [SRC-33] a file behind an address is read again only when its server says it changed, or when told to read all', async () => {
  origin.lines = ['a,1', 'b,2'];
  const source = await replica({ ...FILE, ds: { url: origin.address('/file.csv') } });
  const into = await template('Changing file', true);
  const first = await runOnce(source, into);
  assert.deepEqual([first.last.accepted, first.goes_on], [2, 'address']);
  const second = await runOnce(source, into);
  assert.deepEqual([second.last.batch, second.last.reason, origin.seen.at(-1)?.status], [null, null, 304]);
  origin.lines = ['a,1', 'b,3', 'c,4'];
  const third = await runOnce(source, into);
  assert.deepEqual([third.last.accepted, third.last.replaced, third.last.unchanged], [1, 1, 1]);
  await runOnce(source, into);
  assert.equal(origin.seen.at(-1)?.status, 304);
  const anew = (await engineer.call('PATCH', `/schema/source/schedule/${source}`)).data;
  assert.equal(anew.goes_on, null);
  const fourth = await runOnce(source, into);
  assert.deepEqual([fourth.last.unchanged, origin.seen.at(-1)?.status], [3, 200]);
});

test('[SRC-35] [SRC-36] what was undone, or goes into another template, comes in again: the whole origin is read', async () => {
  origin.lines = ['a,1'];
  const source = await replica({ ...FILE, ds: { url: origin.address('/file.csv') } });
  const [into, other] = [await template('Undone', true), await template('Another', true)];
  const { last } = await runOnce(source, into);
  const undone = await engineer.call('POST', `/data/batch/${last.batch}/undo`);
  assert.equal(undone.code, 30, undone.error?.message);
  assert.deepEqual([await countOf(into), (await runOnce(source, into)).last.accepted], [0, 1]);
  assert.equal((await runOnce(source, other)).last.accepted, 1);
});

test('[SRC-35] [SRC-20] pages by a cursor go on at the last one, which is read again; a cursor that is gone begins anew', async () => {
  origin.rows = ['a', 'b', 'c'].map((code, i) => ({ code, num1: i }));
  const paging = { kind: 'cursor', param: 'after', path: 'next', resume: true };
  const ds = { url: origin.address('/pages'), path: 'data', paging };
  const source = await replica({ provider: 'rest', format: 'json', columns: COLUMNS, ds });
  const into = await template('Pages', true);
  const first = await runOnce(source, into);
  assert.deepEqual([first.last.accepted, first.goes_on], [3, 'page']);
  origin.rows = [...origin.rows, { code: 'd', num1: 4 }, { code: 'e', num1: 5 }];
  const asked = origin.seen.length;
  const second = await runOnce(source, into);
  assert.deepEqual([second.last.read, second.last.accepted, second.last.unchanged], [3, 2, 1]);
  const urls = origin.seen.slice(asked).map(({ url }) => url);
  assert.deepEqual(urls, ['/pages?after=2', '/pages?after=4']);
  origin.rows = [{ code: 'z', num1: 9 }];
  const third = await runOnce(source, into);
  assert.deepEqual([third.last.read, third.last.accepted, third.last.reason], [1, 1, null]);
});

test('[SRC-35] [SRC-20] a server that lets nobody in for a while, or has too much to do, is not taken for one without the cursor', async () => {
  origin.rows = ['a', 'b', 'c'].map((code, i) => ({ code, num1: i }));
  const paging = { kind: 'cursor', param: 'after', path: 'next', resume: true };
  const ds = { url: origin.address('/pages'), path: 'data', paging };
  const source = await replica({ provider: 'rest', format: 'json', columns: COLUMNS, ds });
  const into = await template('Refused pages', true);
  await runOnce(source, into);
  for (const status of [401, 403, 408, 429]) {
    origin.refuses = status;
    const asked = origin.seen.length;
    const { last } = await runOnce(source, into);
    assert.match(last.reason, new RegExp(`answered with status ${status}`));
    assert.deepEqual(
      origin.seen.slice(asked).map(({ url }) => url),
      ['/pages?after=2'],
    );
  }
  origin.refuses = null;
  const { last } = await runOnce(source, into);
  assert.deepEqual([last.read, last.unchanged], [1, 1], 'it goes on where it was');
});

test('[SRC-35] [ROL-19] [ROL-21] who edits what a colleague follows does not write with their rights: it stops until it is set again', async () => {
  origin.lines = ['a,1'];
  const maker = await at.a.as('data engineer');
  const other = await at.a.as('tenant administrator');
  const source = await replica({ ...FILE, ds: { url: origin.address('/file.csv') } }, maker);
  const into = await template('Guarded', true);
  const columns = [{ name: 'code', item_id: 'code' }];
  const converter = (await maker.call('PUT', '/schema/source/converter', { body: { source, template: into, columns } }))
    .data.id;
  const set = { source, template: into, converter, schedule: 'Cron', at: NEVER };
  assert.equal((await follow(set, maker)).edited, null);
  const own = await maker.call('PUT', '/schema/source/converter', {
    body: { id: converter, source, template: into, columns: COLUMNS },
  });
  assert.equal(own.code, 30);
  assert.equal((await shown(source, maker)).edited, null, 'its maker may change it');
  const edits: readonly (readonly [string, () => ReturnType<Caller['call']>])[] = [
    [
      'columns',
      () =>
        other.call('PUT', '/schema/source/converter', {
          body: { id: converter, source, template: into, columns: [...columns, { name: 'code', item_id: 'num1' }] },
        }),
    ],
    [
      'source',
      () =>
        save(
          { id: source, name: 'Theirs', type: 'Replica', ...FILE, ds: { url: origin.address('/file.csv?b') } },
          other,
        ),
    ],
  ];
  for (const [what, edit] of edits) {
    await follow(set, maker);
    const edited = await edit();
    assert.equal(edited.code, 30, edited.error?.message);
    await maker.call('PUT', '/schema/source/converter', {
      body: { id: converter, source, template: into, name: `by the maker after ${what}`, columns: COLUMNS },
    });
    const told = (await shown(source, maker)).edited;
    assert.deepEqual([told?.what, told?.user_name], [what, 'a tenant administrator']);
    const asked = origin.seen.length;
    // its moment comes
    await maker.call('PATCH', `/schema/source/schedule/${source}`);
    const stopped = await ran(source, maker);
    assert.deepEqual([stopped.state, stopped.last.batch, origin.seen.length], ['stopped', null, asked]);
    assert.match(stopped.reason, new RegExp(`tenant administrator changed its ${what}`));
    assert.equal(await countOf(into), 0);
  }
  await follow({ ...set, schedule: 'Immediately', at: '' }, other);
  const done = await ran(source, other);
  assert.deepEqual([done.last.accepted, done.user_name], [1, 'a tenant administrator']);
});
