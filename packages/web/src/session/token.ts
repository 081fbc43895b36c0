/** Claims of a sign-in token (SES-13); `exp` in seconds. */
export interface Claims {
  readonly iss: string;
  readonly sub: string;
  readonly sid: string;
  readonly scope: readonly string[];
  readonly exp: number;
}

/** Reads a token without checking its signature (the server does); undefined when it cannot be decoded (SES-15). */
export function decodeToken(token: string): Claims | undefined {
  try {
    const part = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    if (typeof claims.exp !== 'number' || typeof claims.iss !== 'string' || typeof claims.sub !== 'string')
      return undefined;
    const scope = Array.isArray(claims.scope)
      ? claims.scope.map(String)
      : String(claims.scope ?? '')
          .split(' ')
          .filter(Boolean);
    return { iss: claims.iss, sub: claims.sub, sid: String(claims.sid ?? ''), scope, exp: claims.exp };
  } catch {
    return undefined;
  }
}

/** Later than the expiry is expired, the exact moment is not (SES-07); no token is expired (SES-05). */
export const isExpired = (claims: Claims | undefined, now: number): boolean =>
  claims === undefined || now > claims.exp * 1000;
