import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { type CallFailure, isFailure } from './call-failure.ts';
import { Client } from './client.ts';
import { apiAddress } from './config.ts';
import { HeldTimers } from './testing/held-timers.ts';
import { envelope, refusal, smallPlatform } from './testing/small-platform.ts';
import { upload } from './upload.ts';

const failure = async (call: Promise<unknown>): Promise<CallFailure> => {
  try {
    await call;
  } catch (error) {
    if (isFailure(error)) return error;
    throw error;
  }
  return assert.fail('the call succeeded');
};

test('[API-02] [ROL-02] every request carries a fresh request_id, and the bearer token when there is one', async () => {
  await using platform = await smallPlatform({ 'GET /api/session/user': () => ({ text: envelope({ id: 'u1' }) }) });
  let token: string | undefined;
  const authority = { token: () => token, mayCall: () => true, refused: () => {} };
  const client = new Client({ base: platform.base, authority });
  await client.call('session.user.own');
  token = 'a.b.c';
  await client.call('session.user.own');
  const [first, second] = platform.arrived;
  assert.match(String(first?.headers.request_id), /^[0-9a-f-]{36}$/);
  assert.notEqual(first?.headers.request_id, second?.headers.request_id);
  assert.equal(client.lastRequestId, second?.headers.request_id);
  assert.equal(first?.headers.authorization, undefined);
  assert.equal(second?.headers.authorization, 'Bearer a.b.c');
});

test('[API-03] data, code, took and total of the envelope; parameters and query in the address', async () => {
  await using platform = await smallPlatform({
    'POST /api/record/visual.view': ({ body }) => ({ text: envelope([body], { total: 7 }) }),
    'GET /api/record/visual.view/a%2Fb': () => ({ text: envelope({ id: 'a/b' }) }),
  });
  const client = new Client({ base: `${platform.base}/` });
  const list = await client.call('record.search', { params: { kind: 'visual.view' }, body: { keyword: 'x' } });
  assert.deepEqual(list, { data: [{ keyword: 'x' }], code: 30, took: 2, total: 7 });
  assert.equal(platform.arrived[0]?.headers['content-type'], 'application/json');
  const one = await client.call('record.get', {
    params: { kind: 'visual.view', id: 'a/b' },
    query: { a: 1, b: undefined },
  });
  assert.equal(one.data?.id, 'a/b');
  assert.equal(platform.arrived[1]?.path, '/api/record/visual.view/a%2Fb?a=1');
});

test('[API-05] [REC-37] error.error.reason wins, fields and status come along', async () => {
  await using platform = await smallPlatform({
    'PUT /api/tenant/user': () => ({
      http: 422,
      text: refusal(31, 'outer', { type: 'validation', reason: 'inner', fields: { a: 'b' }, status: 1 }),
    }),
    'PUT /api/tenant/group': () => ({
      http: 409,
      text: JSON.stringify({
        code: 31,
        ts: 1,
        took: 1,
        data: { id: 'now' },
        error: { message: 'outer', error: 'plain' },
      }),
    }),
    'PUT /api/tenant/domain': () => ({
      http: 500,
      text: JSON.stringify({ code: 35, ts: 1, took: 1, data: null, error: { message: 'outer' } }),
    }),
  });
  const client = new Client({ base: platform.base });
  const first = await failure(client.call('tenant.user.add', { body: {} }));
  assert.deepEqual([first.code, first.message, first.http, first.status], [31, 'inner', 422, 1]);
  assert.deepEqual(first.fields, { a: 'b' });
  const second = await failure(client.call('tenant.group.add', { body: {} }));
  assert.deepEqual([second.message, second.data], ['plain', { id: 'now' }]);
  assert.equal((await failure(client.call('tenant.domain.add', { body: {} }))).message, 'outer');
});

test('[REC-27] code 34 on a read is an answer without a record', async () => {
  await using platform = await smallPlatform({ 'GET /api/tenant/x': () => ({ text: envelope(null, { code: 34 }) }) });
  const { code, data } = await new Client({ base: platform.base }).call('tenant.get', { params: { id: 'x' } });
  assert.deepEqual([code, data], [34, null]);
});

test('[REC-26] [ERR-22] an end-point the user has not is refused without any request', async (t) => {
  const said = t.mock.method(console, 'error', () => {});
  await using platform = await smallPlatform({});
  const authority = { token: () => undefined, mayCall: () => false, refused: () => {} };
  const client = new Client({ base: platform.base, authority });
  assert.equal((await failure(client.call('tenant.search', { body: {} }))).code, 1);
  assert.equal((await failure(upload(client, 'data.csv', { body: 'a' }))).code, 1);
  assert.equal(platform.arrived.length, 0);
  assert.equal(said.mock.calls[0]?.arguments[0], 'end-point not authorised/specified');
});

test('[ROL-20] users and templates of a group are not changed without the end-point: refused unsent, and only logged', async (t) => {
  const said = t.mock.method(console, 'error', () => {});
  await using platform = await smallPlatform({});
  const refused = t.mock.fn();
  const authority = { token: () => 'a.b.c', mayCall: (id: string) => !id.startsWith('tenant.group.'), refused };
  const client = new Client({ base: platform.base, authority });
  const ids = [
    'tenant.group.user.add',
    'tenant.group.user.remove',
    'tenant.group.template.add',
    'tenant.group.template.remove',
  ] as const;
  for (const id of ids) {
    const { code, message } = await failure(client.call(id, { body: { groups: ['g1'], users: ['u1'] } }));
    assert.deepEqual([code, message], [1, 'end-point not authorised/specified'], id);
  }
  assert.equal(platform.arrived.length, 0);
  assert.deepEqual(
    said.mock.calls.map((call) => call.arguments),
    ids.map((id) => ['end-point not authorised/specified', id]),
  );
  assert.equal(refused.mock.callCount(), 0, 'nobody is signed out');
});

test('[ERR-12] code 14 tells whoever keeps the session', async () => {
  let refused = 0;
  await using platform = await smallPlatform({
    'GET /api/session/list': () => ({ http: 401, text: refusal(14, 'no', { type: 'authentication', reason: 'no' }) }),
  });
  const authority = { token: () => 'a.b.c', mayCall: () => true, refused: () => refused++ };
  const client = new Client({ base: platform.base, authority });
  assert.equal((await failure(client.call('session.list'))).code, 14);
  assert.equal(refused, 1);
});

test('[ERR-23] [ERR-34] a GET without a connection is tried again after 1 s and 3 s, a write is not', async () => {
  await using platform = await smallPlatform({
    'GET /api/tenant/count': () => 'hang up',
    'PUT /api/tenant': () => 'hang up',
  });
  const timers = new HeldTimers();
  const client = new Client({ base: platform.base, timers });
  const lost: boolean[] = [];
  client.connection.subscribe(() => lost.push(client.connection.isOnline()));
  const call = failure(client.call('tenant.count', { timeout: 0 }));
  await timers.waitsFor(1000);
  timers.pass(1000);
  await timers.waitsFor(3000);
  timers.pass(3000);
  const error = await call;
  assert.equal(error.code, -1);
  assert.match(error.message, /^Unable to make a request, the server is probably down/);
  assert.equal(platform.arrived.length, 3);
  assert.deepEqual([lost, client.connection.lostAt()], [[false], 1_000_000]);
  await failure(client.call('tenant.add', { body: {}, timeout: 0 }));
  assert.equal(platform.arrived.length, 4);
});

test('[ERR-34] a retry that is answered succeeds, and tells that the platform is back', async () => {
  let asked = 0;
  await using platform = await smallPlatform({
    'GET /api/tenant/count': () => (asked++ === 0 ? 'hang up' : { text: envelope({ count: 3 }) }),
  });
  const timers = new HeldTimers();
  const client = new Client({ base: platform.base, timers });
  const call = client.call('tenant.count', { timeout: 0 });
  await timers.waitsFor(1000);
  assert.equal(client.connection.isOnline(), false);
  timers.pass(1000);
  assert.equal((await call).data.count, 3);
  assert.equal(client.connection.isOnline(), true);
});

test('[ERR-34] [STR-04] a write of single effect is repeated with the same request_id', async () => {
  let asked = 0;
  await using platform = await smallPlatform({
    'PUT /api/data/user': () => (asked++ === 0 ? 'hang up' : { text: envelope({ id: 'r1' }) }),
  });
  const timers = new HeldTimers();
  const client = new Client({ base: platform.base, timers });
  const requestId = 'c0ffee00-0000-4000-8000-000000000000';
  const call = client.call('data.put', { body: {}, singleEffect: true, requestId, timeout: 0 });
  await timers.waitsFor(1000);
  timers.pass(1000);
  await call;
  assert.deepEqual(
    platform.arrived.map(({ headers }) => headers.request_id),
    [requestId, requestId],
  );
});

test('[STR-04] a write whose answer was lost is the same request when it is made again, and a new one behind another write', async () => {
  let lost = 2;
  await using platform = await smallPlatform({
    'PUT /api/tenant/group': () => (lost-- > 0 ? 'hang up' : { text: envelope({ id: 'g1' }) }),
  });
  const client = new Client({ base: platform.base });
  const add = (name: string) => client.call('tenant.group.add', { body: { name } });
  assert.equal((await failure(add('a'))).code, -1);
  assert.equal((await failure(add('a'))).code, -1);
  await add('a');
  await add('a');
  lost = 1;
  await failure(add('a'));
  await add('b');
  await add('a');
  const ids = platform.arrived.map(({ headers }) => headers.request_id);
  assert.deepEqual(
    ids.map((id) => ids.indexOf(id)),
    [0, 0, 0, 3, 4, 5, 6],
  );
});

test('[ERR-19] no reply within 60 s gives code 50', async () => {
  await using platform = await smallPlatform({ 'PUT /api/tenant': () => 'wait' });
  const timers = new HeldTimers();
  const call = failure(new Client({ base: platform.base, timers }).call('tenant.add', { body: {} }));
  await timers.waitsFor(60_000);
  timers.pass(60_000);
  assert.equal((await call).code, 50);
  assert.equal(timers.waiting, 0);
});

test('[ERR-19] what is no envelope is code 50 with the HTTP status', async () => {
  await using platform = await smallPlatform({ 'PUT /api/tenant': () => ({ http: 502, text: '<html>' }) });
  const error = await failure(new Client({ base: platform.base }).call('tenant.add', { body: {} }));
  assert.deepEqual([error.code, error.http], [50, 502]);
});

test('[ERR-34] a caller who aborts gets the reason, during the call and while waiting to retry', async () => {
  await using platform = await smallPlatform({
    'GET /api/tenant/count': () => 'hang up',
    'GET /api/cluster/count': () => 'wait',
  });
  const timers = new HeldTimers();
  const client = new Client({ base: platform.base, timers });
  const reason = new Error('enough');
  const retrying = new AbortController();
  const first = client.call('tenant.count', { signal: retrying.signal, timeout: 0 });
  await timers.waitsFor(1000);
  retrying.abort(reason);
  await assert.rejects(first, (error) => error === reason);
  const waiting = new AbortController();
  const second = client.call('cluster.count', { signal: waiting.signal });
  await timers.waitsFor(60_000);
  waiting.abort(reason);
  await assert.rejects(second, (error) => error === reason);
  assert.equal(timers.waiting, 0);
});

test('[REC-25] a call outside the table goes to a path of the caller', async () => {
  await using platform = await smallPlatform({ 'DELETE /api/x/y': ({ path }) => ({ text: envelope(path) }) });
  const { data } = await new Client({ base: platform.base }).request('DELETE', '/x/y', { query: { a: 'ä' } });
  assert.equal(data, '/api/x/y?a=%C3%A4');
});

test('[STR-02] an upload streams its body as text/csv and tells how far it is', async () => {
  const ledger = { batch: 'b', read: 1, accepted: 1, replaced: 0, unchanged: 0, rejected: 0, errors: [] };
  await using platform = await smallPlatform({ 'POST /api/data/csv': () => ({ text: envelope(ledger) }) });
  const client = new Client({ base: platform.base });
  const body = 'num1,txt1\n1,ä\n'.repeat(50_000);
  const progress: number[] = [];
  const { data } = await upload(client, 'data.csv', {
    query: { template: 't1' },
    body: new Blob([body]),
    onProgress: (sent) => progress.push(sent),
  });
  assert.deepEqual(data, ledger);
  assert.equal(platform.arrived[0]?.text, body);
  assert.equal(platform.arrived[0]?.headers['content-type'], 'text/csv');
  assert.equal(platform.arrived[0]?.path, '/api/data/csv?template=t1');
  assert.equal(progress.at(-1), new TextEncoder().encode(body).length);
  assert.deepEqual(
    progress,
    [...progress].sort((a, b) => a - b),
  );
});

test('[ERR-23] an upload that loses its connection is code -1, a cancelled one its reason', async () => {
  await using platform = await smallPlatform({
    'POST /api/data/csv': () => 'hang up',
    'POST /api/feature/data': () => 'wait',
  });
  const client = new Client({ base: platform.base });
  assert.equal((await failure(upload(client, 'data.csv', { body: 'a' }))).code, -1);
  const controller = new AbortController();
  const reason = new Error('cancelled');
  const cancelled = upload(client, 'data.feature', {
    body: 'a',
    signal: controller.signal,
    onProgress: () => controller.abort(reason),
  });
  await assert.rejects(cancelled, (error) => error === reason);
});

test('[SRC-23] [STR-02] a file that was written to after it was chosen is told as such, and the connection as there', async () => {
  await using platform = await smallPlatform({ 'POST /api/data/csv': () => ({ text: envelope({}) }) });
  const folder = await mkdtemp(path.join(tmpdir(), 'changed-'));
  const file = path.join(folder, 'num1.csv');
  await writeFile(file, 'num1\n1\n');
  const body = new File([await openAsBlob(file)], 'num1.csv');
  await writeFile(file, 'num1\n1\n2\n');
  const client = new Client({ base: platform.base });
  const error = await failure(upload(client, 'data.csv', { body }));
  await rm(folder, { recursive: true });
  assert.deepEqual([error.code, error.hint], [1010, 'Choose it again.']);
  assert.match(error.message, /^The file could not be read: num1\.csv was changed/);
  assert.equal(client.connection.isOnline(), true);
});

test('[API-01] calls live under /api of the configured address', () => {
  for (const base of ['http://x', 'http://x/', 'http://x/api', 'http://x/api/'])
    assert.equal(apiAddress(base), 'http://x/api');
});

test('[API-06] [REC-27] a read that finds nothing is an answer with null, and a failure where it has to be there', async () => {
  await using platform = await smallPlatform({
    'GET /api/tenant/group/g1': () => ({ text: envelope(null, { code: 34 }) }),
    'GET /api/tenant/group/g2': () => ({ text: envelope({ id: 'g2' }) }),
  });
  const client = new Client({ base: platform.base });
  assert.deepEqual((await client.call('tenant.group.get', { params: { id: 'g1' } })).data, null);
  const error = await failure(client.found('tenant.group.get', { params: { id: 'g1' } }));
  assert.deepEqual([error.code, error.http, error.type], [34, 200, 'not_found']);
  assert.equal((await client.found('tenant.group.get', { params: { id: 'g2' } })).data.id, 'g2');
});
