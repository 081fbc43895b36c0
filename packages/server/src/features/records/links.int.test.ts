import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, startPlatform, type TestPlatform } from '@datasarana/testkit';

let at: TestPlatform;
let admin: Caller;
let other: Caller;
let member: Caller;
before(async () => {
  at = await startPlatform();
  admin = await at.a.as('tenant administrator');
  other = await at.b.as('tenant administrator');
  member = await at.a.as('member');
});
after(() => at.stop());

test('[API-60] [API-57] [API-25] users join and leave groups, and see their own', async () => {
  const { data: group } = await admin.call('PUT', '/tenant/group', { body: { name: 'pickers' } });
  const me = at.a.people.get('member')?.user ?? '';
  const body = { groups: [group.id], users: [me] };
  assert.deepEqual((await admin.call('PUT', '/tenant/group/user', { body })).data, { added: 1, unchanged: 0 });
  assert.deepEqual((await admin.call('PUT', '/tenant/group/user', { body })).data, { added: 0, unchanged: 1 });
  const listed = await admin.call('POST', '/tenant/group/user', { body: { group: group.id } });
  assert.deepEqual([listed.data.map((rec: { id: string }) => rec.id), listed.total], [[me], 1]);
  assert.equal((await admin.call('GET', `/tenant/user/group/${me}`)).data[0].id, group.id);
  assert.equal((await admin.call('POST', '/tenant/user', { body: { group: group.id } })).total, 1);
  const mine = await member.call('GET', '/session/group');
  assert.deepEqual(
    mine.data.map((rec: { id: string }) => rec.id),
    [group.id],
  );
  assert.equal((await member.call('GET', `/session/group/${group.id}`)).data.name, 'pickers');
  const whole = await admin.call('GET', `/tenant/group/${group.id}`, { query: { references: true } });
  assert.deepEqual(
    whole.data.users.map((one: { id: string }) => one.id),
    [me],
  );

  const foreign = await other.call('PUT', '/tenant/group/user', { body });
  assert.equal(foreign.http, 404);
  assert.deepEqual((await admin.call('POST', '/tenant/group/user/delete', { body })).data, {
    removed: 1,
    unchanged: 0,
  });
  assert.deepEqual((await member.call('GET', '/session/group')).data, []);
});

test('[API-60] a pair that is named twice is linked once, and more pairs than one write holds are refused', async () => {
  const { data: group } = await admin.call('PUT', '/tenant/group', { body: { name: 'sorters' } });
  const me = at.a.people.get('member')?.user ?? '';
  const twice = { groups: [group.id, group.id], users: [me, me] };
  assert.deepEqual((await admin.call('PUT', '/tenant/group/user', { body: twice })).data, { added: 1, unchanged: 0 });
  const [groups, users] = ['g', 'u'].map((name) => Array.from({ length: 101 }, (_, n) => `${name}${n}`));
  for (const path of ['/tenant/group/user', '/tenant/group/user/delete']) {
    const many = await admin.call(path.endsWith('delete') ? 'POST' : 'PUT', path, { body: { groups, users } });
    assert.deepEqual([many.http, many.code], [400, 32], path);
    assert.match(String(many.error?.message), /101 ids with 101 ids are 10201 pairs; at most 10000/);
  }
});

test('[API-55] [API-59] [ENT-28] properties hang on users and groups with a tag', async () => {
  const { data: property } = await admin.call('PUT', '/tenant/property', { body: { name: 'skill', value: 'driver' } });
  const me = at.a.people.get('member')?.user ?? '';
  const body = { property: property.id, user: me, tag: 'night' };
  assert.equal((await admin.call('PUT', '/tenant/user/property', { body })).data.added, 1);
  const mine = await member.call('POST', '/session/user/property', { body: {} });
  assert.deepEqual(
    mine.data.map(({ name, value, tag }: Record<string, string>) => [name, value, tag]),
    [['skill', 'driver', 'night']],
  );
  assert.equal((await member.call('GET', '/session/user/property/count')).data.count, 1);
  assert.equal((await other.call('PUT', '/tenant/user/property', { body })).http, 404);
  assert.equal((await other.call('POST', '/tenant/user/property/delete', { body })).data?.removed ?? 0, 0);
  assert.equal((await member.call('GET', '/session/user/property/count')).data.count, 1);
  assert.equal((await admin.call('POST', '/tenant/user/property/delete', { body })).data.removed, 1);
  assert.equal((await member.call('GET', '/session/user/property/count')).data.count, 0);

  const { data: group } = await admin.call('PUT', '/tenant/group', { body: { name: 'drivers' } });
  const onGroup = { property: property.id, group: group.id, tag: 'all' };
  const ofGroup = async (who = admin) =>
    (await who.call('POST', '/tenant/group/property', { body: { group: group.id } })).data;
  assert.equal((await other.call('PUT', '/tenant/group/property', { body: onGroup })).http, 404);
  assert.equal((await admin.call('PUT', '/tenant/group/property', { body: onGroup })).data.added, 1);
  assert.deepEqual(
    (await ofGroup()).map(({ name, value, tag }: Record<string, string>) => [name, value, tag]),
    [['skill', 'driver', 'all']],
  );
  assert.deepEqual((await ofGroup(other)) ?? [], []);
  assert.equal((await admin.call('POST', '/tenant/group/property/delete', { body: onGroup })).data.removed, 1);
  assert.deepEqual(await ofGroup(), []);
});

test('[API-67] [API-68] a project holds templates and has an owner', async () => {
  const template = await admin.call('PUT', '/schema/data/template', {
    body: { name: 'tree', items: [{ name: 'height', value_type: 6 }] },
  });
  const { data: project } = await admin.call('PUT', '/schema/data/project', { body: { name: 'forest' } });
  const query = { project: project.id };
  const body = { templates: [template.data.id] };
  const added = await admin.call('PUT', '/schema/data/project/template', { query, body });
  assert.deepEqual(added.data, { added: 1, unchanged: 0 });
  const listed = await admin.call('POST', '/schema/data/project/template', { query, body: {} });
  assert.deepEqual([listed.data[0].id, listed.total], [template.data.id, 1]);
  const whole = await admin.call('GET', `/schema/data/project/${project.id}`, { query: { references: true } });
  assert.deepEqual([whole.data.templates[0].id, whole.data.templates[0].name], [template.data.id, 'tree']);
  const user = at.a.people.get('data engineer')?.user;
  assert.equal((await admin.call('GET', '/schema/data/project/owner', { query })).code, 34);
  const handed = await admin.call('PATCH', '/schema/data/project/owner', { query, body: { user } });
  assert.equal(handed.http, 200, JSON.stringify(handed.error));
  assert.equal((await admin.call('GET', '/schema/data/project/owner', { query })).data.id, user);
  assert.equal((await other.call('GET', '/schema/data/project/owner', { query })).code, 34);
  assert.equal((await other.call('PUT', '/schema/data/project/template', { query, body })).http, 404);
});
