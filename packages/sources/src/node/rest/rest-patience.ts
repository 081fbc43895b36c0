import { setTimeout } from 'node:timers/promises';
import { type SignedIn, sendSigned } from './rest-client.ts';
import type { RestAuth, RestReply, RestRequest, SendRest } from './rest-settings.ts';

const TOO_MANY = 429;
/** Status of a server that has too much to do for now. */
const BUSY: ReadonlySet<number> = new Set([TOO_MANY, 503]);
/** A server that asks for more time than this is left, and the run says so. */
const LONGEST_WAIT_S = 120;
const MOST_WAITS = 5;
/** Status of a server, or one before it, that failed at what it may do well a moment later. */
const FAILED: ReadonlySet<number> = new Set([500, 502, 503, 504]);
/** Seconds after which a server that asks for fewer requests, and does not say when, is asked again: limits are often by the minute. */
const BUSY_S = [1, 3, 10, 30, 60];
/** Seconds after which such a request is sent again, the first time and the second. */
const AGAIN_S = [1, 3];
/** Verbs that change nothing, however often they are sent. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Seconds the server asks to be left alone for, given in seconds or as a date (RFC 9110, 10.2.3); null = it does not say. */
function waitAsked({ 'retry-after': text }: RestReply['headers']): number | null {
  if (text === undefined || text.trim() === '') return null;
  const seconds = /^\s*\d+\s*$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds));
}

/** Seconds until a request may be sent again that was sent so often; null = its answer stands. */
export function waitBefore(
  method: string,
  { status, headers }: Pick<RestReply, 'status' | 'headers'>,
  sent: number,
): number | null {
  const asked = BUSY.has(status) ? waitAsked(headers) : null;
  if (asked !== null) return asked > LONGEST_WAIT_S || sent > MOST_WAITS ? null : asked;
  if (status === TOO_MANY) return BUSY_S[sent - 1] ?? null;
  return FAILED.has(status) && SAFE.has(method) ? (AGAIN_S[sent - 1] ?? null) : null;
}

/** A connection that was cut, refused or silent. */
const CUT: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET']);

function isCut(cause: unknown): boolean {
  for (let each: unknown = cause; each instanceof Error; each = each.cause)
    if (CUT.has(Reflect.get(each, 'code'))) return true;
  return false;
}

type Answer = Pick<RestReply, 'status' | 'headers'>;
/** An answer that stands, or the seconds until the request is sent again. */
type Sent<Reply extends Answer> = { readonly reply: Reply } | { readonly wait: number };

async function sendOnce<Reply extends Answer>(
  method: string,
  send: () => Promise<Reply>,
  sent: number,
): Promise<Sent<Reply>> {
  try {
    const reply = await send();
    const wait = waitBefore(method, reply, sent);
    return wait === null ? { reply } : { wait };
  } catch (cause) {
    const wait = SAFE.has(method) && isCut(cause) ? AGAIN_S[sent - 1] : undefined;
    if (wait === undefined) throw cause;
    return { wait };
  }
}

/** Sends a request until its answer stands: again after its Retry-After, soon where it failed or its connection was cut. */
export async function patiently<Reply extends Answer>(
  method: string,
  send: () => Promise<Reply>,
  signal?: AbortSignal,
): Promise<Reply> {
  for (let times = 1; ; times++) {
    const sent = await sendOnce(method, send, times);
    if ('reply' in sent) return sent.reply;
    await setTimeout(sent.wait * 1000, undefined, { ...(signal && { signal }) });
  }
}

/** The same of a request that is signed as its settings say (SRC-20). */
export const sendPatiently = (
  request: RestRequest,
  auth: RestAuth | undefined,
  send: SendRest,
  { signal, kept = {} }: { readonly signal?: AbortSignal | undefined; readonly kept?: SignedIn } = {},
): Promise<RestReply> => patiently(request.method, () => sendSigned(request, auth, send, kept), signal);

/** A sentence on a status that is no success. `page` is left out where there is only one. */
export function refusalText(
  host: string,
  { status, headers }: Pick<RestReply, 'status' | 'headers'>,
  page = 1,
): string {
  const where = page > 1 ? ` for page ${page}` : '';
  const said = `${host} answered with status ${status}${where}`;
  const wait = waitAsked(headers);
  if (BUSY.has(status) && wait !== null && wait > LONGEST_WAIT_S)
    return `${said}, and asks to be left alone for ${wait} seconds.`;
  if (BUSY.has(status)) return `${said}: it has too much to do.`;
  if (status === 401 || status === 403) return `${said}: it does not let these credentials in.`;
  return `${said}.`;
}
