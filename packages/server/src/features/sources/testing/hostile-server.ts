import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

interface Asked {
  readonly request: IncomingMessage;
  readonly url: URL;
  /** 1 for the first page. */
  readonly page: number;
  /** How often this path was asked before. */
  readonly before: number;
}

type Handler = (response: ServerResponse, asked: Asked) => void;

const json = (response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
};
const row = (n: number) => ({ code: `c${n}`, num1: n });
const pageOf = (page: number) => ({ items: [row(page * 2 - 1), row(page * 2)], next: `?page=${page + 1}` });
const DEEP = 100_000;

/** One kind of misbehaviour per path. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  '/to-file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/to-private': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/chain': (response) => response.writeHead(307, { location: '/chain-2' }).end(),
  '/chain-2': (response) => response.writeHead(301, { location: '/to-private' }).end(),
  '/fails-later': (response, { page }) =>
    page < 3 ? json(response, pageOf(page)) : response.writeHead(500).end('the database is away'),
  '/signs-out': (response, { page }) =>
    page < 2 ? json(response, pageOf(page)) : response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
  '/breaks-off': (response, { page }) => {
    if (page < 2) return json(response, pageOf(page));
    response.writeHead(200, { 'content-length': '5000' }).write('{"items":[{"code":"half');
    setImmediate(() => response.destroy());
  },
  '/says-more': (response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' }).write('code,num1\nx1,1\nx2,2\n');
    setImmediate(() => response.destroy());
  },
  '/says-less': (response) => {
    response.socket?.end(
      'HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: 15\r\n\r\ncode,num1\nx1,1\nx2,2\n',
    );
  },
  '/says-less-once': (response) => {
    response.socket?.end(
      'HTTP/1.0 200 OK\r\ncontent-type: text/csv\r\ncontent-length: 15\r\n\r\ncode,num1\nx1,1\nx2,2\n',
    );
  },
  '/says-less-packed': (response) => {
    const packed = Buffer.concat([gzipSync('code,num1\nx1,1\n'), gzipSync('x2,2\n')]);
    const length = gzipSync('code,num1\nx1,1\n').length;
    response.socket?.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${length}\r\n\r\n`);
    response.socket?.end(packed);
  },
  '/says-less-later': (response, { page }) => {
    const text = JSON.stringify(pageOf(page));
    const length = Buffer.byteLength(text);
    response.socket?.write(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}${page === 2 ? '[{}]' : ''}`,
    );
  },
  '/says-all': (response) => {
    // a file of several reads, so that the last of them begins within the body
    const text = `code,num1\n${'x1,1\n'.repeat(60_000)}`;
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': String(text.length) }).end(text);
  },
  '/says-nothing': (response) => {
    response.socket?.end('HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\n\r\ncode,num1\nx1,1\nx2,2\n');
  },
  '/same-cursor': (response) => json(response, { ...pageOf(1), next: 'always' }),
  '/same-pages': (response) => json(response, { items: [row(1), row(2)] }),
  '/empty-pages': (response, { page }) => json(response, { items: [], next: `?page=${page + 1}` }),
  '/deep': (response) => response.end(`[{"code":"c1","num1":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}]`),
  '/as-html': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify([row(1), row(2)])),
  '/sorry': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<h1>Sorry</h1>'),
  '/bomb': (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(80 * 1024 * 1024, ' '))),
  '/half-packed': (response) => {
    const packed = gzipSync(JSON.stringify([row(1), row(2)]));
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.subarray(0, packed.length - 12));
  },
  '/not-packed': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(JSON.stringify([row(1)])),
  '/wait-a-little': (response, { page, before }) => {
    if (page === 2 && before < 3) return json(response, {}, 429, { 'retry-after': '0' });
    json(response, page < 3 ? pageOf(page) : { items: [row(5)] });
  },
  '/wait-for-file': (response, { before }) =>
    before === 0
      ? response.writeHead(503, { 'retry-after': '0' }).end('later')
      : response.writeHead(200, { 'content-type': 'text/csv' }).end('code,num1\nx1,1\n'),
  '/wait-long': (response) => json(response, {}, 429, { 'retry-after': '86400' }),
  '/later-deep': (response, { page }) =>
    page < 2 ? json(response, pageOf(page)) : response.end(`${'['.repeat(DEEP)}${']'.repeat(DEEP)}`),
  '/no-address': (response) => json(response, { ...pageOf(1), next: 'http://[' }),
  '/long-address': (response) => json(response, { ...pageOf(1), next: `?page=${'9'.repeat(100_000)}` }),
  '/elsewhere': (response) => json(response, { ...pageOf(1), next: 'http://169.254.169.254/latest' }),
  '/wait-always': (response) => json(response, {}, 503, { 'retry-after': '0' }),
  '/wait-untold': (response, { before }) =>
    before === 0 ? json(response, {}, 429) : json(response, { items: [row(1)] }),
};

/** A data server that wants no good. */
export interface HostileServer {
  readonly port: number;
  readonly address: (path: string) => string;
  /** How often a path was asked. */
  readonly asked: (path: string) => number;
  readonly close: () => void;
}

export async function startHostileServer(): Promise<HostileServer> {
  const seen = new Map<string, number>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const before = seen.get(url.pathname) ?? 0;
    seen.set(url.pathname, before + 1);
    const page = Number(url.searchParams.get('page') ?? 1);
    HANDLERS[url.pathname]?.(response, { request, url, page, before });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    address: (path) => `http://127.0.0.1:${port}${path}`,
    asked: (path) => seen.get(path) ?? 0,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
