import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Caller, type HttpReply, startPlatform, type TestPlatform } from '@datasarana/testkit';

const LIMIT = 10 * 1024 * 1024;

let at: TestPlatform;
let administrator: Caller;
before(async () => {
  at = await startPlatform();
  administrator = await at.a.as('tenant administrator');
});
after(() => at.stop());

const add = (
  body: string | Uint8Array,
  type = 'application/json',
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpReply> => administrator.call('PUT', '/tenant/property', { body, type, headers });
const facts = ({ http, code }: HttpReply) => [http, code];

test('[API-15] bytes that are no UTF-8 are refused, never stored as other signs', async () => {
  const latin1 = Buffer.from('{"name":"café"}', 'latin1');
  const refused = await add(latin1);
  assert.deepEqual(facts(refused), [400, 32]);
  assert.match(refused.error?.message ?? '', /not UTF-8/);
  const named = await add(latin1, 'application/json; charset=iso-8859-1');
  assert.deepEqual(facts(named), [415, 32]);
  assert.match(named.error?.message ?? '', /iso-8859-1/);
  const stored = await add('{"name":"café"}', 'application/json; charset="UTF-8"');
  assert.equal(stored.data.name, 'café');
  assert.equal((await add('\uFEFF{"name":"marked"}')).data.name, 'marked', 'a mark before the text says nothing');
});

test('[API-15] a packed body is unpacked, one packed in an unknown way or not at all is refused', async () => {
  const packed = await add(gzipSync('{"name":"packed"}'), 'application/json', { 'content-encoding': 'gzip' });
  assert.equal(packed.data.name, 'packed');
  const broken = await add('{"name":"plain"}', 'application/json', { 'content-encoding': 'gzip' });
  assert.deepEqual(facts(broken), [400, 32]);
  const unknown = await add('{"name":"plain"}', 'application/json', { 'content-encoding': 'lzw' });
  assert.deepEqual(facts(unknown), [415, 32]);
  assert.match(unknown.error?.message ?? '', /lzw/);
});

test('[API-15] [STR-02] rows and files packed in an unknown way are refused before anything is read of them', async () => {
  for (const [path, type] of [
    ['/data/csv', 'text/csv'],
    ['/feature/data', 'application/x-ndjson'],
    ['/data/file', 'application/octet-stream'],
    ['/data/generic', 'application/octet-stream'],
  ] as const) {
    const query = { template: 'any', file: 'any.bin' };
    const sent = { query: path === '/data/generic' ? query : { template: 'any' }, body: 'a\n1\n', type };
    const refused = await administrator.call('POST', path, { ...sent, headers: { 'content-encoding': 'lzw' } });
    assert.deepEqual([refused.http, refused.code], [415, 32], `${path} ${refused.error?.message}`);
    assert.match(refused.error?.message ?? '', /lzw/);
  }
});

test('[SEC-10] 10 MB are taken and one byte more is not, told to a sender that is still sending', async () => {
  const padded = (bytes: number) => `{"name":"large"}${' '.repeat(bytes - 16)}`;
  assert.deepEqual(facts(await add(padded(LIMIT))), [200, 30]);
  for (const body of [padded(LIMIT + 1), padded(4 * LIMIT)])
    for (let times = 0; times < 5; times++) assert.deepEqual(facts(await add(body)), [413, 32]);
  const bomb = await add(gzipSync(padded(LIMIT + 1)), 'application/json', { 'content-encoding': 'gzip' });
  assert.deepEqual(facts(bomb), [413, 32]);
});

const MISSING = /^400 '(\w+)' in the query is missing/;
const UNKNOWN = /'never_heard_of' in the query is not known here/;

test('[API-15] a query that names what the call does not know is refused with its name, on every call', async () => {
  const root = await at.a.as('cluster administrator');
  const engineer = await at.a.as('data engineer');
  const refusal = async (method: string, address: string, query: Readonly<Record<string, string>>): Promise<string> => {
    for (const caller of [administrator, engineer, root]) {
      const body = method === 'GET' ? {} : { body: {} };
      const { http, error } = await caller.call(method, address, { query, ...body });
      if (http !== 403) return `${http} ${error?.message}`;
    }
    throw new Error(`Nobody may call ${method} ${address}`);
  };
  for (const { method, path } of at.platform.app.served) {
    const address = path.slice('/api'.length).replaceAll(/:\w+/g, 'visual.view');
    const query: Record<string, string> = { never_heard_of: '1' };
    let told = await refusal(method, address, query);
    for (let missing = MISSING.exec(told)?.[1]; missing !== undefined; missing = MISSING.exec(told)?.[1]) {
      query[missing] = 'a'.repeat(64);
      told = await refusal(method, address, query);
    }
    // those that want something else of the body look at it first
    if (!/^(?:415|400 '\w+' in the body is missing)/.test(told)) assert.match(told, UNKNOWN, `${method} ${path}`);
  }
});

const answerTo = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(at.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (piece) => (text += piece)).on('end', () => resolve(text));
    socket.on('error', reject).end(bytes);
  });

test('[API-03] what is not even HTTP is answered in the envelope, too', async () => {
  const told = [
    ['NONSENSE\r\n\r\n', 400],
    [`GET /api/session/user HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    [`POST /api/data/csv?columns=${'x'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ] as const;
  const words = { 400: /^What was sent is not HTTP$/, 431: /^Address and headers together are larger than the 16 KB / };
  for (const [bytes, status] of told) {
    const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
    const reply = JSON.parse(body);
    assert.deepEqual(Object.keys(reply), ['code', 'ts', 'took', 'data', 'error']);
    assert.deepEqual([reply.code, reply.data, reply.error.error.type], [32, null, 'malformed']);
    assert.equal(reply.error.error.reason, reply.error.message);
    assert.match(reply.error.message, words[status]);
  }
});
