import { setImmediate } from 'node:timers/promises';
import { malformed, PlatformError, ReplyCode, UPLOAD_LIMIT } from '@datasarana/schema';
import type { Scope } from '../access/scope.ts';
import { unpackedPieces } from '../http/unpacked.ts';
import type { Arrivals } from './arrivals.ts';
import { type Line, type Outbound, PATIENCE_MS, upstream } from './outbound.ts';

export interface OutsideRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Largest answer in bytes, as sent and unpacked; that of an upload (LIM-11) when left out. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** The answer of another server. Reading `body` to its end, or leaving it, gives the connection back. */
export interface OutsideReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Where the answer came from, after redirects. */
  readonly url: string;
  /** Fails with a PlatformError beyond the limit, or when nothing or next to nothing comes any more. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives the connection back without reading `body`. */
  readonly leave: () => Promise<void>;
}

const REDIRECTS = 5;
/** What a server sends at least while it is waited for; less is one that only keeps the connection busy. */
const LEAST_BYTES = 1024;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

export const tooMuch = (limit: number): PlatformError =>
  new PlatformError(`The answer of the other server is larger than ${Math.round(limit / 1024 / 1024)} MB.`, {
    code: ReplyCode.Failed,
    type: 'validation',
    http: 413,
    hint: 'Ask it for less, page by page.',
  });

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

function failure(cause: unknown, url: URL, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (cause instanceof Error && cause.name === 'PlatformError') return cause;
  const code = String(Reflect.get(Object(cause), 'code') ?? '');
  const stuck = /TIMEOUT|TIMEDOUT/.test(code);
  const said = stuck ? `it sent nothing for ${PATIENCE_MS / 1000} seconds` : messageOf(cause);
  return upstream(
    `${url.host} did not answer as it should: ${said}.`,
    'Check the address, and try again in a moment.',
    cause,
  );
}

/** @throws PlatformError 32 for what is no web address */
export function webAddress(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : null;
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw malformed(
    `'${text.slice(0, 200)}' is no address that begins with http:// or https://.`,
    'Write it in full, as https://data.example.org/items.',
  );
}

const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

/** What may follow a redirect to another server; any other header may be what signs in to the first one, whatever its name. */
const FOR_ANYONE = new Set(['accept', 'accept-language', 'if-modified-since', 'if-none-match', 'user-agent']);

/** Whether an answer leads to the same server, now encrypted: what was sent to it openly may be sent again. */
const isUpgrade = (from: URL, to: URL): boolean =>
  from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname;

function redirected(options: OutsideRequest, status: number, from: URL, to: URL): OutsideRequest {
  const { body, headers: given = {}, ...rest } = options;
  const isOther = from.origin !== to.origin;
  const kept = isOther ? Object.entries(given).filter(([name]) => FOR_ANYONE.has(name.toLowerCase())) : null;
  const headers = kept ? Object.fromEntries(kept) : given;
  const method = options.method ?? 'GET';
  const asGet = status === 303 || ((status === 301 || status === 302) && method === 'POST');
  if (asGet && method !== 'HEAD') return { ...rest, headers, method: 'GET' };
  if (body === undefined) return { ...rest, headers };
  if (isOther && !isUpgrade(from, to))
    throw upstream(
      `${from.host} redirects to another server (${to.host}), which is not sent what was meant for the first.`,
      'Use the address it leads to, when that server may have it.',
    );
  const type = Object.entries(given).filter(([name]) => name.toLowerCase() === 'content-type');
  return { ...rest, headers: { ...headers, ...Object.fromEntries(type) }, body };
}

const plainHeaders = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

async function* limited(body: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limit) throw tooMuch(limit);
    yield chunk;
  }
}

/** Gives up a body that comes by drops: what the reader takes for itself does not count as waiting. */
async function* flowing(body: AsyncIterable<Uint8Array>, patience: number): AsyncGenerator<Uint8Array> {
  let [waited, bytes, asked] = [0, 0, performance.now()];
  for await (const chunk of body) {
    waited += performance.now() - asked;
    bytes += chunk.length;
    if (waited >= patience) {
      if (bytes < LEAST_BYTES) throw new Error(`it sent ${bytes} bytes in ${Math.round(waited / 1000)} seconds`);
      [waited, bytes] = [0, 0];
    }
    yield chunk;
    asked = performance.now();
  }
}

const announced = ({
  'content-length': length,
  'transfer-encoding': pieces,
}: OutsideReply['headers']): number | null => (length === undefined || pieces !== undefined ? null : Number(length));

/** Fails where a server sends less or more than it announced: what stands there is not what its owner meant to send. */
async function* whole(body: AsyncIterable<Uint8Array>, length: number, arrivals: Arrivals): AsyncGenerator<Uint8Array> {
  const said = `it announced ${length} bytes (Content-Length) and sent`;
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      yield chunk;
    }
  } catch (cause) {
    const isCut = Reflect.get(Object(cause), 'code') === 'UND_ERR_SOCKET' && bytes < length;
    throw isCut ? new Error(`${said} ${arrivals.body ?? bytes}`, { cause }) : cause;
  }
  // what came together with the end of the body is counted by then
  await setImmediate();
  const beyond = (arrivals.body ?? length) - length;
  if (beyond > 0) throw new Error(`${said} at least ${beyond} more`);
}

/**
 * Fetches from another server (SEC-07): each address on the way is checked and pinned, redirects included; given up after
 * 30 s without progress and beyond the limit.
 *
 * @throws PlatformError 31/422 for an address that is not allowed, 36/504 when the server does not answer
 */
export async function fetchOutside(
  outbound: Outbound,
  scope: Scope,
  address: string,
  options: OutsideRequest = {},
): Promise<OutsideReply> {
  let url = webAddress(address);
  let asked = options;
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    const line = await outbound.lineTo(await outbound.addressOf(scope, url.hostname, portOf(url)));
    const reply = await sendBy(line, url, asked, { patience: outbound.patience });
    const { location } = reply.headers;
    if (!REDIRECT_STATUSES.has(reply.status) || location === undefined) return reply;
    await line.agent.destroy();
    const next = webAddress(location, url);
    asked = redirected(asked, reply.status, url, next);
    url = next;
  }
  throw upstream(`${url.host} redirects more than ${REDIRECTS} times.`, 'Use the address it leads to.');
}

/** One request on a line whose address was checked; with `keep` its connection stays open for the next one. */
export async function sendBy(
  { agent, arrivals }: Line,
  url: URL,
  options: OutsideRequest,
  { keep = false, patience = PATIENCE_MS } = {},
): Promise<OutsideReply> {
  const { method = 'GET', limit = UPLOAD_LIMIT, signal, body } = options;
  const end = async (): Promise<void> => {
    if (!keep) await agent.destroy();
  };
  try {
    const { request } = await import('undici');
    arrivals.next();
    const reply = await request(url, {
      dispatcher: agent,
      method: method as 'GET',
      headers: { 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'Datasarana', ...options.headers },
      body: body ?? null,
      ...(signal && { signal }),
    });
    const headers = plainHeaders(reply.headers);
    const length = method === 'HEAD' ? null : announced(headers);
    if (length !== null && length > limit) throw tooMuch(limit);
    const sent = flowing(length === null ? reply.body : whole(reply.body, length, arrivals), patience);
    // the limit counts before and after unpacking
    const content = limited(unpackedPieces(limited(sent, limit), headers['content-encoding']), limit);
    return { status: reply.statusCode, headers, url: url.href, body: told(content, url, signal, end), leave: end };
  } catch (cause) {
    await end();
    throw failure(cause, url, signal);
  }
}

async function* told(
  body: AsyncIterable<Uint8Array>,
  url: URL,
  signal: AbortSignal | undefined,
  end: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw failure(cause, url, signal);
  } finally {
    await end();
  }
}

/** The whole body of an answer. */
export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
