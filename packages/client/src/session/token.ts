import type { TokenClaims } from '@datasarana/schema';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function scopesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' && value !== '' ? value.split(',').map((scope) => scope.trim()) : [];
}

/** Reads a token without checking its signature (the server does that); undefined when it cannot be read (SES-15). */
export function decodeToken(token: string): TokenClaims | undefined {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof claims !== 'object' || claims === null) return undefined;
    const { iss, sub, tid, sid, scope, iat, exp } = claims as Record<string, unknown>;
    if (typeof exp !== 'number' || typeof iss !== 'string' || typeof sub !== 'string') return undefined;
    const issued = typeof iat === 'number' ? iat : 0;
    return { iss, sub, tid: textOf(tid), sid: textOf(sid), scope: scopesOf(scope), iat: issued, exp };
  } catch {
    return undefined;
  }
}

/** Later than the expiry is expired, the exact moment is not (SES-06, SES-07); no token is expired (SES-05). */
export const isExpired = (claims: TokenClaims | undefined, now: number): boolean =>
  claims === undefined || now > claims.exp * 1000;
