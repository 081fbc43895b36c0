import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose';
import type { SigningKey } from '../config/config.ts';

/** The one algorithm tokens are signed with and accepted by (SES-13). */
const ALGORITHM = 'EdDSA';
/** Life of a token in seconds (SES-13). */
export const TOKEN_LIFE = 8 * 3600;

/** What a token says (SES-13); `exp` and `iat` in epoch seconds. */
export interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly tid: string;
  readonly sid: string;
  readonly scope: readonly string[];
  readonly iat: number;
  readonly exp: number;
}

export interface Tokens {
  sign(claims: Claims): Promise<string>;
  /** Null for anything that is not a token of ours that is still live; at the moment of `exp` it still is (SES-07). */
  verify(token: string, nowSeconds: number): Promise<Claims | null>;
}

export async function createSigningKey(now: number): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
  return { kid: randomUUID(), created: now, jwk: await exportJWK(privateKey) };
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function claimsOf(payload: Readonly<Record<string, unknown>>): Claims | null {
  const [iss, sub, tid, sid] = [payload.iss, payload.sub, payload.tid, payload.sid].map(text);
  const { scope, iat, exp } = payload;
  if (!iss || !sub || !tid || !sid || typeof iat !== 'number' || typeof exp !== 'number') return null;
  return { iss, sub, tid, sid, scope: Array.isArray(scope) ? scope.map(String) : [], iat, exp };
}

/** `keys` oldest first: the newest signs, all of them check. */
export async function createTokens(keys: readonly SigningKey[]): Promise<Tokens> {
  const newest = keys.at(-1);
  if (newest === undefined) throw new Error('The key ring is empty: config.json needs at least one signing key');
  const signing = await importJWK(newest.jwk, ALGORITHM);
  const checking = new Map<string, Awaited<ReturnType<typeof importJWK>>>();
  for (const { kid, jwk } of keys) {
    const { d: _private, ...publicJwk } = jwk;
    checking.set(kid, await importJWK(publicJwk, ALGORITHM));
  }
  return {
    sign: (claims) =>
      new SignJWT({ ...claims, scope: [...claims.scope] })
        .setProtectedHeader({ alg: ALGORITHM, kid: newest.kid, typ: 'JWT' })
        .sign(signing),
    async verify(token, nowSeconds) {
      const keyOf = ({ kid }: { kid?: string }) => {
        const key = kid === undefined ? undefined : checking.get(kid);
        if (key === undefined) throw new Error('unknown key');
        return key;
      };
      // Expiry is compared below: jose refuses a token at the very moment of `exp`, SES-07 does not.
      const options = { algorithms: [ALGORITHM], currentDate: new Date(0), clockTolerance: '100 years' };
      const verified = await jwtVerify(token, keyOf, options).catch(() => null);
      const claims = verified === null ? null : claimsOf({ ...verified.payload });
      return claims === null || nowSeconds > claims.exp ? null : claims;
    },
  };
}
