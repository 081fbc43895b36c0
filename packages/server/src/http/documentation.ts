import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';

/** OpenAPI 3.1 from the routes' own schemas at /api/openapi.json, readable at /api/docs. */
export async function registerDocumentation(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Datasarana',
        version,
        description: 'Every reply is {code, ts, took, data, error, total?}; the body schemas below describe it whole.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    refResolver: { buildLocalReference: ({ $id }, _base, _fragment, at) => String($id ?? `shape-${at}`) },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: false,
    uiConfig: { docExpansion: 'none', deepLinking: true },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
}

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
