import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A push that stands before the platform. */
export interface Held {
  readonly requestId: string;
  /** Request id of the batch it goes behind. */
  readonly behind: string | null;
  /** What the batch is called. */
  readonly name: string;
  /** Bytes of it, packed. */
  readonly bytes: number;
  /** Lets it through to the platform; ends when the answer is there. `lost` keeps the answer from the sender. */
  readonly go: (lost?: 'lost') => Promise<void>;
  /** Refuses its rows for good, as a platform does that looks at them. */
  readonly refuse: (reason: string, status?: number) => void;
  /** Answers in the place of the platform. */
  readonly answer: (data: unknown) => void;
  /** Answers as what stands before a platform does, which knows no envelope. */
  readonly bare: (status: number, body: string, headers?: Readonly<Record<string, string>>) => void;
}

/** A door before the platform, which holds pushes until `onHeld` lets them through; every other call goes through at once. */
export interface Gate {
  readonly url: string;
  /** Says where the platform is. */
  readonly leadTo: (platform: string) => void;
  readonly close: () => void;
}

function passOn(url: string, incoming: IncomingMessage, reply: ServerResponse, lost = false): Promise<void> {
  const { method, headers } = incoming;
  const { promise, resolve } = Promise.withResolvers<void>();
  const outgoing = request(new URL(incoming.url ?? '/', url), { method, headers }, (answer) => {
    if (lost) reply.destroy();
    else answer.pipe(reply.writeHead(answer.statusCode ?? 502, answer.headers));
    if (lost) answer.resume();
    answer.once('end', resolve);
  });
  outgoing.on('error', () => reply.destroy());
  outgoing.once('close', resolve);
  if (headers.expect === undefined) incoming.pipe(outgoing);
  else
    outgoing
      .once('continue', () => {
        reply.writeContinue();
        incoming.pipe(outgoing);
      })
      .flushHeaders();
  return promise;
}

export async function openGate(onHeld: (held: Held) => void): Promise<Gate> {
  let url = '';
  const take = (incoming: IncomingMessage, reply: ServerResponse): void => {
    if (url === '') return void reply.writeHead(503).end();
    const { pathname, searchParams } = new URL(incoming.url ?? '/', url);
    if (!pathname.endsWith('/data/csv')) void passOn(url, incoming, reply);
    else
      onHeld({
        requestId: String(incoming.headers.request_id),
        behind: searchParams.get('after'),
        bytes: Number(incoming.headers['content-length']),
        name: searchParams.get('file') ?? '',
        go: (lost) => passOn(url, incoming, reply, lost !== undefined),
        refuse: (reason, status = 422) =>
          void reply.writeHead(status).end(JSON.stringify({ code: 31, data: null, error: { message: reason } })),
        bare: (status, body, told = {}) => void reply.writeHead(status, told).end(body),
        answer: (data) => void reply.writeHead(200).end(JSON.stringify({ code: 30, took: 1, data, error: null })),
      });
  };
  const server = createServer(take);
  // who waits to be asked for a body is asked by the platform
  server.on('checkContinue', take);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (platform) => {
      url = platform;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
