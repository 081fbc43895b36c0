import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  type Caller,
  callerFor,
  deployTemplate,
  doorFor,
  startPlatform,
  type TestPlatform,
  type TestTenant,
} from '@datasarana/testkit';

let at: TestPlatform;
let named: string;
let other: string;
let foreign: string;
let bound: Caller;

async function makeTemplate(tenant: TestTenant, name: string): Promise<string> {
  const engineer = await tenant.as('data engineer');
  const items = [
    { name: 'num1', value_type: 2 },
    { name: 'txt1', value_type: 8 },
  ];
  return deployTemplate(engineer, name, items);
}

before(async () => {
  at = await startPlatform();
  [named, other, foreign] = [
    await makeTemplate(at.a, 'Named'),
    await makeTemplate(at.a, 'Other'),
    await makeTemplate(at.b, 'Foreign'),
  ];
  const engineer = await at.a.as('data engineer');
  const made = await engineer.call('PUT', '/session/token', { body: { name: 'ingestor', templates: [named] } });
  assert.equal(made.code, 30, JSON.stringify(made.error));
  bound = callerFor(at.url, made.data.token);
});
after(() => at.stop());

const rowsOf = async (tenant: TestTenant, template: string): Promise<number> => {
  const reply = await (await tenant.as('data engineer')).call('POST', '/data/user', {
    query: { template },
    body: { size: 0 },
  });
  return reply.data.hits.total.value;
};

test('[AUT-19] a token bound to a template writes there, packed or not', async () => {
  const plain = await bound.call('POST', '/data/csv', { query: { template: named }, body: 'num1,txt1\n1,a\n' });
  assert.equal(plain.data.accepted, 1);
  const packed = await bound.call('POST', '/data/csv', {
    query: { template: named },
    body: gzipSync('num1,txt1\n2,b\n3,c\n'),
    type: 'text/csv',
    headers: { 'content-encoding': 'gzip' },
  });
  assert.deepEqual([packed.http, packed.data?.accepted], [200, 2]);
  const lines = await bound.call('POST', '/feature/data', {
    query: { template: named },
    body: gzipSync('{"num1":4,"txt1":"d"}\n'),
    type: 'application/x-ndjson',
    headers: { 'content-encoding': 'gzip' },
  });
  assert.equal(lines.data?.accepted, 1);
  assert.equal(await rowsOf(at.a, named), 4);
});

test('[STR-02] a body that is not packed as it says is refused in words, also half way', async () => {
  const send = (body: Uint8Array) =>
    bound.call('POST', '/data/csv', {
      query: { template: named },
      body,
      type: 'text/csv',
      headers: { 'content-encoding': 'gzip' },
    });
  const before = await rowsOf(at.a, named);
  const cut = gzipSync(`num1,txt1\n${'7,x\n'.repeat(50_000)}`);
  for (const body of [Buffer.from('num1,txt1\n1,a\n'), cut.subarray(0, cut.length - 20)]) {
    const reply = await send(body);
    assert.deepEqual([reply.http, reply.code], [400, 32]);
    assert.match(reply.error?.message ?? '', /not packed as its content-encoding 'gzip' says/);
  }
  const wrong = await send(gzipSync(`nope,never\n${'7,x\n'.repeat(500_000)}`));
  assert.deepEqual([wrong.http, wrong.code], [422, 31]);
  assert.equal(await rowsOf(at.a, named), before);
});

test('[AUT-19] [SEC-02] it writes to no other template of its tenant, nor to one of another tenant', async () => {
  for (const template of [other, foreign, 'not-there']) {
    for (const path of ['/data/csv', '/feature/data']) {
      const type = path === '/data/csv' ? 'text/csv' : 'application/x-ndjson';
      const body = path === '/data/csv' ? 'num1,txt1\n9,z\n' : '{"num1":9}\n';
      const reply = await bound.call('POST', path, { query: { template }, body, type });
      assert.deepEqual([reply.http, reply.code], [403, 31], `${path} ${template}`);
      assert.match(reply.error?.hint ?? '', /^Make a token that names this template/);
    }
  }
  assert.deepEqual([await rowsOf(at.a, other), await rowsOf(at.b, foreign)], [0, 0]);
});

test('[AUT-19] it reads nothing: every other call that is no visitor’s is refused', async () => {
  const surprises: string[] = [];
  const may = new Set(['data.csv', 'data.feature', 'data.file', 'ingestor.report']);
  for (const { method, path, endpoint } of at.platform.app.served) {
    if (may.has(endpoint.id) || endpoint.area === 'open') continue;
    const below = path.slice('/api'.length).replace(':kind', 'user').replaceAll(/:\w+/g, named);
    const reply = await bound.call(method, below, { query: { template: named } });
    if (reply.http !== 403) surprises.push(`${method} ${below} → ${reply.http}/${reply.code}`);
  }
  assert.deepEqual(surprises, []);
  const door = doorFor(at.url, bound.token);
  assert.equal((await door('GET', `/${named}/_search`)).status, 403);
});

test('[AUT-19] a token is made for templates one can see only, and tells them in its list', async () => {
  const engineer = await at.a.as('data engineer');
  const refused = await engineer.call('PUT', '/session/token', { body: { name: 'x', templates: [foreign] } });
  assert.deepEqual([refused.http, refused.code], [404, 34]);
  const { data } = await engineer.call('GET', '/session/token');
  assert.deepEqual(
    data.map(({ templates }: { readonly templates: unknown }) => templates),
    [[named]],
  );
});

test('[ROL-25] [AUT-19] a token names only templates its maker may write to', async () => {
  const member = await at.a.as('member');
  const body = { name: 'x', templates: [named] };
  const unshared = await member.call('PUT', '/session/token', { body });
  assert.deepEqual([unshared.http, unshared.code], [404, 34]);
  const useless = await (await at.a.as('cluster administrator')).call('PUT', '/session/token', { body });
  assert.deepEqual([useless.http, useless.code], [403, 31]);
  const administrator = await at.a.as('tenant administrator');
  const group = await administrator.call('PUT', '/tenant/group', { body: { name: 'Collectors' } });
  const user = at.a.people.get('member')?.user;
  await administrator.call('PUT', '/tenant/group/user', { body: { groups: [group.data.id], users: [user] } });
  const shared = await administrator.call('PUT', '/tenant/group/template', {
    body: { groups: [group.data.id], templates: [named] },
  });
  assert.equal(shared.code, 30, JSON.stringify(shared.error));
  const made = await member.call('PUT', '/session/token', { body });
  assert.equal(made.code, 30, JSON.stringify(made.error));
});

test('[ROL-25] [AUT-19] a token made with another one ends with it at the latest', async () => {
  const engineer = await at.a.as('data engineer');
  const expires = Date.now() + 3_600_000;
  const { data } = await engineer.call('PUT', '/session/token', { body: { name: 'short', expires } });
  const short = callerFor(at.url, data.token);
  const longer = await short.call('PUT', '/session/token', { body: { name: 'longer', expires: expires + 60_000 } });
  assert.deepEqual([longer.http, longer.code], [403, 31]);
  const made = await short.call('PUT', '/session/token', { body: { name: 'endless' } });
  assert.equal(made.code, 30, JSON.stringify(made.error));
  const listed = (await engineer.call('GET', '/session/token')).data;
  const end = listed.find(({ id }: { readonly id: string }) => id === made.data.id).expires;
  assert.ok(end !== null && end <= expires, String(end));
});
