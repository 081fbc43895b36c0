import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerFor, PASSWORD, startPlatform, type TestPlatform } from '@datasarana/testkit';

const CLIENT = '203.0.113.9';
const FORWARDED = { 'x-forwarded-for': CLIENT, 'x-forwarded-host': 'data.example.org', 'x-forwarded-proto': 'https' };

async function addressOfSignIn(at: TestPlatform, headers: Readonly<Record<string, string>>): Promise<string> {
  const body = {
    login_id: 'a.member',
    password: PASSWORD,
    app_id: at.platform.services.config.appId,
    org_id: at.a.id,
  };
  const { data } = await at.anonymous.call('POST', '/auth/token/user', { body, headers });
  const listed = await callerFor(at.url, data.jwt).call('GET', '/session/list');
  return listed.data.find((session: { current: boolean }) => session.current).address;
}

const wrongSignIn = (at: TestPlatform, client: string) =>
  at.anonymous.call('POST', '/auth/token/user', {
    body: {
      login_id: 'a.developer',
      password: 'not-it-at-all',
      app_id: at.platform.services.config.appId,
      org_id: at.a.id,
    },
    headers: { 'x-forwarded-for': client },
  });

test('[SEC-06] behind a trusted proxy the throttle and the sessions know the client, not the proxy', async (t) => {
  const at = await startPlatform({ trustProxy: ['loopback'] });
  t.after(() => at.stop());
  assert.equal(await addressOfSignIn(at, FORWARDED), CLIENT);
  for (let tries = 0; tries < 5; tries++) at.platform.services.throttle.failed(CLIENT, `${at.a.id} a.developer`);
  assert.equal((await wrongSignIn(at, CLIENT)).http, 429, 'guessing from one client is slowed down');
  assert.equal((await wrongSignIn(at, '203.0.113.10')).code, 12, 'another client is not');
  const { base_url } = await (await fetch(`${at.url}/app-config.json`, { headers: FORWARDED })).json();
  assert.equal(base_url, 'https://data.example.org');
  const own = await fetch(`${at.url}/api/schema/system?id=user`, {
    headers: { ...FORWARDED, origin: 'https://data.example.org' },
  });
  assert.equal(own.status, 200);
});

test('[SEC-06] [SEC-09] without a trusted proxy forwarded headers are a claim of anyone, and are not believed', async (t) => {
  const at = await startPlatform();
  t.after(() => at.stop());
  assert.equal(await addressOfSignIn(at, FORWARDED), '127.0.0.1');
  const { base_url } = await (await fetch(`${at.url}/app-config.json`, { headers: FORWARDED })).json();
  assert.equal(base_url, at.url);
  const headers = { ...FORWARDED, origin: 'https://data.example.org' };
  assert.equal((await fetch(`${at.url}/api/schema/system?id=user`, { headers })).status, 403);
});
