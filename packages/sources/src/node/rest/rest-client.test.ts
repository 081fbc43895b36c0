import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { restLines } from './rest-pages.ts';
import type { RestAuth, RestRequest } from './rest-settings.ts';

const PAGES = 7;
const BASIC = `Basic ${Buffer.from('id1:s%C3%A9cret').toString('base64')}`;

async function sendByHttp({ method, url, headers, body }: RestRequest) {
  const reply = await fetch(url, { method, headers, ...(typeof body === 'string' && { body }) });
  return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.bytes() };
}

/** Reads seven pages of a server whose tokens serve three requests each; `isLetIn` judges what asks for a token. */
async function readPages(isLetIn: (form: URLSearchParams, request: IncomingMessage) => boolean, secret = 'sécret') {
  const asked = { tokens: 0, refused: 0 };
  let left = 0;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const answer = (status: number, says: object) => response.writeHead(status).end(JSON.stringify(says));
    if (url.pathname === '/token') {
      let form = '';
      for await (const chunk of request) form += chunk;
      if (!isLetIn(new URLSearchParams(form), request)) return answer(401, { error: 'invalid_client' });
      left = 3;
      return answer(200, { access_token: `token ${++asked.tokens}` });
    }
    if (request.headers.authorization !== `Bearer token ${asked.tokens}` || left-- <= 0) {
      asked.refused++;
      return answer(401, {});
    }
    const page = Number(url.searchParams.get('page') ?? 1);
    return answer(200, { items: [{ num1: page }], next: page < PAGES ? `/rows?page=${page + 1}` : null });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const auth: RestAuth = { type: 'OAuth2', token_url: `${origin}/token`, client_id: 'id1', client_secret: secret };
  try {
    let text = '';
    const settings = { url: `${origin}/rows`, auth, paging: { kind: 'next' } } as const;
    for await (const lines of restLines(settings, sendByHttp, false)) text += Buffer.from(lines).toString();
    const read = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).num1);
    return { read, ...asked };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const ALL = Array.from({ length: PAGES }, (_, page) => page + 1);

test('[SRC-20] a token of OAuth2 serves the pages of a reading until it is taken no more, and another one goes on from there', async () => {
  const found = await readPages((_form, { headers }) => headers.authorization === BASIC);
  assert.deepEqual(found, { read: ALL, tokens: 3, refused: 2 });
});

test('[SRC-20] Digest is answered once more where the nonce was too old, and not where the password is wrong', async () => {
  const read = async (isStale: boolean) => {
    const nonces: string[] = [];
    const send = async ({ headers }: RestRequest) => {
      const nonce = /nonce="(\w+)"/.exec(headers.authorization ?? '')?.[1];
      if (nonce !== undefined) nonces.push(nonce);
      const isIn = nonce === 'n2';
      const challenge = `Digest realm="r", qop="auth", nonce="n${nonces.length + 1}"${isStale && nonce ? ', stale=TRUE' : ''}`;
      return {
        status: isIn ? 200 : 401,
        headers: isIn ? {} : { 'www-authenticate': challenge },
        body: Buffer.from('[{"num1":1}]'),
      };
    };
    const auth = { type: 'Digest', username: 'u', password: 'p' } as const;
    const lines: string[] = [];
    const reading = restLines({ url: 'https://data.example/rows', auth }, send, false);
    for await (const each of reading) lines.push(Buffer.from(each).toString());
    return { text: lines.join(''), nonces };
  };
  assert.deepEqual(await read(true), { text: '{"num1":1}\n', nonces: ['n1', 'n2'] });
  await assert.rejects(read(false), /status 401: it does not let these credentials in/);
});

test('[SRC-20] a server that takes the credentials of OAuth2 in the form alone gets them there; a wrong secret is told', async () => {
  const inForm = (form: URLSearchParams, { headers }: IncomingMessage) =>
    headers.authorization === undefined && form.get('client_id') === 'id1' && form.get('client_secret') === 'sécret';
  assert.deepEqual((await readPages(inForm)).read, ALL);
  await assert.rejects(
    readPages(inForm, 'wrong'),
    /answered with status 401 \(invalid_client\) and no access_token: look at the client id, its secret and the scope/,
  );
});
