import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callerFor, type HttpReply, PASSWORD, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { systemScope } from '../../access/system-scope.ts';

let at: TestPlatform;
before(async () => {
  at = await startPlatform();
});
after(() => at.stop());

const app = (): string => at.platform.services.config.appId;
const signIn = (body: Readonly<Record<string, unknown>>, token: string | null = null): Promise<HttpReply> =>
  callerFor(at.url, token).call('POST', '/auth/token/user', { body });
const whole = (login: string, more: Readonly<Record<string, unknown>> = {}) => ({
  login_id: login,
  password: PASSWORD,
  app_id: app(),
  org_id: at.a.id,
  ...more,
});

/** Puts a change on a stored record of tenant a, as an administrator's screen would. */
async function alter(kind: string, id: string, doc: object, status?: string): Promise<void> {
  const { records, config } = at.platform.services;
  const scope = systemScope(config.clusterId, at.a.id);
  const stored = await records.get(scope, kind, id);
  assert.ok(stored);
  await records.write(scope, [{ op: 'update', kind, id, doc: { ...stored.doc, ...doc }, ...(status && { status }) }]);
}

test('[AUT-01] [API-23] [SES-13] [ERR-08] sign-in answers code 10 with session id and a token of eight hours', async () => {
  const reply = await signIn(whole('a.developer'));
  assert.equal(reply.code, 10);
  assert.equal(reply.http, 200);
  const [head = '', body = ''] = String(reply.data.jwt).split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  assert.equal(JSON.parse(Buffer.from(head, 'base64url').toString()).alg, 'EdDSA');
  assert.deepEqual(Object.keys(claims).sort(), ['exp', 'iat', 'iss', 'scope', 'sid', 'sub', 'tid']);
  assert.equal(claims.exp - claims.iat, 8 * 3600);
  assert.equal(claims.sid, reply.data.session_id);
  assert.equal(claims.tid, at.a.id);
  assert.deepEqual(claims.scope, ['Developer']);
});

test('[AUT-02] /authenticate is the same call', async () => {
  const reply = await at.anonymous.call('POST', '/authenticate', { body: whole('a.developer') });
  assert.equal(reply.code, 10);
  assert.ok(reply.data.jwt);
});

test('[AUT-03] [ERR-10] a wrong password and an unknown login id answer 12 in the same words', async () => {
  const wrong = await signIn(whole('a.developer', { password: 'not-the-right-one' }));
  const unknown = await signIn(whole('nobody.at.all', { password: 'not-the-right-one' }));
  for (const reply of [wrong, unknown]) {
    assert.equal(reply.http, 401);
    assert.equal(reply.code, 12);
    assert.equal(reply.error?.message, 'Login id or password is not correct');
  }
  const { message, hint, error } = wrong.error ?? {};
  assert.deepEqual({ message, hint, error }, { ...unknown.error });
});

test('[AUT-03] the account of another tenant does not exist here', async () => {
  const reply = await signIn(whole('b.developer'));
  assert.equal(reply.code, 12);
});

for (const name of ['login_id', 'password', 'app_id', 'org_id'])
  test(`[AUT-04] [ERR-09] a sign-in without ${name} answers 11 and names it`, async () => {
    const { [name]: _left, ...body } = whole('a.developer') as Record<string, unknown>;
    const reply = await signIn(body);
    assert.equal(reply.code, 11);
    assert.equal(reply.http, 401);
    assert.match(reply.error?.message ?? '', new RegExp(name));
  });

for (const name of ['app_id', 'org_id'])
  test(`[AUT-04] an unknown ${name} answers 11`, async () => {
    const reply = await signIn(whole('a.developer', { [name]: 'unknown' }));
    assert.equal(reply.code, 11);
  });

test('[AUT-05] [REC-35] a blocked account answers 11 with status 3, an inactive one 4, and its live token stops', async () => {
  const person = at.a.people.get('data engineer');
  assert.ok(person);
  const engineer = await at.a.as('data engineer');
  for (const [recordStatus, status] of [
    ['Blocked', 3],
    ['Inactive', 4],
  ] as const) {
    await alter('user.login_account', person.account, {}, recordStatus);
    const reply = await signIn(whole(person.login));
    assert.equal(reply.code, 11);
    assert.equal(reply.error?.error.status, status);
    assert.match(reply.error?.hint ?? '', /administrator can open it/, 'login id and password are right');
    const call = await engineer.call('GET', '/session/user');
    assert.equal(call.http, 403);
    assert.equal(call.error?.error.status, status);
    assert.match(call.error?.hint ?? '', /deactivated or blocked/, 'no other role helps');
  }
  await alter('user.login_account', person.account, {}, 'Active');
  assert.equal((await engineer.call('GET', '/session/user')).code, 30);
});

test('[AUT-06] [ERR-11] signing in with a live token of the same account answers 13 and keeps the session', async () => {
  const first = await signIn(whole('a.developer'));
  const again = await signIn(whole('a.developer'), first.data.jwt);
  assert.equal(again.code, 13);
  assert.equal(again.http, 200);
  assert.equal(again.data.session_id, first.data.session_id);
  const other = await signIn(whole('a.member'), first.data.jwt);
  assert.equal(other.code, 10);
});

test('[AUT-07] [SES-16] no token, a forged one and an ended one answer 14', async () => {
  const { data } = await signIn(whole('a.developer'));
  const signed = callerFor(at.url, data.jwt);
  assert.equal((await signed.call('GET', '/session/user')).code, 30);
  assert.equal((await signed.call('DELETE', '/session/user')).code, 30);
  const [head, body, signature = ''] = data.jwt.split('.');
  const forged = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  for (const caller of [signed, at.anonymous, callerFor(at.url, forged), callerFor(at.url, 'rubbish')]) {
    const reply = await caller.call('GET', '/session/user');
    assert.equal(reply.http, 401);
    assert.equal(reply.code, 14);
  }
});

test('[API-24] [SES-18] the state of a token is 13 with its expiry, renewing answers a fresh one of the same session', async () => {
  const { data } = await signIn(whole('a.developer'));
  const signed = callerFor(at.url, data.jwt);
  const state = await signed.call('GET', '/auth/token/user');
  assert.equal(state.code, 13);
  assert.equal(state.data.session_id, data.session_id);
  assert.equal(state.data.jwt, undefined);
  const renewed = await signed.call('GET', '/auth/token/user', { query: { renew: true } });
  assert.equal(renewed.code, 13);
  assert.equal((await callerFor(at.url, renewed.data.jwt).call('GET', '/session/user')).code, 30);
  assert.equal((await at.anonymous.call('GET', '/auth/token/user')).code, 14);
});

test('[AUT-18] an account that must change its password may do that, read its user and sign out, nothing else', async () => {
  const person = at.b.people.get('member');
  assert.ok(person);
  const administrator = await at.b.as('tenant administrator');
  const reset = { id: person.account, password: 'a-new-lantern-77', admin: true };
  assert.equal((await administrator.call('PATCH', '/user/password', { body: reset })).code, 30);
  const { data } = await signIn(whole(person.login, { org_id: at.b.id, password: 'a-new-lantern-77' }));
  const signed = callerFor(at.url, data.jwt);
  assert.equal((await signed.call('GET', '/session/user')).data.must_change, true);
  const allowed = ['auth.sign-in', 'user.password', 'session.user.own', 'session.end'];
  for (const { method, path, endpoint } of at.platform.app.served) {
    if (allowed.includes(endpoint.id)) continue;
    const address = path.slice('/api'.length).replace(':kind', 'visual.view').replaceAll(/:\w+/g, 'any');
    const refused = await signed.call(method, address);
    assert.deepEqual([refused.http, refused.code, refused.error?.error.status], [403, 31, 2], `${method} ${path}`);
  }
  const body = { password: 'orchard-lantern-43', current: 'a-new-lantern-77' };
  assert.equal((await signed.call('PATCH', '/user/password', { body })).code, 30);
  assert.equal((await signed.call('GET', '/session/endpoints')).code, 30);
});

test('[SEC-08] sign-ins, refused ones and refusals are in the audit trail of their tenant', async () => {
  await signIn(whole('a.member'));
  await (await at.a.as('member')).call('GET', '/tenant/user/account/count');
  const { records, config, audit } = at.platform.services;
  await audit.close();
  const page = { keys: [], keyword: '', from: 0, to: 1000 };
  const found = await records.search(systemScope(config.clusterId, at.a.id), 'audit', page);
  const events = new Set(found.records.map(({ doc }) => `${doc.event} ${doc.endpoint}`));
  for (const event of ['sign-in auth.sign-in', 'sign-in refused auth.sign-in', 'refused account.count'])
    assert.ok(events.has(event), event);
  assert.doesNotMatch(JSON.stringify(found.records), /not-the-right-one|orchard-lantern/);
});

test('[ERR-06] who cannot sign in because the disk of the platform is full is told so', async () => {
  const { records } = at.platform.services;
  const value = () => Promise.reject(new Error('database or disk is full'));
  Object.defineProperty(records, 'write', { value, configurable: true });
  const login = at.a.people.get('member')?.login ?? '';
  const reply = await signIn(whole(login)).finally(() => Reflect.deleteProperty(records, 'write'));
  assert.deepEqual([reply.http, reply.error?.message], [507, 'The disk of the platform is full']);
  assert.match(reply.error?.hint ?? '', /make room/);
  assert.equal((await signIn(whole(login))).http, 200);
});
