import { Readable } from 'node:stream';
import { type EndpointId, endpointById, type Reply, scopesOfEndpoint } from '@datasarana/schema';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { permit, permitStill } from '../access/permit.ts';
import type { Call, RouteSchema } from './call.ts';
import { clientSignal } from './client-signal.ts';
import { documented } from './documentation.ts';
import { Answer, Download, envelope } from './envelope.ts';
import { packReply } from './packing.ts';
import { BadReply, goodReply } from './replies.ts';
import { statusOfCode } from './status.ts';
import { noteCall } from './trail.ts';
import { whileAllowed } from './while-allowed.ts';

export interface RouteDefinition<S extends RouteSchema> {
  readonly schema: S;
  readonly handler: (call: Call<S>) => unknown;
}

/** `data`, an `Answer`, or a `Download` → what goes over the wire. */
function send(call: Call, result: unknown, now: number): FastifyReply {
  const { request, reply } = call;
  if (result instanceof Download) {
    reply.headers(result.headers).type(result.contentType);
    if (result.fileName !== undefined) {
      const plain = result.fileName.replaceAll(/[^\w.() -]/g, '_');
      const encoded = encodeURIComponent(result.fileName.toWellFormed());
      reply.header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`);
    }
    return reply.send(result.body instanceof Readable ? whileAllowed(result.body, call) : result.body);
  }
  const answered = result instanceof Answer ? result : new Answer(result);
  const body: Reply = envelope(
    answered.code,
    answered.data,
    null,
    { now, took: performance.now() - request.began },
    answered.total,
  );
  return reply.code(answered.http ?? statusOfCode(answered.code)).send(body);
}

/** The parameters that stand in one path of a call: another path of it may do without. */
const standingIn = (path: string, params: TSchema): TSchema =>
  Type.IsObject(params)
    ? Type.Object(
        Object.fromEntries(Object.entries(params.properties).filter(([name]) => path.split('/').includes(`:${name}`))),
      )
    : params;

/** A query that refuses what it does not name (API-15). */
const closed = (query: TSchema): TSchema =>
  Type.IsObject(query) ? Type.Object(query.properties, { additionalProperties: false }) : query;

/** Bytes as they come: a body that is read, or a file that is sent, without a shape of its own. */
const bytes = (types: readonly string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: Type.Unknown() }])),
});

/** The envelope, or what is sent in its place. */
function orSent(app: FastifyInstance, envelope: unknown, sends: Readonly<Record<string, TSchema>>) {
  const { 'application/json': json, ...others } = sends;
  const files = Object.entries(others).map(([type, schema]) => [type, { schema: documented(app, schema) }]);
  const schema = json ? { anyOf: [envelope, documented(app, json)] } : envelope;
  return { content: { 'application/json': { schema }, ...Object.fromEntries(files) } };
}

/** Everything the call may answer, by its status. */
function responses(app: FastifyInstance, reply: TSchema, { sends, begins }: RouteSchema) {
  const good = documented(app, reply);
  return {
    200: sends ? orSent(app, good, sends) : good,
    ...(begins && { 202: good }),
    default: documented(app, BadReply),
  };
}

/**
 * Serves the end-point row `id` below `/api`: its path and aliases, its permission check (401/14, 403/31), and the reply
 * envelope around what the handler returns. A route exists only through its row.
 */
export function route<const S extends RouteSchema>(
  app: FastifyInstance,
  id: EndpointId,
  definition: RouteDefinition<S>,
): void {
  const endpoint = endpointById(id);
  const { params, body, takes, reply: data } = definition.schema;
  const querystring = closed(definition.schema.querystring ?? Type.Object({}));
  const reply = goodReply(data);
  const scopes = scopesOfEndpoint(endpoint);
  for (const [index, path] of [endpoint.path, ...(endpoint.aliases ?? [])].entries()) {
    app.served.push({ method: endpoint.method, path: `/api${path}`, endpoint });
    app.route({
      method: endpoint.method,
      url: `/api${path}`,
      schema: {
        operationId: index === 0 ? id : `${id}-${index}`,
        summary: endpoint.summary,
        tags: [endpoint.module],
        ...(scopes.length > 0 && { security: [{ bearer: [] }], 'x-scopes': scopes }),
        ...(params && { params: standingIn(path, params) }),
        querystring,
        ...(body && { body }),
        ...(takes && { body: bytes(takes) }),
        response: responses(app, reply, definition.schema),
      },
      config: { endpoint, reply, failure: BadReply },
      preParsing: async (request) => {
        request.permitted = await permit(app.services, endpoint, request);
      },
      // a body may come in for hours
      preHandler: async (request) => {
        if (body) request.permitted = await permitStill(app.services, endpoint, request);
      },
      onSend: packReply,
      handler: async (request, answering) => {
        const call = {
          endpoint,
          ...request.permitted,
          params: request.params,
          query: request.query,
          body: request.body,
          request,
          reply: answering,
          about: new Map(),
          signal: clientSignal(answering.raw, request.id),
          still: () => permitStill(app.services, endpoint, request),
        } as Call<S>;
        const result = await app.repeats.once(call, async () => {
          const done = await definition.handler(call);
          noteCall(app.services.audit, call, done);
          return done;
        });
        return answering.sent ? answering : send(call, result, app.services.clock());
      },
    });
  }
}
