import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { generateKeyPair, SignJWT } from 'jose';
import type { SigningKey } from '../config/config.ts';
import { createSigningKey, createSigningKeys, KEY_LIFE, TOKEN_LIFE } from './signing-keys.ts';
import { createTokens } from './tokens.ts';

const claims = { iss: 'c1', sub: 'u1', tid: 't1', sid: 's1', scope: ['Developer'], iat: 1000, exp: 2000 };
const ringOf = (...keys: readonly SigningKey[]) => createTokens(createSigningKeys(keys, async () => {}));
let old: SigningKey;
let fresh: SigningKey;

before(async () => {
  [old, fresh] = [await createSigningKey(1), await createSigningKey(2)];
});

test('[SES-13] a token carries issuer, user, tenant, session, scope and times', async () => {
  const tokens = ringOf(fresh);
  assert.deepEqual(await tokens.verify(await tokens.sign(claims), 1500), claims);
});

test('[SES-07] at the moment of expiry a token is live, a second later it is not', async () => {
  const tokens = ringOf(fresh);
  const token = await tokens.sign(claims);
  assert.ok(await tokens.verify(token, 2000));
  assert.equal(await tokens.verify(token, 2001), null);
});

test('[SES-13] the newest key signs; an older one of the ring still checks, a dropped one does not', async () => {
  const before = await ringOf(old).sign(claims);
  const ring = ringOf(old, fresh);
  assert.ok(await ring.verify(before, 1500));
  const after = await ring.sign(claims);
  assert.equal(await ringOf(old).verify(after, 1500), null);
  assert.equal(await ringOf(fresh).verify(before, 1500), null);
});

test('[SES-13] another algorithm, another key, no signature and a changed claim are refused', async () => {
  const tokens = ringOf(fresh);
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

test('[SES-13] a token of ours that does not say whose session it is lets nobody in', async () => {
  const tokens = ringOf(fresh);
  for (const claim of ['iss', 'sub', 'tid', 'sid'])
    assert.equal(await tokens.verify(await tokens.sign({ ...claims, [claim]: '' }), 1500), null, claim);
});

test('[SES-13] a key signs for 30 days, then a fresh one, stored before it signs; the old one checks until its tokens end', async () => {
  const made = KEY_LIFE * 7;
  const [last, first] = [made + KEY_LIFE - 1000, made + KEY_LIFE];
  const stored: (readonly SigningKey[])[] = [];
  const key = await createSigningKey(made);
  const keys = createSigningKeys([key], async (ring) => {
    stored.push(ring);
  });
  const tokens = createTokens(keys);
  const signedAt = (ms: number) => tokens.sign({ ...claims, iat: ms / 1000, exp: ms / 1000 + TOKEN_LIFE });
  const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
  const before = await signedAt(last);
  assert.deepEqual([kidOf(before), stored.length], [key.kid, 0]);
  const after = await Promise.all([signedAt(first), signedAt(first)]);
  assert.deepEqual([stored.length, stored[0]?.length, stored[0]?.[0]], [1, 2, key]);
  for (const token of after) assert.equal(kidOf(token), stored[0]?.[1]?.kid);
  const end = last / 1000 + TOKEN_LIFE;
  assert.ok(await tokens.verify(before, end), 'the last token of the old key lives to its end');
  assert.equal(keys.checking(key.kid, (first / 1000 + TOKEN_LIFE + 1) * 1000), undefined);
  await signedAt(first + KEY_LIFE);
  assert.deepEqual(
    stored[1]?.map(({ created }) => created),
    [first, first + KEY_LIFE],
    'a key that checks nothing any more is dropped',
  );
});

test('[SES-13] a ring that cannot be stored signs nothing with the new key', async () => {
  const keys = createSigningKeys([old], () => Promise.reject(new Error('disk full')));
  const tokens = createTokens(keys);
  await assert.rejects(tokens.sign({ ...claims, iat: KEY_LIFE / 1000 + 1 }), /disk full/);
  assert.ok(await tokens.sign(claims), 'the old key goes on for what it may still sign');
});

test('[SES-13] an empty ring makes its first key', async () => {
  const stored: number[] = [];
  const keys = createSigningKeys([], async (ring) => {
    stored.push(ring.length);
  });
  assert.ok(await createTokens(keys).sign(claims));
  assert.deepEqual(stored, [1]);
});
