import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createPlatform } from '@datasarana/server';
import { type Caller, callerFor, startPlatform, until } from '@datasarana/testkit';
import { systemScope } from '../../access/system-scope.ts';
import { startDataServer } from './data-server.fixture.ts';
import { SCHEDULE_KIND } from './schedule-record.ts';
import { openSourceBench } from './testing/source-bench.ts';

const { at, engineer, outside, address, allow, save, saved, template, stop } = await openSourceBench();
after(stop);
await allow([`127.0.0.1:${outside.port}`]);

const ORIGIN = { url: address('/next'), path: 'items', paging: { kind: 'next', path: 'links.next' } };
const EVERY_SECOND = '* * * * * *';
const NEVER = '0 0 1 1 *';

const replica = (name: string) => saved({ name, type: 'Replica', format: 'json', ds: ORIGIN });
const schedule = (body: object, who: Caller = engineer) => who.call('PUT', '/schema/source/schedule', { body });
const shown = async (source: string, who: Caller = engineer) =>
  (await who.call('GET', `/schema/source/schedule/${source}`)).data;
const batchesOf = async (id: string, who: Caller = engineer) =>
  (await who.call('POST', '/data/batch', { body: { template: id } })).data.filter(
    (batch: { readonly template: string }) => batch.template === id,
  );

test('[SRC-35] [TSK-05] a replica set to follow its origin runs at once, with the rights of its maker and a line in the trail', async () => {
  const [source, into] = [await replica('Follows at once'), await template('At once', true)];
  assert.equal(await shown(source), null);
  const set = await schedule({ source, template: into, schedule: 'Immediately' });
  assert.deepEqual([set.code, set.data?.state, set.data?.user_name], [30, 'on', 'a data engineer'], set.error?.message);
  const done = await until(
    () => shown(source),
    ({ state }) => state === 'done',
  );
  assert.deepEqual([done.last.accepted, done.last.reason, done.next, done.running], [5, null, null, false]);
  const [batch] = await batchesOf(into);
  const called = [batch.id, batch.file, batch.user_name];
  assert.deepEqual(called, [done.last.batch, 'Follows at once', 'a data engineer']);
  const administrator = await at.a.as('tenant administrator');
  const byPlatform = async () => {
    const { data } = await administrator.call('POST', '/observability/audit', { body: { event: 'write' } });
    return data.find(({ address: from }: { readonly address: string }) => from === 'schedule') ?? null;
  };
  const entry = await until(byPlatform, (found) => found !== null);
  const about = [entry.endpoint, entry.detail.batch, entry.detail.file];
  assert.deepEqual(about, ['source.run', done.last.batch, 'Follows at once']);
});

test('[SRC-35] [TSK-05] by a cron line it runs again and again, finds what it has by the key, and stops when told', async () => {
  const [source, into] = [await replica('By cron'), await template('By cron', true)];
  const set = await schedule({ source, template: into, schedule: 'Cron', at: EVERY_SECOND });
  assert.ok(set.data.next >= at.platform.services.clock() - 1000, `${set.data.next}`);
  const twice = await until(
    () => batchesOf(into),
    (batches) => batches.filter((batch: { readonly state: string }) => batch.state === 'done').length >= 2,
  );
  const counts = twice.map(({ accepted, unchanged }: Record<string, number>) => [accepted, unchanged]);
  assert.deepEqual(
    [counts.at(-1), counts.at(-2)],
    [
      [5, 0],
      [0, 5],
    ],
  );
  const stopped = (await engineer.call('DELETE', `/schema/source/schedule/${source}`)).data;
  assert.deepEqual([stopped.state, stopped.next, stopped.reason], ['stopped', null, null]);
  await until(
    () => shown(source),
    ({ running }) => !running,
  );
  assert.equal((await shown(source)).state, 'stopped', 'a run that ends does not wake it');
  const again = await schedule({
    source,
    template: into,
    schedule: 'At time',
    at: new Date(Date.now() + 2000).toISOString(),
  });
  assert.equal(again.data.state, 'on');
  const done = await until(
    () => shown(source),
    ({ state }) => state === 'done',
  );
  assert.equal(done.last.unchanged, 5);
});

test('[SRC-35] [TSK-05] [API-06] what cannot follow is refused by its name; an origin that is away fails the run, not the schedule', async () => {
  const source = await replica('Refused');
  const [keyed, plain] = [await template('Keyed', true), await template('Plain')];
  const refused = async (body: object) => {
    const { http, error } = await schedule({ source, template: keyed, ...body });
    assert.equal(http, 422);
    return Object.values(error?.error.fields ?? {}).join();
  };
  assert.match(await refused({ schedule: 'Cron', at: 'now and then' }), /is no cron line/);
  assert.match(await refused({ schedule: 'At time', at: 'soon' }), /is no date and time/);
  assert.match(await refused({ schedule: 'At time', at: '2020-01-01T00:00' }), /is over/);
  assert.match(await refused({ schedule: 'Immediately', template: plain }), /has none/);
  const data = await saved({ format: 'json', ds: ORIGIN });
  assert.match(await refused({ schedule: 'Immediately', source: data }), /of the type Data/);
  const missing = await schedule({ source: 'nope', template: keyed, schedule: 'Immediately' });
  assert.equal(missing.http, 404);
  for (const method of ['DELETE', 'PATCH'] as const) {
    const none = await engineer.call(method, `/schema/source/schedule/${source}`);
    assert.deepEqual([none.http, none.code], [404, 34], method);
    assert.match(none.error?.message ?? '', /has no schedule/);
  }
  const away = await saved({ name: 'Away', type: 'Replica', format: 'json', ds: { ...ORIGIN, url: address('/gone') } });
  await schedule({ source: away, template: keyed, schedule: 'Cron', at: EVERY_SECOND });
  const failed = await until(
    () => shown(away),
    ({ last }) => last !== null,
  );
  assert.match(failed.last.reason, /404/);
  assert.deepEqual([failed.state, failed.last.batch], ['on', null]);
  await engineer.call('DELETE', `/schema/source/schedule/${away}`);
});

test('[SRC-35] [ROL-21] who may no longer run it stops it, with the reason; another tenant does not see it', async () => {
  const own = await at.b.as('data engineer');
  const other = await at.b.as('tenant administrator');
  const source = (
    await save({ name: 'Theirs', type: 'Replica', provider: 'rest', columns: [], format: 'json', ds: ORIGIN }, own)
  ).data.id;
  const items = [
    { name: 'code', value_type: 8, is_key: true, mandatory: true },
    { name: 'num1', value_type: 2 },
  ];
  const made = await own.call('PUT', '/schema/data/template', { body: { name: 'Theirs', items } });
  await own.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: made.data.id } });
  assert.equal((await schedule({ source, template: made.data.id, schedule: 'Immediately' })).http, 404);
  const set = await schedule({ source, template: made.data.id, schedule: 'Cron', at: EVERY_SECOND }, own);
  assert.equal(set.data?.state, 'on', set.error?.message);
  await until(
    () => shown(source, own),
    ({ last }) => last?.accepted === 5 || last?.unchanged === 5,
  );
  const { http, code, data } = await engineer.call('GET', `/schema/source/schedule/${source}`);
  assert.deepEqual([http, code, data], [200, 34, null]);
  assert.equal((await engineer.call('DELETE', `/schema/source/schedule/${source}`)).http, 404);
  const { records, config } = at.platform.services;
  const scope = systemScope(config.clusterId, at.b.id);
  const account = at.b.people.get('data engineer')?.account ?? '';
  const kept = await records.get(scope, 'user.login_account', account);
  const doc = { ...kept?.doc, active: false };
  await records.write(scope, [{ op: 'update', kind: 'user.login_account', id: account, doc }]);
  const stopped = await until(
    () => shown(source, other),
    ({ state }) => state !== 'on',
  );
  assert.deepEqual([stopped.state, stopped.next], ['stopped', null]);
  assert.match(stopped.reason, /may not be used/);
});

test('[SRC-35] [AUT-19] a schedule set with an API token ends with the token', async () => {
  const { data: token } = await engineer.call('PUT', '/session/token', { body: { name: 'follower' } });
  const [source, into] = [await replica('By a token'), await template('By a token', true)];
  const set = await schedule(
    { source, template: into, schedule: 'Cron', at: EVERY_SECOND },
    callerFor(at.url, token.token),
  );
  assert.equal(set.data?.state, 'on', set.error?.message);
  await until(
    () => shown(source),
    ({ last }) => last !== null && last.reason === null,
  );
  const revoked = await engineer.call('DELETE', `/session/token/${token.id}`);
  assert.equal(revoked.code, 30, revoked.error?.message);
  const stopped = await until(
    () => shown(source),
    ({ state }) => state !== 'on',
  );
  assert.deepEqual([stopped.state, stopped.next], ['stopped', null]);
  assert.match(stopped.reason, /API token it was set with/);
});

test('[SRC-35] [AUT-19] an API token that may do less than its maker does not steer what runs with the rights of the maker', async () => {
  const administrator = await at.a.as('tenant administrator');
  const account = { login_id: 'two.roles', password: 'harbour-violin-31', scope: ['Administrator', 'Data Engineer'] };
  const user = at.a.people.get('member')?.user;
  const added = await administrator.call('PUT', '/tenant/user/account', { body: { ...account, user } });
  assert.equal(added.code, 30, added.error?.message);
  const { login_id, password } = account;
  const body = { login_id, password, app_id: at.platform.services.config.appId, org_id: at.a.id };
  const maker = callerFor(at.url, (await at.anonymous.call('POST', '/auth/token/user', { body })).data.jwt);
  const tokenOf = async (scope: readonly string[]) => {
    const { data, error } = await maker.call('PUT', '/session/token', { body: { name: scope.join(), scope } });
    return callerFor(at.url, data?.token ?? error?.message);
  };
  const [equal, lesser] = [await tokenOf(account.scope), await tokenOf(['Data Engineer'])];
  const [source, into] = [await replica('Steered'), await template('Steered', true)];
  const set = await schedule({ source, template: into, schedule: 'Cron', at: NEVER }, maker);
  assert.equal(set.code, 30, set.error?.message);
  const { data: kept } = await engineer.call('GET', `/schema/source/${source}`);
  const { id, name, type, format, provider, ds } = kept;
  const edit = (by: typeof engineer, url: string) =>
    by.call('PUT', '/schema/source', { body: { id, name, type, format, provider, ds: { ...ds, url } } });
  const same = await edit(equal, `${ds.url}?a`);
  assert.equal(same.code, 30, same.error?.message);
  assert.equal((await shown(source)).edited, null, 'a token that may do as much is its maker');
  const less = await edit(lesser, `${ds.url}?b`);
  assert.equal(less.code, 30, less.error?.message);
  const { edited } = await shown(source);
  assert.equal(edited?.what, 'source');
  assert.match(edited?.user_name ?? '', /^An API token of /);
});

test('[SRC-35] a platform that starts again takes its schedules up: what became due meanwhile runs once', async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'datasarana-schedules-'));
  const origin = await startDataServer();
  try {
    let now = Date.now();
    const first = await startPlatform({ data }, () => now);
    const administrator = await first.a.as('cluster administrator');
    await administrator.call('PATCH', '/cluster/outbound', { body: { allow: [`127.0.0.1:${origin.port}`] } });
    const who = await first.a.as('data engineer');
    const items = [{ name: 'code', value_type: 8, is_key: true, mandatory: true }];
    const made = await who.call('PUT', '/schema/data/template', { body: { name: 'Later', items } });
    await who.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: made.data.id } });
    const columns = [
      { name: 'code', item_id: 'code' },
      { name: 'num1', selected: false },
    ];
    const ds = { ...ORIGIN, url: `http://127.0.0.1:${origin.port}/next` };
    const body = { name: 'Later', type: 'Replica', provider: 'rest', format: 'json', columns, ds };
    const source = (await who.call('PUT', '/schema/source', { body })).data.id;
    const moment = new Date(now + 3_600_000).toISOString();
    const set = await schedule({ source, template: made.data.id, schedule: 'At time', at: moment }, who);
    assert.equal(set.data?.next, Date.parse(moment), set.error?.message);
    await first.stop();
    now += 7_200_000;
    const asked = origin.seen.length;
    const second = await createPlatform(
      { port: 0, host: '127.0.0.1', data, origins: [], logLevel: 'silent', webRoot: path.join(data, 'no-web') },
      () => now,
    );
    await second.app.ready();
    const { records, config } = second.services;
    const scope = systemScope(config.clusterId, first.a.id);
    const done = await until(
      () => records.get(scope, SCHEDULE_KIND, source),
      (record) => record?.doc.state === 'done',
    );
    assert.deepEqual([Reflect.get(Object(done?.doc.last), 'accepted'), asked], [5, 0], JSON.stringify(done?.doc.last));
    await second.close();
  } finally {
    origin.close();
    await rm(data, { recursive: true, force: true });
  }
});
