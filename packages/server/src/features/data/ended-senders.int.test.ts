import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Caller,
  callerFor,
  deployTemplate,
  PASSWORD,
  sentInTwo,
  startPlatform,
  type TestPlatform,
  until,
} from '@datasarana/testkit';
import { ACCOUNT_KIND, USER_KIND } from '../../access/account.ts';
import { API_TOKEN_KIND } from '../../access/api-tokens.ts';
import { systemScope } from '../../access/system-scope.ts';

let now = Date.now();
let platform: TestPlatform;
let engineer: Caller;
let owner: Caller;
let template: string;

before(async () => {
  platform = await startPlatform({}, () => now);
  engineer = await platform.a.as('data engineer');
  owner = await platform.a.as('tenant administrator');
  template = await deployTemplate(owner, 'Ended', [{ name: 'num1', value_type: 2 }]);
});
after(() => platform.stop());

const stored = async (who = engineer): Promise<number> =>
  (await who.call('POST', '/data/user', { query: { template }, body: { size: 0 } })).data.hits.total.value;

/** Begins an import with a token, does something while its body comes in, and gives what is answered at its end. */
async function pushWhile(token: string | null, meanwhile: () => Promise<unknown>, into = template) {
  const begun = () => engineer.call('POST', '/data/batch', { body: { state: 'running', template: into } });
  const rows = { type: 'text/csv', first: 'num1\n1\n', rest: '2\n' };
  const answered = await sentInTwo(`${platform.url}/api/data/csv?template=${into}`, token, rows, async () => {
    await until(begun, ({ data }) => data.length === 1);
    await meanwhile();
  });
  const { code, error } = (await answered.json()) as { code: number; error: { message: string } | null };
  return { http: answered.status, code, message: error?.message ?? '' };
}

test('[AUT-07] [AUT-19] an import whose API token is revoked while its rows come in stores none of them', async () => {
  const { data } = await engineer.call('PUT', '/session/token', { body: { name: 'push', templates: [template] } });
  const revoke = () => engineer.call('DELETE', `/session/token/${data.id}`);
  const before = await stored();
  const { http, code, message } = await pushWhile(data.token, revoke);
  assert.deepEqual([http, code], [401, 14]);
  assert.match(message, /ended while the call ran; nothing of it is stored/);
  assert.equal(await stored(), before);
});

test('[AUT-07] [SES-16] an import whose session ends while its rows come in stores none of them', async () => {
  const who = {
    login_id: person().login,
    password: PASSWORD,
    org_id: platform.a.id,
    app_id: platform.platform.services.config.appId,
  };
  const { data } = await platform.anonymous.call('POST', '/auth/token/user', { body: who });
  const before = await stored();
  const end = () => callerFor(platform.url, data.jwt).call('DELETE', '/session/user');
  const { http, code } = await pushWhile(data.jwt, end);
  assert.deepEqual([http, code], [401, 14]);
  assert.equal(await stored(), before);
});

test('[SES-18] an import goes on with the token it began with when its session is renewed', async () => {
  const before = await stored();
  const renew = () => engineer.call('GET', '/auth/token/user', { query: { renew: true } });
  const { http } = await pushWhile(String(engineer.token), renew);
  assert.equal(http, 200);
  assert.equal(await stored(), before + 2);
});

/** Writes over what a record says. */
async function change(kind: string, id: string, more: object, status = 'Active'): Promise<void> {
  const { records, config } = platform.platform.services;
  const scope = systemScope(config.clusterId, platform.a.id);
  const doc = { ...(await records.get(scope, kind, id))?.doc, ...more };
  await records.write(scope, [{ op: 'update', kind, id, doc, status }]);
}

function person() {
  const found = platform.a.people.get('data engineer');
  assert.ok(found);
  return found;
}
const account = (more: object) => change(ACCOUNT_KIND, person().account, more);
const withRoles = (...scopes: readonly string[]) =>
  account({ roles: scopes.map((scope) => ({ scope, active: true, status: 'Active' })) });

/** What a sender may lose while rows come in, and the answer; templates out of reach are not there for them. */
const LOST: readonly (readonly [
  what: string,
  http: number,
  lose: () => Promise<unknown>,
  back: () => Promise<unknown>,
])[] = [
  ['every role', 404, () => withRoles(), () => withRoles('Data Engineer')],
  ['the role that reaches it', 404, () => withRoles('User'), () => withRoles('Data Engineer')],
  ['the account', 403, () => account({ active: false }), () => account({ active: true })],
  ['the password', 403, () => account({ must_change: true }), () => account({ must_change: false })],
  [
    'all there is of them, archived',
    403,
    () => change(USER_KIND, person().user, {}, 'Archived'),
    () => change(USER_KIND, person().user, {}),
  ],
];

for (const [what, expected, lose, back] of LOST)
  test(`[AUT-07] [ROL-21] [REC-35] an import whose sender loses ${what}, while its rows come in stores none of them`, async () => {
    const { data } = await engineer.call('PUT', '/session/token', { body: { name: 'push' } });
    for (const token of [engineer.token, data.token]) {
      const before = await stored(owner);
      const { http, message } = await pushWhile(token, lose);
      await back();
      assert.equal(http, expected, message);
      assert.match(message, /; nothing of it is stored$/);
      assert.equal(await stored(owner), before);
    }
  });

test('[AUT-19] an import whose API token is narrowed while its rows come in stores none of them', async () => {
  for (const narrower of [{ scope: ['User'] }, { scope: [] }, { templates: ['another'] }]) {
    const { data } = await engineer.call('PUT', '/session/token', { body: { name: 'push' } });
    const before = await stored();
    const { http } = await pushWhile(data.token, () => change(API_TOKEN_KIND, data.id, narrower));
    assert.ok(http === 403 || http === 404, `${JSON.stringify(narrower)} ${http}`);
    assert.equal(await stored(), before);
  }
});

test('[AUT-07] [TPL-30] an import whose sender loses the right to one of the fields stores nothing', async () => {
  const shared = await deployTemplate(owner, 'Kept', [
    { name: 'num1', value_type: 2 },
    { name: 'txt1', value_type: 8, contributor: 'Developer' },
  ]);
  await withRoles('Data Engineer', 'Developer');
  const { http, message } = await pushWhile(engineer.token, () => withRoles('Data Engineer'), shared);
  assert.equal(http, 403, message);
});

test('[AUT-07] an import goes on when its sender loses what it does not need', async () => {
  await withRoles('Data Engineer', 'Developer');
  const before = await stored();
  const { http } = await pushWhile(engineer.token, () => withRoles('Data Engineer'));
  assert.equal(http, 200);
  assert.equal(await stored(), before + 2);
});

test('[AUT-07] [SES-06] an import whose session runs out while its rows come in stores none of them', async () => {
  const before = await stored();
  const { http, code } = await pushWhile(engineer.token, async () => {
    now += 9 * 60 * 60_000;
  });
  now = Date.now();
  assert.deepEqual([http, code], [401, 14]);
  assert.equal(await stored(), before);
});
