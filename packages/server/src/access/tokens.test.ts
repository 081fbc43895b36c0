import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { generateKeyPair, SignJWT } from 'jose';
import type { SigningKey } from '../config/config.ts';
import { createSigningKey, createTokens } from './tokens.ts';

const claims = { iss: 'c1', sub: 'u1', tid: 't1', sid: 's1', scope: ['Developer'], iat: 1000, exp: 2000 };
let old: SigningKey;
let fresh: SigningKey;

before(async () => {
  [old, fresh] = [await createSigningKey(1), await createSigningKey(2)];
});

test('[SES-13] a token carries issuer, user, tenant, session, scope and times', async () => {
  const tokens = await createTokens([fresh]);
  assert.deepEqual(await tokens.verify(await tokens.sign(claims), 1500), claims);
});

test('[SES-07] at the moment of expiry a token is live, a second later it is not', async () => {
  const tokens = await createTokens([fresh]);
  const token = await tokens.sign(claims);
  assert.ok(await tokens.verify(token, 2000));
  assert.equal(await tokens.verify(token, 2001), null);
});

test('[SES-13] the newest key signs; an older one of the ring still checks, a dropped one does not', async () => {
  const before = await (await createTokens([old])).sign(claims);
  const ring = await createTokens([old, fresh]);
  assert.ok(await ring.verify(before, 1500));
  const after = await ring.sign(claims);
  assert.equal(await (await createTokens([old])).verify(after, 1500), null);
  assert.equal(await (await createTokens([fresh])).verify(before, 1500), null);
});

test('[SES-13] another algorithm, another key, no signature and a changed claim are refused', async () => {
  const tokens = await createTokens([fresh]);
  const [header = '', payload = '', signature = ''] = (await tokens.sign(claims)).split('.');
  const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { privateKey } = await generateKeyPair('EdDSA');
  const hmac = new SignJWT({ ...claims, scope: [] }).setProtectedHeader({ alg: 'HS256', kid: fresh.kid });
  const foreign = new SignJWT({ ...claims, scope: [] }).setProtectedHeader({ alg: 'EdDSA', kid: fresh.kid });
  for (const forged of [
    `${text({ alg: 'none', kid: fresh.kid })}.${payload}.`,
    `${header}.${text({ ...claims, tid: 't2' })}.${signature}`,
    `${header}.${payload}.${'A'.repeat(signature.length)}`,
    await hmac.sign(Buffer.from(String(fresh.jwk.x), 'base64url')),
    await foreign.sign(privateKey),
    'not.a.token',
    '',
  ])
    assert.equal(await tokens.verify(forged, 1500), null, forged);
});

test('[SES-13] an empty key ring is named', async () => {
  await assert.rejects(createTokens([]), /key ring is empty/);
});
