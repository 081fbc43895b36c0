import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ZipFile } from 'yazl';

interface Given {
  readonly body: string;
  readonly url: URL;
  /** What `/held` waits for before it answers. */
  readonly held: Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse, given: Given) => void;

const json = (response: ServerResponse, value: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
};
const unauthorised = (response: ServerResponse, challenge: string): void => {
  response.writeHead(401, { 'www-authenticate': challenge }).end('no');
};
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
/** The rows that are given. */
export const ROWS = [1, 2, 3, 4, 5].map((n) => ({ code: `c${n}`, num1: n }));
const feature = (n: number) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [n, n] },
  properties: { code: `f${n}`, num1: n },
});

/** One way of signing in per path; each really checks what it is given. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  '/key': ({ headers }, response) => (headers['x-key'] === 'k1' ? json(response, ROWS) : unauthorised(response, 'Key')),
  '/bearer': ({ headers }, response) =>
    headers.authorization === 'Bearer t1' ? json(response, ROWS) : unauthorised(response, 'Bearer'),
  '/basic': ({ headers }, response) =>
    headers.authorization === `Basic ${Buffer.from('ann:p:ß').toString('base64')}`
      ? json(response, ROWS)
      : unauthorised(response, 'Basic'),
  '/digest': ({ headers, method }, response) => {
    const given = Object.fromEntries(
      [...(headers.authorization ?? '').matchAll(/(\w+)="?([^",]*)"?/g)].map(([, name, value]) => [name, value]),
    );
    const a1 = md5('ann:realm1:pw');
    const a2 = md5(`${method}:/digest?x=1`);
    const wanted = md5(`${a1}:nonce1:${given.nc}:${given.cnonce}:auth:${a2}`);
    if (given.response === wanted) json(response, ROWS);
    else unauthorised(response, 'Digest realm="realm1", nonce="nonce1", qop="auth", opaque="o"');
  },
  '/oauth1': ({ headers, method }, response, { url }) => {
    const given = Object.fromEntries(
      [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        decodeURIComponent(value),
      ]),
    );
    const { oauth_signature, ...signed } = given;
    const encode = (text: string) => encodeURIComponent(text).replaceAll('*', '%2A');
    const parameters = Object.entries({ ...signed, ...Object.fromEntries(url.searchParams) })
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&');
    const base = [method ?? '', `http://${headers.host}/oauth1`, parameters].map(encode).join('&');
    const wanted = createHmac('sha1', 'cs&ts').update(base).digest('base64');
    if (oauth_signature === wanted) json(response, ROWS);
    else unauthorised(response, 'OAuth');
  },
  '/token': ({ headers }, response, { body }) =>
    headers.authorization === `Basic ${Buffer.from('id1:cs').toString('base64')}` &&
    body === 'grant_type=client_credentials&scope=read'
      ? json(response, { access_token: 'made', token_type: 'Bearer' })
      : response.writeHead(400).end('{}'),
  '/oauth2': ({ headers }, response) =>
    headers.authorization === 'Bearer made' ? json(response, ROWS) : unauthorised(response, 'Bearer'),
  '/ntlm': ({ headers, socket }, response) => {
    const message = Buffer.from((headers.authorization ?? '').replace('NTLM ', ''), 'base64');
    if (message.length > 12 && message.readUInt32LE(8) === 1) {
      Object.assign(socket, { challenged: true });
      const challenge = Buffer.alloc(56);
      challenge.write('NTLMSSP\0', 'latin1');
      challenge.writeUInt32LE(2, 8);
      Buffer.from('0123456789abcdef', 'hex').copy(challenge, 24);
      challenge.writeUInt16LE(4, 40);
      challenge.writeUInt16LE(4, 42);
      challenge.writeUInt32LE(48, 44);
      return unauthorised(response, `NTLM ${challenge.toString('base64')}`);
    }
    if (message.length < 64 || !('challenged' in socket)) return unauthorised(response, 'NTLM');
    const part = (i: number) =>
      message.subarray(
        message.readUInt32LE(16 + i * 8),
        message.readUInt32LE(16 + i * 8) + message.readUInt16LE(12 + i * 8),
      );
    const answer = part(1);
    // NTOWFv2 of User, Password, Domain as [MS-NLMP] 4.2.4.1.1 prints it
    const key = Buffer.from('0c868a403bfd7a93a3001ef22ef02e3f', 'hex');
    const proof = createHmac('md5', key)
      .update(Buffer.concat([Buffer.from('0123456789abcdef', 'hex'), answer.subarray(16)]))
      .digest();
    return proof.equals(answer.subarray(0, 16)) && part(3).toString('utf16le') === 'User'
      ? json(response, ROWS)
      : unauthorised(response, 'NTLM');
  },
  '/next': (_request, response, { url }) => {
    const page = Number(url.searchParams.get('page') ?? 1);
    json(response, {
      items: ROWS.slice(page * 2 - 2, page * 2),
      links: { next: page < 3 ? `/next?page=${page + 1}` : null },
    });
  },
  '/link': (_request, response, { url }) => {
    const page = Number(url.searchParams.get('page') ?? 1);
    json(
      response,
      ROWS.slice(page * 2 - 2, page * 2),
      page < 3 ? { link: `</link?page=${page + 1}>; rel="next", </x>; rel="last"` } : {},
    );
  },
  '/offset': (_request, response, { url }) => {
    const from = Number(url.searchParams.get('skip'));
    json(response, { data: ROWS.slice(from, from + Number(url.searchParams.get('take'))) });
  },
  '/cursor': (_request, response, { url }) => {
    const from = Number(url.searchParams.get('after') ?? 0);
    json(response, { data: ROWS.slice(from, from + 2), next: from + 2 < 5 ? from + 2 : null });
  },
  '/cursor-in-body': (_request, response, { body }) => {
    const from = Number(JSON.parse(body).page?.after ?? 0);
    json(response, { data: ROWS.slice(from, from + 2), next: from + 2 < 5 ? from + 2 : null });
  },
  '/held': async (_request, response, { held }) => {
    await held;
    json(response, ROWS);
  },
  '/circle': (_request, response) => json(response, { items: ROWS, next: '/circle' }),
  '/geo': (_request, response) => json(response, { type: 'FeatureCollection', features: [feature(1), feature(2)] }),
  '/feature': (_request, response) => json(response, feature(1)),
  '/objects': (_request, response) => json(response, ROWS),
  '/no-features': (_request, response) => json(response, { type: 'FeatureCollection', features: null }),
  '/text': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>'),
  '/second-page': (_request, response, { url }) =>
    json(
      response,
      url.searchParams.has('page')
        ? { type: 'GeometryCollection', geometries: [] }
        : { type: 'FeatureCollection', features: [feature(1)], next: '/second-page?page=2' },
    ),
  '/echo': (request, response, { body }) =>
    json(response, { method: request.method, type: request.headers['content-type'] ?? null, body }),
  '/file.csv': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/csv' }).end('Code,Num 1\nx1,1\nx2,no\nx3,3\n'),
  '/koi8.csv': (_request, response, { url }) =>
    response
      .writeHead(200, { 'content-type': `text/csv${url.search && `; charset=${url.searchParams.get('charset')}`}` })
      .end(Buffer.from([...Buffer.from('Made by hand\nCode|Num 1\n'), 0xee, 0xc5, 0xd4, ...Buffer.from('|1\n')])),
  '/100%.csv': (_request, response) => response.writeHead(200).end('Code,Num 1\nx1,1\n'),
  '/export.json': (_request, response) =>
    json(response, { datasarana: 1, template: {}, total: ROWS.length, records: ROWS }),
  '/beside.zip': (_request, response) => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('[]'), 'other.json');
    zip.addBuffer(Buffer.from('{"code":"x1","items":[{"num1":1},{"num1":2}]}'), 'rows.json');
    zip.end();
    zip.outputStream.pipe(response);
  },
  '/slow.csv': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/csv' }).write('Code,Num 1\nx1,1\n'),
  '/none': (_request, response) => json(response, { count: 0, results: [] }),
  '/no-content': (_request, response) => response.writeHead(204).end(),
  '/missing': (_request, response) => response.writeHead(404).end(),
};

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A data server as the world outside has them. */
export interface DataServer {
  readonly port: number;
  /** What it was asked so far. */
  readonly seen: readonly Seen[];
  /** Lets `/held` answer. */
  readonly letGo: () => void;
  readonly close: () => void;
}

export async function startDataServer(): Promise<DataServer> {
  const seen: Seen[] = [];
  const held = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    const url = new URL(request.url ?? '/', 'http://x');
    const handler = HANDLERS[url.pathname];
    if (handler) handler(request, response, { body, url, held: held.promise });
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    letGo: held.resolve,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
