import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { BODY_LIMIT, malformed, NESTING_LIMIT, PlatformError, parseWhole, ReplyCode } from '@datasarana/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseUnknownPacking, unpacked } from './unpacked.ts';
import { utf8Text } from './utf8.ts';

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

/** Parses and checks one JSON text of a request; an empty text is no body. Whole numbers beyond 2^53 come as text. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  let body: unknown;
  try {
    body = parseWhole(text);
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

const broken = (encoding: string): Error =>
  malformed(`The body is not packed as its content-encoding '${encoding}' says`);

const tooLarge = (): PlatformError =>
  new PlatformError('The body is larger than this call takes', {
    code: ReplyCode.Malformed,
    type: 'malformed',
    http: 413,
    hint: 'JSON bodies hold 10 MB at most; send rows to /api/data/csv or /api/feature/data.',
  });

/** @throws PlatformError 415 for a body in another character set than UTF-8, or packed in a way that is not known */
function refuseForeign(headers: IncomingHttpHeaders): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new PlatformError(`JSON in the character set '${charset}' is not read`, {
      code: ReplyCode.Malformed,
      type: 'malformed',
      http: 415,
      hint: 'Write JSON as UTF-8.',
    });
  refuseUnknownPacking(headers['content-encoding']);
}

const notUtf8 = (): PlatformError => malformed('The body is not UTF-8', 'Write JSON as UTF-8.');

async function bytesOf(payload: Readable, packing: string | undefined): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of unpacked(payload, packing, broken)) {
      bytes += piece.length;
      if (bytes > BODY_LIMIT) throw tooLarge();
      pieces.push(piece);
    }
  } catch (cause) {
    if (cause instanceof PlatformError) throw cause;
    throw new PlatformError('The body broke off before its end', {
      code: ReplyCode.Malformed,
      type: 'malformed',
      cause,
    });
  }
  return Buffer.concat(pieces);
}

/** JSON bodies in UTF-8, as they are or packed, up to 10 MB unpacked (SEC-10). */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    ['application/json', 'application/*+json'],
    async ({ headers }: FastifyRequest, payload: Readable) => {
      refuseForeign(headers);
      if (Number(headers['content-length'] ?? 0) > BODY_LIMIT) throw tooLarge();
      return parseJsonBody(utf8Text(await bytesOf(payload, headers['content-encoding']), notUtf8));
    },
  );
}
