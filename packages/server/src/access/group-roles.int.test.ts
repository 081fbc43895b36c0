import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@datasarana/schema';
import { type Caller, callerFor, type HttpReply, ok, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { systemScope } from './system-scope.ts';

/** What a group holds: a template, a view and a workspace that an administrator shared with it. */
interface Group {
  readonly id: string;
  readonly template: string;
  readonly view: string;
  readonly workspace: string;
}

let at: TestPlatform;
let admin: Caller;
let member: Caller;
let me = '';
let colleague = '';
let mine: Group;
let other: Group;
let elsewhere: Group;

before(async () => {
  at = await startPlatform();
  admin = await at.a.as('tenant administrator');
  member = await at.a.as('member');
  me = at.a.people.get('member')?.user ?? '';
  colleague = at.a.people.get('developer')?.user ?? '';
  mine = await groupOf(admin);
  other = await groupOf(admin);
  elsewhere = await groupOf(await at.b.as('tenant administrator'));
  for (const { id } of [mine, other]) await setRole(id, 'User');
});
after(() => at.stop());

const put = async (who: Caller, path: string, body: object): Promise<string> =>
  ok(await who.call('PUT', path, { body })).data.id;

async function groupOf(who: Caller): Promise<Group> {
  const id = await put(who, '/tenant/group', { name: 'crew' });
  const items = [{ name: 'txt1', value_type: 8 }];
  const template = await put(who, '/schema/data/template', { name: 'Held', items });
  const view = await put(who, '/record/visual.view', { name: 'held', scope: 'group', groups: [id] });
  const workspace = await put(who, '/record/visual.workspace', { name: 'held' });
  ok(await who.call('PUT', '/tenant/group/template', { body: { groups: [id], templates: [template] } }));
  ok(await who.call('PUT', '/tenant/group/workspace', { body: { groups: [id], workspaces: [workspace] } }));
  return { id, template, view, workspace };
}

const setRole = (group: string, role: string, who = admin, user = me): Promise<HttpReply> =>
  who.call('PUT', '/tenant/group/user', { body: { groups: [group], users: [user], role } });

/** As an invite may have left it: any text at all. */
async function holds(role: string): Promise<void> {
  const { records, config } = at.platform.services;
  const link = { op: 'link', label: 'group.user', from: mine.id, to: me, props: { role } } as const;
  await records.write(systemScope(config.clusterId, at.a.id), [link]);
}

type Attempt = (group: Group) => Promise<HttpReply>;
const patch =
  (path: string, body: (group: Group) => object): Attempt =>
  (group) =>
    member.call('PATCH', path, { body: body(group) });

const ENGINEERS = ['Data Engineer', 'Tenant Administrator', 'Administrator'];
const ADMINISTRATORS = ['Tenant Administrator', 'Administrator'];
const READERS = ['Developer', ...ENGINEERS];
const ROLES = ['', 'User', 'Pirate', 'Cluster Administrator', ...READERS];

/** What is done, and the roles in the group that give the right to. */
const MATRIX: readonly (readonly [what: string, roles: readonly string[], attempt: Attempt])[] = [
  ['changes a view', ENGINEERS, patch('/record/visual.view', ({ view }) => ({ id: view, title: newId() }))],
  [
    'changes a workspace',
    ENGINEERS,
    patch('/record/visual.workspace', ({ workspace }) => ({ id: workspace, type: newId() })),
  ],
  [
    'saves a template',
    ENGINEERS,
    patch('/schema/data/template', ({ template }) => ({ id: template, description: newId() })),
  ],
  [
    'deploys a template',
    ENGINEERS,
    ({ template }) =>
      member.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: template } }),
  ],
  [
    'adds a field',
    ENGINEERS,
    ({ template }) =>
      member.call('PUT', '/schema/data/template/item', {
        query: { id: template },
        body: { name: `f${newId().toLowerCase()}`, value_type: 8 },
      }),
  ],
  ['reads the group', READERS, ({ id }) => member.call('GET', `/tenant/group/${id}`)],
  ['lists its people', READERS, ({ id }) => member.call('POST', '/tenant/group/user/search', { body: { group: id } })],
  ['changes the group', ADMINISTRATORS, patch('/tenant/group', ({ id }) => ({ id, description: newId() }))],
  ['adds a person', ADMINISTRATORS, ({ id }) => setRole(id, 'User', member, colleague)],
  [
    'removes a person',
    ADMINISTRATORS,
    ({ id }) => member.call('POST', '/tenant/group/user/delete', { body: { groups: [id], users: [colleague] } }),
  ],
  ['deletes a view', [], ({ view }) => member.call('DELETE', `/record/visual.view/${view}`)],
  [
    'shares a view',
    [],
    ({ view }) =>
      member.call('PUT', `/record/visual.view/${view}/sharing`, {
        body: { groups: [], tenant: false, is_public: true },
      }),
  ],
  ['deletes a template', [], ({ template }) => member.call('DELETE', `/schema/data/template/${template}`)],
  ['removes the group', [], ({ id }) => member.call('DELETE', `/tenant/group/${id}`)],
  [
    'shares a template',
    [],
    ({ id, template }) =>
      member.call('PUT', '/tenant/group/template', { body: { groups: [id], templates: [template] } }),
  ],
];

/** Done, refused, or as if it were not there. */
const went = ({ http, code, data }: HttpReply): boolean => http === 200 && code === 30 && data !== null;

for (const [what, roles, attempt] of MATRIX)
  test(`[ROL-18] who ${what}: ${roles.join(', ') || 'nobody by a role in the group'}; never in another group or tenant`, async () => {
    const surprises: string[] = [];
    for (const role of ROLES) {
      await holds(role);
      const own = await attempt(mine);
      if (went(own) !== roles.includes(role))
        surprises.push(`${role || 'none'}: ${own.http}/${own.code} ${own.error?.message}`);
      for (const foreign of [other, elsewhere]) {
        const reply = await attempt(foreign);
        if (went(reply) || reply.http >= 500)
          surprises.push(`${role || 'none'} beyond the group: ${reply.http}/${reply.code}`);
      }
    }
    assert.deepEqual(surprises, []);
  });

test('[ROL-18] what a role in the group changes stays its owner’s, and is seen by no more people than before', async () => {
  ok(await setRole(mine.id, 'Data Engineer'));
  const before = ok(await admin.call('GET', `/record/visual.view/${mine.view}`)).data;
  const taken = { id: mine.view, name: 'renamed', owner: { id: me }, is_public: true, scope: 'public', groups: [] };
  ok(await member.call('PATCH', '/record/visual.view', { body: taken }));
  const now = ok(await admin.call('GET', `/record/visual.view/${mine.view}`)).data;
  assert.equal(now.name, 'renamed');
  for (const field of ['owner', 'is_public', 'scope', 'groups']) assert.deepEqual(now[field], before[field], field);
  const template = await member.call('PATCH', '/schema/data/template', {
    body: { id: mine.template, is_public: true },
  });
  assert.deepEqual([template.http, template.code], [403, 31]);
});

test('[ROL-18] the role ends with the membership, with the group, and does not reach API tokens', async () => {
  ok(await setRole(mine.id, 'Data Engineer'));
  const change = patch('/record/visual.view', ({ view }) => ({ id: view, title: newId() }));
  assert.ok(went(await change(mine)));
  const body = { name: 'machine', scope: ['User'], expires: null };
  const { token } = ok(await member.call('PUT', '/session/token', { body })).data;
  const title = { id: mine.view, title: newId() };
  const byToken = await callerFor(at.url, token).call('PATCH', '/record/visual.view', { body: title });
  assert.equal(byToken.http, 404);
  // being added again without a role changes nothing
  ok(await admin.call('PUT', '/tenant/group/user', { body: { groups: [mine.id], users: [me] } }));
  assert.ok(went(await change(mine)));
  ok(await admin.call('PATCH', '/tenant/group', { body: { id: mine.id, status: 'Inactive' } }));
  assert.ok(!went(await change(mine)));
  ok(await admin.call('PATCH', '/tenant/group', { body: { id: mine.id, status: 'Active' } }));
  ok(await admin.call('POST', '/tenant/group/user/delete', { body: { groups: [mine.id], users: [me] } }));
  assert.ok(!went(await change(mine)));
  ok(await setRole(mine.id, 'User'));
});

test('[ROL-25] a role in a group is one of the list, and granted by who may grant it', async () => {
  const unknown = await setRole(mine.id, 'Pirate');
  assert.deepEqual([unknown.http, unknown.error?.error.type], [422, 'validation']);
  assert.equal((await setRole(mine.id, 'Cluster Administrator')).http, 403);
  ok(await setRole(mine.id, 'Tenant Administrator'));
  ok(await setRole(mine.id, 'Data Engineer', member, colleague));
  assert.equal((await setRole(mine.id, 'Cluster Administrator', member, colleague)).http, 403);
  const stranger = await at.b.as('tenant administrator');
  assert.equal((await setRole(mine.id, 'User', stranger)).http, 404);
  const callable = ok(await member.call('GET', '/session/endpoints')).data as { id: string; reach: string }[];
  assert.equal(callable.find(({ id }) => id === 'template.save')?.reach, 'managed');
  ok(await setRole(mine.id, 'User'));
  const fewer = ok(await member.call('GET', '/session/endpoints')).data as { id: string }[];
  assert.equal(
    fewer.some(({ id }) => id === 'template.save'),
    false,
  );
});

test('[ROL-18] [SES-12] one’s own roles in groups, and those of a group’s people, are told to who may read them', async () => {
  ok(await setRole(mine.id, 'Data Engineer'));
  const { role_in_group } = ok(await member.call('GET', '/session/user')).data;
  assert.deepEqual(role_in_group, { [mine.id]: 'data engineer', [other.id]: 'member' });
  const people = async (who: Caller, group: string) =>
    (await who.call('POST', '/tenant/group/user/search', { body: { group, to: 100 } })) as HttpReply;
  const roleOf = ({ data }: HttpReply, id: string) =>
    (data as { id: string; role_in_group: string | null }[]).find((one) => one.id === id)?.role_in_group;
  assert.equal(roleOf(ok(await people(admin, mine.id)), me), 'Data Engineer');
  assert.equal(roleOf(ok(await people(member, mine.id)), me), 'Data Engineer');
  ok(await setRole(mine.id, '', admin, colleague));
  assert.equal(roleOf(ok(await people(admin, mine.id)), colleague), null);
  const none = await people(member, other.id);
  assert.deepEqual([none.http, none.code, none.data], [200, 34, null]);
  const groups = ok(await admin.call('GET', `/tenant/user/group/${me}`));
  assert.deepEqual([roleOf(groups, mine.id), roleOf(groups, other.id)], ['Data Engineer', 'User']);
  const sought = ok(await admin.call('POST', '/tenant/user/group', { body: { user: me, keyword: 'crew' } }));
  assert.equal(roleOf(sought, mine.id), 'Data Engineer');
  const stranger = await at.b.as('tenant administrator');
  assert.deepEqual((await people(stranger, mine.id)).data ?? [], []);
  ok(await setRole(mine.id, 'User'));
});

test('[API-20] people one shares a group with are narrowed to one of these groups, never to another', async () => {
  const peers = async (who: Caller, group: string) =>
    (ok(await who.call('POST', '/session/user', { body: { group } })).data as { id: string }[]).map(({ id }) => id);
  ok(await setRole(other.id, '', admin, colleague));
  assert.deepEqual((await peers(member, other.id)).toSorted(), [me, colleague].toSorted());
  const foreign = await put(admin, '/tenant/group', { name: 'not theirs' });
  ok(await setRole(foreign, '', admin, colleague));
  assert.deepEqual(await peers(member, foreign), []);
  assert.deepEqual(await peers(await at.b.as('member'), other.id), []);
});

test('[API-07] [ROL-18] views and workspaces are narrowed to those of a group, within what the caller may read', async () => {
  const of = async (who: Caller, kind: 'view' | 'workspace', group: string) => {
    const found = ok(await who.call('POST', `/record/visual.${kind}/search`, { body: { group } })).data;
    return (found as { id: string }[]).map(({ id }) => id);
  };
  const foreign = await groupOf(admin);
  for (const kind of ['view', 'workspace'] as const) {
    assert.deepEqual(await of(member, kind, mine.id), [mine[kind]]);
    assert.deepEqual(await of(admin, kind, foreign.id), [foreign[kind]]);
    assert.deepEqual(await of(member, kind, elsewhere.id), []);
    assert.deepEqual(await of(await at.b.as('tenant administrator'), kind, mine.id), []);
    assert.deepEqual(await of(member, kind, foreign.id), []);
  }
});
