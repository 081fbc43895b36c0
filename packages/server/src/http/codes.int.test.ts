import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import {
  type Caller,
  deployTemplate,
  type HttpReply,
  PASSWORD,
  startPlatform,
  type TestPlatform,
  until,
} from '@datasarana/testkit';
import { statusOfCode } from './status.ts';

let at: TestPlatform;
let admin: Caller;
let member: Caller;
let template = '';
before(async () => {
  at = await startPlatform();
  admin = await at.a.as('tenant administrator');
  member = await at.a.as('member');
  template = await deployTemplate(admin, 'codes', [{ name: 'txt1', value_type: 8 }]);
});
after(() => at.stop());

const facts = ({ http, code, error }: HttpReply) => [http, code, error?.error.type];
const search = (body: object) => admin.call('POST', '/data/user', { query: { template }, body });

test('[ERR-02] 31: validation 422, conflict and refused transition 409, not authorised 403, too many 429', async () => {
  const invalid = await admin.call('PUT', '/tenant/user', { body: { full_name: 'x' } });
  assert.deepEqual(facts(invalid), [422, 31, 'validation']);
  const { data } = await admin.call('PUT', '/tenant/group', { body: { name: 'g' } });
  const conflict = await admin.call('PUT', '/tenant/group', { body: { name: 'g', id: data.id } });
  assert.deepEqual(facts(conflict), [409, 31, 'conflict']);
  const blocked = await admin.call('PATCH', '/tenant/group', { body: { id: data.id, status: 'Draft' } });
  assert.deepEqual(facts(blocked), [409, 31, 'conflict']);
  const denied = await member.call('PUT', '/tenant/group', { body: { name: 'g' } });
  assert.deepEqual(facts(denied), [403, 31, 'authorisation']);
});

test('[ERR-03] 32: a malformed request, 413 when too large, 415 of another type', async () => {
  assert.deepEqual(facts(await admin.call('POST', '/tenant/group', { body: { from: 'x' } })), [400, 32, 'malformed']);
  const type = 'text/plain';
  assert.deepEqual(facts(await admin.call('POST', '/tenant/group', { body: '{}', type })), [415, 32, 'malformed']);
  const large = { keyword: 'x'.repeat(11 * 1024 ** 2) };
  assert.deepEqual(facts(await admin.call('POST', '/tenant/group', { body: large })), [413, 32, 'malformed']);
});

test('[ERR-04] 33: what is not served is 501, a known path with another method 405', async () => {
  const unknown = await search({ query: { telepathy: {} } });
  assert.deepEqual(facts(unknown), [501, 33, 'malformed']);
  assert.match(unknown.error?.message ?? '', /telepathy/);
  assert.deepEqual(facts(await admin.call('PUT', '/tenant/user/count')), [405, 33, 'malformed']);
});

test('[ERR-05] 34: a success without a record on a read, 404 on a write target and an unknown path', async () => {
  const read = await admin.call('GET', '/tenant/group/none');
  assert.deepEqual([read.http, read.code, read.data, read.error], [200, 34, null, null]);
  const write = await admin.call('PATCH', '/tenant/group', { body: { id: 'none', name: 'x' } });
  assert.deepEqual(facts(write), [404, 34, 'not_found']);
  assert.deepEqual(facts(await admin.call('GET', '/nowhere')), [404, 34, 'not_found']);
});

test('[ERR-07] 36: something behind the server that does not answer in time is 504', async () => {
  const { services } = at.platform;
  const late = new PlatformError('The request was stopped after 5 ms', {
    code: ReplyCode.NoResponse,
    type: 'upstream',
  });
  Object.defineProperty(services.search, 'search', { value: () => Promise.reject(late), configurable: true });
  try {
    assert.deepEqual(facts(await search({})), [504, 36, 'upstream']);
  } finally {
    Reflect.deleteProperty(services.search, 'search');
  }
  assert.equal((await search({})).code, 30);
});

test('[ERR-06] a search that ends because its caller went away is noted as that, and is no unforeseen error', async () => {
  const { search: engine, log } = at.platform.services;
  const { level } = log;
  log.level = 'info';
  const child = log.child.bind(log);
  const noted: string[] = [];
  const note = (_fields: object, message?: string): void => void noted.push(message ?? '');
  log.child = ((...how: Parameters<typeof child>) =>
    Object.assign(child(...how), { error: note, info: note })) as typeof log.child;
  const line = new AbortController();
  const value: typeof engine.search = (_scope, _names, _request, limits) =>
    new Promise((_, reject) => {
      const cancelled = new DOMException('The request was cancelled', 'AbortError');
      limits?.signal?.addEventListener('abort', () => reject(cancelled));
      line.abort();
    });
  Object.defineProperty(engine, 'search', { value, configurable: true });
  try {
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
    const address = `${at.url}/api/data/user?template=${template}`;
    await fetch(address, { method: 'POST', headers, body: '{}', signal: line.signal }).catch(() => null);
    await until(
      async () => noted,
      (messages) => messages.includes('the caller went away before the answer'),
    );
    assert(!noted.includes('unforeseen error'), noted.join());
  } finally {
    log.child = child;
    log.level = level;
    Reflect.deleteProperty(engine, 'search');
  }
});

test('[ERR-08] [ERR-09] [ERR-10] [ERR-11] [ERR-12] sign-in answers 10, 11, 12 and 13, a call without it 14', async () => {
  const whole = {
    login_id: 'a.developer',
    password: PASSWORD,
    app_id: at.platform.services.config.appId,
    org_id: at.a.id,
  };
  const signIn = (more: object = {}, headers = {}) =>
    at.anonymous.call('POST', '/auth/token/user', { body: { ...whole, ...more }, headers });
  const good = await signIn();
  assert.deepEqual([good.http, good.code, good.error], [200, 10, null]);
  assert.deepEqual(facts(await signIn({ org_id: 'unknown' })), [401, 11, 'authentication']);
  assert.deepEqual(facts(await signIn({ password: 'not-the-password' })), [401, 12, 'authentication']);
  const again = await at.anonymous.call('GET', '/auth/token/user', {
    headers: { authorization: `Bearer ${good.data.jwt}` },
  });
  assert.deepEqual([again.http, again.code, again.error], [200, 13, null]);
  assert.deepEqual(facts(await at.anonymous.call('GET', '/session/user')), [401, 14, 'authentication']);
});

test('[AUT-15] too many tries are 429, and say when to come again in the header that clients look at', async () => {
  const { throttle, config } = at.platform.services;
  for (let tries = 0; tries < 100; tries++) throttle.failed(`10.0.0.${tries}`, `${at.a.id} locked.out`);
  const body = { login_id: 'locked.out', password: PASSWORD, app_id: config.appId, org_id: at.a.id };
  const response = await at.anonymous.raw('POST', '/auth/token/user', { body });
  const { code, data } = await response.json();
  assert.deepEqual([response.status, code], [429, 11]);
  assert.ok(data.retry_after > 800);
  assert.equal(response.headers.get('retry-after'), String(data.retry_after));
});

test('[ERR-13] [ERR-14] [ERR-15] [ERR-30] codes of console frames and of clients are in no reply of the server', () => {
  for (const code of [20, 21, 22, 1, -1, 50, 1000, 10_001])
    assert.throws(() => statusOfCode(code), /no server reply carries it/, String(code));
});

test('[ERR-32] [ROL-07] the authorisation status stands in error.error.status, the reply code beside it', async () => {
  const denied = await member.call('GET', '/tenant/user/count');
  assert.deepEqual([denied.code, denied.error?.error.status], [31, 1]);
  const { records, config } = at.platform.services;
  const person = at.b.people.get('member') ?? assert.fail();
  const scope = { cluster: config.clusterId, tenant: at.b.id, user: 's', roles: [], groups: [], requestId: 'r' };
  const caller = await at.b.as('member');
  const account = await records.get(scope, 'user.login_account', person.account);
  const put = (doc: object, status = 'Active') =>
    records.write(scope, [
      { op: 'update', kind: 'user.login_account', id: person.account, doc: { ...account?.doc, ...doc }, status },
    ]);
  await put({ must_change: true });
  const update = await caller.call('GET', '/session/endpoints');
  await put({}, 'Blocked');
  const blocked = await caller.call('GET', '/session/user');
  await put({}, 'Inactive');
  const disabled = await caller.call('GET', '/session/user');
  assert.deepEqual(
    [update, blocked, disabled].map(({ http, code, error }) => [http, code, error?.error.status]),
    [
      [403, 31, 2],
      [403, 31, 3],
      [403, 31, 4],
    ],
  );
  await put({});
  assert.equal((await caller.call('GET', '/session/user')).code, 30);
});

test('[API-04] [ERR-29] an error has message, type and reason, fields where there are any, and says what to do next', async () => {
  const invalid = await admin.call('PUT', '/tenant/user', { body: { contacts: [{ active: 'maybe' }] } });
  const errors = [
    invalid,
    await member.call('GET', '/tenant/user/count'),
    await admin.call('DELETE', '/tenant/group/none'),
    await admin.call('POST', '/tenant/group', { body: { from: 'x' } }),
    await admin.call('POST', '/tenant/group', { body: '{"from": ', type: 'application/json' }),
    await admin.call('PATCH', '/tenant/group', { body: { name: 'x' } }),
    await admin.call('GET', '/nowhere'),
    await at.anonymous.call('GET', '/session/user'),
    await search({ query: { telepathy: {} } }),
  ];
  for (const { error, data } of errors) {
    assert.deepEqual(Object.keys(error ?? {}).sort(), ['error', 'hint', 'message']);
    assert.ok(error && error.message.length > 5 && (error.hint ?? '').length > 10, error?.message);
    assert.equal(error.error.reason, error.message);
    assert.equal(data, null);
  }
  assert.deepEqual(Object.keys(invalid.error?.error.fields ?? {}).sort(), ['contacts.0.active', 'date_of_birth']);
});
