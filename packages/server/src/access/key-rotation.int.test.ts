import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { callerFor, PASSWORD, startPlatform } from '@datasarana/testkit';
import { KEY_LIFE } from './signing-keys.ts';

const HOUR = 3_600_000;

test('[SES-13] the signing key is renewed while the platform runs; tokens of the old one live to their end', async (t) => {
  const start = Date.now();
  let now = start;
  const at = await startPlatform({}, () => now);
  t.after(() => at.stop());
  const signIn = async (): Promise<string> => {
    const { appId: app_id } = at.platform.services.config;
    const body = { login_id: 'a.member', password: PASSWORD, app_id, org_id: at.a.id };
    return (await at.anonymous.call('POST', '/auth/token/user', { body })).data.jwt;
  };
  const kidOf = (jwt: string): string => JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid;
  const kept = async () => JSON.parse(await readFile(path.join(at.folder, 'config.json'), 'utf8')).signingKeys;
  const codeOf = async (jwt: string) => (await callerFor(at.url, jwt).call('GET', '/session/user')).code;

  now = start + KEY_LIFE - HOUR;
  const old = await signIn();
  assert.equal((await kept()).length, 1);
  now = start + KEY_LIFE + HOUR;
  const renewed = await callerFor(at.url, old).call('GET', '/auth/token/user', { query: { renew: true } });
  const fresh = await signIn();
  const keys = await kept();
  assert.deepEqual(
    keys.map(({ kid }: { kid: string }) => kid),
    [kidOf(old), kidOf(fresh)],
  );
  assert.equal(kidOf(renewed.data.jwt), kidOf(fresh));
  for (const token of [old, fresh, renewed.data.jwt]) assert.equal(await codeOf(token), 30);
  now += 7 * HOUR;
  assert.equal(await codeOf(fresh), 30);
  assert.equal(await codeOf(old), 14, 'its eight hours are over');
});
