import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@datasarana/schema';
import { type Caller, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { systemScope } from '../../access/system-scope.ts';

let at: TestPlatform;
let admin: Caller;
let root: Caller;
let member: Caller;
before(async () => {
  at = await startPlatform();
  admin = await at.a.as('tenant administrator');
  root = await at.a.as('cluster administrator');
  member = await at.a.as('member');
});
after(() => at.stop());

const scope = (tenant = at.a.id) => systemScope(at.platform.services.config.clusterId, tenant);
const me = (): string => at.a.people.get('member')?.user ?? '';

/** Puts `count` records of a kind straight into the store; answers their ids. */
async function fill(kind: string, count: number, doc: object = {}, tenant = at.a.id): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => newId());
  const changes = ids.map((id) => ({ op: 'add', kind, id, doc: { name: `${kind} ${id}`, ...doc } }) as const);
  await at.platform.services.records.write(scope(tenant), changes);
  return ids;
}

const link = (label: string, from: string, tos: readonly string[]) =>
  at.platform.services.records.write(
    scope(),
    tos.map((to) => ({ op: 'link', label, from, to }) as const),
  );

const template = { config: {}, items: [], owner: { id: 'x' }, is_public: false, deployed: false };

test('[LIM-01] [API-58] a list of groups has ten when nothing else is asked', async () => {
  await fill('user.group', 12);
  const first = await admin.call('POST', '/tenant/group', { body: {} });
  const total = first.total ?? 0;
  assert.equal(first.data.length, 10);
  assert.ok(total >= 12);
  const next = await admin.call('POST', '/tenant/group', { body: { from: 10 } });
  assert.equal(next.data.length, Math.min(10, total - 10), 'to is from + the page size');
});

test('[LIM-02] [API-46] [API-39] a list of tenants has ten', async () => {
  await fill('cluster.tenant', 11);
  for (const path of ['/tenant', '/cluster/tenant']) {
    const { data, total } = await root.call('POST', path, { body: {} });
    assert.deepEqual([data.length, total], [10, 13], path);
  }
});

test('[LIM-03] [API-63] accounts of a domain come by twenty', async () => {
  const [domain = ''] = await fill('cluster.tenant.domain', 1);
  const { records } = at.platform.services;
  const account = { user_id: me(), type: 'Local', active: true, must_change: false, roles: [], domains: [domain] };
  await records.write(
    scope(),
    Array.from({ length: 21 }, (_, n) => {
      const login = { login_id: `many.${n}`, login_key: `many.${n}` };
      return { op: 'add', kind: 'user.login_account', id: newId(), doc: { ...login, ...account } } as const;
    }),
  );
  const { data, total } = await admin.call('POST', '/tenant/domain/account', { body: { domain } });
  assert.deepEqual([data.length, total], [20, 21]);
});

const FIFTY: readonly (readonly [path: string, kind: string, doc?: object])[] = [
  ['/tenant/user', 'user', { full_name: 'x', date_of_birth: 0 }],
  ['/tenant/domain', 'cluster.tenant.domain'],
  ['/tenant/property', 'cluster.tenant.property'],
  ['/schema/data/project', 'data.project'],
  [
    '/schema/data/template',
    'data.template',
    {
      ...template,
      description: null,
      tags: [],
      type: null,
      category: null,
      minor_category: null,
      classification: 'Internal',
      avatar: null,
      version_major: 0,
      version_minor: 0,
      config: { search_index: true, search_shard: 3, kafka_index: true, kafka_shard: 3 },
    },
  ],
];
for (const [path, kind, doc] of FIFTY)
  test(`[LIM-04] [API-49] [API-62] [API-65] [API-66] [API-69] ${path} lists fifty, counts all and reads one`, async () => {
    const [first = ''] = await fill(kind, 51, doc);
    const { data, total } = await admin.call('POST', path, { body: {} });
    assert.equal(data.length, 50);
    assert.ok((total ?? 0) >= 51);
    assert.equal((await admin.call('GET', `${path}/count`)).data.count, total);
    assert.equal((await admin.call('GET', `${path}/${first}`)).data.id, first);
    const elsewhere = await (await at.b.as('tenant administrator')).call('GET', `${path}/${first}`);
    assert.deepEqual([elsewhere.http, elsewhere.code, elsewhere.data, elsewhere.error], [200, 34, null, null]);
  });

test('[LIM-04] login accounts come by fifty', async () => {
  const doc = { user_id: me(), type: 'Local', active: true, must_change: false, roles: [] };
  const changes = Array.from({ length: 51 }, (_, n) => {
    const login = { login_id: `fifty.${n}`, login_key: `fifty.${n}` };
    return { op: 'add', kind: 'user.login_account', id: newId(), doc: { ...login, ...doc } } as const;
  });
  await at.platform.services.records.write(scope(), changes);
  assert.equal((await admin.call('POST', '/tenant/user/account', { body: {} })).data.length, 50);
});

test('[LIM-05] [API-60] [API-61] [API-27] users and templates of a group come by ten, mine too', async () => {
  const [group = ''] = await fill('user.group', 1);
  const users = await fill('user', 11, { full_name: 'x', date_of_birth: 0 });
  const templates = await fill('data.template', 11, template);
  await link('group.user', group, [...users, me()]);
  await link('group.template', group, templates);
  const listed = async (caller: Caller, path: string) => {
    const { data, total } = await caller.call('POST', path, { body: { group } });
    return [data.length, total];
  };
  assert.deepEqual(await listed(admin, '/tenant/group/user'), [10, 12]);
  assert.deepEqual(await listed(admin, '/tenant/group/template'), [10, 11]);
  assert.deepEqual(await listed(member, '/session/group/template'), [10, 11]);
  assert.deepEqual(await listed(admin, '/session/group/template'), [0, 0], 'of a group that is not mine');
});

test('[API-61] templates are shared with groups and taken back', async () => {
  const [group = ''] = await fill('user.group', 1);
  const templates = await fill('data.template', 2, template);
  const body = { groups: [group], templates };
  assert.deepEqual((await admin.call('PUT', '/tenant/group/template', { body })).data, { added: 2, unchanged: 0 });
  assert.deepEqual((await admin.call('PUT', '/tenant/group/template', { body })).data, { added: 0, unchanged: 2 });
  assert.equal((await admin.call('POST', '/tenant/group', { body: { template: templates[0] } })).data[0].id, group);
  const taken = await admin.call('POST', '/tenant/group/template/delete', {
    body: { ...body, templates: [templates[0]] },
  });
  assert.deepEqual(taken.data, { removed: 1, unchanged: 0 });
  const left = await admin.call('POST', '/tenant/group/template', { body: { group } });
  assert.deepEqual([left.total, left.data[0].id], [1, templates[1]]);
  const unknown = { groups: [group], templates: [newId()] };
  assert.equal((await admin.call('PUT', '/tenant/group/template', { body: unknown })).http, 404);
});

test('[API-26] [API-28] [API-16] properties of my groups and my own: all, one, a search, a count', async () => {
  const [group = '', foreign = ''] = await fill('user.group', 2);
  const [hers = '', ours = '', theirs = ''] = await fill('cluster.tenant.property', 3, { name: 'soil', value: 'peat' });
  await link('group.user', group, [me()]);
  await admin.call('PUT', '/tenant/group/property', { body: { property: ours, group, tag: 'wet' } });
  await admin.call('PUT', '/tenant/group/property', { body: { property: theirs, group: foreign } });
  await admin.call('PUT', '/tenant/user/property', { body: { property: hers, user: me(), tag: 'dry' } });
  for (const [path, id, tag, body] of [
    ['/session/group/property', ours, 'wet', { group }],
    ['/session/user/property', hers, 'dry', { key: 'value', keyword: 'peat' }],
  ] as const) {
    const mine = await member.call('GET', path);
    assert.deepEqual(
      mine.data.map((rec: Record<string, string>) => [rec.id, rec.name, rec.value, rec.tag]),
      [[id, 'soil', 'peat', tag]],
      path,
    );
    const searched = await member.call('POST', path, { body });
    assert.deepEqual([searched.total, searched.data[0].id], [1, id], path);
    assert.equal((await member.call('GET', `${path}/count`)).data.count, 1, path);
    assert.equal((await member.call('GET', `${path}/${id}`)).data.id, id, path);
    assert.equal((await member.call('GET', `${path}/${theirs}`)).code, 34, path);
  }
  const none = await member.call('POST', '/session/group/property', { body: { group: foreign } });
  assert.deepEqual([none.data, none.total], [[], 0]);
});

test('[API-56] a property is taken from a user and searched by user', async () => {
  const [property = ''] = await fill('cluster.tenant.property', 1);
  const user = at.a.people.get('developer')?.user;
  const body = { property, user, tag: 'x' };
  assert.deepEqual((await admin.call('PUT', '/tenant/user/property', { body })).data, { added: 1, unchanged: 0 });
  const found = await admin.call('POST', '/tenant/user/property', { body: { user } });
  assert.deepEqual([found.total, found.data[0].id, found.data[0].tag], [1, property, 'x']);
  const taken = await admin.call('POST', '/tenant/user/property/delete', { body });
  assert.deepEqual(taken.data, { removed: 1, unchanged: 0 });
  assert.equal((await admin.call('POST', '/tenant/user/property', { body: { user } })).total, 0);
  assert.equal((await admin.call('POST', '/tenant/user/property', { body: {} })).code, 32);
});

test('[API-27] a template shared with my groups is read by its id, another is not there', async () => {
  const [group = ''] = await fill('user.group', 1);
  const [shared = '', other = ''] = await fill('data.template', 2, template);
  await link('group.user', group, [me()]);
  await link('group.template', group, [shared]);
  assert.equal((await member.call('GET', `/session/group/template/${shared}`)).data.id, shared);
  assert.equal((await member.call('GET', `/session/group/template/${other}`)).code, 34);
});

test('[API-33] a cluster is whole to its administrator, a summary to everyone else of it', async () => {
  const id = at.platform.services.config.clusterId;
  assert.equal((await root.call('GET', `/cluster/admin/${id}`)).data.ts > 0, true);
  for (const caller of [admin, member]) {
    const { data } = await caller.call('GET', `/cluster/admin/${id}`);
    const { label, ...few } = data;
    assert.equal(label, 'cluster');
    for (const name of Object.keys(few))
      assert.ok(['id', 'name', 'official_name', 'domain', 'avatar', 'status'].includes(name), name);
    assert.deepEqual([few.id, few.name, few.official_name, few.domain], [id, 'local', 'Local cluster', 'localhost']);
  }
  assert.equal((await at.anonymous.call('GET', `/cluster/admin/${id}`)).code, 14);
});

test('[API-34] [API-35] [API-36] [API-37] [API-38] clusters are added, changed, found, counted, and deleted while empty', async () => {
  const body = { name: 'edge', official_name: 'Edge cluster', domain: 'edge.example' };
  const lacking = await root.call('PUT', '/cluster/admin', { body: { name: 'edge' } });
  assert.deepEqual(Object.keys(lacking.error?.error.fields ?? {}).sort(), ['domain', 'official_name']);
  const { data } = await root.call('PUT', '/cluster/admin', { body });
  assert.equal(data.label, 'cluster');
  const changed = await root.call('PATCH', '/cluster/admin', { body: { id: data.id, description: 'by the sea' } });
  assert.deepEqual([changed.data.description, changed.data.name], ['by the sea', 'edge']);
  const found = await root.call('POST', '/cluster/admin', { body: { key: 'name', keyword: 'edg' } });
  assert.deepEqual([found.total, found.data[0].id], [1, data.id]);
  assert.equal((await root.call('GET', '/cluster/count')).data.count, 2);
  assert.deepEqual((await root.call('DELETE', `/cluster/admin/${data.id}`)).data, { id: data.id });
  assert.equal((await root.call('GET', '/cluster/count')).data.count, 1);
  const own = await root.call('DELETE', `/cluster/admin/${at.platform.services.config.clusterId}`);
  assert.deepEqual([own.http, own.code], [409, 31]);
  assert.match(own.error?.message ?? '', /still has \d+ tenants/);
});

test('[API-35] [ENT-02] [ENT-03] parts of a cluster may be sent without stamps, which the server gives them', async () => {
  const id = at.platform.services.config.clusterId;
  const body = { id, location: { name: 'Hall 2', powers: [{ primary: true }] }, principal: { federation: 'north' } };
  const { data, error } = await root.call('PATCH', '/cluster/admin', { body });
  assert.equal(error, null);
  assert.ok(data.location.id && data.location.ts > 0 && data.principal.ts_modified > 0);
  const bad = await root.call('PATCH', '/cluster/admin', { body: { id, network: { subnet: '10.0.0.0' } } });
  assert.deepEqual(bad.error?.error.fields, { 'network.gateway': 'gateway must not be empty' });
});

test('[API-39] [API-41] the cluster administrator reads, searches and counts tenants and their users', async () => {
  const [user = ''] = await fill('user', 1, { full_name: 'Unmistakable', date_of_birth: 0 }, at.b.id);
  assert.equal((await root.call('GET', `/cluster/tenant/${at.b.id}`)).data.name, 'b');
  const tenants = (await root.call('POST', '/cluster/tenant', { body: { tenant: at.b.id } })).data;
  assert.deepEqual(
    tenants.map((rec: { id: string }) => rec.id),
    [at.b.id],
  );
  assert.equal((await root.call('GET', '/cluster/tenant/count', { query: { tenant: at.b.id } })).data.count, 1);
  const query = { tenant: at.b.id };
  assert.equal((await root.call('GET', `/cluster/user/${user}`, { query })).data.full_name, 'Unmistakable');
  const found = await root.call('POST', '/cluster/user', { body: { ...query, key: 'full_name', keyword: 'unmis' } });
  assert.deepEqual([found.total, found.data[0].id], [1, user]);
  assert.equal((await root.call('GET', '/cluster/user/count', { query })).data.count, 6);
});

test('[API-44] [API-45] [API-48] tenants are added by the cluster administrator; each administrator changes the own', async () => {
  const before = (await root.call('GET', '/tenant/count')).data.count;
  const { data } = await root.call('PUT', '/tenant', { body: { name: 'new', department: 'fish' } });
  assert.deepEqual([data.label, data.name, data.status], ['cluster.tenant', 'new', 'Active']);
  assert.equal((await root.call('GET', '/tenant/count')).data.count, before + 1);
  assert.equal((await admin.call('GET', '/tenant/count')).data.count, 1);
  const changed = await admin.call('PATCH', '/tenant', { body: { id: at.a.id, department: 'trees' } });
  assert.deepEqual([changed.data.department, changed.data.name], ['trees', 'main']);
  assert.equal((await admin.call('PUT', '/tenant', { body: { name: 'mine' } })).http, 403);
});

test('[REC-31] the server stamps ts_status when the status changes, and only then', async () => {
  const { data } = await admin.call('PUT', '/tenant/group', { body: { name: 'g', ts_status: 5 } });
  assert.ok(data.ts_status > 5);
  const renamed = await admin.call('PATCH', '/tenant/group', { body: { id: data.id, name: 'h', ts_status: 7 } });
  assert.equal(renamed.data.ts_status, data.ts_status);
  const blocked = await admin.call('PATCH', '/tenant/group', { body: { id: data.id, status: 'Blocked' } });
  assert.deepEqual([blocked.data.status, blocked.data.ts_status], ['Blocked', blocked.data.ts_modified]);
});

test('[SCH-01] [API-85] a system schema is served whole by its name; private ones only to who is signed in', async () => {
  const { data } = await member.call('GET', '/schema/system', { query: { id: 'user.group' } });
  assert.deepEqual(Object.keys(data).sort(), [
    'date_created',
    'description',
    'id',
    'is_public',
    'items',
    'name',
    'name_space',
    'schema_key',
    'ts',
    'version_major',
    'version_minor',
  ]);
  assert.deepEqual([data.id, data.name, data.schema_key, data.name_space], [...Array(3).fill('user.group'), 'system']);
  const asked = async (caller: Caller, id: string) =>
    (await caller.call('GET', '/schema/system', { query: { id } })).code;
  assert.deepEqual([await asked(at.anonymous, 'user.group'), await asked(at.anonymous, 'data.project')], [30, 34]);
  assert.deepEqual([await asked(member, 'data.project'), await asked(member, 'no.such')], [30, 34]);
});

test('[ENT-49] a saved store record keeps key, user, description, type and data of whoever wrote it', async () => {
  const body = { key: 'colours', description: 'mine', type: 'json', data: '{"a":1}', user_id: 'someone-else' };
  const { data } = await member.call('PUT', '/record/user.data', { body });
  assert.deepEqual(
    [data.key, data.user_id, data.description, data.type, data.data],
    ['colours', me(), 'mine', 'json', '{"a":1}'],
  );
  assert.equal((await admin.call('GET', `/record/user.data/${data.id}`)).code, 34, 'it is nobody else’s');
});
