import { malformed, PlatformError, ReplyCode } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';

/** Bytes of a JSON body (SEC-10); streams and uploads have limits of their own. */
export const JSON_BODY_LIMIT = 10 * 1024 * 1024;
const NESTING_LIMIT = 32;

const isHostile = (key: string, value: unknown): boolean =>
  key === '__proto__' ||
  (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'));

/** Refuses a body nested deeper than 32 levels or holding a key that would reach an object's prototype (SEC-10). */
export function refuseHostile(body: unknown): void {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: body, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > NESTING_LIMIT) throw malformed(`The body is nested deeper than ${NESTING_LIMIT} levels`);
    for (const key of Object.keys(value)) {
      const inner: unknown = Reflect.get(value, key);
      if (isHostile(key, inner)) throw malformed(`The body holds the key '${key}', which is refused`);
      if (typeof inner === 'object' && inner !== null) waiting.push({ value: inner, depth: depth + 1 });
    }
  }
}

/** Parses and checks one JSON text of a request; an empty text is no body. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new PlatformError(`The body is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      code: ReplyCode.Malformed,
      type: 'malformed',
      hint: 'Send one JSON value with content-type application/json.',
      cause,
    });
  }
  refuseHostile(body);
  return body;
}

export function registerJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    ['application/json', 'application/*+json'],
    { parseAs: 'string', bodyLimit: JSON_BODY_LIMIT },
    (_request, text, done) => {
      try {
        done(null, parseJsonBody(String(text)));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  );
}
