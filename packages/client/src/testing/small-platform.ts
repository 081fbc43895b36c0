import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Reply, ReplyError } from '@datasarana/schema';

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: unknown;
}

type Answer = { readonly http?: number; readonly text: string } | 'hang up' | 'wait';
type Handler = (request: Arrived) => Answer | Promise<Answer>;

/** The envelope of API-03 as text. */
export const envelope = (data: unknown, more: Partial<Reply> = {}): string =>
  JSON.stringify({ code: 30, ts: 1, took: 2, data, error: null, ...more });

export const refusal = (code: number, message: string, error: ReplyError['error']): string =>
  envelope(null, { code, error: { message, error } });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * A real HTTP server on a free port that answers by `METHOD /path`, closed with `using`. `hang up` cuts the connection,
 * `wait` never answers.
 */
export async function smallPlatform(answers: Readonly<Record<string, Handler>>) {
  const arrived: Arrived[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const bytes = await buffer(incoming).catch(() => null);
    if (bytes === null) return;
    const text = bytes.toString();
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, text, body: parsed(text) };
    arrived.push(request);
    const handler = answers[`${method} ${path.split('?')[0]}`];
    const answer = (await handler?.(request)) ?? { http: 404, text: 'no such path' };
    if (answer === 'wait') return;
    if (answer === 'hang up') return incoming.socket.destroy();
    outgoing.writeHead(answer.http ?? 200, { 'content-type': 'application/json' }).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}/api`,
    arrived,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
