import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BODY_LIMIT, malformed, notFound, PlatformError, type Reply, ReplyCode } from '@datasarana/schema';
import type { Settings } from '../settings.ts';
import { allowOrigin, bearerOf, guard } from './guard.ts';
import type { Pairing } from './pairing.ts';
import { targetOf } from './target.ts';

/** One call of `/local/*` as its handler sees it. */
export interface LocalCall {
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  /** The JSON body. @throws PlatformError 32 */
  readonly body: () => Promise<unknown>;
}

/** A text that is saved as a file instead of an envelope. */
export class LocalDownload {
  readonly text: string;
  readonly fileName: string;

  constructor(text: string, fileName: string) {
    this.text = text;
    this.fileName = fileName;
  }
}

export type LocalHandler = (call: LocalCall) => unknown;

/** `GET /local/services` → its handler; `open` ones are answered to browsers that are not paired yet. */
export type LocalRoutes = Readonly<Record<string, { readonly handle: LocalHandler; readonly open?: true }>>;

const STATUS: Readonly<Record<number, number>> = {
  [ReplyCode.Ok]: 200,
  [ReplyCode.Malformed]: 400,
  [ReplyCode.NotFound]: 404,
};

async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > BODY_LIMIT) throw malformed('The body is larger than 10 MB.');
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8') || '{}');
  } catch (cause) {
    throw malformed(`The body is no JSON: ${cause instanceof Error ? cause.message : cause}`);
  }
}

function send(response: ServerResponse, http: number, reply: Reply): void {
  response.writeHead(http, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(reply));
}

function fail(response: ServerResponse, cause: unknown, took: number): void {
  const known = cause instanceof PlatformError ? cause : null;
  if (!known) console.error(cause);
  const { code = ReplyCode.Exception, type = 'exception', hint, fields, http, data = null } = known?.detail ?? {};
  const message = known?.message ?? 'The ingestor could not do this; its console says why.';
  const error = { message, ...(hint && { hint }), error: { type, reason: message, ...(fields && { fields }) } };
  send(response, http ?? STATUS[code] ?? 500, { code, ts: Date.now(), took, data, error } as Reply);
}

/** Answers `/local/*` in the platform's envelope (API-03); listens when told to. */
export function localServer(settings: Settings, pairing: Pairing, routes: LocalRoutes): Server {
  return createServer({ requestTimeout: 0 }, async (request, response) => {
    const began = performance.now();
    try {
      guard(request, settings);
      allowOrigin(request, response);
      if (request.method === 'OPTIONS') return void response.writeHead(204).end();
      const { path, query } = targetOf(request);
      const route = routes[`${request.method} ${path}`];
      if (!route) throw notFound(`There is no call ${request.method} ${path}.`);
      if (!route.open) pairing.check(bearerOf(request));
      const data = await route.handle({ query, request, body: () => jsonBody(request) });
      if (data instanceof LocalDownload) return void sendFile(response, data);
      const took = Math.round(performance.now() - began);
      send(response, 200, { code: ReplyCode.Ok, ts: Date.now(), took, data, error: null });
    } catch (cause) {
      if (!request.complete) response.setHeader('connection', 'close');
      fail(response, cause, Math.round(performance.now() - began));
    }
  });
}

function sendFile(response: ServerResponse, { text, fileName }: LocalDownload): void {
  response.writeHead(200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  });
  response.end(text);
}
