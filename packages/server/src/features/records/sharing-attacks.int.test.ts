import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, type HttpReply, ok, startPlatform, type TestPlatform } from '@datasarana/testkit';

/** What outsiders try with views and workspaces: those of another tenant, of other groups, and who once was shared with. */
let at: TestPlatform;
let admin: Caller;
let owner: Caller;
let member: Caller;
let stranger: Caller;

before(async () => {
  at = await startPlatform();
  admin = await at.a.as('tenant administrator');
  owner = await at.a.as('developer');
  member = await at.a.as('member');
  stranger = await at.b.as('tenant administrator');
});
after(() => at.stop());

const VIEW = 'visual.view';
const WORKSPACE = 'visual.workspace';
const NOBODY = { groups: [], tenant: false, is_public: false };

const put = async (who: Caller, path: string, body: object): Promise<string> =>
  ok(await who.call('PUT', path, { body: { name: 'trap', ...body } })).data.id;
const share = (kind: string, id: string, body: object, who = owner): Promise<HttpReply> =>
  who.call('PUT', `/record/${kind}/${id}/sharing`, { body: { ...NOBODY, ...body } });
const reads = async (who: Caller, kind: string, id: string): Promise<boolean> =>
  (await who.call('GET', `/record/${kind}/${id}`)).data !== null;
const userOf = (role: 'member' | 'developer'): string => at.a.people.get(role)?.user ?? '';

async function group(role: string, ...people: readonly ('member' | 'developer')[]): Promise<string> {
  const id = await put(admin, '/tenant/group', { name: 'crew' });
  const users = people.map(userOf);
  if (users.length > 0)
    ok(await admin.call('PUT', '/tenant/group/user', { body: { groups: [id], users, ...(role && { role }) } }));
  return id;
}

async function dataset(more: object = {}): Promise<string> {
  const items = [{ name: 'txt1', value_type: 8 }];
  const template = await put(admin, '/schema/data/template', { name: 'Kept apart', items, ...more });
  ok(await admin.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: template } }));
  ok(await admin.call('POST', '/data/csv', { query: { template }, body: 'txt1\nsecret-of-a\n' }));
  return template;
}

test('[SEC-02] [VIS-21] a save shares a view with no group that is not the owner’s, of this tenant or another', async () => {
  const [own, foreign] = [await group('', 'developer'), await group('', 'member')];
  const elsewhere = await put(stranger, '/tenant/group', {});
  for (const kind of [VIEW, 'data.query'])
    for (const not of [foreign, elsewhere, 'nobody']) {
      const added = await owner.call('PUT', `/record/${kind}`, { body: { name: 'v', groups: [not] } });
      assert.deepEqual([added.http, added.code], [404, 34], `${kind} added`);
      const id = await put(owner, `/record/${kind}`, { groups: [own] });
      const changed = await owner.call('PATCH', `/record/${kind}`, { body: { id, groups: [own, not] } });
      assert.deepEqual([changed.http, changed.code], [404, 34], `${kind} changed`);
      assert.deepEqual(ok(await owner.call('GET', `/record/${kind}/${id}`)).data.groups, [own]);
    }
  // what an administrator shared stays, saved by its owner
  const id = await put(owner, `/record/${VIEW}`, {});
  ok(await share(VIEW, id, { groups: [foreign] }, admin));
  ok(await owner.call('PATCH', `/record/${VIEW}`, { body: { id, name: 'saved', groups: [foreign] } }));
  assert.equal(await reads(member, VIEW, id), true);
});

test('[VIS-18] [ROL-18] a view that is personal again is neither read nor changed by a role in a group it names', async () => {
  const crew = await group('Data Engineer', 'developer', 'member');
  const id = await put(owner, `/record/${VIEW}`, { scope: 'group', groups: [crew] });
  ok(await member.call('PATCH', `/record/${VIEW}`, { body: { id, title: 'by a role' } }));
  ok(await owner.call('PATCH', `/record/${VIEW}`, { body: { id, scope: 'personal' } }));
  assert.equal(await reads(member, VIEW, id), false);
  const reply = await member.call('PATCH', `/record/${VIEW}`, { body: { id, title: 'still here' } });
  assert.deepEqual([reply.http, reply.data], [404, null]);
  const { data } = ok(await owner.call('GET', `/record/${VIEW}/${id}/sharing`));
  assert.deepEqual(data.groups, [], 'nobody sees it, and nobody is said to');
});

test('[VIS-18] [ROL-18] who changes a shared workspace by a role shares no view of its owner by it', async () => {
  const crew = await group('Data Engineer', 'developer', 'member');
  const [hidden, shown] = [await put(owner, `/record/${VIEW}`, {}), await put(owner, `/record/${VIEW}`, {})];
  const laid = (view: string) => ({ configured: true, type: 'view', view, data: '{}' });
  const workspace = await put(owner, `/record/${WORKSPACE}`, { views: [laid(shown)] });
  ok(await share(WORKSPACE, workspace, { groups: [crew] }));
  assert.deepEqual([await reads(member, VIEW, shown), await reads(member, VIEW, hidden)], [true, false]);
  const body = { id: workspace, views: [laid(shown), laid(hidden)] };
  const reply = await member.call('PATCH', `/record/${WORKSPACE}`, { body });
  assert.deepEqual([reply.http, reply.code], [404, 34]);
  assert.match(reply.error?.message ?? '', new RegExp(hidden));
  assert.equal(await reads(member, VIEW, hidden), false);
  // views one reads may be laid and taken off again
  const own = await put(member, `/record/${VIEW}`, {});
  ok(await member.call('PATCH', `/record/${WORKSPACE}`, { body: { id: workspace, views: [laid(own), laid(shown)] } }));
  ok(await member.call('PATCH', `/record/${WORKSPACE}`, { body: { id: workspace, views: [] } }));
});

test('[VIS-21] [ROL-14] [ROL-15] a shared or public view shows nothing of a template its readers may not read', async () => {
  const template = await dataset();
  const view = await put(owner, `/record/${VIEW}`, { dataset: template });
  ok(await share(VIEW, view, { tenant: true, is_public: true }));
  for (const who of [member, at.anonymous]) {
    assert.equal(await reads(who, VIEW, view), true);
    const whole = await who.call('POST', `/record/${VIEW}`, { body: { references: true, to: 1000 } });
    assert.doesNotMatch(JSON.stringify(whole.data), /Kept apart|secret-of-a/);
    const calls = [
      who.call('POST', '/data/user', { query: { template }, body: {} }),
      who.call('POST', '/data/bulk', { query: { template }, body: {} }),
      who.call('GET', '/data/download', { query: { template, format: 'ndjson' } }),
      who.call('GET', `/schema/data/template/${template}`),
      who.call('GET', '/schema/data/template/item', { query: { id: template } }),
    ];
    for (const reply of await Promise.all(calls)) {
      assert.equal(reply.data, null, JSON.stringify(reply));
      assert.doesNotMatch(JSON.stringify(reply), /Kept apart|secret-of-a/);
    }
  }
});

test('[ROL-15] without a session nobody reads what a public view was before, nor who made it so', async () => {
  const view = await put(owner, `/record/${VIEW}`, { title: 'before it was public' });
  ok(await share(VIEW, view, { is_public: true }));
  const reply = await at.anonymous.call('GET', `/record/${VIEW}/${view}/history`);
  assert.doesNotMatch(JSON.stringify(reply), /before it was public/);
  assert.doesNotMatch(JSON.stringify(reply), new RegExp(userOf('developer')));
  assert.ok(ok(await owner.call('GET', `/record/${VIEW}/${view}/history`)).data.length > 1);
});

test('[SEC-02] the same ids in two tenants are different things: neither is seen, shared or changed through the other', async () => {
  const crew = await group('', 'developer', 'member');
  const view = await put(owner, `/record/${VIEW}`, { title: 'of a' });
  ok(await share(VIEW, view, { groups: [crew] }));
  const users = [at.b.people.get('member')?.user];
  await put(stranger, '/tenant/group', { id: crew, name: 'of b' });
  ok(await stranger.call('PUT', '/tenant/group/user', { body: { groups: [crew], users } }));
  const visitor = await at.b.as('member');
  assert.equal(await reads(visitor, VIEW, view), false);
  const body = { id: view, name: 'of b', title: 'of b', scope: 'group', groups: [crew] };
  ok(await stranger.call('PUT', `/record/${VIEW}`, { body }));
  assert.equal((await visitor.call('GET', `/record/${VIEW}/${view}`)).data.title, 'of b');
  assert.equal((await member.call('GET', `/record/${VIEW}/${view}`)).data.title, 'of a');
  ok(await stranger.call('DELETE', `/record/${VIEW}/${view}`, { query: { erase: true } }));
  ok(await stranger.call('DELETE', `/tenant/group/${crew}`));
  assert.equal((await member.call('GET', `/record/${VIEW}/${view}`)).data.title, 'of a');
  assert.equal(await reads(visitor, VIEW, view), false);
});

test('[REC-35] [VIS-18] a group that was removed shares nothing any more, and nothing can be shared with it', async () => {
  const crew = await group('Tenant Administrator', 'developer', 'member');
  const ids = [await put(owner, `/record/${VIEW}`, {}), await put(owner, `/record/${WORKSPACE}`, {})];
  const shared = [VIEW, WORKSPACE].map((kind, i) => ({ kind, id: ids[i] ?? '' }));
  for (const { kind, id } of shared) ok(await share(kind, id, { groups: [crew] }));
  ok(await admin.call('DELETE', `/tenant/group/${crew}`));
  const later = await put(owner, `/record/${VIEW}`, {});
  for (const who of [owner, admin]) assert.equal((await share(VIEW, later, { groups: [crew] }, who)).http, 404);
  for (const { kind, id } of shared) {
    assert.equal(await reads(member, kind, id), false);
    assert.equal((await member.call('PATCH', `/record/${kind}`, { body: { id, name: 'mine' } })).http, 404);
  }
  const body = { groups: [crew], users: [userOf('member')], role: 'Tenant Administrator' };
  for (const who of [member, admin]) assert.notEqual((await who.call('PUT', '/tenant/group/user', { body })).http, 200);
  for (const who of [member, admin]) assert.equal((await who.call('GET', `/tenant/group/${crew}`)).data, null);
});

test('[API-20] [API-68] who may not read the people of the tenant learns of a project’s owner the name alone', async () => {
  const template = await dataset();
  const crew = await group('', 'member');
  ok(await admin.call('PUT', '/tenant/group/template', { body: { groups: [crew], templates: [template] } }));
  const body = {
    full_name: 'Ada Owner',
    date_of_birth: 1,
    national_id: 'paper-77',
    contacts: [{ contact: '+62 811' }],
  };
  const user = await put(admin, '/tenant/user', { ...body, name: undefined });
  const project = await put(admin, '/schema/data/project', { name: 'forest' });
  const query = { project };
  ok(await admin.call('PUT', '/schema/data/project/template', { query, body: { templates: [template] } }));
  ok(await admin.call('PATCH', '/schema/data/project/owner', { query, body: { user } }));
  const { data } = ok(await member.call('GET', '/schema/data/project/owner', { query }));
  assert.equal(data.full_name, 'Ada Owner');
  assert.doesNotMatch(JSON.stringify(data), /paper-77|62 811/);
  assert.match(JSON.stringify((await owner.call('GET', '/schema/data/project/owner', { query })).data), /paper-77/);
  for (const who of [stranger, at.anonymous])
    assert.equal((await who.call('GET', '/schema/data/project/owner', { query })).data, null);
});

test('[ROL-14] [SEC-02] what a record refers to is told by name to who may read it, and to nobody else', async () => {
  const [shared, apart] = [await dataset({ name: 'Shared one' }), await dataset({ name: 'Apart from them' })];
  const crew = await group('', 'member');
  ok(await admin.call('PUT', '/tenant/group/template', { body: { groups: [crew], templates: [shared] } }));
  const project = await put(admin, '/schema/data/project', { name: 'forest' });
  const body = { templates: [shared, apart] };
  ok(await admin.call('PUT', '/schema/data/project/template', { query: { project }, body }));
  const query = { references: true };
  const namesOf = async (who: Caller): Promise<readonly string[]> =>
    ok(await who.call('GET', `/schema/data/project/${project}`, { query })).data.templates.map(
      ({ name }: { name: string }) => name,
    );
  assert.deepEqual((await namesOf(admin)).toSorted(), ['Apart from them', 'Shared one']);
  assert.deepEqual(await namesOf(member), ['Shared one']);
  const hidden = await put(owner, `/record/${WORKSPACE}`, { name: 'Their own board' });
  const laid = { data_templates: [{ id: apart }], is_public: true };
  const workspace = await put(member, `/record/${WORKSPACE}`, laid);
  const board = await put(member, '/record/visual.project', { workspaces: [{ id: hidden }] });
  for (const path of [`/record/${WORKSPACE}/${workspace}`, `/record/visual.project/${board}`])
    for (const who of [member, at.anonymous])
      assert.doesNotMatch(JSON.stringify(await who.call('GET', path, { query })), /Apart from them|Their own board/);
  assert.match(
    JSON.stringify(await admin.call('GET', `/record/${WORKSPACE}/${workspace}`, { query })),
    /Apart from them/,
  );
});
