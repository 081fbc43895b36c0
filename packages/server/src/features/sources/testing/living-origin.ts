import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server whose file changes, whose pages grow, and which can leave an answer half given. */
export interface LivingOrigin {
  readonly port: number;
  readonly address: (path: string) => string;
  /** Lines of `/file.csv` below its header. */
  lines: readonly string[];
  /** Rows of `/pages`, two on each. */
  rows: readonly object[];
  /** Status with which `/pages` answers while there is one. */
  refuses: number | null;
  /** What it was asked, and how it answered. */
  readonly seen: { readonly url: string; readonly headers: IncomingMessage['headers']; readonly status: number }[];
  readonly close: () => void;
}

/** The file has an ETag made of its content; a page leads to the next, the last one to itself when it is not full. */
export async function startLivingOrigin(): Promise<LivingOrigin> {
  const seen: LivingOrigin['seen'] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const status = answer(url, request.headers);
    seen.push({ url: request.url ?? '', headers: request.headers, status });
    // nobody waits so long: a server that does not say when is asked again
    if (status !== 200) return response.writeHead(status, status === 429 ? { 'retry-after': '3600' } : {}).end();
    if (url.pathname === '/endless.csv')
      return response.writeHead(200, { 'content-type': 'text/csv' }).write('code,num1\nx1,1\n');
    if (url.pathname === '/file.csv') {
      const text = `code,num1\n${origin.lines.join('\n')}\n`;
      return response.writeHead(200, { 'content-type': 'text/csv', etag: etag() }).end(text);
    }
    const from = Number(url.searchParams.get('after') ?? 0);
    const next = from + 2 < origin.rows.length ? from + 2 : null;
    const body = { data: origin.rows.slice(from, from + 2), next };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin: LivingOrigin = {
    port,
    address: (path) => `http://127.0.0.1:${port}${path}`,
    lines: [],
    rows: [],
    refuses: null,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const etag = (): string => `"${Buffer.from(origin.lines.join()).toString('base64')}"`;
  const answer = ({ pathname, searchParams }: URL, headers: IncomingMessage['headers']): number => {
    if (pathname === '/file.csv') return headers['if-none-match'] === etag() ? 304 : 200;
    if (origin.refuses !== null) return origin.refuses;
    return Number(searchParams.get('after') ?? 0) > origin.rows.length ? 410 : 200;
  };
  return origin;
}
