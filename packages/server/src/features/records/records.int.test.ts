import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@datasarana/schema';
import { type Caller, startPlatform, type TestPlatform } from '@datasarana/testkit';

let at: TestPlatform;
let admin: Caller;
let other: Caller;
let member: Caller;
let root: Caller;
before(async () => {
  at = await startPlatform();
  admin = await at.a.as('tenant administrator');
  other = await at.b.as('tenant administrator');
  member = await at.a.as('member');
  root = await at.a.as('cluster administrator');
});
after(() => at.stop());

const user = (more: object = {}) => ({ full_name: 'Siti Rahma', date_of_birth: 0, ...more });

/** Families of a tenant with a record each of them takes. */
const TENANT_FAMILIES = [
  { path: '/tenant/user', kind: 'user', body: user() },
  { path: '/tenant/group', kind: 'user.group', body: { name: 'crew' } },
  { path: '/tenant/domain', kind: 'cluster.tenant.domain', body: { name: 'farm.example' } },
  { path: '/tenant/property', kind: 'cluster.tenant.property', body: { name: 'soil', value: 'peat' } },
  { path: '/schema/data/project', kind: 'data.project', body: { name: 'harvest' } },
  { path: '/record/visual.view', kind: 'visual.view', body: { name: 'yield' } },
  { path: '/record/visual.workspace', kind: 'visual.workspace', body: { name: 'board' } },
  { path: '/record/visual.project', kind: 'visual.project', body: { name: 'boards' } },
  { path: '/record/data.query', kind: 'data.query', body: { name: 'late flights' } },
  { path: '/record/organisation', kind: 'organisation', body: { name: 'Kebun' } },
  { path: '/record/user.group.invite', kind: 'user.group.invite', body: { email: 'a@b.example' } },
  { path: '/record/service.end_point', kind: 'service.end_point', body: { name: 'ep1' } },
];

for (const { path, kind, body } of TENANT_FAMILIES) {
  test(`[API-10] [API-12] [API-13] [API-14] [API-16] [REC-20] ${path} adds, reads, finds, counts, changes, removes and restores`, async () => {
    const added = await admin.call('PUT', path, { body });
    assert.equal(added.http, 200, JSON.stringify(added.error));
    const { id, ts, ts_modified, ts_status, label } = added.data;
    assert.equal(label, kind);
    assert.ok(id && ts > 0 && ts === ts_modified && ts === ts_status);

    const read = await admin.call('GET', `${path}/${id}`);
    assert.deepEqual(read.data.ts_modified, ts_modified);
    const found = await admin.call('POST', path, { body: { to: 10_000 } });
    assert.equal(found.code, 30);
    assert.ok(found.data.some((rec: { id: string }) => rec.id === id));
    assert.equal(found.total, found.data.length);
    const alias = await admin.call('POST', `${path}/search`, { body: { to: 10_000 } });
    assert.equal(alias.total, found.total);
    const counted = await admin.call('GET', `${path}/count`);
    assert.equal(counted.data.count, found.total);

    const changed = await admin.call('PATCH', path, { body: { id, description: 'seen', status: 'Inactive' } });
    const takes = kind !== 'user' && kind !== 'organisation' && kind !== 'user.group.invite';
    assert.equal(changed.http, takes ? 200 : 422);
    if (takes) {
      assert.equal(changed.data.description, 'seen');
      assert.ok(changed.data.ts_modified > ts_modified && changed.data.ts === ts);
    }

    const deleted = await admin.call('DELETE', `${path}/${id}`);
    assert.deepEqual(deleted.data, { id });
    const gone = await admin.call('GET', `${path}/${id}`);
    assert.deepEqual([gone.http, gone.code, gone.data], [200, 34, null]);
    assert.equal((await admin.call('DELETE', `${path}/${id}`)).http, 404);
    const none = await admin.call('POST', `${path}/delete`, { body: { ids: [id] } });
    assert.deepEqual(none.data, { removed: 0 });

    const restored = await admin.call('POST', `/record/${kind}/${id}/restore`);
    assert.equal(restored.http, 200, JSON.stringify(restored.error));
    const history = await admin.call('GET', `/record/${kind}/${id}/history`);
    const ops = history.data.map((row: { op: string }) => row.op);
    assert.deepEqual(ops, takes ? ['restore', 'remove', 'update', 'add'] : ['restore', 'remove', 'add']);
    assert.deepEqual((await admin.call('POST', `${path}/delete`, { body: { id } })).data, { removed: 1 });
  });

  test(`[SEC-02] [ROL-21] ${path}: what belongs to the other tenant is not there`, async () => {
    const { data } = await admin.call('PUT', path, { body });
    const read = await other.call('GET', `${path}/${data.id}`);
    assert.deepEqual([read.http, read.code, read.data], [200, 34, null]);
    const change = await other.call('PATCH', path, { body: { id: data.id, name: 'stolen' } });
    assert.ok([404, 422].includes(change.http));
    assert.equal((await other.call('PATCH', `${path}/${data.id}`, { body: {} })).http, 404);
    assert.equal((await other.call('DELETE', `${path}/${data.id}`)).http, 404);
    assert.deepEqual((await other.call('POST', `${path}/delete`, { body: { id: data.id } })).data, { removed: 0 });
    assert.equal((await other.call('POST', `/record/${kind}/${data.id}/restore`)).http, 404);
    assert.deepEqual((await other.call('GET', `/record/${kind}/${data.id}/history`)).data, []);
    const listed = await other.call('POST', path, { body: { to: 10_000 } });
    assert.ok(!listed.data.some((rec: { id: string }) => rec.id === data.id));
    const widened = await other.call('POST', path, { body: { tenant: at.a.id } });
    assert.deepEqual([widened.data, widened.total], [[], 0]);
    const same = await other.call('PUT', path, { body: { ...body, id: data.id } });
    assert.equal(same.http, 200, 'an id of another tenant is free here');
  });
}

test('[REC-36] the server stamps its own times over the ones sent, and refuses an id in use', async () => {
  const id = newId();
  const first = await admin.call('PUT', '/tenant/group', {
    body: { id, name: 'g', ts: 5, ts_modified: 6, ts_status: 7 },
  });
  assert.equal(first.data.id, id);
  assert.ok(first.data.ts > 1000 && first.data.ts_modified > 1000 && first.data.ts_status > 1000);
  const again = await admin.call('PUT', '/tenant/group', { body: { id, name: 'g' } });
  assert.deepEqual([again.http, again.code, again.error?.error.type], [409, 31, 'conflict']);
});

test('[REC-37] [REC-40] broken fields are refused with a message per path', async () => {
  const reply = await admin.call('PUT', '/tenant/user', {
    body: { full_name: 'x', colour: 'red', contacts: [{ active: 'maybe' }] },
  });
  assert.deepEqual([reply.http, reply.code], [422, 31]);
  assert.equal(reply.error?.message, 'Data has validation error');
  assert.deepEqual(Object.keys(reply.error?.error.fields ?? {}).sort(), [
    'colour',
    'contacts.0.active',
    'date_of_birth',
  ]);
});

test('[REC-37] a name that is longer than lists show is refused when a record is added and when it is changed', async () => {
  const added = await admin.call('PUT', '/tenant/group', { body: { name: 'n'.repeat(256) } });
  assert.equal(added.http, 200, 'the longest name');
  const name = 'n'.repeat(257);
  const long = await admin.call('PUT', '/tenant/group', { body: { name } });
  const changed = await admin.call('PATCH', '/tenant/group', { body: { id: added.data.id, display_name: name } });
  assert.deepEqual(
    [long.http, long.error?.error.fields],
    [422, { name: 'name has 257 characters; at most 256 are kept' }],
  );
  assert.deepEqual(changed.error?.error.fields, {
    display_name: 'display_name has 257 characters; at most 256 are kept',
  });
});

test('[REC-33] a status goes only where it may', async () => {
  const { data } = await admin.call('PUT', '/tenant/group', { body: { name: 'g' } });
  assert.equal(data.status, 'Active');
  const blocked = await admin.call('PATCH', '/tenant/group', { body: { id: data.id, status: 'blocked' } });
  assert.equal(blocked.data.status, 'Blocked');
  assert.ok(blocked.data.ts_status > data.ts_status);
  const refused = await admin.call('PATCH', '/tenant/group', { body: { id: data.id, status: 'Archived' } });
  assert.deepEqual([refused.http, refused.code], [409, 31]);
  assert.equal(refused.error?.message, 'Status cannot change from Blocked to Archived');
});

test('[REC-38] a change made on an older state is refused with the current record', async () => {
  const { data } = await admin.call('PUT', '/tenant/group', { body: { name: 'one' } });
  const base = data.ts_modified;
  const taken = await admin.call('PATCH', '/tenant/group', { body: { id: data.id, name: 'two', ts_modified: base } });
  assert.equal(taken.http, 200);
  const stale = await admin.call('PATCH', '/tenant/group', { body: { id: data.id, name: 'three', ts_modified: base } });
  assert.deepEqual([stale.http, stale.code, stale.data.name, stale.data.label], [409, 31, 'two', 'user.group']);
  const again = await admin.call('PATCH', '/tenant/group', {
    body: { id: data.id, name: 'three', ts_modified: stale.data.ts_modified },
  });
  assert.equal(again.data.name, 'three');
});

test('[REC-21] many changes without a base at the same time all take effect', async () => {
  const { data } = await admin.call('PUT', '/tenant/group', { body: { name: 'busy' } });
  const fields = ['description', 'rating', 'category', 'type'];
  const replies = await Promise.all(
    fields.map((name) => admin.call('PATCH', '/tenant/group', { body: { id: data.id, [name]: name } })),
  );
  assert.ok(replies.every((reply) => reply.http === 200));
  const { data: whole } = await admin.call('GET', `/tenant/group/${data.id}`);
  assert.deepEqual(
    fields.map((name) => whole[name]),
    fields,
  );
});

test('[SEC-01] secrets come back masked, and the mask sent back keeps them', async () => {
  const path = '/record/service.container';
  const { data } = await root.call('PUT', path, { body: { type: 'lxc', password: 'geheim', os: 'debian' } });
  assert.equal(data.password, '••••••••');
  await root.call('PATCH', path, { body: { ...data, os: 'ubuntu', ts_modified: 0 } });
  const reader = await (await at.a.as('developer')).call('GET', `${path}/${data.id}`);
  assert.deepEqual([reader.data.os, reader.data.password], ['ubuntu', '••••••••']);
  const { services } = at.platform;
  const scope = {
    cluster: services.config.clusterId,
    tenant: at.a.id,
    user: 'u',
    roles: [],
    groups: [],
    requestId: 'r',
  };
  assert.equal((await services.records.get(scope, 'service.container', data.id))?.doc.password, 'geheim');
  const history = await root.call('GET', `/record/service.container/${data.id}/history`);
  assert.ok(!JSON.stringify(history.data).includes('geheim'));
});

test('[API-11] the id of a change stands in body or path, and they agree', async () => {
  const { data } = await admin.call('PUT', '/tenant/group', { body: { name: 'g' } });
  assert.equal((await admin.call('PATCH', `/tenant/group/${data.id}`, { body: { name: 'h' } })).data.name, 'h');
  assert.equal((await admin.call('PATCH', `/tenant/group/${data.id}`, { body: { id: 'x', name: 'i' } })).http, 400);
  assert.equal((await admin.call('PATCH', '/tenant/group', { body: { name: 'i' } })).http, 400);
});

test('[VIS-21] [ROL-14] a member writes own views and reads what is shared', async () => {
  const own = await member.call('PUT', '/record/visual.view', { body: { name: 'mine', owner: { id: 'someone' } } });
  assert.equal(own.data.owner.id, at.a.people.get('member')?.user);
  const [personal, shared] = await Promise.all(
    ['personal', 'tenant'].map((scope) => admin.call('PUT', '/record/visual.view', { body: { name: scope, scope } })),
  );
  const seen = await member.call('POST', '/record/visual.view', { body: { to: 1000 } });
  const ids = seen.data.map((rec: { id: string }) => rec.id);
  assert.ok(ids.includes(own.data.id) && ids.includes(shared?.data.id) && !ids.includes(personal?.data.id));
  assert.equal((await member.call('GET', `/record/visual.view/${personal?.data.id}`)).code, 34);
  assert.equal((await member.call('GET', `/record/visual.view/${shared?.data.id}`)).data.name, 'tenant');
  const written = await member.call('PATCH', `/record/visual.view/${shared?.data.id}`, { body: { name: 'x' } });
  assert.equal(written.http, 404);
  const ownChange = await member.call('PATCH', `/record/visual.view/${own.data.id}`, { body: { name: 'still mine' } });
  assert.equal(ownChange.data.name, 'still mine');
});

test('[VIS-02] [VIS-03] [VIS-21] a view has one of the types, modes and scopes there are; another is refused by name and value', async () => {
  const path = '/record/visual.view';
  const choices = {
    type: ['chart', 'metric', 'map', 'minimal-map'],
    mode: ['chart', 'data', 'query'],
    scope: ['personal', 'group', 'tenant', 'public'],
  };
  const { data: kept } = await member.call('PUT', path, { body: { name: 'kept' } });
  for (const [field, values] of Object.entries(choices)) {
    for (const value of values) {
      const { code, data } = await member.call('PUT', path, { body: { name: 'v', [field]: value } });
      assert.deepEqual([code, data[field]], [30, value]);
    }
    for (const [method, id] of [['PUT'], ['PATCH', kept.id]] as const) {
      const refused = await member.call(method, path, { body: { ...(id && { id }), name: 'v', [field]: 'Other' } });
      assert.deepEqual([refused.http, refused.code], [422, 31], `${method} ${field}`);
      assert.deepEqual(refused.error?.error.fields, {
        [field]: `${field}: "Other" is not one of ${values.join(', ')}`,
      });
    }
  }
});

test('[API-88] unknown kinds and kinds with a family are not at /record', async () => {
  for (const kind of ['nothing', 'user', 'user.login_account', 'data.template', 'session', 'audit', '__proto__']) {
    const reply = await admin.call('PUT', `/record/${kind}`, { body: {} });
    assert.deepEqual([reply.http, reply.code], [404, 34], kind);
  }
});

test('[API-43] [ENT-50] a tenant shows its counts to its administrator, a summary to members, others nothing', async () => {
  const whole = await admin.call('GET', `/tenant/${at.a.id}`);
  assert.ok(whole.data.counts.users >= 5);
  assert.deepEqual(Object.keys((await member.call('GET', `/tenant/${at.a.id}`)).data).sort(), [
    'department',
    'id',
    'label',
    'name',
    'project',
    'status',
  ]);
  assert.equal((await other.call('GET', `/tenant/${at.a.id}`)).code, 34);
  assert.equal((await other.call('PATCH', '/tenant', { body: { id: at.a.id, name: 'mine now' } })).http, 404);
});

test('[API-40] [API-42] the cluster administrator adds tenants and people in them', async () => {
  const added = await root.call('PUT', '/cluster/tenant', { body: { name: 'c' } });
  assert.equal(added.http, 200, JSON.stringify(added.error));
  const tenant = added.data.id;
  const person = await root.call('PUT', '/cluster/user', { query: { tenant }, body: user({ full_name: 'First' }) });
  assert.equal(person.http, 200, JSON.stringify(person.error));
  assert.equal((await root.call('POST', '/cluster/user', { body: { tenant } })).total, 1);
  assert.equal((await admin.call('GET', `/tenant/user/${person.data.id}`)).code, 34);
  assert.equal((await admin.call('PUT', '/cluster/tenant', { body: { name: 'd' } })).http, 403);
  const cluster = at.platform.services.config.clusterId;
  assert.equal((await root.call('DELETE', `/cluster/admin/${cluster}`)).http, 409);
});

test('[REC-35] drafts are seen only by those who may write them', async () => {
  const engineer = await at.a.as('data engineer');
  const { data } = await admin.call('PUT', '/tenant/group', { body: { name: 'plan', status: 'Draft' } });
  assert.equal(data.status, 'Draft');
  assert.equal((await admin.call('GET', `/tenant/group/${data.id}`)).data.id, data.id);
  assert.equal((await engineer.call('GET', `/tenant/group/${data.id}`)).code, 34);
  const body = { status: 'Draft', to: 1000 };
  assert.ok((await admin.call('POST', '/tenant/group', { body })).total);
  assert.deepEqual((await engineer.call('POST', '/tenant/group', { body })).data, []);
  await admin.call('PATCH', '/tenant/group', { body: { id: data.id, status: 'Active' } });
  assert.equal((await engineer.call('GET', `/tenant/group/${data.id}`)).data.id, data.id);
});

test('[REC-39] an administrator erases at once; nothing of the record is left', async () => {
  const { data } = await admin.call('PUT', '/tenant/group', { body: { name: 'gone' } });
  const gone = await admin.call('DELETE', `/tenant/group/${data.id}`, { query: { erase: true } });
  assert.deepEqual(gone.data, { id: data.id });
  assert.equal((await admin.call('POST', `/record/user.group/${data.id}/restore`)).http, 404);
  const mine = await member.call('PUT', '/record/visual.view', { body: { name: 'mine' } });
  const refused = await member.call('DELETE', `/record/visual.view/${mine.data.id}`, { query: { erase: true } });
  assert.equal(refused.http, 403);
});

test('[REC-39] [ROL-21] whoever may delete what they made restores it as well, and nothing that others made', async () => {
  const path = '/record/visual.view';
  const remove = async (who: Caller): Promise<string> => {
    const { data } = await who.call('PUT', path, { body: { name: 'removed', is_public: true } });
    assert.equal((await who.call('DELETE', `${path}/${data.id}`)).http, 200);
    assert.equal((await who.call('GET', `${path}/${data.id}`)).data, null);
    return data.id;
  };
  const [mine, theirs] = [await remove(member), await remove(admin)];
  const removed = (id: string) => member.call('GET', `${path}/${id}`, { query: { removed: true } });
  assert.equal((await removed(mine)).data.id, mine);
  assert.equal((await removed(theirs)).data, null);
  assert.equal((await member.call('POST', `${path}/${theirs}/restore`)).http, 404);
  assert.equal((await at.anonymous.call('GET', `${path}/${mine}`, { query: { removed: true } })).data ?? null, null);
  assert.equal((await member.call('POST', `${path}/${mine}/restore`)).code, 30);
  assert.equal((await member.call('GET', `${path}/${mine}`)).data.name, 'removed');
});

test('[SEC-10] keys that reach into objects are refused', async () => {
  for (const text of ['{"name":"x","__proto__":{"a":1}}', '{"name":"x","constructor":{"prototype":{"a":1}}}']) {
    const reply = await admin.call('PUT', '/tenant/group', { body: text, type: 'application/json' });
    assert.ok([400, 422].includes(reply.http), text);
  }
  assert.equal(Reflect.get({}, 'a'), undefined);
});

test('[ROL-15] [VIS-21] without a session only published views are seen', async () => {
  const names = { personal: {}, public: { scope: 'public' }, published: { is_public: true } };
  const ids: string[] = [];
  for (const [name, more] of Object.entries(names))
    ids.push((await admin.call('PUT', '/record/visual.view', { body: { name, ...more } })).data.id);
  const seen = await at.anonymous.call('POST', '/record/visual.view', { body: { to: 1000 } });
  const found = seen.data.map((rec: { id: string }) => rec.id);
  assert.deepEqual(
    ids.map((id) => found.includes(id)),
    [false, true, true],
  );
  assert.equal((await at.anonymous.call('PUT', '/record/visual.view', { body: { name: 'x' } })).http, 401);
  assert.equal((await at.anonymous.call('POST', '/tenant/user', { body: {} })).http, 401);
});
