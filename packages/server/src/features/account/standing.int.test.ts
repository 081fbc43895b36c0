import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Caller,
  callerFor,
  type HttpReply,
  PASSWORD,
  startPlatform,
  type TestPlatform,
} from '@datasarana/testkit';

let at: TestPlatform;
let admin: Caller;
before(async () => {
  at = await startPlatform();
  admin = await at.a.as('tenant administrator');
});
after(() => at.stop());

const signIn = (login_id: string, password = PASSWORD): Promise<HttpReply> => {
  const { appId: app_id } = at.platform.services.config;
  return at.anonymous.call('POST', '/auth/token/user', { body: { login_id, password, app_id, org_id: at.a.id } });
};
const person = (role: 'member' | 'developer' | 'data engineer') => at.a.people.get(role) ?? assert.fail();

test('[REC-35] a person who is removed, blocked or set aside acts no more, and signs in no more', async () => {
  const { user, login } = person('developer');
  const caller = callerFor(at.url, (await signIn(login)).data.jwt);
  for (const [status, told] of [
    ['Blocked', 3],
    ['Inactive', 4],
  ] as const) {
    assert.equal((await admin.call('PATCH', '/tenant/user', { body: { id: user, status } })).code, 30);
    for (const reply of [await caller.call('GET', '/session/user'), await signIn(login)])
      assert.equal(reply.error?.error.status, told);
  }
  await admin.call('PATCH', '/tenant/user', { body: { id: user, status: 'Active' } });
  assert.equal((await caller.call('GET', '/session/user')).code, 30);
  assert.equal((await admin.call('DELETE', `/tenant/user/${user}`)).code, 30);
  assert.equal((await caller.call('GET', '/session/user')).error?.error.status, 3);
  assert.deepEqual([(await signIn(login)).code, (await signIn(login)).error?.error.status], [11, 3]);
  assert.equal((await admin.call('POST', `/record/user/${user}/restore`)).code, 30);
  assert.equal((await caller.call('GET', '/session/user')).code, 30);
});

test('[REC-35] a group that is blocked or removed shares nothing with its members', async () => {
  const { user, login } = person('member');
  const group = (await admin.call('PUT', '/tenant/group', { body: { name: 'crew' } })).data.id;
  const made = await admin.call('PUT', '/schema/data/template', {
    body: { name: 'shared', items: [{ name: 'txt1', value_type: 8 }] },
  });
  await admin.call('PUT', '/tenant/group/user', { body: { groups: [group], users: [user] } });
  await admin.call('PUT', '/tenant/group/template', { body: { groups: [group], templates: [made.data.id] } });
  const member = callerFor(at.url, (await signIn(login)).data.jwt);
  const sees = async () => (await member.call('GET', `/schema/data/template/${made.data.id}`)).code;
  assert.equal(await sees(), 30);
  for (const status of ['Blocked', 'Inactive']) {
    await admin.call('PATCH', '/tenant/group', { body: { id: group, status } });
    assert.equal(await sees(), 34, status);
    assert.deepEqual((await member.call('GET', '/session/user')).data.groups, []);
  }
  await admin.call('PATCH', '/tenant/group', { body: { id: group, status: 'Active' } });
  assert.equal(await sees(), 30);
  await admin.call('DELETE', `/tenant/group/${group}`);
  assert.equal(await sees(), 34);
});

test('[API-07] [API-54] accounts are listed by key, status and order; any other key, order or field is 32', async () => {
  const listed = async (body: object) => {
    const { data } = await admin.call('POST', '/tenant/user/account', { body });
    return data.map((account: { login_id: string }) => account.login_id);
  };
  const sort = [{ field: 'login_id', order: 'desc' }];
  const all = await listed({ sort });
  assert.deepEqual(all, [...all].sort().reverse());
  assert.deepEqual(await listed({ key: 'login_id', keyword: 'ENGINEER' }), ['a.data.engineer']);
  assert.deepEqual(await listed({ key: 'type', keyword: 'engineer' }), []);
  assert.ok((await listed({ key: '*', keyword: 'local' })).length > 0);
  assert.deepEqual(await listed({ status: 'Blocked' }), []);
  for (const body of [{ key: 'password_hash' }, { sort: [{ field: 'password_hash' }] }, { colour: 'red' }])
    assert.equal((await admin.call('POST', '/tenant/user/account', { body })).code, 32, JSON.stringify(body));
});

test('[API-20] [API-07] people I can see are searched by the items that may be, and sorted', async () => {
  const member = callerFor(at.url, (await signIn(person('member').login)).data.jwt);
  const found = await member.call('POST', '/session/user', {
    body: { key: 'full_name', keyword: 'MEMBER', sort: [{ field: 'full_name' }] },
  });
  assert.deepEqual([found.total, found.data[0].id], [1, person('member').user]);
  assert.equal((await member.call('POST', '/session/user', { body: { key: 'avatar', keyword: 'x' } })).code, 32);
});

test('[REC-39] a removed account is restored with its login id, unless somebody has it now', async () => {
  const account = { user: person('data engineer').user, login_id: 'come.back', password: 'harbour-violin-31' };
  const make = () => admin.call('PUT', '/tenant/user/account', { body: account });
  const remove = (id: string) => admin.call('POST', '/tenant/user/account/delete', { body: { accounts: [id] } });
  const restore = (id: string) => admin.call('POST', `/record/user.login_account/${id}/restore`);
  const first = (await make()).data.id;
  await remove(first);
  assert.equal((await signIn('come.back', account.password)).code, 12);
  assert.equal((await restore(first)).code, 30);
  assert.equal((await signIn('come.back', account.password)).code, 10);
  await remove(first);
  const second = (await make()).data.id;
  const taken = await restore(first);
  assert.deepEqual([taken.http, taken.code], [409, 31]);
  assert.equal((await signIn('come.back', account.password)).code, 10);
  await remove(second);
  assert.equal((await restore(first)).code, 30);
  assert.doesNotMatch(JSON.stringify((await restore(first)).data), /argon2/);
});

test('[SEC-06] password calls of one address are limited, its other calls are not', async () => {
  const { throttle } = at.platform.services;
  assert.throws(() => {
    for (let call = 0; call < 601; call++) throttle.count('127.0.0.1');
  }, /Too many sign-in calls/);
  const id = person('member').account;
  const calls: readonly (readonly [string, string, object?])[] = [
    ['POST', '/tenant/user/account/password', { id, password: 'harbour-violin-31' }],
    ['PATCH', '/user/password', { id, password: 'harbour-violin-31', admin: true }],
    ['GET', '/tenant/user/account/a.member'],
  ];
  for (const [method, path, body] of calls) {
    const reply = await admin.call(method, path, body && { body });
    assert.deepEqual([reply.http, reply.code], [429, 11], path);
    assert.ok(reply.data.retry_after > 0);
  }
  const register = await at.anonymous.call('PUT', '/session/user', {
    body: {
      full_name: 'x',
      date_of_birth: 0,
      email: 'a@b.example',
      phone: '123456',
      login_id: 'x.y',
      password: 'harbour-violin-31',
    },
  });
  assert.equal(register.http, 429);
  assert.equal((await signIn('a.member')).http, 429);
  assert.equal((await admin.call('GET', '/tenant/user/count')).code, 30);
});
