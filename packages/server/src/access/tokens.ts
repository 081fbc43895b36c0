import type { TokenClaims } from '@datasarana/schema';
import { importJWK, jwtVerify, SignJWT } from 'jose';
import type { SigningKey } from '../config/config.ts';
import { ALGORITHM, type SigningKeys } from './signing-keys.ts';

/** Makes and reads sign-in tokens. */
export interface Tokens {
  sign(claims: TokenClaims): Promise<string>;
  /** Null for anything that is not a token of ours that is still live; at the moment of `exp` it still is (SES-07). */
  verify(token: string, nowSeconds: number): Promise<TokenClaims | null>;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function claimsOf(payload: Readonly<Record<string, unknown>>): TokenClaims | null {
  const [iss, sub, tid, sid] = [payload.iss, payload.sub, payload.tid, payload.sid].map(text);
  const { scope, iat, exp } = payload;
  if (!iss || !sub || !tid || !sid || typeof iat !== 'number' || typeof exp !== 'number') return null;
  return { iss, sub, tid, sid, scope: Array.isArray(scope) ? scope.map(String) : [], iat, exp };
}

type ImportedKey = Awaited<ReturnType<typeof importJWK>>;

/** Signs with the key of the hour and checks with every key of the ring that may still have signed a live token. */
export function createTokens(keys: SigningKeys): Tokens {
  const imported = new Map<string, Promise<ImportedKey>>();
  const imports = ({ kid, jwk }: SigningKey, use: 'sign' | 'check'): Promise<ImportedKey> => {
    const { d: _private, ...publicJwk } = jwk;
    const place = `${use} ${kid}`;
    const key = imported.get(place) ?? importJWK(use === 'sign' ? jwk : publicJwk, ALGORITHM);
    imported.set(place, key);
    return key;
  };
  return {
    async sign(claims) {
      const key = await keys.current(claims.iat * 1000);
      return new SignJWT({ ...claims, scope: [...claims.scope] })
        .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
        .sign(await imports(key, 'sign'));
    },
    async verify(token, nowSeconds) {
      const keyOf = ({ kid }: { kid?: string }) => {
        const key = keys.checking(kid, nowSeconds * 1000);
        if (key === undefined) throw new Error('unknown key');
        return imports(key, 'check');
      };
      // Expiry is compared below: jose refuses a token at the very moment of `exp`, SES-07 does not.
      const options = { algorithms: [ALGORITHM], currentDate: new Date(0), clockTolerance: '100 years' };
      const verified = await jwtVerify(token, keyOf, options).catch(() => null);
      const claims = verified === null ? null : claimsOf({ ...verified.payload });
      return claims === null || nowSeconds > claims.exp ? null : claims;
    },
  };
}
