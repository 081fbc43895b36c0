import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  type Caller,
  callerFor,
  type HttpReply,
  PASSWORD,
  startPlatform,
  type TestPlatform,
} from '@datasarana/testkit';
import { systemScope } from '../../access/system-scope.ts';
import { eraseExpiredTenants } from './tenant-life.ts';

const DAY = 86_400_000;
const start = Date.now();
let now = start;
let at: TestPlatform;
let root: Caller;
let template = '';
before(async () => {
  at = await startPlatform({}, () => now);
  root = await at.a.as('cluster administrator');
  const owner = await at.b.as('data engineer');
  const made = await owner.call('PUT', '/schema/data/template', {
    body: { name: 'trees', items: [{ name: 'txt1', value_type: 8 }] },
  });
  template = made.data.id;
  const deployed = await owner.call('PATCH', '/schema/data/template', {
    query: { mode: 'deploy' },
    body: { id: template },
  });
  assert.equal(deployed.code, 30, JSON.stringify(deployed.error));
  const rows = await owner.call('POST', '/data/csv', { query: { template }, body: 'txt1\noak\n' });
  assert.equal(rows.data.accepted, 1, JSON.stringify(rows.error));
  const files = await owner.call('PUT', '/schema/data/template', {
    body: { name: 'files', items: [{ name: 'sha256', value_type: 8 }] },
  });
  await owner.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: files.data.id } });
  const query = { template: files.data.id, file: 'plan.bin' };
  const type = 'application/octet-stream';
  const kept = await owner.call('POST', '/data/generic', { query, body: Buffer.from('plan'), type });
  assert.equal(kept.data?.accepted, 1, JSON.stringify(kept.error));
  assert.equal((await readdir(path.join(at.folder, 'files', at.b.id))).length, 1);
});
after(() => at.stop());

const signIn = (login: string): Promise<HttpReply> => {
  const { appId: app_id } = at.platform.services.config;
  const body = { login_id: login, password: PASSWORD, app_id, org_id: at.b.id };
  return at.anonymous.call('POST', '/auth/token/user', { body });
};
const callerOf = async (login: string): Promise<Caller> => callerFor(at.url, (await signIn(login)).data.jwt);
const inside = () => systemScope(at.platform.services.config.clusterId, at.b.id);
const rowsOf = async (caller: Caller) => caller.call('POST', '/data/user', { query: { template }, body: {} });

test('[API-47] a removed tenant ends its sessions, takes no sign-in and is in no list; nothing in it can be reached', async () => {
  const people = [await callerOf('b.member'), await callerOf('b.tenant.administrator'), await callerOf('b.developer')];
  assert.deepEqual((await root.call('DELETE', `/tenant/${at.b.id}`)).data, { id: at.b.id });
  const page = { keys: [], keyword: '', from: 0, to: 10 };
  assert.equal((await at.platform.services.records.search(inside(), 'session', page)).total, 0);
  for (const caller of people) {
    assert.equal((await caller.call('GET', '/session/user')).code, 14);
    assert.equal((await rowsOf(caller)).code, 14);
  }
  const refused = await signIn('b.member');
  assert.deepEqual([refused.http, refused.code], [401, 11]);
  assert.equal((await root.call('GET', `/tenant/${at.b.id}`)).code, 34);
  assert.equal((await root.call('GET', '/cluster/tenant/count')).data.count, 1);
  assert.deepEqual((await root.call('POST', '/cluster/user', { body: { tenant: at.b.id } })).data, []);
  const archived = await root.call('POST', '/cluster/tenant', { body: { removed: true } });
  assert.deepEqual(
    archived.data.map(({ id, status }: Record<string, string>) => [id, status]),
    [[at.b.id, 'Archived']],
  );
  assert.equal((await root.call('DELETE', `/tenant/${at.b.id}`)).http, 404);
});

test('[API-47] [REC-39] restored within 30 days it has everything back, and its people sign in again', async () => {
  now = start + 29 * DAY;
  const again = await callerFor(at.url, (await rootSignIn()).data.jwt).call(
    'POST',
    `/record/cluster.tenant/${at.b.id}/restore`,
  );
  assert.deepEqual([again.code, again.data.status], [30, 'Active'], JSON.stringify(again.error));
  const engineer = await callerOf('b.data.engineer');
  const rows = await rowsOf(engineer);
  assert.deepEqual([rows.total, rows.data.hits.hits[0]._source.txt1], [1, 'oak']);
  const stream = await engineer.call('POST', '/schema/data/template/stream', { body: { id: template } });
  assert.equal(stream.code, 30);
});

const rootSignIn = (): Promise<HttpReply> => {
  const { appId: app_id } = at.platform.services.config;
  const body = { login_id: 'a.cluster.administrator', password: PASSWORD, app_id, org_id: at.a.id };
  return at.anonymous.call('POST', '/auth/token/user', { body });
};

test('[REC-35] a blocked tenant refuses its people with status 3, an inactive one with 4', async () => {
  const member = await callerOf('b.member');
  const admin = callerFor(at.url, (await rootSignIn()).data.jwt);
  for (const [status, told] of [
    ['Blocked', 3],
    ['Inactive', 4],
  ] as const) {
    const changed = await admin.call('PATCH', '/tenant', { body: { id: at.b.id, status } });
    assert.equal(changed.data.status, status);
    for (const reply of [await member.call('GET', '/session/user'), await signIn('b.member')])
      assert.equal(reply.error?.error.status, told);
  }
  await admin.call('PATCH', '/tenant', { body: { id: at.b.id, status: 'Active' } });
  assert.equal((await member.call('GET', '/session/user')).code, 30);
});

test('[API-47] nobody removes or closes the tenant they are signed in to, or the one that pages open', async () => {
  const admin = callerFor(at.url, (await rootSignIn()).data.jwt);
  const own = await admin.call('DELETE', `/tenant/${at.a.id}`);
  assert.deepEqual([own.http, own.code], [409, 31]);
  assert.match(own.error?.message ?? '', /signed in to/);
  const closed = await admin.call('PATCH', '/tenant', { body: { id: at.a.id, status: 'blocked' } });
  assert.deepEqual([closed.http, closed.code], [409, 31]);
  assert.equal((await admin.call('PATCH', '/tenant', { body: { id: at.a.id, status: 'active' } })).code, 30);
  const foreign = callerFor(at.url, (await signIn('b.cluster.administrator')).data.jwt);
  const opened = await foreign.call('DELETE', `/tenant/${at.a.id}`);
  assert.deepEqual([opened.http, opened.code], [409, 31]);
  assert.match(opened.error?.message ?? '', /DATASARANA_TENANT_ID/);
});

test('[REC-39] [SEC-11] after 30 days a removed tenant cannot be restored and is erased whole; its audit trail stays', async () => {
  const { services } = at.platform;
  const admin = callerFor(at.url, (await rootSignIn()).data.jwt);
  const tenant = (await admin.call('PUT', '/tenant', { body: { name: 'third' } })).data.id;
  assert.equal((await admin.call('DELETE', `/tenant/${at.b.id}`)).code, 30);
  assert.equal(await eraseExpiredTenants(services), 0);
  now += 31 * DAY;
  const late = callerFor(at.url, (await rootSignIn()).data.jwt);
  const restored = await late.call('POST', `/record/cluster.tenant/${at.b.id}/restore`);
  assert.deepEqual([restored.http, restored.code], [409, 31]);
  assert.equal(await eraseExpiredTenants(services), 1);
  assert.equal(await eraseExpiredTenants(services), 0);
  const page = { keys: [], keyword: '', from: 0, to: 10 };
  for (const kind of [
    'user',
    'user.login_account',
    'data.template',
    'data.template.version',
    'data.batch',
    'data.kept_file',
    'session',
  ])
    for (const removed of ['without', 'only'] as const)
      assert.equal((await services.records.search(inside(), kind, { ...page, removed })).total, 0, kind);
  assert.deepEqual(await services.search.indexes(inside()), []);
  await assert.rejects(readdir(path.join(at.folder, 'files', at.b.id)), /ENOENT/);
  assert.deepEqual(await services.stream.topics(inside()), []);
  assert.ok((await services.records.search(inside(), 'audit', page)).total > 0);
  const list = await late.call('POST', '/cluster/tenant', { body: { removed: true } });
  assert.equal(list.total, 0);
  assert.equal((await late.call('GET', `/tenant/${tenant}`)).data.name, 'third', 'the others stay');
});

test('[REC-39] an administrator erases a tenant at once', async () => {
  const late = callerFor(at.url, (await rootSignIn()).data.jwt);
  const { data } = await late.call('PUT', '/tenant', { body: { name: 'short-lived' } });
  await late.call('PUT', '/cluster/user', {
    query: { tenant: data.id },
    body: { full_name: 'Someone', date_of_birth: 0 },
  });
  assert.equal((await late.call('DELETE', `/tenant/${data.id}`, { query: { erase: true } })).code, 30);
  const scope = systemScope(at.platform.services.config.clusterId, data.id);
  assert.equal(await at.platform.services.records.count(scope, 'user'), 0);
  assert.equal((await late.call('POST', `/record/cluster.tenant/${data.id}/restore`)).http, 404);
});
