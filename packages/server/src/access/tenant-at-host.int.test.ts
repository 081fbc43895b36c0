import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId, PLATFORM_HEADER, platformName } from '@datasarana/schema';
import { startPlatform, type TestPlatform } from '@datasarana/testkit';

const tenantHosts = new Map<string, string>();
let at: TestPlatform;
before(async () => {
  at = await startPlatform({ tenantHosts, baseUrl: 'https://first.example' });
  tenantHosts.set('second.example', at.b.id);
});
after(() => at.stop());

interface Asked {
  readonly host: string;
  readonly method?: 'GET' | 'PUT';
  readonly payload?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call as it comes to a host; `fetch` names none but that of the address. */
async function ask(url: string, { host, method = 'GET', payload, headers = {} }: Asked) {
  const sent = { host, request_id: newId(), ...headers };
  const reply = await at.platform.app.inject({ method, url, headers: sent, ...(payload && { payload }) });
  return { http: reply.statusCode, ...reply.json() };
}

test('[AUT-01] [SEC-02] who comes to the host of a tenant signs in there; every other host is that of the first', async () => {
  const second = await ask('/app-config.json', { host: 'SECOND.example:8080' });
  assert.deepEqual([second.tenant_id, second.base_url], [at.b.id, 'http://SECOND.example:8080']);
  for (const host of ['first.example', 'constructor', 'xsecond.example', 'second.example.evil.example']) {
    const first = await ask('/app-config.json', { host });
    assert.deepEqual([first.tenant_id, first.base_url], [at.a.id, 'https://first.example'], host);
  }
});

test('[API-18] [SEC-02] an invite of a tenant is found, and lets a stranger in, at the host of the tenant and at no other', async () => {
  const admin = await at.b.as('tenant administrator');
  const { data: group } = await admin.call('PUT', '/tenant/group', {
    body: { name: 'crew', invites: [{ type: 'open' }] },
  });
  const invite: string = group.invites[0].id;
  const names = { full_name: 'New Here', email: 'new@example.org', phone: '+62 1', login_id: 'new.here' };
  const payload = { ...names, invite, date_of_birth: 1, password: 'harbour-violin-31' };
  const elsewhere = { host: 'first.example' };
  assert.equal((await ask(`/api/session/group/invite/${invite}`, elsewhere)).data, null);
  assert.equal((await ask('/api/session/user', { ...elsewhere, method: 'PUT', payload })).http, 404);
  const there = { host: 'second.example' };
  assert.equal((await ask(`/api/session/group/invite/${invite}`, there)).data.group.name, 'crew');
  const joined = await ask('/api/session/user', { ...there, method: 'PUT', payload });
  assert.equal(joined.code, 30, JSON.stringify(joined.error));
  assert.equal((await admin.call('GET', `/tenant/user/${joined.data.id}`)).data.full_name, 'New Here');
});

test('[ROL-15] [SEC-02] a token says whose it is at every host', async () => {
  for (const tenant of [at.a, at.b]) {
    const { token } = await tenant.as('tenant administrator');
    for (const host of ['first.example', 'second.example']) {
      const own = await ask('/api/session/user', { host, headers: { authorization: `Bearer ${token}` } });
      assert.equal(own.data.id, tenant.people.get('tenant administrator')?.user, host);
    }
  }
});

test('[SEC-02] an ingestor of a tenant with a host of its own is among its platform', async () => {
  const { appId } = at.platform.services.config;
  // given before the platform starts, as settings are
  const again = await startPlatform({ tenantHosts: new Map([['second.example', 'tenant-2']]), appId });
  try {
    for (const [tenant, status] of [
      [again.a.id, 200],
      ['tenant-2', 200],
      ['tenant-3', 421],
    ] as const) {
      const headers = { [PLATFORM_HEADER]: platformName(appId, tenant) };
      assert.equal((await again.platform.app.inject({ url: '/health/live', headers })).statusCode, status, tenant);
    }
  } finally {
    await again.stop();
  }
});
