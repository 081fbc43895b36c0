import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, mock, test } from 'node:test';
import { Api } from './api.ts';
import { ConfigurationMissing, parseConfig } from './config.ts';
import { CallFailure } from './reply.ts';
import { decodeToken, isExpired } from './token.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (claims: object) => `${encode({ alg: 'HS256' })}.${encode(claims)}.signature`;

test('[APP-11] every missing configuration value is named', () => {
  assert.throws(
    () => parseConfig({ app_id: 'a', base_url: '/api' }),
    (error: unknown) => error instanceof ConfigurationMissing && error.missing.join() === 'app_key,tenant_id',
  );
  assert.throws(() => parseConfig(null), ConfigurationMissing);
  assert.equal(parseConfig({ app_id: 'a', app_key: 'k', base_url: '/api', tenant_id: 't' }).tenant_id, 't');
});

test('[SES-05] [SES-06] [SES-07] a token is live up to and at its expiry, a missing one never', () => {
  const claims = decodeToken(tokenOf({ iss: 'c', sub: 'u', sid: 's', scope: ['User'], exp: 1000 }));
  assert.ok(claims);
  assert.equal(isExpired(claims, 1_000_000), false);
  assert.equal(isExpired(claims, 1_000_001), true);
  assert.equal(isExpired(undefined, 0), true);
});

test('[SES-02] the cluster is read from the issuer', () => {
  assert.equal(decodeToken(tokenOf({ iss: 'cluster-1', sub: 'u', exp: 1 }))?.iss, 'cluster-1');
});

test('[SES-15] a token that cannot be decoded is none', () => {
  for (const text of ['', 'a.b', 'a.%%%.c', `x.${encode('text')}.y`, `x.${encode({ sub: 'u' })}.y`])
    assert.equal(decodeToken(text), undefined, text);
});

const replies: { status: number; body: string }[] = [];
const seen: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
let server: Server;
let base = '';

before(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const { status, body: text } = replies.shift() ?? { status: 500, body: '' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api`;
});
after(() => server.close());

let refusals = 0;
const api = (may = true) =>
  new Api(base, {
    token: () => 'the-token',
    mayCall: () => may,
    refused: () => {
      refusals += 1;
    },
  });
const reply = (status: number, body: object) => replies.push({ status, body: JSON.stringify(body) });

test('[API-02] a call carries the token and a request id, and goes to the path of its row', async () => {
  seen.length = 0;
  reply(200, { code: 30, ts: 1, took: 2, data: { id: 'a b' }, error: null, total: 7 });
  const answer = await api().call<{ id: string }>('tenant.user.get', {
    params: { id: 'a b' },
    query: { deep: true, none: undefined },
  });
  assert.deepEqual([answer.data.id, answer.total, answer.took], ['a b', 7, 2]);
  assert.equal(seen[0]?.url, '/api/tenant/user/a%20b?deep=true');
  assert.equal(seen[0]?.headers.authorization, 'Bearer the-token');
  assert.match(String(seen[0]?.headers.request_id), /^[0-9a-f-]{36}$/);
});

test('[REC-26] a call without a right makes no request', async () => {
  seen.length = 0;
  const told = mock.method(console, 'error', () => undefined);
  await assert.rejects(
    api(false).call('tenant.user.count'),
    (error: unknown) => error instanceof CallFailure && error.code === 1,
  );
  assert.match(String(told.mock.calls[0]?.arguments[0]), /end-point not authorised\/specified/);
  told.mock.restore();
  assert.equal(seen.length, 0);
});

test('[REC-27] code 34 is an answer without a record', async () => {
  reply(200, { code: 34, ts: 1, took: 1, data: null, error: null });
  const answer = await api().call('tenant.user.get', { params: { id: 'x' } });
  assert.deepEqual([answer.code, answer.data], [34, null]);
});

test('[API-05] [ERR-29] the reason wins over the message, hint, fields and status come along', async () => {
  reply(422, {
    code: 31,
    ts: 1,
    took: 1,
    data: null,
    error: {
      message: 'Data has validation error',
      hint: 'Fill it',
      error: { type: 'validation', reason: 'Name is missing', fields: { name: 'Mandatory' }, status: 1 },
    },
  });
  await assert.rejects(api().call('tenant.user.add', { body: { name: '' } }), (error: unknown) => {
    assert.ok(error instanceof CallFailure);
    assert.deepEqual(
      [error.code, error.message, error.hint, error.fields, error.status, error.http],
      [31, 'Name is missing', 'Fill it', { name: 'Mandatory' }, 1, 422],
    );
    return true;
  });
});

test('[AUT-07] code 14 tells the session that its token is refused', async () => {
  refusals = 0;
  reply(401, {
    code: 14,
    ts: 1,
    took: 1,
    data: null,
    error: { message: 'Not signed in', error: { type: 'authentication', reason: 'Not signed in' } },
  });
  await assert.rejects(api().call('session.user.own'));
  assert.equal(refusals, 1);
});

test('[ERR-34] a write that gets no readable answer is not tried again', async () => {
  seen.length = 0;
  replies.push({ status: 502, body: '<html>' });
  await assert.rejects(
    api().call('tenant.user.add', { body: {} }),
    (error: unknown) => error instanceof CallFailure && error.code === 50,
  );
  assert.equal(seen.length, 1);
});

test('[ERR-34] a read that gets no readable answer is tried again after 1 s and 3 s', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  seen.length = 0;
  replies.push({ status: 502, body: '' }, { status: 502, body: '' });
  reply(200, { code: 30, ts: 1, took: 1, data: { count: 3 }, error: null });
  const answer = api().call<{ count: number }>('tenant.user.count');
  for (const [tries, wait] of [
    [1, 1000],
    [2, 3000],
  ] as const) {
    while (seen.length < tries) await new Promise(setImmediate);
    // the reply is read before the pause starts
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    context.mock.timers.tick(wait - 1);
    await new Promise(setImmediate);
    assert.equal(seen.length, tries);
    context.mock.timers.tick(1);
  }
  assert.equal((await answer).data.count, 3);
});
