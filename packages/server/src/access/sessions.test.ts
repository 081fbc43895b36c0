import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { declareRecordKinds } from '../features/records/kinds.ts';
import { createCipher, openSqliteRecords, type RecordStore } from '../stores/records/index.ts';
import { ACCOUNT_KIND, TENANT_KIND } from './account.ts';
import { createSessions, SESSION_KIND } from './sessions.ts';
import { createSigningKey, createSigningKeys, TOKEN_LIFE } from './signing-keys.ts';
import { systemScope } from './system-scope.ts';
import { createTokens } from './tokens.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-sessions-'));
const records: RecordStore = await openSqliteRecords({
  file: path.join(folder, 'records.sqlite'),
  cipher: createCipher(Buffer.alloc(32, 3)),
});
after(async () => {
  await records.close();
  await rm(folder, { recursive: true });
});
declareRecordKinds(records);
records.declareKind(ACCOUNT_KIND, 'tenant');
records.declareKind(SESSION_KIND, 'tenant', { indexes: [{ path: 'account' }, { path: 'user' }] });
let now = 1_700_000_000_000;
const keys = createSigningKeys([await createSigningKey(now)], async () => {});
const tokens = createTokens(keys);
const sessions = createSessions(records, tokens, () => now);

/** A tenant with so many accounts, who can sign in. */
async function tenantOf(tenant: string, ...accounts: readonly string[]) {
  const scope = systemScope('c', tenant);
  const add = (kind: string, id: string, doc = {}) => ({ op: 'add', kind, id, doc, status: 'Active' }) as const;
  const made = accounts.map((id) => add(ACCOUNT_KIND, id, { login_id: id, login_key: id, user_id: `user of ${id}` }));
  await records.write(scope, [add(TENANT_KIND, tenant), ...made]);
  const start = async (id: string) => {
    const account = await records.get(scope, ACCOUNT_KIND, id);
    assert.ok(account);
    const who = { account, user: `user of ${id}`, address: '::1', agent: 'test', requestId: 'r' };
    return sessions.start({ cluster: 'c', tenant, ...who });
  };
  return { scope, start };
}

const isRefused = (token: string) => assert.rejects(sessions.resolve(token, 'r'), /not signed in/);

test('[SES-07] [SES-16] a session lives to the second of its end, and is swept away behind it', async () => {
  const { start } = await tenantOf('t1', 'ana');
  const { jwt } = await start('ana');
  now += TOKEN_LIFE * 1000;
  assert.equal(await sessions.sweep('c', 't1'), 0);
  assert.equal((await sessions.resolve(jwt, 'r')).caller.loginId, 'ana');
  now += 1000;
  await isRefused(jwt);
  assert.equal(await sessions.sweep('c', 't1'), 1);
  assert.equal(await sessions.sweep('c', 't1'), 0);
});

test('[SES-18] a renewed session lives on by its new token, as long again', async () => {
  const { start } = await tenantOf('t2', 'budi');
  const { sessionId, jwt } = await start('budi');
  now += (TOKEN_LIFE - 10) * 1000;
  const { jwt: renewed, exp } = await sessions.renew(await sessions.resolve(jwt, 'r'));
  assert.equal(exp, now / 1000 + TOKEN_LIFE);
  now += 11_000;
  await isRefused(jwt);
  assert.equal(await sessions.sweep('c', 't2'), 0);
  const { caller } = await sessions.resolve(renewed, 'r');
  assert.deepEqual([caller.session, caller.expires], [sessionId, exp]);
});

test('[SES-16] sessions are ended one by one, those of an account but one, and those of a tenant; no others with them', async () => {
  const here = await tenantOf('t3', 'citra', 'dewi');
  const there = await tenantOf('t4', 'citra');
  const [kept, other, third] = [await here.start('citra'), await here.start('citra'), await here.start('citra')];
  const dewi = await here.start('dewi');
  const foreign = await there.start('citra');
  assert.equal(await sessions.end(there.scope, [other.sessionId]), 0, 'of another tenant');
  const ended = await sessions.resolve(other.jwt, 'r');
  assert.equal(await sessions.end(here.scope, [other.sessionId]), 1);
  await isRefused(other.jwt);
  await assert.rejects(sessions.renew(ended), /not signed in/);
  assert.equal(await sessions.endOfAccount(here.scope, 'citra', kept.sessionId), 1);
  await isRefused(third.jwt);
  for (const { jwt } of [kept, dewi, foreign]) await sessions.resolve(jwt, 'r');
  const { scope } = await sessions.resolve(kept.jwt, 'r');
  assert.deepEqual(
    (await sessions.ofUser(scope)).map(({ id }) => id),
    [kept.sessionId],
  );
  assert.equal(await sessions.endOfTenant(here.scope), 2);
  await isRefused(kept.jwt);
  await isRefused(dewi.jwt);
  await sessions.resolve(foreign.jwt, 'r');
});

test('[SES-13] a token of ours with the session of somebody else lets nobody in', async () => {
  const { start } = await tenantOf('t5', 'eka');
  const { sessionId: sid } = await start('eka');
  const iat = now / 1000;
  const claims = { iss: 'c', sub: 'user of eka', tid: 't5', sid, scope: [], iat, exp: iat + 60 };
  await sessions.resolve(await tokens.sign(claims), 'r');
  for (const wrong of [{ sub: 'user of fitri' }, { tid: 't1' }, { sid: 'none' }])
    await isRefused(await tokens.sign({ ...claims, ...wrong }));
});
