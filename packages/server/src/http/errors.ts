import {
  type ErrorType,
  PlatformError,
  type PlatformErrorDetail,
  ReplyCode,
  type ReplyError,
} from '@datasarana/schema';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStored, toRec } from '../stores/records/told-record.ts';
import { type DiskTrouble, diskTroubleOf } from './disk-trouble.ts';
import { envelope } from './envelope.ts';
import { statusOfCode } from './status.ts';

interface Told {
  readonly code: number;
  readonly http: number;
  readonly error: ReplyError;
  readonly data?: unknown;
}

/** What to do next where an error does not say it itself: every error carries a hint (ERR-29). */
const HINTS: Readonly<Record<ErrorType, string>> = {
  validation: 'Correct what is named and send it again.',
  conflict: 'Read how it stands now, then decide anew.',
  authentication: 'Sign in and try again.',
  authorisation: 'Ask an administrator for a role that may do this.',
  not_found: 'Check the id, or look for it in the list.',
  malformed: 'See /api/docs for the form of this call.',
  upstream: 'Try again in a moment.',
  internal: 'Try again in a moment; tell an administrator if it stays.',
};

const told = (code: number, http: number, type: ErrorType, message: string, hint = HINTS[type]): Told => ({
  code,
  http,
  error: { message, hint, error: { type, reason: message } },
});

function ofPlatformError({
  message,
  detail,
}: {
  readonly message: string;
  readonly detail: PlatformErrorDetail;
}): Told {
  const { code, type, http = statusOfCode(code), hint = HINTS[type], status, fields, data } = detail;
  const error = { type, reason: message, ...(status !== undefined && { status }), ...(fields && { fields }) };
  return { code, http, error: { message, hint, error }, data: isStored(data) ? toRec(data) : data };
}

/** Faults of the HTTP layer in the platform's own words (API-06, API-15). */
function ofFastify(error: FastifyError): Told | null {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return told(
        ReplyCode.Malformed,
        415,
        'malformed',
        'This call does not take that content type',
        'Most calls take application/json; /api/docs names what the others take.',
      );
    default: {
      const status = error.statusCode ?? 500;
      return status >= 400 && status < 500 ? told(ReplyCode.Malformed, status, 'malformed', error.message) : null;
    }
  }
}

/** Its sender cut the line before the body was whole; whatever failed of it failed for that. */
const isGone = ({ raw }: FastifyRequest): boolean => raw.errored !== null && !raw.complete;

/** Nobody hears the answer any more, and what was ended for that failed of it. */
const wentAway = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.socket.destroyed &&
  error instanceof Error &&
  (error.name === 'AbortError' || Reflect.get(error, 'code') === 'ERR_STREAM_PREMATURE_CLOSE');

/** What is to be said of a disk that takes nothing, and who can mend it. */
const DISK_TROUBLES: Readonly<Record<DiskTrouble, readonly [message: string, hint: string]>> = {
  full: ['The disk of the platform is full', 'Have an administrator make room on it, then try again.'],
  unwritable: [
    'The platform may not read or write in its data folder',
    'Have an administrator give the platform the right to do so, then try again.',
  ],
  'too many files': [
    'The platform has more files open than the system lets it',
    'Have an administrator raise the limit of open files (ulimit -n), then try again.',
  ],
};

/** What the caller learns of an error; the unforeseen keeps its text to the log (ERR-06). */
function toldOf(error: unknown, request: FastifyRequest): Told {
  if (error instanceof PlatformError) {
    // what another server did wrong, or who wrote its address, is nothing to mend here
    const level = error.detail.type === 'upstream' ? 'warn' : 'error';
    if ((error.detail.http ?? 0) >= 500 && error.cause !== undefined)
      request.log[level]({ err: error.cause }, error.message);
    return ofPlatformError(error);
  }
  const cause = error instanceof Error && error.cause instanceof PlatformError ? error.cause : null;
  if (cause) return ofPlatformError(cause);
  const http = error instanceof Error && 'code' in error ? ofFastify(error as FastifyError) : null;
  if (http) return http;
  const trouble = diskTroubleOf(error);
  if (trouble !== null) {
    const [message, hint] = DISK_TROUBLES[trouble];
    request.log.error({ err: error }, message);
    return told(ReplyCode.Exception, 507, 'internal', message, hint);
  }
  if (isGone(request)) {
    request.log.info({ url: request.url }, 'the sender went away before all was here');
    return told(ReplyCode.Malformed, 400, 'malformed', 'The body broke off', 'Send it again.');
  }
  if (wentAway(error, request)) request.log.info({ url: request.url }, 'the caller went away before the answer');
  else request.log.error({ err: error }, 'unforeseen error');
  return told(
    ReplyCode.Exception,
    500,
    'internal',
    `Something went wrong here; tell an administrator the reference ${request.id}`,
  );
}

/** Every error leaves in the envelope, with the status its code decides (API-06). */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { code, http, error: body, data } = toldOf(error, request);
    if (http === 403) noteRefusal(app, request, body.message);
    else if (http === 401) request.log.warn({ url: request.url, code, reason: body.message }, 'not signed in');
    return sendTold(app, request, reply, { code, http, error: body, data });
  });
}

/** Answers what is refused before there is a route, and so before any hook: an address that cannot be read. */
export function answerUnrouted(
  app: FastifyInstance,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendTold(app, request, reply.header('request_id', request.id), toldOf(error, request));
}

/** A refusal of someone signed in belongs in the audit trail; strangers are in the log alone, so that none can fill it. */
function noteRefusal(app: FastifyInstance, request: FastifyRequest, reason: string): void {
  const { permitted, routeOptions } = request;
  if (!permitted?.caller) return;
  app.services.audit.note(permitted.scope, {
    event: 'refused',
    endpoint: routeOptions.config.endpoint?.id ?? request.url,
    address: request.ip,
    detail: { reason },
  });
}

/** Unknown paths are 34/404, a known path with another method 33/405. */
export function notServed(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?');
  const others = methodsOf(app, path).filter((method) => method !== request.method);
  if (others.length > 0) {
    reply.header('allow', others.join(', '));
    return sendTold(
      app,
      request,
      reply,
      told(
        ReplyCode.NotImplemented,
        405,
        'malformed',
        `${path} does not take ${request.method}`,
        `It takes ${others.join(', ')}.`,
      ),
    );
  }
  return sendTold(
    app,
    request,
    reply,
    told(
      ReplyCode.NotFound,
      404,
      'not_found',
      `There is nothing at ${path}`,
      'See /api/docs for the calls of the platform.',
    ),
  );
}

/** Methods served at an address; parameters of a path match any one step. */
function methodsOf(app: FastifyInstance, address: string): readonly string[] {
  const steps = address.replace(/\/$/, '').split('/');
  const fits = (path: string): boolean => {
    const wanted = path.split('/');
    return wanted.length === steps.length && wanted.every((step, at) => step.startsWith(':') || step === steps[at]);
  };
  const calls = app.served.filter(({ path }) => fits(path)).map(({ method }) => method);
  // what is no call of the end-point table, as /health/live; other signs would be read as a pattern
  const plain = /^[\w./-]+$/.test(address) && app.hasRoute({ url: address, method: 'GET' }) ? ['GET'] : [];
  return [...new Set([...calls, ...plain])];
}

function sendTold(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { code, http, error, data }: Told,
): FastifyReply {
  const clock = { now: app.services.clock(), took: performance.now() - (request.began ?? performance.now()) };
  const wait: unknown = Reflect.get(Object(data), 'retry_after');
  if (http === 429 && typeof wait === 'number') reply.header('retry-after', wait);
  return reply
    .code(http)
    .type('application/json; charset=utf-8')
    .send(envelope(code, data ?? null, error, clock));
}
