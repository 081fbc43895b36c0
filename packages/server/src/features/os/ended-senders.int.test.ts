import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { after, before, test } from 'node:test';
import {
  type Caller,
  callerFor,
  type DoorCaller,
  doorOf,
  PASSWORD,
  sentInTwo,
  startPlatform,
  type TestPlatform,
  until,
} from '@datasarana/testkit';
import { ACCOUNT_KIND } from '../../access/account.ts';
import { API_TOKEN_KIND } from '../../access/api-tokens.ts';
import { systemScope } from '../../access/system-scope.ts';

let at: TestPlatform;
let engineer: Caller;
let door: DoorCaller;

before(async () => {
  at = await startPlatform();
  engineer = await at.a.as('data engineer');
  door = await doorOf(at.url, await at.a.as('tenant administrator'));
});
after(() => at.stop());

/** More than the door stores at once. */
const FIRST = Array.from(
  { length: 16_000 },
  (_, n) => `{"index":{}}\n{"txt1":"${String(n).padEnd(1000, '.')}"}\n`,
).join('');
const REST = '{"index":{}}\n{"txt1":"late"}\n';

const count = async (index: string): Promise<number> => (await door('GET', `/${index}/_count`)).json.count ?? 0;

/** Sends a bulk, and does something as soon as some of it is stored. */
async function bulkWhile(index: string, token: string | null, meanwhile: () => Promise<unknown>) {
  const lines = { type: 'application/x-ndjson', first: FIRST, rest: REST };
  let before = 0;
  const answered = await sentInTwo(`${at.url}/os/${index}/_bulk`, token, lines, async () => {
    before = await until(
      () => count(index),
      (stored) => stored > 0,
    );
    await meanwhile();
  });
  // biome-ignore lint/suspicious/noExplicitAny: as a client of OpenSearch reads it
  const json = (await answered.json()) as any;
  return { status: answered.status, headers: answered.headers, json, before, stored: await count(index) };
}

async function change(kind: string, id: string, more: object): Promise<void> {
  const { records, config } = at.platform.services;
  const scope = systemScope(config.clusterId, at.a.id);
  const doc = { ...(await records.get(scope, kind, id))?.doc, ...more };
  await records.write(scope, [{ op: 'update', kind, id, doc }]);
}

const madeToken = async (): Promise<{ readonly id: string; readonly token: string }> =>
  (await engineer.call('PUT', '/session/token', { body: { name: 'push' } })).data;

test('[AUT-07] [AUT-19] a bulk whose API token is revoked keeps what was stored, and the rest is a security_exception', async () => {
  const { id, token } = await madeToken();
  const revoke = () => engineer.call('DELETE', `/session/token/${id}`);
  const { status, headers, json, before, stored } = await bulkWhile('revoked', token, revoke);
  assert.deepEqual([status, json.status, json.error.type], [401, 401, 'security_exception']);
  assert.equal(json.error.root_cause[0].type, 'security_exception');
  assert.equal(headers.get('www-authenticate'), 'Basic realm="Datasarana"');
  assert.ok(before > 0 && before < 16_001, `${before}`);
  assert.equal(stored, before);
  assert.match(json.error.reason, new RegExp(`ended while the call ran; its first ${before} actions are done$`));
});

test('[AUT-07] [SES-16] a bulk whose session ends stores no more', async () => {
  const who = { login_id: at.a.people.get('data engineer')?.login, password: PASSWORD };
  const where = { org_id: at.a.id, app_id: at.platform.services.config.appId };
  const { data } = await at.anonymous.call('POST', '/auth/token/user', { body: { ...who, ...where } });
  const end = () => callerFor(at.url, data.jwt).call('DELETE', '/session/user');
  const { status, json, before, stored } = await bulkWhile('signed-out', data.jwt, end);
  assert.deepEqual([status, json.error.type, stored], [401, 'security_exception', before]);
});

const role = (scope: string) => ({ scope, active: true, status: 'Active' });
const account = (more: object) => change(ACCOUNT_KIND, at.a.people.get('data engineer')?.account ?? '', more);

/** What is lost while a bulk runs. */
const LOST: readonly (readonly [index: string, lose: (token: string) => Promise<void>])[] = [
  ['role', () => account({ roles: [role('User')] })],
  ['account', () => account({ active: false })],
  ['password', () => account({ must_change: true })],
  ['scope-of-the-token', (id) => change(API_TOKEN_KIND, id, { scope: ['User'] })],
  ['reach-of-the-token', (id) => change(API_TOKEN_KIND, id, { templates: ['one'] })],
];

for (const [what, lose] of LOST)
  test(`[AUT-07] [ROL-21] a bulk whose sender loses the ${what} stores no more`, async () => {
    const { id, token } = await madeToken();
    const { status, json, before, stored } = await bulkWhile(what, token, () => lose(id));
    await account({ active: true, must_change: false, roles: [role('Data Engineer')] });
    assert.deepEqual([status, json.error.type, stored], [403, 'security_exception', before]);
  });

test('[AUT-07] a bulk goes on when its sender loses what it does not need', async () => {
  await account({ roles: [role('Data Engineer'), role('Developer')] });
  const { token } = await madeToken();
  const narrower = () => account({ roles: [role('Data Engineer')] });
  const { status, json, stored } = await bulkWhile('goes-on', token, narrower);
  assert.deepEqual([status, json.errors, stored], [200, false, 16_001]);
});

const SLOW: readonly (readonly [path: string, first: string, rest: string])[] = [
  ['/slow/_bulk', '{"index":{}}\n{"txt1":', '"late"}\n'],
  ['/slow/_doc', '{"txt1":', '"late"}'],
  ['/_msearch', '{"index":"slow"}\n', '{}\n'],
];

for (const [path, first, rest] of SLOW)
  test(`[AUT-07] [AUT-19] ${path} is refused when its API token is revoked before its body is here`, async () => {
    await door('PUT', '/slow');
    const { id, token } = await madeToken();
    const answered = await sentInTwo(
      `${at.url}/os${path}`,
      token,
      { type: 'application/json', first, rest },
      async () => {
        await engineer.call('DELETE', `/session/token/${id}`);
      },
    );
    assert.equal(answered.status, 401, await answered.text());
    assert.equal(await count('slow'), 0);
  });

const headOf = (path: string, token: string, type: string, length: string): string =>
  [
    `POST /os${path} HTTP/1.1`,
    'host: a',
    `authorization: Bearer ${token}`,
    `content-type: ${type}`,
    `content-length: ${length}`,
    '\r\n',
  ].join('\r\n');

const connected = () => connect((at.platform.app.server.address() as AddressInfo).port, '127.0.0.1');

test('[API-31] a length that says nothing in two digits is that of no body', async () => {
  const { token } = await madeToken();
  const socket = connected();
  socket.write(headOf('/_search', token, 'application/json', '00'));
  const [line] = await Array.fromAsync(socket.setEncoding('utf8').take(1));
  assert.match(String(line), /^HTTP\/1.1 200 /);
  socket.destroy();
});

test('[AUT-07] a client that listens only when its bulk is sent hears the refusal, too', async () => {
  const { token } = await madeToken();
  const body = Buffer.from(`{"nothing":{}}\n{}\n${FIRST}${FIRST}`);
  const head = headOf('/late/_bulk', token, 'application/x-ndjson', String(body.length));
  const socket = connected();
  socket.pause();
  await new Promise((resolve) => socket.write(Buffer.concat([Buffer.from(head), body]), resolve));
  const [line] = await Array.fromAsync(socket.setEncoding('utf8').take(1));
  assert.match(String(line), /^HTTP\/1.1 400 /);
  socket.destroy();
});
