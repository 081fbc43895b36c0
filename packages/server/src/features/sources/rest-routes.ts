import { invalid } from '@datasarana/schema';
import { REST_AUTHENTICATIONS, REST_BODIES, REST_RAW_BODIES, REST_VERBS } from '@datasarana/sources';
import {
  plainRequest,
  RestRefused,
  type RestReply,
  type RestRequest,
  type RestSettings,
  type SendRest,
  sendSigned,
} from '@datasarana/sources/node';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Scope } from '../../access/scope.ts';
import { route } from '../../http/route.ts';
import { bytesOf, fetchOutside, sendBy, webAddress } from '../../outbound/fetch-outside.ts';
import { type Line, type Outbound, upstream } from '../../outbound/outbound.ts';
import type { SourceServices } from './source-services.ts';
import { withStoredSecrets } from './sources.ts';

/** A page of a data server at most. */
const PAGE_LIMIT = 64 * 1024 * 1024;
/** What the helper shows of an answer. */
const SHOWN_LIMIT = 1024 * 1024;

const RestBody = Type.Object(
  {
    source: Type.Optional(Type.String({ description: 'id of a saved source whose secrets the mask stands for' })),
    url: Type.String({ minLength: 1, maxLength: 8192 }),
    verb: Type.Optional(Type.String()),
    auth: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    headers: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 200 })),
    query: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 200 })),
    body: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    paging: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    path: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
const RestReplySchema = Type.Object({
  status: Type.Integer(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
  truncated: Type.Optional(Type.Boolean()),
});

type Fields = Readonly<Record<string, unknown>>;
const AUTH_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'API Key': ['name', 'api_key'],
  'Bearer Token': ['token'],
  Basic: ['username', 'password'],
  Digest: ['username', 'password'],
  OAuth1: ['consumer_key', 'client_secret'],
  OAuth2: ['token_url', 'client_id', 'client_secret'],
  NTLM: ['username', 'password'],
};

const isPairs = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) &&
    value.every((pair) => ['name', 'value'].every((key) => typeof Reflect.get(Object(pair), key) === 'string')));
const oneOf = (choices: readonly string[], value: unknown): boolean => choices.some((choice) => choice === value);

function bodyFaults(body: Fields, faults: Record<string, string>): void {
  const { kind, raw, text, fields, base64 } = body;
  if (!oneOf(REST_BODIES, kind)) faults['body.kind'] = `'${String(kind)}' is none of ${REST_BODIES.join(', ')}`;
  if (kind === 'raw' && !(oneOf(REST_RAW_BODIES, raw) && typeof text === 'string')) {
    faults['body.raw'] = `A raw body is one of ${REST_RAW_BODIES.join(', ')} with its text`;
  }
  if (kind === 'binary' && typeof base64 !== 'string') faults['body.base64'] = 'A binary body is given in base64';
  if ((kind === 'form-data' || kind === 'x-www-form-urlencoded') && !(fields && isPairs(fields))) {
    faults['body.fields'] = 'A form is a list of fields with name and value';
  }
}

function pagingFaults(paging: Fields, faults: Record<string, string>): void {
  const { kind, param, path, limit } = paging;
  if (!oneOf(['none', 'next', 'offset', 'cursor'], kind))
    faults['paging.kind'] = `'${String(kind)}' is none of none, next, offset, cursor`;
  if ((kind === 'offset' || kind === 'cursor') && !(typeof param === 'string' && param !== ''))
    faults['paging.param'] = 'Name the parameter that is counted up';
  if (kind === 'cursor' && !(typeof path === 'string' && path !== ''))
    faults['paging.path'] = 'Say where the answer holds the next cursor';
  if (kind === 'offset' && !(Number.isInteger(limit) && Number(limit) > 0))
    faults['paging.limit'] = 'Say how many rows a page has';
}

/** Checks settings as they came from outside. @throws PlatformError 31/422 with a sentence per field */
export function restSettings(value: Fields): RestSettings {
  const faults: Record<string, string> = {};
  const { url, verb = 'GET', auth = { type: 'None' }, headers, query, body, paging, path } = value;
  if (typeof url !== 'string' || url === '') faults.url = 'The address must not be empty';
  else webAddress(url);
  if (!oneOf(REST_VERBS, verb)) faults.verb = `'${String(verb)}' is none of ${REST_VERBS.join(', ')}`;
  const type = String(Reflect.get(Object(auth), 'type') ?? '');
  if (!oneOf(REST_AUTHENTICATIONS, type))
    faults['auth.type'] = `'${type}' is none of ${REST_AUTHENTICATIONS.join(', ')}`;
  for (const name of AUTH_FIELDS[type] ?? []) {
    const given = Reflect.get(Object(auth), name);
    if (typeof given !== 'string' || given === '') faults[`auth.${name}`] = `${name} must not be empty`;
  }
  if (!isPairs(headers)) faults.headers = 'Headers are a list of name and value';
  if (!isPairs(query)) faults.query = 'Parameters are a list of name and value';
  if (body !== undefined) bodyFaults(Object(body), faults);
  if (paging !== undefined) pagingFaults(Object(paging), faults);
  if (path !== undefined && typeof path !== 'string') faults.path = 'The path is a dotted name';
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return value as unknown as RestSettings;
}

/** Sends requests of a REST source through the guard; a conversation keeps its connection until `close`. */
export function guardedSender(
  outbound: Outbound,
  scope: Scope,
  signal: AbortSignal,
): { readonly send: SendRest; readonly close: () => Promise<void> } {
  const kept = new Map<symbol, Line>();
  const whole = async (reply: {
    status: number;
    headers: Readonly<Record<string, string>>;
    body: AsyncIterable<Uint8Array>;
  }): Promise<RestReply> => ({
    status: reply.status,
    headers: reply.headers,
    body: await bytesOf(reply.body),
  });
  const send: SendRest = async ({ url: address, ...request }: RestRequest, keep) => {
    const options = { ...request, limit: PAGE_LIMIT, signal };
    if (keep === undefined) return whole(await fetchOutside(outbound, scope, address, options));
    const url = webAddress(address);
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const line = kept.get(keep) ?? (await outbound.lineTo(await outbound.addressOf(scope, url.hostname, port)));
    kept.set(keep, line);
    return whole(await sendBy(line, url, options, { keep: true, patience: outbound.patience }));
  };
  return { send, close: async () => void (await Promise.all([...kept.values()].map(({ agent }) => agent.destroy()))) };
}

/** What a data server refused, as the platform says it. */
export const asRestError = (cause: unknown): unknown =>
  cause instanceof RestRefused
    ? upstream(cause.message, 'Check the address, the authentication and what the server expects.', cause)
    : cause;

/** POST /schema/rest/request: the request of a REST source, tried out (API-84). */
export function registerRestHelper(app: FastifyInstance, { sources, outbound }: SourceServices): void {
  route(app, 'rest.request', {
    schema: { body: RestBody, reply: RestReplySchema },
    handler: async ({ scope, body, signal }) => {
      const { source, ...given } = body;
      const stored = source === undefined ? null : await sources.get(scope, source);
      const settings = restSettings(withStoredSecrets(given, stored));
      const { send, close } = guardedSender(outbound, scope, signal);
      try {
        const reply = await sendSigned(plainRequest(settings), settings.auth, send);
        const text = Buffer.from(reply.body.subarray(0, SHOWN_LIMIT)).toString('utf8');
        return {
          status: reply.status,
          headers: reply.headers,
          body: text,
          ...(reply.body.length > SHOWN_LIMIT && { truncated: true }),
        };
      } catch (cause) {
        throw asRestError(cause);
      } finally {
        await close();
      }
    },
  });
}
