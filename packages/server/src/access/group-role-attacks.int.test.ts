import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@datasarana/schema';
import { type Caller, callerFor, type HttpReply, ok, startPlatform, type TestPlatform } from '@datasarana/testkit';

/** What people try with a role that counts inside one group only: more rights, for longer, over more than the group's. */
let at: TestPlatform;
let admin: Caller;
let member: Caller;
let developer: Caller;
let stranger: Caller;
let me = '';

before(async () => {
  at = await startPlatform();
  admin = await at.a.as('tenant administrator');
  member = await at.a.as('member');
  developer = await at.a.as('developer');
  stranger = await at.b.as('tenant administrator');
  me = at.a.people.get('member')?.user ?? '';
});
after(() => at.stop());

const put = async (who: Caller, path: string, body: object): Promise<string> =>
  ok(await who.call('PUT', path, { body })).data.id;
const patch = (path: string, body: object, who = member): Promise<HttpReply> => who.call('PATCH', path, { body });
const setRole = (groups: readonly string[], role: string, users: readonly string[] = [me], who = admin) =>
  who.call('PUT', '/tenant/group/user', { body: { groups, users, role } });
const leave = (group: string): Promise<HttpReply> =>
  admin.call('POST', '/tenant/group/user/delete', { body: { groups: [group], users: [me] } });

/** A group in which the member holds this role. */
async function held(role: string, more: object = {}): Promise<string> {
  const id = await put(admin, '/tenant/group', { name: 'crew', ...more });
  ok(await setRole([id], role));
  return id;
}

/** A template with a private field and a row, given to a group. */
async function given(group: string, more: object = {}): Promise<string> {
  const items = [
    { name: 'txt1', value_type: 8 },
    { name: 'pay', value_type: 8, is_private: true, contributor: 'Tenant Administrator' },
  ];
  const id = await put(admin, '/schema/data/template', { name: 'Held', items, ...more });
  ok(await admin.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id } }));
  ok(await admin.call('POST', '/data/csv', { query: { template: id }, body: 'txt1,pay\nopen,hidden-wage\n' }));
  ok(await admin.call('PUT', '/tenant/group/template', { body: { groups: [group], templates: [id] } }));
  return id;
}

const rowsOf = (template: string, who = member): Promise<HttpReply> =>
  who.call('POST', '/data/user', { query: { template }, body: {} });

test('[ROL-18] a template stays its owner’s: nobody keeps it beyond the group by a role there', async () => {
  const group = await held('Data Engineer');
  const template = await given(group);
  for (const owner of [{ id: me }, me]) {
    const reply = await patch('/schema/data/template', { id: template, owner });
    assert.deepEqual([reply.http, reply.code], [403, 31]);
  }
  const { owner } = ok(await admin.call('GET', `/schema/data/template/${template}`)).data;
  ok(await patch('/schema/data/template', { id: template, owner, description: 'sent back as it is' }));
  assert.equal(ok(await rowsOf(template)).data.hits.total.value, 1);
  ok(await leave(group));
  assert.equal((await rowsOf(template)).data, null);
  assert.notEqual((await patch('/schema/data/template', { id: template, description: 'x' })).http, 200);
});

test('[ROL-18] [TPL-30] a role in a group opens no private field, in whatever way', async () => {
  const group = await held('Tenant Administrator');
  const template = await given(group, { is_public: true });
  const { items } = ok(await admin.call('GET', `/schema/data/template/${template}`)).data;
  const [txt1, pay] = items;
  const ways: readonly (readonly [string, () => Promise<HttpReply>])[] = [
    ['opened', () => patch('/schema/data/template', { id: template, items: [txt1, { ...pay, is_private: false }] })],
    [
      'named oneself',
      () => patch('/schema/data/template', { id: template, items: [txt1, { ...pay, contributor: me }] }),
    ],
    ['taken out, to be added anew', () => patch('/schema/data/template', { id: template, items: [txt1] })],
    ['renamed', () => patch('/schema/data/template', { id: template, items: [txt1, { ...pay, name: 'pay2' }] })],
    [
      'one field',
      () =>
        member.call('PATCH', '/schema/data/template/item', {
          query: { id: template, data_id: pay.data_id },
          body: { is_private: false },
        }),
    ],
    [
      'removed',
      () => member.call('DELETE', '/schema/data/template/item', { query: { id: template, data_id: pay.data_id } }),
    ],
    [
      'at once with a deploy',
      () =>
        member.call('PATCH', '/schema/data/template', {
          query: { mode: 'deploy' },
          body: { id: template, items: [txt1, { ...pay, is_private: false }] },
        }),
    ],
  ];
  for (const [what, way] of ways) {
    const reply = await way();
    assert.deepEqual([reply.http, reply.code], [403, 31], what);
    assert.match(reply.error?.message ?? '', /pay/, what);
  }
  ok(await member.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: template } }));
  for (const who of [member, at.anonymous]) {
    const shown = JSON.stringify(ok(await rowsOf(template, who)).data);
    assert.match(shown, /"txt1":"open"/);
    assert.doesNotMatch(shown, /hidden-wage/);
  }
  const more = [...items, { name: 'txt2', value_type: 8, is_private: true }];
  ok(await patch('/schema/data/template', { id: template, items: more }));
});

test('[ROL-18] [TPL-30] a private field its owner took out is not put back open by a role in a group', async () => {
  const template = await given(await held('Data Engineer'));
  const { items } = ok(await admin.call('GET', `/schema/data/template/${template}`)).data;
  const [txt1, pay] = items;
  const deploy = (who: Caller, fields: readonly object[]) =>
    who.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: template, items: fields } });
  ok(await deploy(admin, [txt1]));
  for (const open of [{ is_private: false }, { contributor: me }]) {
    const reply = await deploy(member, [txt1, { ...pay, ...open }]);
    assert.deepEqual([reply.http, reply.code], [403, 31], JSON.stringify(open));
  }
  ok(await deploy(member, [txt1, pay]));
  assert.doesNotMatch(JSON.stringify(ok(await rowsOf(template)).data), /hidden-wage/);
  assert.match(JSON.stringify(ok(await rowsOf(template, admin)).data), /hidden-wage/);
});

test('[ROL-18] [ROL-25] who manages a group adds neither templates, workspaces nor people to it but by their calls', async () => {
  const group = await held('Tenant Administrator');
  const foreign = await given(await put(admin, '/tenant/group', { name: 'other' }));
  const workspace = await put(admin, '/record/visual.workspace', { name: 'kept apart' });
  const theirs = at.b.people.get('member')?.user ?? '';
  const body = {
    id: group,
    users: [{ id: theirs }],
    templates: [{ id: foreign }],
    workspaces: [{ id: workspace }],
    roles: ['Cluster Administrator', 'Tenant Administrator'],
    owner: { id: me },
  };
  await patch('/tenant/group', body);
  const removing = await member.call('DELETE', `/tenant/group/${group}`);
  assert.deepEqual([removing.http, removing.code], [403, 31], 'what stands as its owner or its roles gives no right');
  assert.equal((await rowsOf(foreign)).data, null);
  assert.equal((await member.call('GET', `/record/visual.workspace/${workspace}`)).data, null);
  for (const path of ['/tenant/group/template', '/tenant/group/workspace']) {
    const field = path.endsWith('template') ? { templates: [foreign] } : { workspaces: [workspace] };
    assert.equal((await member.call('PUT', path, { body: { groups: [group], ...field } })).http, 403);
  }
  // people of another tenant are not there, alone or among one's own, and nothing is done by halves
  for (const users of [[theirs], [me, theirs]])
    assert.deepEqual([(await setRole([group], 'User', users, member)).http], [404]);
  const own = ok(await admin.call('POST', '/tenant/group/user', { body: { group } })).data;
  assert.deepEqual(
    own.map(({ id }: { id: string }) => id),
    [me],
  );
  // tenant-wide rights are as before
  assert.equal((await member.call('POST', '/tenant/user', { body: {} })).http, 403);
  assert.equal((await member.call('POST', '/schema/data/template/index', { body: {} })).http >= 400, true);
  assert.deepEqual(ok(await member.call('GET', '/session/user')).data.scope, ['User']);
});

test('[ROL-18] [SEC-02] groups of others, removed ones and those of another tenant are refused as a whole', async () => {
  const mine = await held('Tenant Administrator');
  const other = await put(admin, '/tenant/group', { name: 'other' });
  const gone = await held('Tenant Administrator');
  ok(await admin.call('DELETE', `/tenant/group/${gone}`));
  const elsewhere = await put(stranger, '/tenant/group', { name: 'b' });
  const colleague = at.a.people.get('data engineer')?.user ?? '';
  for (const not of [other, gone, elsewhere, 'nobody'])
    for (const groups of [[not], [mine, not]]) {
      for (const path of ['/tenant/group/user', '/tenant/group/user/delete']) {
        const method = path.endsWith('delete') ? 'POST' : 'PUT';
        const reply = await member.call(method, path, { body: { groups, users: [colleague] } });
        assert.deepEqual([reply.http, reply.code], [404, 34], `${method} ${path} ${groups.length}`);
      }
      assert.notEqual((await patch('/tenant/group', { id: not, name: 'mine' })).http, 200);
      assert.equal((await member.call('POST', '/tenant/group/user/search', { body: { group: not } })).code, 34);
    }
  const people = ok(await admin.call('POST', '/tenant/group/user', { body: { group: mine } })).data;
  assert.deepEqual(
    people.map(({ id }: { id: string }) => id),
    [me],
    'not even the group that is theirs was changed',
  );
  assert.equal((await member.call('POST', '/tenant/group', { body: {} })).http, 403);
});

test('[ROL-18] [API-20] who manages a group reads no identity papers of whom they add to it', async () => {
  const group = await held('Tenant Administrator');
  const paper = { full_name: 'Ada', date_of_birth: 1, national_id: 'paper-77' };
  const user = await put(admin, '/tenant/user', paper);
  ok(await setRole([group], 'User', [user], member));
  const people = (who: Caller): Promise<HttpReply> =>
    who.call('POST', '/tenant/group/user/search', { body: { group, references: true, to: 100 } });
  const seen = JSON.stringify(ok(await people(member)).data);
  assert.match(seen, /Ada/);
  assert.doesNotMatch(seen, /paper-77/);
  assert.match(JSON.stringify(ok(await people(developer)).data), /paper-77/);
  assert.doesNotMatch(JSON.stringify(await member.call('GET', `/record/user/${user}/history`)), /paper-77/);
});

test('[ROL-18] [ROL-25] an invite is read by those alone who may add people, so that no reader answers it', async () => {
  const invites = [
    { type: 'open', role: 'Tenant Administrator' },
    { email: 'ada@example.org', role: 'Data Engineer' },
  ];
  const group = await held('Developer', { invites });
  ok(await patch('/tenant/group', { id: group, invites: [...invites, { type: 'later' }] }, admin));
  const ids: readonly string[] = ok(await admin.call('GET', `/tenant/group/${group}`)).data.invites.map(
    ({ id }: { id: string }) => id,
  );
  assert.equal(ids.length, 3);
  const engineer = await at.a.as('data engineer');
  for (const who of [developer, engineer]) ok(await who.call('GET', `/tenant/group/${group}`));
  for (const who of [developer, engineer, member]) {
    const replies = [
      await who.call('GET', `/tenant/group/${group}`, { query: { references: true } }),
      await who.call('POST', '/tenant/group', { body: { references: true, to: 1000 } }),
      await who.call('GET', `/record/user.group/${group}/history`),
      await who.call('GET', `/session/group/${group}`, { query: { references: true } }),
      await who.call('POST', '/session/group', { body: {} }),
      await who.call('GET', '/session/group'),
    ];
    for (const reply of replies) for (const id of ids) assert.doesNotMatch(JSON.stringify(reply), new RegExp(id));
  }
  for (const key of [undefined, 'invites.id']) {
    const search = { ...(key && { key }), keyword: ids[0] };
    assert.doesNotMatch(JSON.stringify(await developer.call('POST', '/tenant/group', { body: search })), /"crew"/);
    assert.notEqual((await developer.call('GET', '/tenant/group/count', { query: search as never })).data?.count, 1);
  }
  ok(await setRole([group], 'Tenant Administrator'));
  const shown = ok(await member.call('GET', `/tenant/group/${group}`)).data.invites;
  assert.deepEqual(
    shown.map(({ id }: { id: string }) => id),
    ids,
  );
  assert.match(JSON.stringify(ok(await admin.call('GET', `/record/user.group/${group}/history`)).data), /later/);
});

test('[ROL-18] [SEC-02] an invite of another tenant, of a removed group or answered already lets nobody in', async () => {
  const invites = [{ type: 'open', role: 'Tenant Administrator' }];
  const answer = (id: string, who: Caller, status = 'Accepted') =>
    who.call('PATCH', '/session/group/invite', { body: { id, status } });
  const idOf = async (group: string, who: Caller): Promise<string> =>
    ok(await who.call('GET', `/tenant/group/${group}`)).data.invites[0].id;
  const elsewhere = await idOf(await put(stranger, '/tenant/group', { name: 'b', invites }), stranger);
  assert.deepEqual([(await answer(elsewhere, member)).http], [404]);
  const removed = await put(admin, '/tenant/group', { name: 'gone', invites });
  const late = await idOf(removed, admin);
  ok(await admin.call('DELETE', `/tenant/group/${removed}`));
  assert.equal((await answer(late, member)).http, 404);
  const group = await put(admin, '/tenant/group', { name: 'crew', invites });
  const id = await idOf(group, admin);
  ok(await answer(id, member));
  assert.equal((await answer(id, developer)).http, 409);
  assert.equal((await answer(id, await at.b.as('member'))).http, 404);
  const callers = ok(await member.call('GET', '/session/user')).data;
  assert.deepEqual([callers.scope, callers.groups.includes(group)], [['User'], true]);
});

test('[ROL-18] [AUT-19] a token made by someone with a role in a group carries none of it, nor more than their scopes', async () => {
  const group = await held('Tenant Administrator');
  const template = await given(group);
  const scope = ['Tenant Administrator'];
  const more = await member.call('PUT', '/session/token', { body: { name: 'more', scope, expires: null } });
  assert.deepEqual([more.http, more.code], [403, 31]);
  const { token } = ok(await member.call('PUT', '/session/token', { body: { name: 't', templates: [template] } })).data;
  const bound = callerFor(at.url, token);
  const name = newId();
  const attempts = [
    bound.call('PATCH', '/schema/data/template', { body: { id: template, name } }),
    bound.call('PATCH', '/tenant/group', { body: { id: group, name } }),
    bound.call('PUT', '/tenant/group/user', { body: { groups: [group], users: [me], role: 'Tenant Administrator' } }),
    bound.call('GET', `/tenant/group/${group}`),
    bound.call('GET', '/data/changes'),
    bound.call('GET', '/schema/data/template/overview', { query: { ids: template } }),
  ];
  for (const reply of await Promise.all(attempts)) assert.deepEqual([reply.http, reply.code], [403, 31]);
});
