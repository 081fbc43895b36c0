import { createHash, createHmac } from 'node:crypto';

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

export interface OAuth1Keys {
  readonly consumer_key: string;
  readonly client_secret: string;
  readonly access_token?: string;
  readonly secret?: string;
}

/** The Authorization header of OAuth 1.0 with HMAC-SHA1 (RFC 5849 §3); `form` are fields of an url-encoded body. */
export function oauth1Header(
  method: string,
  address: string,
  form: readonly (readonly [string, string])[],
  keys: OAuth1Keys,
  { nonce, timestamp }: { readonly nonce: string; readonly timestamp: number },
): string {
  const url = new URL(address);
  const own: readonly (readonly [string, string])[] = [
    ['oauth_consumer_key', keys.consumer_key],
    ...(keys.access_token ? [['oauth_token', keys.access_token] as const] : []),
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(timestamp)],
    ['oauth_nonce', nonce],
  ];
  const all = [...own, ...url.searchParams, ...form].map(([name, value]) => [encode(name), encode(value)] as const);
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = all.toSorted(([a, av], [b, bv]) => compare(a, b) || compare(av, bv));
  const parameters = sorted.map(([name, value]) => `${name}=${value}`).join('&');
  const base = [method, `${url.origin}${url.pathname}`, parameters].map(encode).join('&');
  const key = `${encode(keys.client_secret)}&${encode(keys.secret ?? '')}`;
  const signature = createHmac('sha1', key).update(base).digest('base64');
  const parts = [...own, ['oauth_signature', signature] as const];
  return `OAuth ${parts.map(([name, value]) => `${name}="${encode(value)}"`).join(', ')}`;
}

/** Parameters of a challenge such as `Digest realm="…", qop="auth"`; null when the scheme is not offered. */
export function challengeOf(header: string | undefined, scheme: string): Readonly<Record<string, string>> | null {
  const offered = [...(header ?? '').matchAll(new RegExp(`(?:^|,\\s*)${scheme}(?:\\s+|$)`, 'gi'))];
  const challenges = offered.map(({ index, 0: found }) => {
    const rest = (header ?? '').slice(index + found.length);
    const pairs: [string, string][] = [];
    const pattern = /\s*,?\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/y;
    for (let pair = pattern.exec(rest); pair; pair = pattern.exec(rest))
      pairs.push([(pair[1] ?? '').toLowerCase(), pair[2]?.replaceAll(/\\(.)/g, '$1') ?? pair[3] ?? '']);
    return Object.fromEntries(pairs);
  });
  return challenges.find(({ algorithm = 'MD5' }) => /sha-256/i.test(algorithm)) ?? challenges[0] ?? null;
}

export interface DigestAnswer {
  readonly method: string;
  readonly uri: string;
  readonly username: string;
  readonly password: string;
  readonly cnonce: string;
}

/** The Authorization header that answers a Digest challenge (RFC 7616), with MD5 or SHA-256; null for another algorithm. */
export function digestHeader(challenge: Readonly<Record<string, string>>, answer: DigestAnswer): string | null {
  const { realm = '', nonce = '', qop, opaque, algorithm = 'MD5' } = challenge;
  const { method, uri, username, password, cnonce } = answer;
  const [, name = '', session] = /^(md5|sha-256)(-sess)?$/i.exec(algorithm) ?? [];
  if (name === '') return null;
  const hash = (text: string): string => createHash(name.toLowerCase().replace('-', '')).update(text).digest('hex');
  const nc = '00000001';
  const secret = hash(`${username}:${realm}:${password}`);
  const a1 = session ? hash(`${secret}:${nonce}:${cnonce}`) : secret;
  const a2 = hash(`${method}:${uri}`);
  const auth = qop?.split(',').some((each) => each.trim() === 'auth');
  const response = hash(auth ? `${a1}:${nonce}:${nc}:${cnonce}:auth:${a2}` : `${a1}:${nonce}:${a2}`);
  const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  const parts = [
    `username=${quoted(username)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(auth ? ['qop=auth', `nc=${nc}`, `cnonce=${quoted(cnonce)}`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
  ];
  return `Digest ${parts.join(', ')}`;
}
