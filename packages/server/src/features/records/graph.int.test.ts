import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@datasarana/schema';
import { type Caller, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { systemScope } from '../../access/system-scope.ts';

const PATH = '/data/traverse/';
let at: TestPlatform;
let admin: Caller;
let developer: Caller;
before(async () => {
  at = await startPlatform();
  admin = await at.a.as('tenant administrator');
  developer = await at.a.as('developer');
});
after(() => at.stop());

const save = (caller: Caller, type: string, data: object) => caller.call('POST', PATH, { body: { type, data } });
const drop = (caller: Caller, type: string, id: string) => caller.call('DELETE', PATH, { body: { type, id } });
const link = (caller: Caller, from: string, to: string, label: string) =>
  caller.call('PUT', PATH, { query: { from, to, label } });

test('[GRM-01] an unknown id adds, a known one changes, and the stored record is answered', async () => {
  const id = newId();
  const added = await save(admin, 'user.group', { id, name: 'crew' });
  assert.deepEqual([added.data.id, added.data.label, added.data.name], [id, 'user.group', 'crew']);
  const changed = await save(admin, 'user.group', { id, description: 'of the boat' });
  assert.deepEqual([changed.data.name, changed.data.description], ['crew', 'of the boat']);
  assert.equal((await admin.call('GET', `/tenant/group/${id}`)).data.description, 'of the boat');
  const invalid = await save(admin, 'user', { full_name: 'x' });
  assert.deepEqual([invalid.http, Object.keys(invalid.error?.error.fields ?? {})], [422, ['date_of_birth']]);
});

test('[GRM-02] a dropped record is not there any more, and a second drop says so', async () => {
  const { data } = await save(admin, 'user.group', { name: 'short' });
  assert.deepEqual((await drop(admin, 'user.group', data.id)).data, { id: data.id });
  assert.equal((await admin.call('GET', `/tenant/group/${data.id}`)).code, 34);
  assert.equal((await drop(admin, 'user.group', data.id)).http, 404);
});

test('[GRM-03] an edge joins two records of the tenant, and only of it', async () => {
  const [one, two] = [
    await save(admin, 'user.group', { name: 'one' }),
    await save(admin, 'user.group', { name: 'two' }),
  ];
  const { data } = await link(admin, one.data.id, two.data.id, 'knows');
  assert.deepEqual(data, { from: one.data.id, to: two.data.id, label: 'knows' });
  const { records, config } = at.platform.services;
  const edges = await records.edges(systemScope(config.clusterId, at.a.id), [one.data.id], 'knows', 'out');
  assert.deepEqual(
    edges.get(one.data.id)?.map(({ to }) => to),
    [two.data.id],
  );
  const foreign = await at.b.as('tenant administrator');
  assert.equal((await link(foreign, one.data.id, two.data.id, 'knows')).http, 404);
  assert.equal((await admin.call('PUT', PATH, { query: { from: one.data.id, to: two.data.id } })).code, 32);
});

test('[GRM-01] [GRM-03] [ROL-12] the graph opens no door that is closed elsewhere', async () => {
  const me = at.a.people.get('developer')?.user ?? '';
  const { data: group } = await save(admin, 'user.group', { name: 'closed' });
  for (const kind of [
    'user.login_account',
    'data.template',
    'cluster.tenant',
    'cluster',
    'audit',
    'session',
    'nothing',
  ])
    assert.equal((await save(admin, kind, { name: 'x' })).http, 404, kind);
  for (const label of ['group.user', 'group.template', 'project.template', 'user.property'])
    assert.deepEqual((await link(admin, group.id, me, label)).code, 32, label);
  assert.equal((await save(developer, 'user.group', { name: 'mine' })).http, 403);
  assert.equal((await drop(developer, 'user.group', group.id)).http, 403);
  assert.equal((await link(developer, group.id, me, 'knows')).http, 403);
  const own = await save(developer, 'visual.view', { name: 'mine', owner: { id: 'someone' } });
  assert.equal(own.data.owner.id, me);
  assert.equal((await link(developer, own.data.id, group.id, 'shows')).code, 30);
  for (const role of ['data engineer', 'member'] as const)
    assert.equal((await save(await at.a.as(role), 'visual.view', { name: 'x' })).http, 403, role);
  assert.equal((await save(at.anonymous, 'visual.view', { name: 'x' })).code, 14);
});
