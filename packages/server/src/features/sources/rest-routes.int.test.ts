import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ROWS } from './data-server.fixture.ts';
import { openSourceBench } from './testing/source-bench.ts';

const { at, engineer, outside, address, allow, stop } = await openSourceBench();
after(stop);

test('[SEC-07] only a cluster administrator keeps the allow list, and each entry is checked', async () => {
  await allow([]);
  const refusal = await engineer.call('POST', '/schema/rest/request', { body: { url: address('/key') } });
  assert.equal(refusal.http, 422);
  assert.match(refusal.error?.hint ?? '', new RegExp(`127\\.0\\.0\\.1:${outside.port}.*Outbound addresses`));
  const database = await engineer.call('POST', '/db/mysql/database', {
    body: { host: '127.0.0.1', port: 3306, uid: 'x', pwd: 'y' },
  });
  assert.match(database.error?.hint ?? '', /127\.0\.0\.1:3306.*Outbound addresses/);
  assert.equal(
    (await (await at.a.as('tenant administrator')).call('PATCH', '/cluster/outbound', { body: { allow: ['a:1'] } }))
      .http,
    403,
  );
  const bad = await allow(['db.local:3306', 'http://x']);
  assert.deepEqual(Object.keys(bad.error?.error.fields ?? {}), ['allow.1']);
  assert.deepEqual((await allow([`127.0.0.1:${outside.port}`])).data, { allow: [`127.0.0.1:${outside.port}`] });
});

test('[SEC-07] [REC-38] an allow list changed since it was read is told, and not put back', async () => {
  const keeper = await at.a.as('cluster administrator');
  const change = (body: object) => keeper.call('PATCH', '/cluster/outbound', { body });
  await allow(['db.local:3306', 'old.local:1']);
  const was = ['db.local:3306', 'old.local:1'];
  assert.deepEqual((await change({ allow: ['DB.local:3306'], was })).data, { allow: ['db.local:3306'] });
  const stale = await change({ allow: [...was, 'new.local:2'], was });
  assert.deepEqual([stale.http, stale.error?.error.type, stale.data], [409, 'conflict', { allow: ['db.local:3306'] }]);
  assert.deepEqual((await keeper.call('GET', '/cluster/outbound')).data, { allow: ['db.local:3306'] });
});

test('[SRC-20] [API-84] what no request can carry is refused by its field before anything is sent', async () => {
  await allow([`127.0.0.1:${outside.port}`]);
  const faultsOf = async (more: object) => {
    const body = { url: address('/echo'), verb: 'POST', ...more };
    const reply = await engineer.call('POST', '/schema/rest/request', { body });
    return [reply.http, Object.keys(reply.error?.error.fields ?? {})];
  };
  const before = outside.seen.length;
  for (const [more, field] of [
    [{ headers: [{ name: 'x y', value: '1' }] }, 'headers.0'],
    [{ headers: [{ name: 'x', value: 'a\nb' }] }, 'headers.0'],
    [
      {
        headers: [
          { name: 'ok', value: 'ö' },
          { name: 'x', value: '💥' },
        ],
      },
      'headers.1',
    ],
    [{ headers: [{ name: '', value: 'x' }] }, 'headers.0'],
    [{ headers: [{ name: 'Transfer-Encoding', value: 'chunked' }] }, 'headers.0'],
    [{ headers: [{ name: 'content-length', value: '9' }] }, 'headers.0'],
    [{ auth: { type: 'API Key', name: 'k y', api_key: 'k' } }, 'auth.name'],
    [{ auth: { type: 'API Key', name: 'k', api_key: 'a\r\nb' } }, 'auth.api_key'],
    [{ auth: { type: 'Bearer Token', token: 'a\r\nX: y' } }, 'auth.token'],
    [{ body: { kind: 'binary', base64: '***' } }, 'body.base64'],
    [{ url: address('/echo').replace('//', '//ann:pw@') }, 'url'],
  ] as const)
    assert.deepEqual(await faultsOf(more), [422, [field]], JSON.stringify(more));
  assert.equal(outside.seen.length, before);
  assert.deepEqual(await faultsOf({ auth: { type: 'API Key', name: 'k y', api_key: 'ü', in: 'query' } }), [200, []]);
  assert.deepEqual(await faultsOf({ body: { kind: 'binary', base64: 'AP8=' } }), [200, []]);
});

test('[SRC-05] [SRC-20] a request that could never be sent is refused when its source is saved, by its field in words', async () => {
  const saved = async (more: object) => {
    const ds = { url: address('/echo'), ...more };
    const body = { name: 'a request', type: 'Data', format: 'json', provider: 'rest', ds };
    const reply = await engineer.call('PUT', '/schema/source', { body });
    return [reply.http, reply.error?.error.fields ?? {}];
  };
  const form = { 'ds.auth.name': 'Header must not be empty', 'ds.auth.api_key': 'Key must not be empty' };
  assert.deepEqual(await saved({ auth: { type: 'API Key' } }), [422, form]);
  const place = { type: 'OAuth2', token_url: 'login.example', client_id: 'c', client_secret: 's' };
  assert.deepEqual(await saved({ auth: place }), [
    422,
    { 'ds.auth.token_url': 'Token address must begin with http:// or https://' },
  ]);
  assert.deepEqual(await saved({ paging: { kind: 'cursor', param: '', path: 'next' } }), [
    422,
    { 'ds.paging.param': 'Name the parameter that is counted up' },
  ]);
  const into = (more: object, inside: object = {}) =>
    saved({
      verb: 'POST',
      paging: { kind: 'cursor', in: 'body', param: 'page.after', path: 'next', ...inside },
      ...more,
    });
  const raw = (text: string) => ({ body: { kind: 'raw', raw: 'json', text } });
  const none = 'A cursor in the body needs the verb POST or PATCH, and a body of JSON that is an object, or a form';
  for (const more of [{}, { verb: 'GET', ...raw('{}') }, raw('[1]'), raw('{'), raw('')])
    assert.deepEqual(await into(more), [422, { 'ds.paging.in': none }], JSON.stringify(more));
  assert.deepEqual(await into(raw('{"page":5}')), [
    422,
    { 'ds.paging.param': "The body has no object at 'page' that 'page.after' could go into" },
  ]);
  assert.deepEqual(await into(raw('{}'), { in: 'header' }), [
    422,
    { 'ds.paging.in': "'header' is none of query, body" },
  ]);
  assert.deepEqual(await into(raw('{"page":{}}')), [200, {}]);
  const counted = (more: object, inside: object = {}) =>
    saved({ verb: 'POST', paging: { kind: 'offset', in: 'body', param: 'from', limit: 10, ...inside }, ...more });
  assert.deepEqual(await counted({}), [422, { 'ds.paging.in': none.replace('cursor', 'number') }]);
  assert.deepEqual(await counted(raw('{"page":5}'), { limit_param: 'page.size' }), [
    422,
    { 'ds.paging.limit_param': "The body has no object at 'page' that 'page.size' could go into" },
  ]);
  assert.deepEqual(await counted(raw('{}'), { start: -1, by: 'offset' }), [
    422,
    {
      'ds.paging.by': "'offset' is none of rows, pages",
      'ds.paging.start': 'The first number is a whole one, 0 or more',
    },
  ]);
  assert.deepEqual(await counted(raw('{"page":{}}'), { param: 'page.from', limit_param: 'page.size' }), [200, {}]);
  const paging = { kind: 'cursor', in: 'body', param: 'after', path: 'next' };
  const ds = { url: address('/geo'), ...raw('{}'), paging };
  const spatial = { name: 'places', type: 'Data', format: 'spatial', provider: 'rest', ds };
  const { http } = await engineer.call('PUT', '/schema/source', { body: spatial });
  assert.equal(http, 200, 'it is asked with POST');
  assert.deepEqual(await saved({ auth: { type: 'Bearer Token', token: 't' } }), [200, {}]);
});

const AUTHS: readonly (readonly [string, object])[] = [
  ['/key', { type: 'API Key', name: 'X-Key', api_key: 'k1' }],
  ['/bearer', { type: 'Bearer Token', token: 't1' }],
  ['/basic', { type: 'Basic', username: 'ann', password: 'p:ß' }],
  ['/digest?x=1', { type: 'Digest', username: 'ann', password: 'pw' }],
  [
    '/oauth1?b=2&a=x%20y',
    { type: 'OAuth1', consumer_key: 'ck', client_secret: 'cs', access_token: 'tk', secret: 'ts' },
  ],
  ['/oauth2', { type: 'OAuth2', token_url: '/token', client_id: 'id1', client_secret: 'cs', scope: 'read' }],
  ['/ntlm', { type: 'NTLM', username: 'User', password: 'Password', domain: 'Domain' }],
];

test('[SRC-20] [API-84] all kinds of authentication, each verified by the other side', async () => {
  await allow([`127.0.0.1:${outside.port}`]);
  for (const [path, given] of AUTHS) {
    const auth = 'token_url' in given ? { ...given, token_url: address('/token') } : given;
    const { data, error } = await engineer.call('POST', '/schema/rest/request', { body: { url: address(path), auth } });
    assert.deepEqual([data?.status, data?.body], [200, JSON.stringify(ROWS)], `${path} ${error?.message}`);
    const wrong = Object.fromEntries(
      Object.entries(auth).map(([name, value]) => [
        name,
        /^(api_key|token|password|client_secret)$/.test(name) ? 'wrong' : value,
      ]),
    );
    const refused = await engineer.call('POST', '/schema/rest/request', { body: { url: address(path), auth: wrong } });
    assert.deepEqual(
      [refused.code, refused.data?.status],
      'token_url' in given ? [36, undefined] : [30, 401],
      `${path} with a wrong secret: ${JSON.stringify(refused)}`,
    );
  }
  const missing = await engineer.call('POST', '/schema/rest/request', {
    body: { url: address('/'), auth: { type: 'Basic', username: 'x' } },
  });
  assert.deepEqual(Object.keys(missing.error?.error.fields ?? {}), ['auth.password']);
});

test('[SRC-20] [SRC-21] verbs and bodies go over the wire as chosen; HEADER is sent as HEAD', async () => {
  const send = async (verb: string, body?: object) =>
    (
      await engineer.call('POST', '/schema/rest/request', {
        body: { url: address('/echo'), verb, ...(body && { body }) },
      })
    ).data;
  const last = () => outside.seen.at(-1);
  assert.equal((await send('HEADER')).status, 200);
  assert.equal(last()?.method, 'HEAD');
  await send('GET', { kind: 'raw', raw: 'text', text: 'not sent' });
  assert.deepEqual([last()?.method, last()?.body], ['GET', '']);
  for (const [raw, type] of [
    ['text', 'text/plain'],
    ['json', 'application/json'],
    ['html', 'text/html'],
    ['xml', 'application/xml'],
  ]) {
    await send('POST', { kind: 'raw', raw, text: '<ü>' });
    assert.deepEqual([last()?.headers['content-type'], last()?.body], [`${type}; charset=utf-8`, '<ü>']);
  }
  await send('PATCH', { kind: 'x-www-form-urlencoded', fields: [{ name: 'a b', value: 'c&d' }] });
  assert.deepEqual([last()?.method, last()?.body], ['PATCH', 'a+b=c%26d']);
  await send('POST', { kind: 'form-data', fields: [{ name: 'n', value: 'v' }] });
  assert.match(
    last()?.body ?? '',
    /^--datasarana-\w+\r\nContent-Disposition: form-data; name="n"\r\n\r\nv\r\n--datasarana-\w+--\r\n$/,
  );
  await send('POST', { kind: 'binary', base64: 'AQI=' });
  assert.deepEqual([last()?.headers['content-type'], last()?.body], ['application/octet-stream', '\u0001\u0002']);
});
