import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, type HttpReply, ok, startPlatform, type TestPlatform } from '@datasarana/testkit';

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

type Kind = 'visual.view' | 'visual.workspace';
const NOBODY = { groups: [], tenant: false, is_public: false };

const add = async (kind: Kind, body: object, who = owner): Promise<string> =>
  ok(await who.call('PUT', `/record/${kind}`, { body: { name: 'shared', ...body } })).data.id;
const share = (kind: Kind, id: string, body: object, who = owner): Promise<HttpReply> =>
  who.call('PUT', `/record/${kind}/${id}/sharing`, { body: { ...NOBODY, ...body } });

/** A group of these people. */
async function group(...people: readonly ('member' | 'developer')[]): Promise<string> {
  const { id } = ok(await admin.call('PUT', '/tenant/group', { body: { name: 'readers' } })).data;
  const users = people.map((role) => at.a.people.get(role)?.user);
  if (users.length > 0) ok(await admin.call('PUT', '/tenant/group/user', { body: { groups: [id], users } }));
  return id;
}

/** Whether someone finds the record, by its id and in the list alike. */
async function sees(who: Caller, kind: Kind, id: string): Promise<boolean> {
  const read = await who.call('GET', `/record/${kind}/${id}`);
  const list = await who.call('POST', `/record/${kind}`, { body: { to: 1000 } });
  const listed = list.data?.some((rec: { id: string }) => rec.id === id) ?? false;
  assert.equal(read.data !== null, listed);
  return listed;
}

for (const kind of ['visual.view', 'visual.workspace'] as const) {
  test(`[VIS-18] [VIS-21] who owns a ${kind} shares it with a group of theirs, and takes it back`, async () => {
    const id = await add(kind, {});
    const shared = await group('developer', 'member');
    assert.equal(await sees(member, kind, id), false);
    const { data } = ok(await share(kind, id, { groups: [shared] }));
    assert.deepEqual([data.groups, data.tenant, data.is_public], [[{ id: shared, name: 'readers' }], false, false]);
    assert.ok(data.choices.some((choice: { id: string }) => choice.id === shared));
    assert.equal(await sees(member, kind, id), true);
    assert.equal(await sees(stranger, kind, id), false);
    assert.equal(await sees(at.anonymous, kind, id), false);
    assert.equal((await member.call('PATCH', `/record/${kind}`, { body: { id, name: 'mine' } })).http, 404);
    ok(await share(kind, id, {}));
    assert.equal(await sees(member, kind, id), false);
    assert.equal(await sees(owner, kind, id), true);
  });

  test(`[ROL-15] a ${kind} made public is seen without a session, until it is no more`, async () => {
    const id = await add(kind, {});
    ok(await share(kind, id, { is_public: true }));
    assert.equal(await sees(at.anonymous, kind, id), true);
    assert.equal(await sees(member, kind, id), true);
    ok(await share(kind, id, {}));
    assert.equal(await sees(at.anonymous, kind, id), false);
    assert.equal(await sees(member, kind, id), false);
  });

  test(`[REC-38] [VIS-18] who sees a ${kind} is not set by what was seen before somebody else took it back`, async () => {
    const id = await add(kind, {});
    const shared = await group('developer', 'member');
    ok(await share(kind, id, { groups: [shared] }));
    const was = { ...NOBODY, groups: [shared] };
    ok(await share(kind, id, { was }, admin));
    const stale = await share(kind, id, { groups: [shared], was });
    assert.deepEqual([stale.http, stale.error?.error.type], [409, 'conflict']);
    assert.deepEqual([stale.data.groups, stale.data.is_public], [[], false], 'it tells who sees it now');
    assert.equal(await sees(member, kind, id), false);
    ok(await share(kind, id, { groups: [shared], was: NOBODY }));
    assert.equal(await sees(member, kind, id), true);
  });

  test(`[ROL-21] [SEC-02] nobody else shares a ${kind}, nor with a group that is not theirs`, async () => {
    const id = await add(kind, {});
    const own = await group('developer', 'member');
    const foreign = await group('member');
    const { id: elsewhere } = ok(await stranger.call('PUT', '/tenant/group', { body: { name: 'b' } })).data;
    ok(await share(kind, id, { groups: [own] }));
    for (const who of [member, stranger]) {
      assert.equal((await share(kind, id, { is_public: true }, who)).http, 404);
      const read = await who.call('GET', `/record/${kind}/${id}/sharing`);
      assert.deepEqual([read.http, read.code, read.data], [200, 34, null]);
    }
    for (const not of [foreign, elsewhere, 'nobody'])
      assert.equal((await share(kind, id, { groups: [not] })).http, 404);
    assert.equal((await share(kind, id, { groups: [elsewhere] }, admin)).http, 404);
    assert.equal(await sees(at.anonymous, kind, id), false);
    // what an administrator shared stays when its owner shares it further
    ok(await share(kind, id, { groups: [own, foreign] }, admin));
    const { data } = ok(await share(kind, id, { groups: [foreign] }));
    assert.deepEqual(data.groups, [{ id: foreign, name: 'readers' }]);
  });
}

test('[VIS-21] a view is shared with everyone of the tenant, a workspace through groups or as public only', async () => {
  const view = await add('visual.view', {});
  assert.equal(ok(await share('visual.view', view, { tenant: true })).data.tenant, true);
  assert.equal(await sees(member, 'visual.view', view), true);
  assert.equal(await sees(stranger, 'visual.view', view), false);
  const workspace = await add('visual.workspace', {});
  assert.equal(ok(await share('visual.workspace', workspace, { tenant: true })).data.tenant, false);
  assert.equal(await sees(member, 'visual.workspace', workspace), false);
  assert.equal((await owner.call('GET', '/record/data.query/x/sharing')).code, 34);
});

test('[VIS-18] a shared workspace shows the views its owner laid on it, for as long as it is shared', async () => {
  const [mine, other] = [await add('visual.view', {}), await add('visual.view', {}, admin)];
  const views = [mine, other].map((view) => ({ configured: true, type: 'view', view, data: '{}' }));
  const workspace = await add('visual.workspace', { views });
  const shared = await group('developer', 'member');
  assert.equal(await sees(member, 'visual.view', mine), false);
  ok(await share('visual.workspace', workspace, { groups: [shared] }));
  assert.equal(await sees(member, 'visual.view', mine), true);
  assert.equal(await sees(member, 'visual.view', other), false, 'somebody else’s view is not theirs to share');
  assert.equal(await sees(at.anonymous, 'visual.view', mine), false);
  assert.equal(await sees(stranger, 'visual.view', mine), false);
  ok(await share('visual.workspace', workspace, { is_public: true }));
  assert.equal(await sees(at.anonymous, 'visual.view', mine), true);
  ok(await share('visual.workspace', workspace, {}));
  assert.equal(await sees(member, 'visual.view', mine), false);
  assert.equal(await sees(at.anonymous, 'visual.view', mine), false);
});

test('[VIS-18] [ROL-21] nobody reads a view by laying it on a workspace of their own', async () => {
  const view = await add('visual.view', {}, admin);
  const body = { name: 'trap', is_public: true, views: [{ configured: true, type: 'view', view, data: '{}' }] };
  ok(await member.call('PUT', '/record/visual.workspace', { body }));
  assert.equal(await sees(member, 'visual.view', view), false);
  assert.equal(await sees(owner, 'visual.view', view), false);
});
