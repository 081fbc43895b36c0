import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isWrite, malformed, type PlatformError } from '@datasarana/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What a client may choose as a request id. */
const ALLOWED = /^[ -~]{1,200}$/;

/** The caller's `request_id` header, or a new UUID (API-02). */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers.request_id;
  return typeof given === 'string' && ALLOWED.test(given) ? given : randomUUID();
}

export const genReqId = (raw: IncomingMessage): string => requestIdOf(raw.headers);

/**
 * A read that names itself otherwise goes by a new id. A write is refused: sent again it would be done again, where its sender relies
 * on the id (STR-04).
 */
function unnamed({ headers, id, routeOptions }: FastifyRequest): PlatformError | undefined {
  const { endpoint } = routeOptions.config;
  if (!headers.request_id || headers.request_id === id || !endpoint || !isWrite(endpoint)) return undefined;
  return malformed(
    'The request_id in the header is none',
    'Write 1 to 200 letters, digits, signs or spaces of ASCII, such as a UUID.',
  );
}

/** Times every request and answers its id. */
export function registerRequestId(app: FastifyInstance): void {
  app.decorateRequest('began', 0);
  app.addHook('onRequest', (request, reply, done) => {
    request.began = performance.now();
    reply.header('request_id', request.id);
    done(unnamed(request));
  });
}
