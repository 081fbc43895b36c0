import { statfs } from 'node:fs/promises';
import { isBundledSchema, SYSTEM_SCHEMAS } from '@datasarana/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { tenantAtHost, tenantOfHost } from '../../access/tenant-at-host.ts';
import type { Config } from '../../config/config.ts';
import { isFull } from '../../http/disk-trouble.ts';
import { absent } from '../../http/envelope.ts';
import { Moment, nullable, openObject } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';

const BEGAN = Date.now();

/** A stored schema (SCH-01); items form a tree (SCH-03, SCH-04). */
const SchemaReply = Type.Object(
  {
    id: Type.String(),
    ts: Moment,
    version_major: Type.Integer(),
    version_minor: Type.Integer(),
    name: Type.String(),
    description: nullable(Type.String()),
    date_created: Moment,
    is_public: Type.Boolean(),
    schema_key: Type.String(),
    name_space: Type.String(),
    items: Type.Array(openObject({ id: Type.String(), name: Type.String(), value_type: Type.Integer() })),
  },
  { additionalProperties: false, $id: 'schema' },
);

/** The public address; a tenant with a host of its own is called there. */
function baseUrlOf(config: Config, request: FastifyRequest): string {
  const asked = `${request.protocol}://${request.host}`;
  return tenantOfHost(config, request) === null ? (config.baseUrl ?? asked) : asked;
}

/** Liveness, what the browser has to know before sign-in, and the system schemas (A.6, SCH-10, API-85). */
export function systemFeature(app: FastifyInstance, services: Services, version: string): void {
  const { config } = services;
  const hidden = { schema: { hide: true }, logLevel: 'silent' as const };

  app.get('/health/live', hidden, () => ({ status: 'live', version, up: Math.round((Date.now() - BEGAN) / 1000) }));

  app.get('/health/ready', hidden, async (_request, reply) => {
    if (!services.ready()) return reply.code(503).send({ status: 'starting' });
    // what is there is still searched on a full disk: the platform is ready for that
    const full = isFull(await statfs(config.data));
    return reply.send({ status: 'ready', ...(full && { disk: 'full' }) });
  });

  app.get('/app-config.json', hidden, (request, reply) =>
    reply.header('cache-control', 'no-cache').send({
      app_id: config.appId,
      app_key: config.appKey,
      base_url: baseUrlOf(config, request),
      tenant_id: tenantAtHost(config, request),
      ...(config.messagingUrl && { messaging_url: config.messagingUrl }),
      ...(config.mapsUrl && { maps_url: config.mapsUrl }),
    }),
  );

  route(app, 'schema.system', {
    schema: { querystring: Type.Object({ id: Type.String({ minLength: 1 }) }), reply: SchemaReply },
    handler: ({ query, caller }) => {
      const visible = caller !== null || isBundledSchema(query.id);
      return (visible ? SYSTEM_SCHEMAS.find((schema) => schema.name === query.id) : undefined) ?? absent();
    },
  });
}
