import { randomBytes } from 'node:crypto';
import { ntlmAuthenticate, ntlmChallenge, ntlmNegotiate, ntlmTime, ntlmV2 } from './ntlm.ts';
import type { RestAuth, RestBody, RestReply, RestRequest, RestSettings, SendRest } from './rest-settings.ts';
import { challengeOf, digestHeader, oauth1Header } from './signatures.ts';

/** A data server that could not be signed in to; the message says what it answered. */
export class RestRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RestRefused';
  }
}

const RAW_TYPES = { text: 'text/plain', json: 'application/json', html: 'text/html', xml: 'application/xml' } as const;

function encodedBody(body: RestBody | undefined): Pick<RestRequest, 'body' | 'headers'> {
  switch (body?.kind) {
    case 'raw':
      return { body: body.text, headers: { 'content-type': `${RAW_TYPES[body.raw]}; charset=utf-8` } };
    case 'binary':
      return { body: Buffer.from(body.base64, 'base64'), headers: { 'content-type': 'application/octet-stream' } };
    case 'x-www-form-urlencoded': {
      const form = new URLSearchParams(body.fields.map(({ name, value }) => [name, value]));
      return { body: form.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    }
    case 'form-data': {
      const boundary = `datasarana-${randomBytes(12).toString('hex')}`;
      const quoted = (name: string): string => name.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ');
      const parts = body.fields.map(
        ({ name, value }) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
      );
      return {
        body: `${parts.join('')}--${boundary}--\r\n`,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      };
    }
    default:
      return { headers: {} };
  }
}

/** The request of these settings before it is signed; the verb HEADER is HEAD on the wire (SRC-21). */
export function plainRequest(settings: RestSettings, address = settings.url): RestRequest {
  const { verb = 'GET', headers = [], query = [] } = settings;
  const url = new URL(address);
  if (address === settings.url) for (const { name, value } of query) url.searchParams.append(name, value);
  const method = verb === 'HEADER' ? 'HEAD' : verb;
  const own = Object.fromEntries(
    headers.filter(({ name }) => name !== '').map(({ name, value }) => [name.toLowerCase(), value]),
  );
  const bodiless = method === 'GET' || method === 'HEAD';
  const encoded = bodiless ? { headers: {} } : encodedBody(settings.body);
  return {
    method,
    url: url.href,
    ...encoded,
    headers: { accept: 'application/json, */*;q=0.5', ...encoded.headers, ...own },
  };
}

const withHeader = (request: RestRequest, name: string, value: string): RestRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

type Sign<T extends RestAuth['type']> = (
  request: RestRequest,
  auth: Extract<RestAuth, { readonly type: T }>,
  send: SendRest,
) => Promise<RestReply>;

const sendBasic = (
  request: RestRequest,
  { username, password }: { username: string; password: string },
  send: SendRest,
) => send(withHeader(request, 'authorization', basic(username, password)));

async function sendDigest(
  request: RestRequest,
  { username, password }: { username: string; password: string },
  send: SendRest,
) {
  const first = await send(request);
  if (first.status !== 401) return first;
  const challenge = challengeOf(first.headers['www-authenticate'], 'Digest');
  const { pathname, search } = new URL(request.url);
  const answer = {
    method: request.method,
    uri: pathname + search,
    username,
    password,
    cnonce: randomBytes(16).toString('hex'),
  };
  const header = challenge && digestHeader(challenge, answer);
  if (!header)
    throw new RestRefused(
      `The server asks for '${first.headers['www-authenticate'] ?? 'nothing'}', not for Digest with MD5 or SHA-256.`,
    );
  return send(withHeader(request, 'authorization', header));
}

async function sendNtlm(
  request: RestRequest,
  auth: Extract<RestAuth, { readonly type: 'NTLM' }>,
  send: SendRest,
): Promise<RestReply> {
  const account = { username: auth.username, password: auth.password, domain: auth.domain ?? '' };
  const connection = Symbol('ntlm');
  const { body: _, ...bare } = request;
  const first = await send(
    withHeader(request.body === undefined ? request : bare, 'authorization', ntlmNegotiate()),
    connection,
  );
  const challenge = ntlmChallenge(first.headers['www-authenticate']);
  if (!challenge) throw new RestRefused(`The server answers NTLM with status ${first.status} and no challenge.`);
  const answer = ntlmV2(account, challenge.server, randomBytes(8), ntlmTime(Date.now()), challenge.target);
  return send(withHeader(request, 'authorization', ntlmAuthenticate(account, answer)), connection);
}

function sendOauth1(
  request: RestRequest,
  auth: Extract<RestAuth, { readonly type: 'OAuth1' }>,
  send: SendRest,
): Promise<RestReply> {
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
  const form = isForm && typeof request.body === 'string' ? [...new URLSearchParams(request.body)] : [];
  const once = { nonce: randomBytes(12).toString('hex'), timestamp: Math.floor(Date.now() / 1000) };
  return send(withHeader(request, 'authorization', oauth1Header(request.method, request.url, form, auth, once)));
}

async function sendOauth2(
  request: RestRequest,
  auth: Extract<RestAuth, { readonly type: 'OAuth2' }>,
  send: SendRest,
): Promise<RestReply> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(auth.scope && { scope: auth.scope }) });
  const credentials = basic(encodeURIComponent(auth.client_id), encodeURIComponent(auth.client_secret));
  const reply = await send({
    method: 'POST',
    url: auth.token_url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      authorization: credentials,
    },
    body: form.toString(),
  });
  const token = tokenOf(reply);
  if (token === null)
    throw new RestRefused(`The token address answered with status ${reply.status} and no access_token.`);
  return send(withHeader(request, 'authorization', `Bearer ${token}`));
}

function tokenOf({ status, body }: RestReply): string | null {
  if (status >= 300) return null;
  try {
    const token: unknown = Reflect.get(Object(JSON.parse(Buffer.from(body).toString('utf8'))), 'access_token');
    return typeof token === 'string' && token !== '' ? token : null;
  } catch {
    return null;
  }
}

const SIGN: { readonly [T in RestAuth['type']]: Sign<T> } = {
  None: (request, _auth, send) => send(request),
  'API Key': (request, { name, api_key, in: place = 'header' }, send) => {
    if (place === 'header') return send(withHeader(request, name.toLowerCase(), api_key));
    const url = new URL(request.url);
    url.searchParams.set(name, api_key);
    return send({ ...request, url: url.href });
  },
  'Bearer Token': (request, { token }, send) => send(withHeader(request, 'authorization', `Bearer ${token}`)),
  Basic: sendBasic,
  Digest: sendDigest,
  OAuth1: sendOauth1,
  OAuth2: sendOauth2,
  NTLM: sendNtlm,
};

/** Sends a request signed as the settings say (SRC-20). @throws RestRefused when signing in is impossible */
export function sendSigned(request: RestRequest, auth: RestAuth | undefined, send: SendRest): Promise<RestReply> {
  const known = auth ?? { type: 'None' as const };
  const sign = SIGN[known.type] as Sign<RestAuth['type']>;
  return sign(request, known, send);
}
