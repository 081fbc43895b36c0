import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId, ValueType } from '@datasarana/schema';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { systemScope } from '../access/system-scope.ts';

let at: TestPlatform;
let admin: Caller;
before(async () => {
  at = await startPlatform();
  admin = await at.a.as('tenant administrator');
});
after(() => at.stop());

const scope = () => systemScope(at.platform.services.config.clusterId, at.a.id);

/** The audit entries of one request, as stored. */
async function trailOf(requestId: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { records, audit } = at.platform.services;
  await audit.close();
  const page = { keys: [], keyword: '', where: { request_id: requestId }, from: 0, to: 100 };
  return (await records.search(scope(), 'audit', page)).records.map(({ doc }) => doc);
}

const personOf = (role: 'developer' | 'tenant administrator') => at.a.people.get(role) ?? assert.fail();

test('[SEC-08] a write is in the trail: who, when, from where and under which request; its history says what', async () => {
  const [adding, changing] = [newId(), newId()];
  const { data } = await admin.call('PUT', '/tenant/group', { body: { name: 'crew' }, requestId: adding });
  await admin.call('PATCH', '/tenant/group', { body: { id: data.id, name: 'team' }, requestId: changing });
  const user = personOf('tenant administrator').user;
  const entry = (endpoint: string, request_id: string, name: string) => ({
    event: 'write',
    endpoint,
    user,
    address: '127.0.0.1',
    request_id,
    detail: { id: data.id, label: 'user.group', name },
  });
  assert.deepEqual(await trailOf(adding), [entry('tenant.group.add', adding, 'crew')]);
  assert.deepEqual(await trailOf(changing), [entry('tenant.group.change', changing, 'team')]);
  const history = await admin.call('GET', `/record/user.group/${data.id}/history`);
  const [change] = history.data;
  assert.deepEqual([change.request_id, change.user], [changing, user]);
  assert.deepEqual(change.changes, [{ path: 'name', before: 'crew', after: 'team' }]);
});

test('[SEC-08] who asks who sees a view has written nothing', async () => {
  const { data } = await admin.call('PUT', '/record/visual.view', { body: { name: 'seen' } });
  const requestId = newId();
  assert.equal((await admin.call('GET', `/record/visual.view/${data.id}/sharing`, { requestId })).code, 30);
  assert.deepEqual(await trailOf(requestId), []);
});

test('[SEC-08] a write that was refused by a rule changes nothing and leaves no write in the trail', async () => {
  const requestId = newId();
  assert.equal((await admin.call('PUT', '/tenant/group', { body: { colour: 'red' }, requestId })).http, 422);
  assert.deepEqual(await trailOf(requestId), []);
});

const READS: readonly (readonly [method: string, path: () => string, kind: string, body?: object])[] = [
  ['GET', () => `/tenant/user/${personOf('developer').user}`, 'user'],
  ['POST', () => '/tenant/user', 'user', { keyword: 'developer' }],
  ['GET', () => `/session/user/${personOf('developer').user}`, 'user'],
  ['POST', () => '/tenant/user/account', 'user.login_account', {}],
  ['GET', () => `/tenant/domain/account/owner/${personOf('developer').account}`, 'user'],
  ['GET', () => `/record/user/${personOf('developer').user}/history`, 'user'],
];
for (const [method, path, kind, body] of READS)
  test(`[SEC-08] an administrator who reads people by ${method} of ${kind} is noted`, async () => {
    const requestId = newId();
    const reply = await admin.call(method, path(), { requestId, ...(body && { body }) });
    assert.equal(reply.code, 30, JSON.stringify(reply));
    const [entry, ...more] = await trailOf(requestId);
    assert.equal(more.length, 0);
    const detail = Object(entry?.detail);
    assert.deepEqual([entry?.event, entry?.address, detail.kind], ['read', '127.0.0.1', kind]);
    const person = personOf('developer');
    const ids: readonly string[] = detail.ids.split(',');
    assert.ok(ids.includes(kind === 'user' ? person.user : person.account));
    assert.equal(ids.length, detail.records);
  });

test('[SEC-08] reading oneself, and what is about nobody, is not noted', async () => {
  for (const path of [
    '/session/user',
    `/session/user/${personOf('tenant administrator').user}`,
    '/tenant/user/count',
  ]) {
    const requestId = newId();
    assert.equal((await admin.call('GET', path, { requestId })).code, 30);
    assert.deepEqual(await trailOf(requestId), [], path);
  }
});

test('[SEC-08] matches that are taken along are noted, as a file and as JSON; what is not there is not', async () => {
  const template = await deployTemplate(admin, 'taken', [{ name: 'txt1', value_type: ValueType.Text }]);
  const taken = async (query: Readonly<Record<string, string>>) => {
    const requestId = newId();
    const reply = await admin.raw('POST', '/data/user/bulk', { query, body: {}, requestId });
    await reply.arrayBuffer();
    return (await trailOf(requestId)).map(({ event, detail }) => [event, detail]);
  };
  assert.deepEqual(await taken({ template, format: 'csv' }), [['export', { file: 'taken.csv' }]]);
  assert.deepEqual(await taken({ template }), [['export', { format: 'json' }]]);
  assert.deepEqual(await taken({ template: newId() }), []);
});

test('[SEC-08] no call changes the trail itself', async () => {
  const requestId = newId();
  await admin.call('PUT', '/tenant/group', { body: { name: 'x' }, requestId });
  const { records, audit } = at.platform.services;
  await audit.close();
  const page = { keys: [], keyword: '', where: { request_id: requestId }, from: 0, to: 1 };
  const [entry] = (await records.search(scope(), 'audit', page)).records;
  assert.ok(entry);
  const root = await at.a.as('cluster administrator');
  for (const caller of [admin, root])
    for (const [method, path] of [
      ['PATCH', `/record/audit/${entry.id}`],
      ['DELETE', `/record/audit/${entry.id}`],
      ['POST', '/record/audit/delete'],
    ] as const) {
      const reply = await caller.call(method, path, { ...(method !== 'DELETE' && { body: { id: entry.id } }) });
      assert.deepEqual([reply.http, reply.code], [404, 34], path);
    }
  assert.deepEqual(await records.get(scope(), 'audit', entry.id), entry);
});

test('[SEC-08] an index command that writes is in the trail, one that reads is not', async () => {
  const { data } = await admin.call('PUT', '/schema/data/template', {
    body: { name: 'trail', items: [{ name: 'txt1', value_type: 8 }] },
  });
  await admin.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: data.id } });
  const run = async (command: string) => {
    const requestId = newId();
    const body = { template: data.id, command, body: { query: { match_all: {} } } };
    assert.equal((await admin.call('POST', '/schema/data/template/index', { body, requestId })).code, 30);
    return (await trailOf(requestId)).map(({ event, detail }) => [event, detail]);
  };
  assert.deepEqual(await run('_delete_by_query'), [['write', { id: data.id, command: '_delete_by_query' }]]);
  assert.deepEqual(await run('_count'), []);
});
