import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { constants, createGzip } from 'node:zlib';
import { PlatformError } from '@datasarana/schema';
import type { Scope } from '../access/scope.ts';
import { systemScope } from '../access/system-scope.ts';
import { createCipher, openSqliteRecords } from '../stores/records/index.ts';
import type { RecordStore } from '../stores/records/port.ts';
import { obstacleOf } from './addresses.ts';
import { AllowList, allowEntry } from './allow-list.ts';
import { bytesOf, fetchOutside, sendBy } from './fetch-outside.ts';
import { Outbound } from './outbound.ts';

const scope: Scope = systemScope('cluster1', 'tenant1');
const servers: Server[] = [];
let records: RecordStore;
let list: AllowList;
let seen: string[] = [];

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.headers.host}${request.url} ${request.headers.authorization ?? ''}`.trim());
    listener(request, response);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'datasarana-outbound-'));
  records = await openSqliteRecords({
    file: path.join(folder, 'records.sqlite'),
    cipher: createCipher(Buffer.alloc(32)),
    now: Date.now,
  });
  list = new AllowList(records);
});
after(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await records.close();
  await rm(folder, { recursive: true, force: true });
});

const toHere = (): Promise<readonly string[]> => Promise.resolve(['127.0.0.1']);
const outbound = (resolve = toHere, patience = 2000): Outbound => new Outbound(list, resolve, patience);

const isRefusal =
  (text: RegExp, code = 31) =>
  (cause: unknown) => {
    assert.ok(cause instanceof PlatformError, String(cause));
    assert.equal(cause.detail.code, code, cause.message);
    assert.match(`${cause.message} ${cause.detail.hint}`, text);
    return true;
  };

test('[SEC-07] only addresses of the public internet are called by themselves', () => {
  for (const address of ['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])
    assert.equal(obstacleOf(address), null, address);
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.2.1',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    '::127.0.0.1',
    'nonsense',
  ])
    assert.notEqual(obstacleOf(address), null, address);
});

test('[SEC-07] the refusal names the setting, and an entry of the list opens that host and port only', async () => {
  const port = await serve((_request, response) => response.end('here'));
  const get = (url: string) =>
    fetchOutside(outbound(), scope, url)
      .then(({ body }) => bytesOf(body))
      .then(String);
  await list.write(scope, []);
  await assert.rejects(
    get(`http://db.test:${port}/`),
    isRefusal(/db\.test.*127\.0\.0\.1.*this machine itself.*'db\.test:\d+'.*Outbound addresses/),
  );
  for (const host of ['127.0.0.1', '[::1]', '0x7f.1', '2130706433', 'localhost'])
    await assert.rejects(get(`http://${host}:${port}/`), isRefusal(/does not call by itself/), host);
  await list.write(scope, [`db.test:${port}`]);
  assert.equal(await get(`http://DB.test:${port}/`), 'here');
  await assert.rejects(get(`http://other.test:${port}/`), isRefusal(/does not call/));
  await assert.rejects(get(`http://db.test:${port + 1}/`), isRefusal(/does not call/));
  await assert.rejects(get('ftp://db.test/'), isRefusal(/http:\/\//, 32));
});

test('[SEC-07] [SRC-15] what cannot be the name of a host is told at the field, and nothing is looked up', async () => {
  let asked = 0;
  const resolve = (): Promise<readonly string[]> => {
    asked++;
    return Promise.resolve(['93.184.216.34']);
  };
  const out = new Outbound(list, resolve);
  const odd = [
    '\ud800',
    'a\0b',
    ' ',
    '127.0.0.1 ',
    'http://db.local',
    'db.local:3306',
    'db/1',
    'ann@db',
    'a\nb',
    'a..b',
    '.',
    '-',
  ];
  for (const host of odd)
    await assert.rejects(out.addressOf(scope, host, 3306), (cause) => {
      assert.ok(cause instanceof PlatformError, host);
      assert.deepEqual(
        [cause.detail.code, cause.detail.http, Object.keys(cause.detail.fields ?? {})],
        [31, 422, ['host']],
        host,
      );
      return /is no name of a host/.test(cause.message);
    });
  assert.equal(asked, 0);
  for (const host of ['db.local', 'db_1', 'ünï.example', 'db.local.', 'x-1.example'])
    assert.equal(await out.addressOf(scope, host, 3306), '93.184.216.34', host);
});

test('[SEC-07] an entry is host:port', () => {
  assert.equal(allowEntry(' DB.Local:3306 '), 'db.local:3306');
  assert.equal(allowEntry('[FD00::1]:80'), '[fd00::1]:80');
  for (const text of ['db', 'db:0', 'db:70000', 'http://db:80', 'a b:1', '*', 'db:80/x', 'fd00::1:80'])
    assert.equal(allowEntry(text), null, text);
});

test('[SEC-07] every redirect is checked anew, and credentials stay with the first server', async () => {
  const inner = await serve((_request, response) => response.end('secret'));
  const other = await serve((_request, response) => response.end('other'));
  const port = await serve((request, response) => {
    const to =
      request.url === '/private'
        ? `http://inner.test:${inner}/`
        : request.url === '/loop'
          ? '/loop'
          : `http://other.test:${other}/x`;
    response.writeHead(302, { location: to }).end();
  });
  await list.write(scope, [`a.test:${port}`, `other.test:${other}`]);
  const get = (path: string) =>
    fetchOutside(outbound(), scope, `http://a.test:${port}${path}`, { headers: { authorization: 'Basic eA==' } });
  seen = [];
  await assert.rejects(get('/private'), isRefusal(/inner\.test/));
  assert.equal(seen.length, 1, 'the private server was never asked');
  assert.equal(String(await bytesOf((await get('/away')).body)), 'other');
  assert.equal(seen.at(-1), `GET other.test:${other}/x`, 'no authorization went along');
  await assert.rejects(get('/loop'), isRefusal(/more than 5 times/, 36));
});

test('[SEC-07] no header of one server reaches another by a redirect, whatever its name, and no body', async () => {
  const heard: (readonly [string, string])[] = [];
  const other = await serve((request, response) => {
    heard.push([request.method ?? '', Object.keys(request.headers).sort().join()]);
    response.end('other');
  });
  const port = await serve((request, response) => {
    const status = Number(request.url?.slice(1));
    response.writeHead(status, { location: `http://other.test:${other}/x` }).end();
  });
  await list.write(scope, [`a.test:${port}`, `other.test:${other}`]);
  const headers = { accept: 'a/b', 'x-acme': 'hidden', 'Content-Type': 'text/plain', cookie: 'a=b' };
  const ask = (status: number, body?: string) =>
    fetchOutside(outbound(), scope, `http://a.test:${port}/${status}`, {
      headers,
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body }),
    });
  for (const status of [301, 307]) await bytesOf((await ask(status)).body);
  await bytesOf((await ask(302, 'hidden')).body);
  const plain = 'accept,accept-encoding,connection,host,user-agent';
  assert.deepEqual(
    heard.map(([method, names]) => [method, names]),
    [1, 2, 3].map(() => ['GET', plain]),
  );
  await assert.rejects(ask(308, 'hidden'), isRefusal(/redirects to another server \(other\.test:\d+\)/, 36));
  assert.equal(heard.length, 3);
});

test('[SEC-07] a name that changes its address after the check leads nowhere else', async () => {
  const port = await serve((_request, response) => response.end('private'));
  await list.write(scope, []);
  const answers = [['192.0.2.7'], ['127.0.0.1']];
  let asked = 0;
  const rebinding = () => Promise.resolve(answers[Math.min(asked++, 1)] ?? []);
  await assert.rejects(
    fetchOutside(outbound(rebinding), scope, `http://turn.test:${port}/`),
    isRefusal(/192\.0\.2\.7/),
  );
  const line = await outbound().lineTo('127.0.0.1');
  const reply = await sendBy(line, new URL(`http://name-that-is-not-there.invalid:${port}/`), {});
  assert.equal(
    String(await bytesOf(reply.body)),
    'private',
    'the pinned address is used, the name is not looked up again',
  );
  const both = () => Promise.resolve(['8.8.8.8', '10.0.0.1']);
  await assert.rejects(fetchOutside(outbound(both), scope, `http://both.test:${port}/`), isRefusal(/10\.0\.0\.1/));
});

test('[SEC-07] [LIM-11] a server that lies about length, never ends, packs a bomb or falls silent is given up', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/short') {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('only this');
      setImmediate(() => response.destroy());
    } else if (request.url === '/large') response.writeHead(200, { 'content-length': '999999999' }).flushHeaders();
    else if (request.url === '/silent') response.writeHead(200).write('a');
    else if (request.url === '/bomb') {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION });
      gzip.pipe(response);
      const more = (): void => {
        while (!response.destroyed && gzip.write(Buffer.alloc(65_536)));
        if (!response.destroyed) gzip.once('drain', more);
      };
      more();
    } else {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    }
  });
  await list.write(scope, [`bad.test:${port}`]);
  const get = async (path: string, patience?: number) => {
    const { body } = await fetchOutside(outbound(toHere, patience), scope, `http://bad.test:${port}${path}`, {
      limit: 1_000_000,
    });
    return bytesOf(body);
  };
  await assert.rejects(get('/short'), isRefusal(/did not answer as it should/, 36));
  await assert.rejects(get('/large'), isRefusal(/larger than 1 MB/));
  await assert.rejects(get('/endless'), isRefusal(/larger than 1 MB/));
  await assert.rejects(get('/bomb'), isRefusal(/larger than 1 MB/));
  await assert.rejects(get('/silent', 300), isRefusal(/sent nothing/, 36));
});

test('[SEC-07] a server that sends by drops is given up, in its headers and in its body; a slow reader is not', async () => {
  const drips = new Set<NodeJS.Timeout>();
  const port = await serve((request, response) => {
    if (request.url === '/whole') return void response.end(Buffer.alloc(4_000_000, 'x'));
    const inHeaders = request.url === '/headers';
    if (inHeaders) response.socket?.write('HTTP/1.1 200 OK\r\nx: ');
    else response.writeHead(200).flushHeaders();
    const drip = setInterval(() => (inHeaders ? response.socket?.write('x') : response.write('x')), 20);
    drips.add(drip);
    response.once('close', () => clearInterval(drip));
  });
  await list.write(scope, [`slow.test:${port}`]);
  const get = (path: string) => fetchOutside(outbound(toHere, 300), scope, `http://slow.test:${port}${path}`);
  try {
    await assert.rejects(
      get('/body').then(({ body }) => bytesOf(body)),
      isRefusal(/slow\.test:\d+ did not answer as it should: it sent \d+ bytes in/, 36),
    );
    await assert.rejects(get('/headers'), isRefusal(/sent nothing/, 36));
    let bytes = 0;
    for await (const chunk of (await get('/whole')).body) {
      if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 700));
      bytes += chunk.length;
    }
    assert.equal(bytes, 4_000_000);
  } finally {
    for (const drip of drips) clearInterval(drip);
  }
});

test('[SEC-07] an answer that nobody reads gives its connection back', async () => {
  const closed = Promise.withResolvers<void>();
  const port = await serve((_request, response) => {
    response.once('close', closed.resolve);
    response.writeHead(404).write('more of this follows');
  });
  await list.write(scope, [`left.test:${port}`]);
  const reply = await fetchOutside(outbound(), scope, `http://left.test:${port}/`);
  await reply.leave();
  await closed.promise;
});
