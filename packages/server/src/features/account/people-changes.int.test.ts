import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, callerFor, PASSWORD, startPlatform, type TestPlatform } from '@datasarana/testkit';

const LATER = 'harbour-violin-31';

let at: TestPlatform;
let administrator: Caller;
before(async () => {
  at = await startPlatform();
  administrator = await at.a.as('tenant administrator');
});
after(() => at.stop());

const person = (role: 'member' | 'developer') => at.a.people.get(role) ?? assert.fail(role);
const signIn = async (login_id: string, password: string) => {
  const body = { login_id, password, app_id: at.platform.services.config.appId, org_id: at.a.id };
  return at.anonymous.call('POST', '/auth/token/user', { body });
};

test('[SES-12] the session user carries all nine fields, those that nobody filled as null', async () => {
  const { data } = await (await at.a.as('member')).call('GET', '/session/user');
  const { user: id, login: login_id } = person('member');
  const { full_name, avatar, gender, date_of_birth, scope, groups, notify } = data;
  assert.deepEqual(
    { id: data.id, login_id: data.login_id, full_name, avatar, gender, date_of_birth, scope, groups, notify },
    {
      id,
      login_id,
      full_name: 'a member',
      avatar: null,
      gender: null,
      date_of_birth: 0,
      scope: ['User'],
      groups: [],
      notify: false,
    },
  );
});

test('[REC-11] [REC-12] [API-19] [AUT-08] a date of birth is stored in epoch ms however it was written, by whoever changes it', async () => {
  const member = await at.a.as('member');
  const born = Date.UTC(2001, 1, 3);
  const changes = [
    () => member.call('PATCH', '/session/user', { body: { date_of_birth: '2001-02-03' } }),
    () => member.call('PATCH', '/user', { body: { date_of_birth: '2001-02-03T07:00:00+07:00' } }),
    () => administrator.call('PATCH', '/user', { body: { id: person('member').user, date_of_birth: '2001/02/03' } }),
  ];
  for (const change of changes) {
    const reply = await change();
    assert.equal(reply.data.date_of_birth, born, JSON.stringify(reply.error));
  }
  const { data } = await administrator.call('GET', `/tenant/user/${person('member').user}`);
  assert.equal(data.date_of_birth, born);
  const refused = await member.call('PATCH', '/session/user', { body: { date_of_birth: 'soon' } });
  assert.deepEqual([refused.http, Object.keys(refused.error?.error.fields ?? {})], [422, ['date_of_birth']]);
});

test('[AUT-09] [AUT-10] the id of a password change is that of the account, or of a person who has one', async () => {
  const { user, login } = person('developer');
  const reset = await administrator.call('PATCH', '/user/password', {
    body: { id: user, password: LATER, admin: true },
  });
  assert.deepEqual(reset.data, { id: person('developer').account }, JSON.stringify(reset.error));
  const { data } = await signIn(login, LATER);
  assert.equal(data.must_change, true);
  const developer = callerFor(at.url, data.jwt);
  const own = { id: user, password: PASSWORD, current: LATER };
  assert.equal((await developer.call('PATCH', '/user/password', { body: own })).code, 30);
  assert.equal((await signIn(login, PASSWORD)).data.must_change, false);
});

test('[AUT-10] of a person with two accounts the one is named', async () => {
  const { user } = person('developer');
  const second = { user, login_id: 'second', password: LATER, scope: ['User'] };
  assert.equal((await administrator.call('PUT', '/tenant/user/account', { body: second })).code, 30);
  const body = { id: user, password: LATER, admin: true };
  const refused = await administrator.call('PATCH', '/user/password', { body });
  assert.deepEqual([refused.http, refused.code], [422, 31]);
  assert.match(refused.error?.error.fields?.id ?? '', /2 accounts/);
});

test('[REC-35] [API-53] nobody removes or blocks who they are signed in as, by any call', async () => {
  const { id } = (await administrator.call('GET', '/session/user')).data;
  const { account } = at.a.people.get('tenant administrator') ?? assert.fail();
  const calls = [
    () => administrator.call('PATCH', `/tenant/user/${id}`, { body: { status: 'Archived' } }),
    () => administrator.call('PATCH', '/tenant/user', { body: { id, status: 'Blocked' } }),
    () => administrator.call('DELETE', `/tenant/user/${id}`),
    () => administrator.call('DELETE', `/tenant/user/${id}`, { query: { erase: 'true' } }),
    () => administrator.call('POST', '/tenant/user/delete', { body: { ids: [person('member').user, id] } }),
    () => administrator.call('POST', '/tenant/user/account/delete', { body: { accounts: [account] } }),
  ];
  const replies = [];
  for (const call of calls) replies.push(await call());
  assert.deepEqual(
    replies.map(({ http, error }) => [http, error?.message]),
    calls.map(() => [409, 'You are signed in as this person. Another administrator can remove or block you.']),
  );
  assert.equal((await administrator.call('GET', '/session/user')).http, 200);
  const other = await administrator.call('GET', `/tenant/user/${person('member').user}`);
  assert.equal(other.data.status, 'Active', 'who was named beside them stays, too');
});
