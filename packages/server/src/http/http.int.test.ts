import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startPlatform, type TestPlatform } from '@datasarana/testkit';

let at: TestPlatform;
let webRoot = '';
before(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'datasarana-web-'));
  await mkdir(path.join(webRoot, 'assets'));
  await mkdir(path.join(webRoot, 'basemap'));
  await writeFile(path.join(webRoot, 'index.html'), '<!doctype html><title>Datasarana</title>');
  await writeFile(path.join(webRoot, 'assets/app-1a2b.js'), 'export {};');
  await writeFile(path.join(webRoot, 'basemap/world.pmtiles'), '0123456789');
  at = await startPlatform({ webRoot, origins: ['https://partner.example'] });
});
after(async () => {
  await at.stop();
  await rm(webRoot, { recursive: true });
});

const get = (address: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${at.url}${address}`, { headers });

/** `fetch` hides what a browser would refuse to send. */
const rawStatus = (method: string, address: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(`${at.url}${address}`, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject).end();
  });

test('[APP-18] /app-config.json holds the fixed values of the browser', async () => {
  const response = await get('/app-config.json');
  const { config } = at.platform.services;
  assert.deepEqual(await response.json(), {
    app_id: config.appId,
    app_key: config.appKey,
    base_url: at.url,
    tenant_id: config.tenantId,
  });
});

test('liveness and readiness answer 200', async () => {
  assert.equal((await get('/health/live')).status, 200);
  assert.deepEqual(await (await get('/health/ready')).json(), { status: 'ready' });
});

test('[RTE-06] a deep link is served with the app document, which is asked for afresh', async () => {
  for (const address of ['/', '/toolkit/tenant', '/lapangan/taksiran', '/docs/start']) {
    const response = await get(address);
    assert.equal(response.status, 200, address);
    assert.match(await response.text(), /<title>Datasarana/);
    assert.equal(response.headers.get('cache-control'), 'no-cache');
  }
});

test('[RTE-14] an asset is kept for ever; one that is gone is a real 404, so that a new version is noticed', async () => {
  const found = await get('/assets/app-1a2b.js');
  assert.match(found.headers.get('cache-control') ?? '', /immutable/);
  assert.match(found.headers.get('content-type') ?? '', /javascript/);
  assert.equal(found.headers.get('content-encoding'), 'gzip');
  assert.equal(await found.text(), 'export {};');
  const plain = await get('/assets/app-1a2b.js', { 'accept-encoding': 'identity' });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(await plain.text(), 'export {};');
  const gone = await get('/assets/app-old.js');
  assert.equal(gone.status, 404);
  assert.doesNotMatch(await gone.text(), /<!doctype/);
});

test('[MAP-01] parts of a basemap file are answered with 206', async () => {
  const response = await get('/basemap/world.pmtiles', { range: 'bytes=2-4' });
  assert.equal(response.status, 206);
  assert.equal(await response.text(), '234');
  assert.equal(response.headers.get('content-range'), 'bytes 2-4/10');
});

test('[SEC-12] nothing outside the web folder is served', async () => {
  for (const address of [
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2fetc%2fpasswd',
  ]) {
    const response = await get(address);
    assert.doesNotMatch(await response.text(), /root:|"name"/, address);
  }
});

test('[API-06] an unknown path is 34/404, a known path with another method 33/405 naming what it takes', async () => {
  const unknown = await at.anonymous.call('GET', '/no/such/call');
  assert.deepEqual([unknown.http, unknown.code, unknown.error?.error.type], [404, 34, 'not_found']);
  const response = await at.anonymous.raw('PUT', '/session/list/some-id');
  assert.equal(response.status, 405);
  assert.equal(response.headers.get('allow'), 'DELETE');
  assert.equal((await response.json()).code, 33);
  for (const address of ['/health/live', '/app-config.json', '/api/openapi.json']) {
    const posted = await fetch(`${at.url}${address}`, { method: 'POST' });
    assert.deepEqual(
      [posted.status, posted.headers.get('allow'), (await posted.json()).code],
      [405, 'GET', 33],
      address,
    );
  }
});

test('[API-06] an address that would be a pattern of a route is one more unknown path', async () => {
  for (const address of ['/api/*/sharing', '/api/a*b', '/api/:id(', '/api/:id(^((a+)+)+$)', '/health/:x']) {
    for (const method of ['GET', 'PUT']) {
      const response = await fetch(`${at.url}${address}`, { method });
      assert.deepEqual([response.status, (await response.json()).code], [404, 34], `${method} ${address}`);
    }
  }
});

test('[API-06] an address that cannot be decoded, or of a step longer than any id, is refused in the envelope, too', async () => {
  for (const [address, status] of [['%E0%A4%A', 400] as const, ['x'.repeat(3000), 414] as const]) {
    const response = await get(`/api/data/batch/${address}`, { request_id: 'strange-1' });
    const { code, error, data } = await response.json();
    assert.deepEqual([response.status, code, error.error.type, data], [status, 32, 'malformed', null]);
    assert.match(error.message, /url component|param length/);
    assert.equal(response.headers.get('request_id'), 'strange-1');
  }
});

test('[API-14] a trailing slash makes no difference', async () => {
  assert.equal((await (await at.a.as('member')).call('GET', '/session/user/')).code, 30);
});

test('[API-02] [STR-04] the request id of the caller comes back; one that is none is replaced, and refused where something is written', async () => {
  const id = '8f14e45f-ceea-467f-a1e9-2c1d0f6b7a11';
  const echoed = await at.anonymous.raw('GET', '/session/user', { requestId: id });
  assert.equal(echoed.headers.get('request_id'), id);
  const replaced = await at.anonymous.raw('GET', '/session/user', { requestId: 'x'.repeat(500) });
  assert.match(replaced.headers.get('request_id') ?? '', /^[0-9a-f-]{36}$/);
  const engineer = await at.a.as('data engineer');
  const put = (requestId: string) => engineer.call('PUT', '/schema/data/template', { requestId, body: { name: 'T' } });
  const first = await put('import 1/2, "a b"');
  assert.equal((await put('import 1/2, "a b"')).data.id, first.data.id, 'done once');
  for (const none of ['x'.repeat(201), 'Häuser']) {
    const { http, code, error } = await put(none);
    assert.deepEqual([http, code, error?.message], [400, 32, 'The request_id in the header is none']);
  }
});

test('[API-03] every reply is the envelope, with times', async () => {
  const began = Date.now();
  const { http: _http, ...reply } = await (await at.a.as('member')).call('GET', '/session/user');
  assert.deepEqual(Object.keys(reply).sort(), ['code', 'data', 'error', 'took', 'ts']);
  assert.ok(reply.ts >= began && reply.took >= 0);
  assert.equal(reply.error, null);
});

const administrator = () => at.a.as('tenant administrator');
const send = async (body: string, type = 'application/json') =>
  (await administrator()).call('POST', '/tenant/user/account', { body, type });

test('[API-15] malformed JSON, a wrong type and another media type are told apart', async () => {
  const broken = await send('{"from": ');
  assert.deepEqual([broken.http, broken.code], [400, 32]);
  const wrong = await send('{"from": "zero"}');
  assert.deepEqual([wrong.http, wrong.code], [400, 32]);
  assert.match(wrong.error?.message ?? '', /'from'/);
  const media = await send('a,b', 'text/csv');
  assert.deepEqual([media.http, media.code], [415, 32]);
});

test('[SEC-10] a body over 10 MB is 413/32, one nested too deep or with a hostile key 400/32', async () => {
  const large = await send(JSON.stringify({ keyword: 'x'.repeat(10 * 1024 * 1024) }));
  assert.deepEqual([large.http, large.code], [413, 32]);
  const deep = await send(`{"keyword": ${'['.repeat(40)}${']'.repeat(40)}}`);
  assert.deepEqual([deep.http, deep.code], [400, 32]);
  const hostile = await send('{"__proto__": {"from": 1}}');
  assert.deepEqual([hostile.http, hostile.code], [400, 32]);
});

test('[SEC-03] pages and calls carry a strict policy without inline script', async () => {
  for (const address of ['/login', '/api/session/user', '/api/docs/']) {
    const { headers } = await get(address);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /script-src 'self'(;|$)/, address);
    assert.match(policy, /object-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
});

test('[SEC-03] every answer carries what keeps browsers from guessing and framing, also one that refuses', async () => {
  for (const address of ['/login', '/api/session/user', '/os/', '/os/none/_search', '/none.js']) {
    const { headers } = await get(address);
    const strict = {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'same-origin',
      // over HTTPS only
      'strict-transport-security': null,
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-powered-by': null,
      'x-xss-protection': '0',
    };
    for (const [name, value] of Object.entries(strict)) assert.equal(headers.get(name), value, `${address}: ${name}`);
  }
});

test('[SEC-09] a page of another origin is refused, a configured one and the own may call', async () => {
  const calls = (origin: string) => get('/api/schema/system?id=user', { origin });
  assert.equal((await calls('https://evil.example')).status, 403);
  const partner = await calls('https://partner.example');
  assert.equal(partner.status, 200);
  assert.equal(partner.headers.get('access-control-allow-origin'), 'https://partner.example');
  assert.match(partner.headers.get('access-control-expose-headers') ?? '', /request_id/, 'its pages may read the id');
  assert.equal((await calls(at.url)).status, 200);
  const preflight = { origin: 'https://partner.example', 'access-control-request-method': 'PATCH' };
  assert.equal(await rawStatus('OPTIONS', '/api/session/user', preflight), 204);
});

test('[API-87] the OpenAPI document is 3.1 and names every served call; its page loads no inline script', async () => {
  const document = await (await get('/api/openapi.json')).json();
  assert.match(document.openapi, /^3\.1/);
  for (const { method, path: address } of at.platform.app.served) {
    const place = document.paths[address.replaceAll(/:(\w+)/g, '{$1}')];
    assert.ok(place?.[method.toLowerCase()], `${method} ${address}`);
  }
  for (const [address, calls] of Object.entries<Record<string, { parameters?: { in: string; name: string }[] }>>(
    document.paths,
  )) {
    const inPath = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    for (const [method, { parameters = [] }] of Object.entries(calls)) {
      const told = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      assert.deepEqual(told.sort(), inPath, `${method} ${address}`);
    }
  }
  const page = await (await get('/api/docs/')).text();
  assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)[^>]*>/);
});

test('[API-87] the page of the calls is found with and without its slash, loads what it needs from here, and nothing else', async () => {
  const page = await (await get('/api/docs')).text();
  assert.equal(await (await get('/api/docs/')).text(), page);
  const loads = [...page.matchAll(/<(?:link|script|img)[^>]* (?:href|src)="([^"]+)"/g)].map(
    ([, address]) => address ?? '',
  );
  assert.ok(loads.length >= 4);
  const own = loads.filter((address) => address.startsWith('/api/'));
  for (const address of own) assert.equal((await get(address)).status, 200, address);
  assert.deepEqual([...new Set(loads.filter((address) => !own.includes(address)))], ['/favicon.svg']);
  assert.match((await get('/api/docs/start.js')).headers.get('content-type') ?? '', /javascript/);
  assert.match(await (await get('/api/docs/look.css')).text(), /#424242/);
  assert.match(await (await get('/api/docs/yaml')).text(), /^openapi: 3\.1/);
});

test('[API-87] the document and its page come packed to those who take that, and as they are to others', async () => {
  for (const address of ['/api/openapi.json', '/api/docs/', '/api/docs/static/swagger-ui-bundle.js']) {
    const packed = await get(address, { 'accept-encoding': 'gzip' });
    assert.equal(packed.headers.get('content-encoding'), 'gzip', address);
    assert.equal(packed.headers.get('vary'), 'accept-encoding');
    const plain = await get(address, { 'accept-encoding': 'identity' });
    assert.equal(plain.headers.get('content-encoding'), null, address);
    assert.equal(await packed.text(), await plain.text(), address);
  }
  const tag = (await get('/api/docs/static/swagger-ui.css')).headers.get('etag') ?? '';
  assert.equal(await rawStatus('GET', '/api/docs/static/swagger-ui.css', { 'if-none-match': tag }), 304);
});

test('[API-03] a long reply comes packed to those who take that, and as it is to others', async () => {
  const { token } = await at.a.as('tenant administrator');
  const called = (headers: Readonly<Record<string, string>>) =>
    get('/api/session/endpoints', { authorization: `Bearer ${token}`, ...headers });
  const packed = await called({ 'accept-encoding': 'gzip', origin: at.url });
  const plain = await called({ 'accept-encoding': 'identity', origin: 'https://partner.example' });
  assert.deepEqual([packed.status, plain.status], [200, 200]);
  assert.equal(packed.headers.get('content-encoding'), 'gzip');
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(packed.headers.get('vary'), 'accept-encoding');
  assert.equal(plain.headers.get('vary'), 'origin, accept-encoding');
  const sizes = [packed, plain].map((reply) => Number(reply.headers.get('content-length')));
  assert.ok((sizes[0] ?? 0) * 4 < (sizes[1] ?? 0), `${sizes} bytes`);
  assert.deepEqual((await packed.json()).data, (await plain.json()).data);
});

test('[API-03] [API-04] every served call documents the envelope of its good and of its bad replies', async () => {
  const document = await (await get('/api/openapi.json')).json();
  const whole = (schema: { $ref?: string }) =>
    schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  for (const { method, path: address, endpoint } of at.platform.app.served) {
    const call = document.paths[address.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()];
    const { schema } = call.responses['200'].content['application/json'];
    const good = whole(schema.anyOf?.[0] ?? schema);
    assert.deepEqual(Object.keys(good.properties), ['code', 'ts', 'took', 'data', 'error', 'total'], endpoint.id);
    assert.notDeepEqual(good.properties.data.anyOf[0], {}, `${endpoint.id} says what its data hold`);
    const bad = whole(call.responses.default.content['application/json'].schema);
    assert.deepEqual(Object.keys(whole(bad.properties.error).properties), ['message', 'hint', 'error'], endpoint.id);
  }
  assert.deepEqual(whole({ $ref: '#/components/schemas/user' }).properties.label, { type: 'string', enum: ['user'] });
});

interface DoorCall {
  readonly tags: readonly string[];
  readonly description: string;
}

test('[API-87] of the door for OpenSearch’s clients it names what is served alone, with the parameters that are taken', async () => {
  const { paths } = await (await get('/api/openapi.json')).json();
  const calls = Object.entries<Record<string, DoorCall>>(paths)
    .filter(([address]) => address.startsWith('/os/'))
    .flatMap(([address, methods]) => Object.entries(methods).map(([method, call]) => ({ address, method, call })));
  assert.ok(calls.length > 300);
  for (const { address, method, call } of calls) {
    const { status } = await fetch(`${at.url}${address.replaceAll(/\{\w+\}/g, 'x')}`, { method: method.toUpperCase() });
    assert.equal(status, 401, `${method} ${address}`);
    assert.match(call.tags[0] ?? '', /^OpenSearch: \w/);
    assert.match(call.description, /token that (reads data|writes data|manages indexes)/);
  }
  const found = paths['/os/{index}/_search'].post;
  assert.deepEqual(Object.keys(found.requestBody.content), ['application/json']);
  assert.equal(paths['/os/{index}/_search'].get.requestBody, undefined);
  assert.deepEqual(Object.keys(paths['/os/_bulk'].post.requestBody.content), ['application/x-ndjson']);
  const refreshed = paths['/os/{index}/_refresh'].post;
  assert.equal(refreshed.requestBody, undefined);
  assert.ok(refreshed.parameters.some(({ name }: { readonly name: string }) => name === 'ignore_unavailable'));
});

test('[API-87] bodies and files that are no JSON are documented by their types, and replies before the end by their status', async () => {
  const { paths } = await (await get('/api/openapi.json')).json();
  const typesOf = (part: { content?: object } | undefined) => Object.keys(part?.content ?? {});
  const rows = paths['/api/data/csv'].post;
  assert.ok(typesOf(rows.requestBody).includes('text/csv'));
  assert.deepEqual(rows.responses['202'].content, rows.responses['200'].content);
  assert.deepEqual(typesOf(paths['/api/data/file'].post.requestBody), ['*/*']);
  const bulk = typesOf(paths['/api/data/user/bulk'].post.responses['200']);
  for (const type of ['application/json', 'text/csv', 'application/vnd.apache.parquet']) assert.ok(bulk.includes(type));
  assert.ok(paths['/api/data/user'].post.requestBody, 'a search has a body');
});

test('[API-87] every reference of the document leads to a shape in it', async () => {
  const text = await (await get('/api/openapi.json')).text();
  const { components } = JSON.parse(text);
  const named = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference));
  assert.ok(named.size > 10);
  const known = new Set(Object.keys(components.schemas).map((name) => `#/components/schemas/${name}`));
  assert.deepEqual([...named.difference(known)], []);
});

/** Lets one method of the record store fail while `during` runs. */
async function whileBroken<T>(method: 'get' | 'count' | 'stamp', during: () => Promise<T>): Promise<T> {
  const { records } = at.platform.services;
  const value = () => {
    throw new Error('SELECT secret FROM vault');
  };
  Object.defineProperty(records, method, { value, configurable: true });
  try {
    return await during();
  } finally {
    Reflect.deleteProperty(records, method);
  }
}

test('[ERR-06] an unforeseen error tells the reference and nothing of the inside', async () => {
  const member = await at.a.as('member');
  const reply = await whileBroken('count', () =>
    member.call('GET', '/session/user/count', { requestId: 'reference-1' }),
  );
  assert.deepEqual([reply.http, reply.code, reply.error?.error.type], [500, 35, 'internal']);
  assert.match(reply.error?.message ?? '', /reference-1/);
  assert.doesNotMatch(JSON.stringify(reply), /SELECT|stack/);
  assert.equal((await member.call('GET', '/session/user/count')).code, 30);
});

test('[SES-17] [ERR-24] without a session store the answer is 31 with that text', async () => {
  const member = await at.a.as('member');
  const administrator = await at.a.as('tenant administrator');
  for (const method of ['stamp', 'get'] as const) {
    // what is known of a session holds until the next write
    await administrator.call('PUT', '/tenant/group', { body: { name: `Written before ${method}` } });
    const reply = await whileBroken(method, () => member.call('GET', '/session/user'));
    assert.equal(reply.code, 31, method);
    assert.equal(reply.error?.message, 'Error no session store');
    assert.equal((await member.call('GET', '/session/user')).code, 30);
  }
});

test('[SES-17] [ERR-24] nor is a token called ended while nobody can look its session up', async () => {
  const member = await at.a.as('member');
  const administrator = await at.a.as('tenant administrator');
  await administrator.call('PUT', '/tenant/group', { body: { name: 'Written before the question' } });
  const reply = await whileBroken('get', () => member.call('GET', '/auth/token/user'));
  assert.deepEqual([reply.http, reply.code, reply.error?.message], [503, 31, 'Error no session store']);
  assert.equal((await member.call('GET', '/auth/token/user')).code, 13);
});
