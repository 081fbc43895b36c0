import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS, schemaOfKind } from '@datasarana/schema';
import { addressOfError, createApplication } from './application.ts';
import { ConfigurationMissing } from './config.ts';
import { HeldTimers } from './testing/held-timers.ts';
import { envelope, refusal, smallPlatform } from './testing/small-platform.ts';

const NOW = 1_700_000_000_000;
const claims = { iss: 'cluster1', sub: 'user1', sid: 's1', scope: ['User'], exp: NOW / 1000 + 3600 };
const jwt = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

const platformWith = (tenant: { http?: number; text: string }) =>
  smallPlatform({
    'POST /api/auth/token/user': () => ({ text: envelope({ session_id: 's1', jwt }, { code: 10 }) }),
    'GET /api/session/user': () => ({ text: envelope({ id: 'user1' }) }),
    'GET /api/session/endpoints': () => ({ text: envelope(ENDPOINTS.map(({ id }) => ({ id }))) }),
    'GET /api/cluster/admin/cluster1': () => ({ text: envelope({ id: 'cluster1', name: 'C' }) }),
    'GET /api/tenant/tenant1': () => tenant,
    'GET /api/schema/system': ({ path }) => ({
      text: envelope(schemaOfKind(new URL(path, 'http://x').searchParams.get('id') ?? '')),
    }),
  });

const config = (base: string, more: object = {}) => ({
  app_id: 'a',
  app_key: 'k',
  base_url: base,
  tenant_id: 'tenant1',
  ...more,
});

test('[APP-11] without its values nothing starts and every missing one is named', async () => {
  await using platform = await smallPlatform({});
  await assert.rejects(createApplication({ config: { base_url: platform.base, app_id: '' } }), (error) => {
    assert.ok(error instanceof ConfigurationMissing);
    assert.deepEqual(error.missing, ['app_id', 'app_key', 'tenant_id']);
    return true;
  });
  assert.equal(platform.arrived.length, 0);
});

test('[APP-12] [APP-13] [APP-15] the order of start-up, with messaging only when it has an address', async () => {
  await using platform = await smallPlatform({});
  const seen: string[] = [];
  const messaging = (url: string) => ({
    start: () => void seen.push(`start ${url}`),
    close: () => void seen.push('close'),
  });
  const onEvent = (event: string) => seen.push(event);
  const application = await createApplication({
    config: config(platform.base, { messaging_url: 'ws://bus' }),
    messaging,
    onEvent,
  });
  assert.deepEqual(seen, ['schema initialised', 'ready', 'system.init', 'start ws://bus']);
  await application.dispose();
  assert.equal(seen.at(-1), 'close');
  seen.length = 0;
  const silent = await createApplication({ config: config(platform.base), messaging, onEvent });
  await silent.dispose();
  assert.deepEqual(seen, ['schema initialised', 'ready', 'system.init']);
});

test('[APP-13] [MSG-08] messaging that cannot start is logged and the application works', async (t) => {
  t.mock.method(console, 'error', () => {});
  await using platform = await smallPlatform({});
  const messaging = () => ({ start: () => Promise.reject(new Error('no bus')), close: () => assert.fail() });
  const application = await createApplication({
    config: config(platform.base, { messaging_url: 'ws://bus' }),
    messaging,
  });
  await application.dispose();
});

test('[APP-16] [SCH-16] cluster, tenant and the other schemas load when a session begins', async () => {
  await using platform = await platformWith({ text: envelope({ id: 'tenant1', name: 'T' }) });
  const application = await createApplication({ config: config(platform.base), timers: new HeldTimers(NOW) });
  const loaded = new Promise<void>((resolve) =>
    application.subscribe(() => application.context().cluster && application.context().tenant && resolve()),
  );
  const complete = new Promise<void>((resolve) => application.schemas.onComplete(resolve));
  await application.session.signIn('a', 'b');
  await Promise.all([loaded, complete]);
  assert.deepEqual(application.context(), {
    cluster: { id: 'cluster1', name: 'C' },
    tenant: { id: 'tenant1', name: 'T' },
  });
  assert.equal(application.schemas.size, 31);
  await application.dispose();
});

test('[APP-17] a context that fails to load is told as code, colon, message', async () => {
  const text = refusal(31, 'outer', { type: 'authorisation', reason: 'not yours' });
  await using platform = await platformWith({ http: 403, text });
  const said = Promise.withResolvers<string>();
  const application = await createApplication({
    config: config(platform.base),
    timers: new HeldTimers(NOW),
    notify: said.resolve,
  });
  await application.session.signIn('a', 'b');
  assert.equal(await said.promise, '31: not yours');
  await application.dispose();
});

test('[APP-14] an error of start-up is logged, and an address in it is where to go', (t) => {
  const said = t.mock.method(console, 'error', () => {});
  assert.equal(addressOfError({ url: '/elsewhere' }), '/elsewhere');
  assert.equal(addressOfError(new Error('x')), undefined);
  assert.equal(said.mock.callCount(), 2);
});
