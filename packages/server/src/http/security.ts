import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { denied } from '../access/refusals.ts';
import type { Config } from '../config/config.ts';

/** Where a local ingestor service listens: the browser speaks with it directly (ING-20). */
const LOOPBACK = ['http', 'ws'].flatMap((scheme) => [`${scheme}://127.0.0.1:*`, `${scheme}://localhost:*`]);

/** No inline script, nothing from outside; styles inline because the components set positions. */
function contentPolicy({ messagingUrl, mapsUrl }: Config): string {
  const outside = [messagingUrl, mapsUrl].filter((url) => url !== undefined).map((url) => new URL(url).origin);
  const allowed = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...LOOPBACK, ...outside],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(allowed)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join(';');
}

/** Strict headers (SEC-03). */
export async function registerSecurity(app: FastifyInstance, config: Config): Promise<void> {
  const policy = contentPolicy(config);
  await app.register(helmet, {
    // written once: helmet puts it together anew for each call
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    hsts: config.baseUrl?.startsWith('https:') ?? false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', policy);
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
