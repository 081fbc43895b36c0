import {
  plainRequest,
  RestRefused,
  type RestReply,
  type RestRequest,
  type SendRest,
  sendSigned,
} from '@datasarana/sources/node';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Scope } from '../../access/scope.ts';
import { route } from '../../http/route.ts';
import { bytesOf, fetchOutside, sendBy, webAddress } from '../../outbound/fetch-outside.ts';
import { type Line, type Outbound, upstream } from '../../outbound/outbound.ts';
import { restSettings } from './rest-faults.ts';
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
