import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isFailure } from '../call-failure.ts';
import type { AppConfig } from '../config.ts';
import { HeldTimers } from '../testing/held-timers.ts';
import { envelope, refusal, smallPlatform } from '../testing/small-platform.ts';
import { SessionStore } from './session.ts';
import { memoryStorage } from './storage.ts';
import { decodeToken, isExpired } from './token.ts';

const NOW = 1_700_000_000_000;
const seconds = (ms: number): number => ms / 1000;

const tokenOf = (claims: object): string => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;

const claims = (exp: number, scope: readonly string[] = ['Data Engineer'], sub = 'user1') => ({
  iss: 'cluster1',
  sub,
  tid: 'tenant-of-token',
  sid: 'session1',
  scope,
  iat: seconds(NOW),
  exp,
});

const HOURS_8 = seconds(NOW) + 8 * 3600;

const ENDPOINTS = ['template.search', 'session.user.own', 'session.endpoints'].map((id) => ({ id }));

const config = (base: string): AppConfig => ({ app_id: 'app', app_key: 'key', base_url: base, tenant_id: 'tenant1' });

async function signedIn(exp = HOURS_8) {
  let answered = tokenOf(claims(exp));
  const platform = await smallPlatform({
    'POST /api/auth/token/user': () => ({ text: envelope({ session_id: 'session1', jwt: answered }, { code: 10 }) }),
    'GET /api/auth/token/user': () => ({
      text: envelope({ session_id: 'session1', exp, jwt: answered }, { code: 13 }),
    }),
    'GET /api/session/user': () => ({ text: envelope({ id: 'user1', full_name: 'Una' }) }),
    'GET /api/session/endpoints': () => ({ text: envelope(ENDPOINTS) }),
    'DELETE /api/session/user': () => ({ text: envelope({ id: 'session1' }) }),
  });
  const timers = new HeldTimers(NOW);
  const storage = memoryStorage();
  const store = new SessionStore({ config: config(platform.base), storage, timers });
  await store.signIn('una', 'correct horse battery');
  return {
    platform,
    store,
    timers,
    storage,
    renewTo: (next: number, sub?: string) => {
      answered = tokenOf(claims(next, undefined, sub));
    },
    async [Symbol.asyncDispose]() {
      store.dispose();
      await platform[Symbol.asyncDispose]();
    },
  };
}

test('[SES-09] [SES-01] [SES-02] [SES-03] sign-in keeps session and user, cluster from the issuer, tenant from the configuration', async () => {
  await using at = await signedIn();
  assert.deepEqual(at.store.read().session, {
    id: 'session1',
    user: { id: 'user1', full_name: 'Una' },
    cluster: 'cluster1',
    tenant: 'tenant1',
  });
  assert.deepEqual(at.platform.arrived[0]?.body, {
    login_id: 'una',
    password: 'correct horse battery',
    app_id: 'app',
    org_id: 'tenant1',
  });
  assert.deepEqual(
    at.platform.arrived.map(({ method, path }) => `${method} ${path}`),
    ['POST /api/auth/token/user', 'GET /api/session/user', 'GET /api/session/endpoints'],
  );
  assert.equal(at.platform.arrived[1]?.headers.authorization, `Bearer ${tokenOf(claims(HOURS_8))}`);
});

test('[ROL-04] the client refuses what the server did not list', async () => {
  await using at = await signedIn();
  assert.equal(at.store.mayCall('template.search'), true);
  assert.equal(at.store.mayCall('account.add'), false);
  assert.equal(at.store.mayCall('auth.sign-in'), true);
  assert.equal(at.store.mayOpen('templates', 'add'), true);
  assert.equal(at.store.mayOpen('accounts'), false);
});

test('[SES-11] the last login id is kept, the password nowhere', async () => {
  await using at = await signedIn();
  assert.equal(at.store.lastLogin(), 'una');
  assert.equal(at.storage.lastLogin.read(), 'una');
  assert.equal(at.storage.token.read()?.includes('horse'), false);
});

test('[SES-07] at the moment of expiry the session is live, one millisecond later it is not', async () => {
  await using at = await signedIn();
  at.timers.pass(HOURS_8 * 1000 - NOW);
  assert.equal(at.store.isLive(), true);
  at.timers.pass(1);
  assert.equal(at.store.isLive(), false);
});

test('[SES-18] five minutes before the end the user is asked, renewing keeps the session', async () => {
  await using at = await signedIn();
  const notices: string[] = [];
  at.store.subscribe(() => notices.push(at.store.read().notice));
  at.timers.pass(8 * 3_600_000 - 300_001);
  assert.equal(at.store.read().notice, 'none');
  at.timers.pass(1);
  assert.equal(at.store.read().notice, 'soon');
  at.renewTo(HOURS_8 + 3600);
  await at.store.renew();
  assert.equal(at.store.read().notice, 'none');
  assert.equal(at.store.read().claims?.exp, HOURS_8 + 3600);
  assert.equal(at.platform.arrived.at(-1)?.path, '/api/auth/token/user?renew=true');
});

test('[SES-08] [LIM-07] the check every 300000 ms finds the end and leaves the page as it is', async () => {
  await using at = await signedIn(seconds(NOW) + 400);
  at.timers.pass(300_000);
  assert.equal(at.store.read().notice, 'soon');
  at.timers.pass(300_000);
  assert.equal(at.store.read().notice, 'expired');
  assert.equal(at.store.read().session?.user.id, 'user1');
  assert.equal(at.store.isLive(), false);
});

test('[SCR-18] a call that is refused for a role reads again what the roles are now, once for all that are refused together', async () => {
  let letGo = (): void => {};
  let held: Promise<void> | undefined;
  await using platform = await smallPlatform({
    'POST /api/auth/token/user': () => ({
      text: envelope({ session_id: 's', jwt: tokenOf({ ...claims(HOURS_8), scope: ['Data Engineer'] }) }, { code: 10 }),
    }),
    'GET /api/session/user': async () => {
      await held;
      return { text: envelope({ id: 'user1', scope: ['User'] }) };
    },
    'GET /api/session/endpoints': () => ({
      text: envelope(['session.user.own', 'session.endpoints', 'data.search'].map((id) => ({ id }))),
    }),
    'POST /api/data/user': () => ({
      http: 403,
      text: refusal(31, 'no', { type: 'authorisation', reason: 'no', status: 1 }),
    }),
  });
  const store = new SessionStore({ config: config(platform.base), timers: new HeldTimers(NOW) });
  await store.signIn('a', 'b');
  assert.deepEqual(store.read().roles, ['data engineer']);
  const signedInWith = platform.arrived.length;
  const told = new Promise<void>((resolve) =>
    store.subscribe(() => store.read().roles.includes('member') && resolve()),
  );
  const search = () => assert.rejects(store.client.call('data.search', { query: { template: 't' }, body: {} }));
  held = new Promise((resolve) => {
    letGo = resolve;
  });
  await Promise.all([search(), search(), search()]);
  letGo();
  await told;
  assert.deepEqual(store.read().roles, ['member']);
  await store.reloadUser();
  store.dispose();
  const again = platform.arrived.slice(signedInWith).filter(({ path }) => path === '/api/session/user');
  assert.equal(again.length, 2, 'once by itself, once told to');
});

test('[SES-10] sign-out ends the server session and forgets everything', async () => {
  await using at = await signedIn();
  await at.store.signOut();
  assert.equal(at.platform.arrived.at(-1)?.method, 'DELETE');
  assert.deepEqual([at.store.read().session, at.storage.token.read(), at.timers.waiting], [null, null, 0]);
  assert.deepEqual(at.store.read().roles, ['anonymous']);
  assert.equal(at.store.lastLogin(), 'una');
});

test('[SES-10] signing out reaches the other tabs, and a new tab takes up the session', async () => {
  await using at = await signedIn();
  const tabs = `test-${Math.floor(performance.now() * 1000)}`;
  const open = { config: at.store.config, timers: at.timers, tabs };
  const first = new SessionStore(open);
  const second = new SessionStore(open);
  await first.signIn('una', 'x');
  await second.resume();
  assert.equal(second.read().session?.user.id, 'user1');
  const out = new Promise<void>((resolve) => second.subscribe(() => second.read().session === null && resolve()));
  await first.signOut();
  await out;
  first.dispose();
  second.dispose();
});

/** Resolves once a store is in a state. */
const until = (store: SessionStore, holds: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!holds()) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(look);
    look();
  });

const entered = (store: SessionStore) => () => store.read().endpoints?.size === ENDPOINTS.length;

test('[SES-10] a tab that was busy when it was asked signs the new tab in once it answers', async () => {
  await using at = await signedIn();
  const tabs = `late-${Math.floor(performance.now() * 1000)}`;
  const open = { config: at.store.config, timers: at.timers, tabs };
  const late = new SessionStore(open);
  const resumed = late.resume();
  at.timers.pass(60);
  await resumed;
  assert.equal(late.read().session, null);
  const first = new SessionStore(open);
  await first.signIn('una', 'x');
  await until(late, entered(late));
  assert.equal(late.read().session?.user.id, 'user1');
  first.dispose();
  late.dispose();
});

test('[SES-10] a tab opened beside one that is loaded anew is signed in once that one is', async () => {
  await using at = await signedIn();
  const tabs = `anew-${Math.floor(performance.now() * 1000)}`;
  const open = { config: at.store.config, timers: at.timers, tabs };
  const beside = new SessionStore(open);
  const asked = beside.resume();
  at.timers.pass(60);
  await asked;
  assert.equal(beside.read().session, null);
  const anew = new SessionStore({ ...open, storage: at.storage });
  await anew.resume();
  assert.equal(anew.read().session?.user.id, 'user1');
  await until(beside, entered(beside));
  assert.equal(beside.read().session?.user.id, 'user1');
  anew.dispose();
  beside.dispose();
});

test('[SES-08] [SES-18] who signs in again in one tab, or stays signed in, does so in all; somebody else does not', async () => {
  await using at = await signedIn();
  const tabs = `again-${Math.floor(performance.now() * 1000)}`;
  const open = { config: at.store.config, timers: at.timers, tabs };
  const [first, second] = [new SessionStore(open), new SessionStore(open)];
  await first.signIn('una', 'x');
  await until(second, entered(second));
  at.renewTo(HOURS_8 + 600);
  await first.renew();
  await until(second, () => second.read().claims?.exp === HOURS_8 + 600);
  at.timers.pass(9 * 3_600_000);
  assert.equal(second.read().notice, 'expired');
  const third = new SessionStore(open);
  at.renewTo(HOURS_8 + 36_000, 'user2');
  await first.signIn('other', 'x');
  await until(third, entered(third));
  assert.equal(second.read().notice, 'expired');
  at.renewTo(HOURS_8 + 40_000);
  await first.signIn('una', 'x');
  await until(second, () => second.read().notice === 'none');
  for (const store of [first, second, third]) store.dispose();
});

test('[SES-14] [ERR-20] a reply without a token is code 1000', async () => {
  await using platform = await smallPlatform({
    'POST /api/auth/token/user': () => ({ text: envelope({ session_id: 's' }, { code: 10 }) }),
  });
  const store = new SessionStore({ config: config(platform.base) });
  await assert.rejects(store.signIn('a', 'b'), (error) => isFailure(error) && error.code === 1000);
  assert.equal(store.read().session, null);
});

test('[SES-15] [ERR-21] a token that cannot be decoded is code 10001 and no session', async () => {
  await using platform = await smallPlatform({
    'POST /api/auth/token/user': () => ({ text: envelope({ session_id: 's', jwt: 'a.%%%.c' }, { code: 10 }) }),
  });
  const store = new SessionStore({ config: config(platform.base) });
  await assert.rejects(store.signIn('a', 'b'), (error) => isFailure(error) && error.code === 10_001);
  assert.equal(store.read().session, null);
});

test('[SES-05] [SES-06] a reload without a token, or with an old one, is no session', async () => {
  await using platform = await smallPlatform({});
  const storage = memoryStorage();
  const store = new SessionStore({ config: config(platform.base), storage, timers: new HeldTimers(NOW) });
  await store.resume();
  storage.token.write(tokenOf(claims(seconds(NOW) - 1)));
  await store.resume();
  assert.equal(store.read().session, null);
  assert.equal(platform.arrived.length, 0);
  assert.equal(storage.token.read(), null);
});

test('[SES-16] a session that the server ended is forgotten on a reload', async () => {
  await using platform = await smallPlatform({
    'GET /api/session/user': () => ({
      http: 401,
      text: refusal(14, 'ended', { type: 'authentication', reason: 'ended' }),
    }),
  });
  const storage = memoryStorage();
  storage.token.write(tokenOf(claims(HOURS_8)));
  const store = new SessionStore({ config: config(platform.base), storage, timers: new HeldTimers(NOW) });
  await store.resume();
  assert.deepEqual([store.read().session, storage.token.read()], [null, null]);
});

test('[SES-16] [SCR-20] a reload while the platform is away keeps the session, and completes it when it is back', async () => {
  let away = true;
  const back = (text: string) => (away ? 'hang up' : { text });
  await using platform = await smallPlatform({
    'GET /api/session/user': () => back(envelope({ id: 'user1', full_name: 'Una' })),
    'GET /api/session/endpoints': () => back(envelope([{ id: 'session.user.own' }])),
    'GET /api/schema/system': () => back(envelope(null, { code: 34 })),
  });
  const storage = memoryStorage();
  storage.token.write(tokenOf(claims(HOURS_8)));
  const timers = new HeldTimers(NOW);
  const store = new SessionStore({ config: config(platform.base), storage, timers });
  const resumed = store.resume();
  for (const wait of [1000, 3000]) {
    await timers.waitsFor(wait);
    timers.pass(wait);
  }
  await resumed;
  assert.deepEqual([store.isLive(), store.read().session?.user], [true, { id: 'user1' }]);
  away = false;
  const complete = new Promise<void>((resolve) => store.subscribe(() => store.read().endpoints && resolve()));
  await store.client.call('schema.system', { query: { id: 'x' } });
  await complete;
  assert.equal(store.read().session?.user.full_name, 'Una');
  store.dispose();
});

test('[AUT-18] an account that must change its password is signed in but knows it', async () => {
  await using platform = await smallPlatform({
    'POST /api/auth/token/user': () => ({
      text: envelope({ session_id: 's', jwt: tokenOf(claims(HOURS_8)) }, { code: 10 }),
    }),
    'GET /api/session/user': () => ({ text: envelope({ id: 'user1' }) }),
    'GET /api/session/endpoints': () => ({
      http: 403,
      text: refusal(31, 'no', { type: 'authorisation', reason: 'no', status: 2 }),
    }),
  });
  const store = new SessionStore({ config: config(platform.base), timers: new HeldTimers(NOW) });
  await store.signIn('a', 'b');
  assert.equal(store.read().mustChange, true);
  store.dispose();
});

test('[SES-13] [SES-15] any claims survive the token, any other text is no token', () => {
  const record = fc.record({
    iss: fc.string(),
    sub: fc.string(),
    tid: fc.string(),
    sid: fc.string(),
    scope: fc.array(fc.string()),
    iat: fc.nat(),
    exp: fc.nat(),
  });
  fc.assert(fc.property(record, (value) => assert.deepEqual(decodeToken(tokenOf(value)), { ...value })));
  fc.assert(fc.property(fc.string(), (text) => decodeToken(text) === undefined));
  assert.equal(isExpired(undefined, 0), true);
});
