import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { denied } from '../access/refusals.ts';
import type { Config } from '../config/config.ts';

/** Where a local ingestor service listens: the browser speaks with it directly (ING-20). */
const LOOPBACK = ['http', 'ws'].flatMap((scheme) => [`${scheme}://127.0.0.1:*`, `${scheme}://localhost:*`]);

/** Strict headers (SEC-03): no inline script, nothing from outside; styles inline because the components set positions. */
export async function registerSecurity(app: FastifyInstance, config: Config): Promise<void> {
  const outside = [config.messagingUrl, config.mapsUrl]
    .filter((url) => url !== undefined)
    .map((url) => new URL(url).origin);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...LOOPBACK, ...outside],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    hsts: config.baseUrl?.startsWith('https:') ?? false,
  });
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || isOwnOrigin(origin, request.host, config)) return;
    if (!config.origins.includes(origin))
      throw denied(
        `Pages of ${origin} may not call this platform`,
        undefined,
        'An operator allows an origin with DATASARANA_ORIGINS.',
      );
    reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    reply.header('access-control-expose-headers', 'request_id, content-disposition, x-total-count, retry-after');
    if (request.method === 'OPTIONS') {
      reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
      reply.header('access-control-allow-headers', 'authorization, content-type, request_id');
      return reply.code(204).send();
    }
  });
}

/** SEC-09: the platform's own pages, by the host they were asked from or the public address. */
function isOwnOrigin(origin: string, host: string, config: Config): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host || (config.baseUrl !== undefined && url.origin === new URL(config.baseUrl).origin);
}
