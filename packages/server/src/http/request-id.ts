import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What a client may choose as a request id; anything else is replaced, so that logs stay one line each. */
const ALLOWED = /^[\w.:-]{1,100}$/;

/** The caller's `request_id` header, or a new UUID (API-02). */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers.request_id;
  return typeof given === 'string' && ALLOWED.test(given) ? given : randomUUID();
}

export const genReqId = (raw: IncomingMessage): string => requestIdOf(raw.headers);

/** Times every request and answers its id. */
export function registerRequestId(app: FastifyInstance): void {
  app.decorateRequest('began', 0);
  app.addHook('onRequest', async (request, reply) => {
    request.began = performance.now();
    reply.header('request_id', request.id);
  });
}
