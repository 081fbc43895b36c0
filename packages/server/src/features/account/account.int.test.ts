import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callerFor, PASSWORD, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { systemScope } from '../../access/system-scope.ts';

let at: TestPlatform;
before(async () => {
  at = await startPlatform();
});
after(() => at.stop());

async function freshCaller(login: string, password = PASSWORD, tenant = at.a.id) {
  const body = { login_id: login, password, app_id: at.platform.services.config.appId, org_id: tenant };
  const { data } = await at.anonymous.call('POST', '/auth/token/user', { body });
  return callerFor(at.url, data.jwt);
}

const userOf = (role: 'member' | 'developer', tenant = at.a): string => tenant.people.get(role)?.user ?? '';

test('[SES-12] the session user carries id, login_id, names, scope, groups and notify, and no secret', async () => {
  const { data } = await (await at.a.as('member')).call('GET', '/session/user');
  for (const name of ['id', 'login_id', 'full_name', 'scope', 'groups', 'notify']) assert.ok(name in data, name);
  assert.doesNotMatch(JSON.stringify(data), /password|argon2/);
});

test('[API-19] own fields change, others are refused by name, and a stale base is a conflict with the current record', async () => {
  const member = await at.a.as('member');
  const before = await member.call('GET', '/session/user');
  const changed = await member.call('PATCH', '/session/user', {
    body: { full_name: 'Ada Lovelace', ts_modified: before.data.ts_modified },
  });
  assert.equal(changed.data.full_name, 'Ada Lovelace');
  const foreign = await member.call('PATCH', '/session/user', { body: { national_id: '1' } });
  assert.equal(foreign.http, 422);
  assert.ok(foreign.error?.error.fields?.national_id);
  const long = await member.call('PATCH', '/session/user', { body: { full_name: 'x'.repeat(257) } });
  assert.equal(long.error?.error.fields?.full_name, 'full_name has 257 characters; at most 256 are kept');
  const stale = await member.call('PATCH', '/session/user', {
    body: { full_name: 'Stale', ts_modified: before.data.ts_modified - 1 },
  });
  assert.equal(stale.http, 409);
  assert.equal(stale.data.full_name, 'Ada Lovelace');
});

test('[API-17] another user is seen by an administrator, not by someone who shares no group', async () => {
  const seen = await (await at.a.as('tenant administrator')).call('GET', `/session/user/${userOf('developer')}`);
  assert.equal(seen.data.id, userOf('developer'));
  const hidden = await (await at.a.as('member')).call('GET', `/session/user/${userOf('developer')}`);
  assert.equal(hidden.code, 34);
  assert.equal(hidden.http, 200);
  assert.equal(hidden.data, null);
});

test('[API-20] [API-22] without groups one sees oneself, and the count agrees', async () => {
  const member = await at.a.as('member');
  const found = await member.call('POST', '/session/user', { body: {} });
  assert.deepEqual(
    found.data.map((user: { id: string }) => user.id),
    [userOf('member')],
  );
  assert.equal(found.total, 1);
  assert.equal((await member.call('GET', '/session/user/count')).data.count, 1);
});

test('[API-08] to before from, and more than 10000 rows, are malformed', async () => {
  const member = await at.a.as('member');
  for (const body of [
    { from: 5, to: 1 },
    { from: 0, to: 10_001 },
  ]) {
    const reply = await member.call('POST', '/session/user', { body });
    assert.equal(reply.http, 400);
    assert.equal(reply.code, 32);
  }
});

test('[AUT-08] an administrator changes another user, a member does not', async () => {
  const body = { id: userOf('developer'), full_name: 'Grace Hopper' };
  const changed = await (await at.a.as('tenant administrator')).call('PATCH', '/user', { body });
  assert.equal(changed.data.full_name, 'Grace Hopper');
  const refused = await (await at.a.as('member')).call('PATCH', '/user', { body });
  assert.equal(refused.http, 403);
  const foreign = { ...body, id: userOf('developer', at.b) };
  assert.equal((await (await at.a.as('tenant administrator')).call('PATCH', '/user', { body: foreign })).http, 404);
});

test('[REC-37] a user field of the wrong type is refused with its path', async () => {
  const body = { id: userOf('developer'), contacts: 'none' };
  const reply = await (await at.a.as('tenant administrator')).call('PATCH', '/user', { body });
  assert.equal(reply.http, 422);
  assert.ok(reply.error?.error.fields?.contacts);
});

test('[AUT-09] changing the own password needs the current one and ends the other sessions', async () => {
  const [here, there] = [
    await freshCaller('b.developer', PASSWORD, at.b.id),
    await freshCaller('b.developer', PASSWORD, at.b.id),
  ];
  const lacking = await here.call('PATCH', '/user/password', { body: { password: 'harbour-violin-31' } });
  assert.equal(lacking.code, 32);
  const wrong = { password: 'harbour-violin-31', current: 'wrong-wrong-wrong' };
  assert.equal((await here.call('PATCH', '/user/password', { body: wrong })).code, 12);
  const weak = await here.call('PATCH', '/user/password', { body: { password: 'short', current: PASSWORD } });
  assert.equal(weak.http, 422);
  assert.match(weak.error?.error.fields?.password ?? '', /at least 12/);
  const right = { password: 'harbour-violin-31', current: PASSWORD };
  assert.equal((await here.call('PATCH', '/user/password', { body: right })).code, 30);
  assert.equal((await here.call('GET', '/session/user')).code, 30);
  assert.equal((await there.call('GET', '/session/user')).code, 14);
});

test('[AUT-10] the admin marker of someone who is not an administrator is 403', async () => {
  const body = { id: at.a.people.get('developer')?.account, password: 'harbour-violin-31', admin: true };
  const reply = await (await at.a.as('member')).call('PATCH', '/user/password', { body });
  assert.equal(reply.http, 403);
  assert.equal(reply.code, 31);
  assert.equal(reply.error?.error.type, 'authorisation');
});

test('[AUT-10] an administrator of another tenant finds no such account', async () => {
  const body = { id: at.b.people.get('developer')?.account, password: 'harbour-violin-31', admin: true };
  assert.equal((await (await at.a.as('tenant administrator')).call('PATCH', '/user/password', { body })).http, 404);
});

test('[API-21] own sessions are listed, one can be ended, and all of them', async () => {
  const [first, second] = [await freshCaller('a.data.engineer'), await freshCaller('a.data.engineer')];
  const { data } = await first.call('GET', '/session/list');
  assert.equal(data.length, 2);
  const other = data.find((session: { current: boolean }) => !session.current);
  assert.ok(other.expires > Date.now());
  assert.equal((await first.call('DELETE', `/session/list/${other.id}`)).data.id, other.id);
  assert.equal((await second.call('GET', '/session/user')).code, 14);
  const stranger = await at.a.as('member');
  const mine = await first.call('GET', '/session/list');
  assert.equal((await stranger.call('DELETE', `/session/list/${mine.data[0].id}`)).http, 404);
  const third = await freshCaller('a.data.engineer');
  await first.call('DELETE', '/session/user', { query: { all: true } });
  assert.equal((await third.call('GET', '/session/user')).code, 14);
});

test('[API-87] [ROL-04] a user is told the served calls of their roles', async () => {
  const ids = async (role: 'member' | 'tenant administrator') =>
    (await (await at.a.as(role)).call('GET', '/session/endpoints')).data.map((row: { id: string }) => row.id);
  const [member, administrator] = [await ids('member'), await ids('tenant administrator')];
  assert.ok(member.includes('session.user.own'));
  assert.ok(!member.includes('account.add'));
  assert.ok(administrator.includes('account.add'));
});

test('[API-50] [API-51] [API-54] [API-53] an account is made, found, signs in, and is removed', async () => {
  const administrator = await at.a.as('tenant administrator');
  const account = { user: userOf('member'), login_id: 'Second.Login', password: 'harbour-violin-31' };
  const made = await administrator.call('PUT', '/tenant/user/account', { body: { ...account, scope: ['Developer'] } });
  assert.equal(made.code, 30);
  assert.deepEqual(made.data.scope, ['Developer']);
  assert.doesNotMatch(JSON.stringify(made.data), /argon2|password_hash|harbour/);
  const check = await administrator.call('GET', '/tenant/user/account/second.login');
  assert.deepEqual(check.data, { exists: true, id: made.data.id });
  const taken = await administrator.call('PUT', '/tenant/user/account', { body: account });
  assert.equal(taken.http, 409);
  assert.deepEqual(taken.error?.error.fields, { login_id: "The login id 'second.login' is taken" });
  const found = await administrator.call('POST', '/tenant/user/account', { body: { user: userOf('member') } });
  assert.ok(found.data.some((row: { id: string }) => row.id === made.data.id));
  assert.equal(found.total, found.data.length);
  const signed = await freshCaller('second.login', 'harbour-violin-31');
  assert.equal((await signed.call('GET', '/session/user')).data.id, userOf('member'));
  const removed = await administrator.call('POST', '/tenant/user/account/delete', {
    body: { accounts: [made.data.id] },
  });
  assert.deepEqual(removed.data, { removed: 1 });
  assert.equal((await signed.call('GET', '/session/user')).http, 401);
  const again = await administrator.call('POST', '/tenant/user/account/delete', { body: { accounts: [made.data.id] } });
  assert.deepEqual(again.data, { removed: 0 });
});

test('[API-52] [AUT-11] an administrator sets the password of an account, which must then change it', async () => {
  const administrator = await at.b.as('tenant administrator');
  const id = at.b.people.get('member')?.account;
  const body = { id, password: 'harbour-violin-31' };
  assert.equal((await administrator.call('POST', '/tenant/user/account/password', { body })).code, 30);
  const signed = await freshCaller('b.member', 'harbour-violin-31', at.b.id);
  assert.equal((await signed.call('GET', '/session/user')).data.must_change, true);
});

test('[ROL-25] nobody grants cluster administration without holding it, and no text outside the list', async () => {
  const administrator = await at.a.as('tenant administrator');
  for (const scope of ['Cluster Administrator', 'Galactic Administrator']) {
    const body = { user: userOf('member'), login_id: 'climber', password: 'harbour-violin-31', scope: [scope] };
    const reply = await administrator.call('PUT', '/tenant/user/account', { body });
    assert.equal(reply.http, 403, scope);
  }
  assert.equal((await administrator.call('GET', '/tenant/user/account/climber')).data.exists, false);
});

test('[API-86] count is refused as a login id and answers the number of accounts', async () => {
  const administrator = await at.a.as('tenant administrator');
  const body = { user: userOf('member'), login_id: 'Count', password: 'harbour-violin-31' };
  assert.equal((await administrator.call('PUT', '/tenant/user/account', { body })).http, 422);
  const { data } = await administrator.call('GET', '/tenant/user/account/count');
  assert.ok(data.count >= 5);
});

test('[API-51] a login id has nothing in it that nobody sees', async () => {
  const administrator = await at.a.as('tenant administrator');
  const account = { user: userOf('member'), password: 'harbour-violin-31' };
  const unseen = { '\u202Egnp.exe': '202E', 'a\u0000b': '0000', 'zero\u200Bwidth': '200B', 'two\nlines': '000A' };
  for (const [login_id, code] of Object.entries(unseen)) {
    const reply = await administrator.call('PUT', '/tenant/user/account', { body: { ...account, login_id } });
    assert.match(reply.error?.error.fields?.login_id ?? '', new RegExp(`U\\+${code}`));
  }
  const blank = await administrator.call('PUT', '/tenant/user/account', { body: { ...account, login_id: '  ' } });
  assert.match(blank.error?.error.fields?.login_id ?? '', /at least one letter/);
});

test('[API-15] an unknown field of a call is 400/32 and named', async () => {
  const administrator = await at.a.as('tenant administrator');
  const reply = await administrator.call('POST', '/tenant/user/account', { body: { colour: 'red' } });
  assert.equal(reply.http, 400);
  assert.equal(reply.code, 32);
  assert.match(reply.error?.message ?? '', /colour/);
});

test('[API-63] [API-64] [API-86] accounts join and leave a domain, and know their owner', async () => {
  const administrator = await at.a.as('tenant administrator');
  const made = await administrator.call('PUT', '/tenant/domain', { body: { name: 'Estate', type: 'internal' } });
  assert.equal(made.code, 30, JSON.stringify(made.error));
  const [domain, account] = [made.data.id, at.a.people.get('member')?.account];
  const body = { domain, accounts: [account] };
  const call = (path: string, method = 'POST') => administrator.call(method, `/tenant/domain/account${path}`, { body });
  assert.deepEqual((await call('', 'PUT')).data, { added: 1, unchanged: 0 });
  assert.deepEqual((await call('', 'PUT')).data, { added: 0, unchanged: 1 });
  const found = await administrator.call('POST', '/tenant/domain/account', { body: { domain } });
  assert.deepEqual([found.total, found.data[0].id], [1, account]);
  const counted = await administrator.call('GET', '/tenant/domain/account/count', { query: { domain } });
  assert.equal(counted.data.count, 1);
  const owner = await administrator.call('GET', `/tenant/domain/account/owner/${account}`);
  assert.equal(owner.data.id, userOf('member'));
  assert.deepEqual((await call('/delete')).data, { removed: 1, unchanged: 0 });
  const unknown = { domain, accounts: [at.b.people.get('member')?.account] };
  assert.equal((await administrator.call('PUT', '/tenant/domain/account', { body: unknown })).http, 404);
});

test('[ROL-17] a role bound to a domain counts only while that domain is active', async () => {
  const administrator = await at.a.as('tenant administrator');
  const { data } = await administrator.call('PUT', '/tenant/domain', {
    body: { name: 'Lab', type: 'internal', active: true },
  });
  const account = {
    user: userOf('developer'),
    login_id: 'lab.login',
    password: 'harbour-violin-31',
    roles: [{ scope: 'Data Engineer', domain: data.id }],
  };
  assert.equal((await administrator.call('PUT', '/tenant/user/account', { body: account })).code, 30);
  const signed = await freshCaller('lab.login', 'harbour-violin-31');
  assert.deepEqual((await signed.call('GET', '/session/user')).data.scope, ['Data Engineer']);
  await administrator.call('PATCH', '/tenant/domain', { body: { id: data.id, active: false } });
  assert.deepEqual((await signed.call('GET', '/session/user')).data.scope, []);
});

test('[ROL-10] a cluster administrator makes the administrator of a new tenant, and no ordinary account there', async () => {
  const cluster = await at.a.as('cluster administrator');
  const tenant = await cluster.call('PUT', '/tenant', { body: { name: 'third' } });
  assert.equal(tenant.code, 30, JSON.stringify(tenant.error));
  const query = { tenant: tenant.data.id };
  const user = await cluster.call('PUT', '/cluster/user', { query, body: { full_name: 'Third', date_of_birth: 1 } });
  assert.equal(user.code, 30, JSON.stringify(user.error));
  const account = { user: user.data.id, login_id: 'third.admin', password: 'harbour-violin-31' };
  const make = (scope: string) =>
    cluster.call('PUT', '/cluster/user/account', { query, body: { ...account, scope: [scope] } });
  assert.equal((await make('User')).http, 403);
  assert.equal((await make('Tenant Administrator')).code, 30);
  const signed = await freshCaller('third.admin', 'harbour-violin-31', tenant.data.id);
  assert.equal((await signed.call('GET', '/session/user')).data.tenant, tenant.data.id);
  assert.equal((await signed.call('GET', '/tenant/user/count')).data.count, 1);
});

test('[API-18] [REC-37] [AUT-16] [ERR-16] [ERR-17] [ERR-18] registration is open only where the tenant says so, and answers 40, 41, 42 in that order', async () => {
  const person = {
    full_name: 'New Person',
    date_of_birth: 1,
    email: 'New@Example.org',
    phone: '+62 811 1',
    login_id: 'new.person',
    password: 'harbour-violin-31',
    organisation: 'Kebun Raya',
  };
  const register = (more: object = {}) => at.anonymous.call('PUT', '/session/user', { body: { ...person, ...more } });
  assert.equal((await register()).http, 403);
  const administrator = await at.a.as('tenant administrator');
  const opening = { name: 'registration', value: 'open', type: 'setting' };
  assert.equal((await administrator.call('PUT', '/tenant/property', { body: opening })).code, 30);
  assert.match((await register({ login_id: 'count' })).error?.error.fields?.login_id ?? '', /name of a call/);
  assert.match((await register({ password: 'short' })).error?.error.fields?.password ?? '', /at least 12/);
  const bare = await at.anonymous.call('PUT', '/session/user', { body: { email: 'no address', phone: '7' } });
  assert.deepEqual([bare.http, bare.code, bare.error?.error.type], [422, 31, 'validation']);
  assert.deepEqual(bare.error?.error.fields, {
    full_name: 'full_name must not be empty',
    date_of_birth: 'date_of_birth must not be empty',
    email: 'email: "no address" is no e-mail address',
    phone: 'phone: "7" is no phone number',
  });
  for (const name of ['full_name', 'login_id', 'password'])
    assert.deepEqual(Object.keys((await register({ [name]: '  ' })).error?.error.fields ?? {}), [name]);
  const made = await register();
  assert.equal(made.code, 30, JSON.stringify(made.error));
  assert.doesNotMatch(JSON.stringify(made.data), /argon2|harbour/);
  const signed = await freshCaller('new.person', 'harbour-violin-31');
  assert.deepEqual((await signed.call('GET', '/session/user')).data.scope, ['User']);
  const codes = [
    await register(),
    await register({ phone: '+62 811 2' }),
    await register({ phone: '+62 811 2', email: 'other@example.org' }),
  ].map(({ code, http }) => [code, http]);
  assert.deepEqual(codes, [
    [40, 409],
    [41, 409],
    [42, 409],
  ]);
});

test('[API-53] the login id of a removed account can be given out again', async () => {
  const administrator = await at.a.as('tenant administrator');
  const account = { user: userOf('member'), login_id: 'used.twice', password: 'harbour-violin-31' };
  for (const round of [1, 2]) {
    const made = await administrator.call('PUT', '/tenant/user/account', { body: account });
    assert.equal(made.code, 30, `round ${round}: ${JSON.stringify(made.error)}`);
    await administrator.call('POST', '/tenant/user/account/delete', { body: { accounts: [made.data.id] } });
  }
});

test('[AUT-12] [API-50] only administrators learn whether a login id exists', async () => {
  const path = '/tenant/user/account/a.developer';
  const found = await (await at.a.as('tenant administrator')).call('GET', path);
  assert.deepEqual([found.code, found.data.exists], [30, true]);
  for (const role of ['cluster administrator', 'developer', 'data engineer', 'member'] as const) {
    const reply = await (await at.a.as(role)).call('GET', path);
    assert.deepEqual([reply.http, reply.code, reply.data], [403, 31, null], role);
  }
  assert.equal((await at.anonymous.call('GET', path)).code, 14);
  const foreign = await (await at.a.as('tenant administrator')).call('GET', '/tenant/user/account/b.developer');
  assert.deepEqual(foreign.data, { exists: false, id: null });
});

test('[ENT-45] an account shows its picture, questions and stamps; answers are hashed and never shown', async () => {
  const administrator = await at.a.as('tenant administrator');
  const body = {
    user: userOf('member'),
    login_id: 'with.questions',
    password: 'harbour-violin-31',
    avatar: 'data:,x',
    identity_records: [{ question: 'First boat?', answer: 'Perahu Biru' }],
  };
  const made = await administrator.call('PUT', '/tenant/user/account', { body });
  assert.equal(made.code, 30, JSON.stringify(made.error));
  assert.deepEqual(made.data.identity_records, [{ question: 'First boat?', answer: '••••••••' }]);
  assert.deepEqual([made.data.avatar, made.data.ts_status], ['data:,x', made.data.ts]);
  const { records, config, passwords } = at.platform.services;
  const stored = await records.get(systemScope(config.clusterId, at.a.id), 'user.login_account', made.data.id);
  const answer = String(Reflect.get(Object(Reflect.get(Object(stored?.doc.identity_records), 0)), 'answer'));
  assert.match(answer, /^\$argon2id\$/);
  assert.equal(await passwords.verify('perahu biru', answer), true, 'letter case does not matter');
});
