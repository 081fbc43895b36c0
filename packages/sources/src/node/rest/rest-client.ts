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

/** What was signed in with, kept from request to request of one reading. */
export interface SignedIn {
  token?: string;
}

type Sign<T extends RestAuth['type']> = (
  request: RestRequest,
  auth: Extract<RestAuth, { readonly type: T }>,
  send: SendRest,
  kept: SignedIn,
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
  const reply = await send(withHeader(request, 'authorization', header));
  // the password was right, and the nonce of the challenge too old by then
  const anew = reply.status === 401 ? challengeOf(reply.headers['www-authenticate'], 'Digest') : null;
  const again = anew?.stale?.toLowerCase() === 'true' ? digestHeader(anew, answer) : null;
  return again === null ? reply : send(withHeader(request, 'authorization', again));
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

type ClientCredentials = Extract<RestAuth, { readonly type: 'OAuth2' }>;

const withToken = (request: RestRequest, token: string): RestRequest =>
  withHeader(request, 'authorization', `Bearer ${token}`);

/** A token serves all requests until the server takes it no more. */
async function sendOauth2(request: RestRequest, auth: ClientCredentials, send: SendRest, kept: SignedIn) {
  if (kept.token !== undefined) {
    const reply = await send(withToken(request, kept.token));
    if (reply.status !== 401) return reply;
  }
  kept.token = await tokenFor(auth, send);
  return send(withToken(request, kept.token));
}

/** Credentials go as Basic, and in the form where the server does not take that (RFC 6749, 2.3.1). */
async function tokenFor(auth: ClientCredentials, send: SendRest): Promise<string> {
  const { client_id, client_secret, scope } = auth;
  const asked = { grant_type: 'client_credentials', ...(scope && { scope }) };
  const credentials = basic(encodeURIComponent(client_id), encodeURIComponent(client_secret));
  const first = await askToken(auth.token_url, asked, { authorization: credentials }, send);
  const isRefused = first.status === 400 || first.status === 401;
  const reply = isRefused ? await askToken(auth.token_url, { ...asked, client_id, client_secret }, {}, send) : first;
  const { access_token: token, error } = fieldsOf(reply);
  if (reply.status < 300 && typeof token === 'string' && token !== '') return token;
  const why = typeof error === 'string' && /^[\w ]{1,100}$/.test(error) ? ` (${error})` : '';
  throw new RestRefused(
    `The token address answered with status ${reply.status}${why} and no access_token: look at the client id, its secret and the scope.`,
  );
}

const askToken = (
  url: string,
  form: Record<string, string>,
  headers: Readonly<Record<string, string>>,
  send: SendRest,
): Promise<RestReply> =>
  send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
    body: new URLSearchParams(form).toString(),
  });

function fieldsOf({ body }: RestReply): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(body).toString('utf8')));
  } catch {
    return {};
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
  'Bearer Token': (request, { token }, send) => send(withToken(request, token)),
  Basic: sendBasic,
  Digest: sendDigest,
  OAuth1: sendOauth1,
  OAuth2: sendOauth2,
  NTLM: sendNtlm,
};

/**
 * Sends a request signed as the settings say (SRC-20); `kept` is what earlier requests of the same reading signed in with.
 *
 * @throws RestRefused when signing in is impossible
 */
export function sendSigned(
  request: RestRequest,
  auth: RestAuth | undefined,
  send: SendRest,
  kept: SignedIn = {},
): Promise<RestReply> {
  const known = auth ?? { type: 'None' as const };
  const sign = SIGN[known.type] as Sign<RestAuth['type']>;
  return sign(request, known, send, kept);
}
