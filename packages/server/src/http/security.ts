import type { PlatformError } from '@datasarana/schema';
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

/** What helmet 8 sets, of which https://github.com/helmetjs/helmet says why; written once instead of for each call. */
const strictHeaders = (config: Config): Readonly<Record<string, string>> => ({
  'content-security-policy': contentPolicy(config),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  ...(config.baseUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
});

const foreign = (origin: string): PlatformError =>
  denied(
    `Pages of ${origin} may not call this platform`,
    undefined,
    'An operator allows an origin with DATASARANA_ORIGINS.',
  );

/** Strict headers (SEC-03). */
export function registerSecurity(app: FastifyInstance, config: Config): void {
  const strict = strictHeaders(config);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(strict);
    const { origin } = request.headers;
    if (origin === undefined || isOwnOrigin(origin, request.host, config)) return done();
    if (!config.origins.includes(origin)) return done(foreign(origin));
    reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    reply.header('access-control-expose-headers', 'request_id, content-disposition, x-total-count, retry-after');
    if (request.method === 'OPTIONS') {
      reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
      reply.header('access-control-allow-headers', 'authorization, content-type, request_id');
      return void reply.code(204).send();
    }
    done();
  });
}

/** SEC-09: the platform's own pages, by the host they were asked from or the public address. */
function isOwnOrigin(origin: string, host: string, config: Config): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host || (config.baseUrl !== undefined && url.origin === new URL(config.baseUrl).origin);
}
