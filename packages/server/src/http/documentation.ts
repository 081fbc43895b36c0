import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, onSendAsyncHookHandler } from 'fastify';
import type { TSchema } from 'typebox';
import { registerDocsPage } from './docs-page/docs-page.ts';

/** OpenAPI 3.1 from the routes' own schemas at /api/openapi.json, readable at /api/docs. */
export async function registerDocumentation(app: FastifyInstance, version: string, webRoot: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Datasarana',
        version,
        description:
          'Every reply below `/api` is {code, ts, took, data, error, total?}; the body schemas below describe it whole. Below `/os` calls and replies are those of OpenSearch 2.19, whose clients work as they are.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: ({ schema, url }) => ({ schema: shown(schema ?? {}), url }),
    refResolver: { buildLocalReference: ({ $id }, _base, _fragment, at) => String($id ?? `shape-${at}`) },
  });
  await app.register(async (pages) => {
    pages.addHook('onSend', packed);
    await registerDocsPage(pages, webRoot);
    for (const address of ['/api/openapi.json', '/api/docs/json'])
      pages.get(address, { schema: { hide: true } }, () => app.swagger());
    pages.get('/api/docs/yaml', { schema: { hide: true } }, (_, reply) =>
      reply.type('application/yaml').send(app.swagger({ yaml: true })),
    );
  });
}

/** What a call says of parameters and a body it reads itself: shown as others are, but nothing is validated by it. */
interface ReadByItself {
  readonly 'x-query'?: readonly string[];
  readonly 'x-body'?: string;
}

function shown(schema: FastifySchema & ReadByItself): FastifySchema {
  const { 'x-query': query = [], 'x-body': type, ...rest } = schema;
  const texts = Object.fromEntries(query.map((name) => [name, { type: 'string' }]));
  return {
    ...rest,
    ...(query.length > 0 && { querystring: { type: 'object', properties: texts } }),
    ...(type && { consumes: [type], body: { type: type === 'application/json' ? 'object' : 'string' } }),
  };
}

/** Script, style and description of the calls are some 2.5 MB as they are, and a fifth of that packed. */
const packed: onSendAsyncHookHandler<unknown> = async (request, reply, payload) => {
  const isText = /javascript|css|json|html/.test(String(reply.getHeader('content-type')));
  if (reply.statusCode !== 200 || !isText) return payload;
  reply.header('vary', 'accept-encoding');
  const body = typeof payload === 'string' ? Readable.from([payload]) : payload;
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '') || !(body instanceof Readable)) return payload;
  reply.removeHeader('content-length').header('content-encoding', 'gzip');
  return pipeline(body, createGzip(), () => {});
};

/**
 * A schema as the OpenAPI document holds it: shapes with a name of their own stand among its components, once. Replies are
 * written by `JSON.stringify`, so the references need no resolving at start.
 */
export function documented(app: FastifyInstance, schema: TSchema): unknown {
  const walk = (part: unknown, top: boolean): unknown => {
    if (Array.isArray(part)) return part.map((entry) => walk(entry, false));
    if (typeof part !== 'object' || part === null) return part;
    const id: unknown = Reflect.get(part, '$id');
    if (typeof id === 'string' && !top) return referenceTo(id, part);
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, walk(value, false)]));
  };
  const referenceTo = (id: string, part: object): unknown => {
    if (app.getSchema(id) === undefined) app.addSchema(walk(part, true));
    return { $ref: `${id}#` };
  };
  return walk({ ...schema }, false);
}
