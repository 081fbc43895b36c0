import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@datasarana/schema';
import { type Caller, startPlatform, type TestPlatform } from '@datasarana/testkit';

let at: TestPlatform;
let admin: Caller;
before(async () => {
  at = await startPlatform();
  admin = await at.a.as('tenant administrator');
});
after(() => at.stop());

test('[API-07] [API-08] lists are searched by key and keyword, paged and sorted', async () => {
  const tag = newId().toLowerCase();
  for (const name of ['delta', 'Alpha', 'charlie', 'bravo'])
    await admin.call('PUT', '/tenant/group', { body: { name, description: `about ${tag}` } });
  const body = { key: 'description', keyword: tag.toUpperCase(), sort: [{ field: 'name', order: 'asc' }] };
  const page = await admin.call('POST', '/tenant/group', { body: { ...body, from: 1, to: 3 } });
  assert.deepEqual([page.data.map((rec: { name: string }) => rec.name), page.total], [['bravo', 'charlie'], 4]);
  const newest = await admin.call('POST', '/tenant/group', { body: { key: '*', keyword: tag } });
  assert.deepEqual(
    newest.data.map((rec: { name: string }) => rec.name),
    ['bravo', 'charlie', 'Alpha', 'delta'],
  );
  const elsewhere = await admin.call('POST', '/tenant/group', { body: { key: 'name', keyword: tag } });
  assert.deepEqual([elsewhere.code, elsewhere.data, elsewhere.total], [30, [], 0]);
});

test('[API-58] a list of groups without an end has ten', async () => {
  for (let count = 0; count < 11; count++) await admin.call('PUT', '/tenant/group', { body: { name: `n${count}` } });
  assert.equal((await admin.call('POST', '/tenant/group', { body: {} })).data.length, 10);
});

const BAD_SEARCHES: readonly (readonly [string, object])[] = [
  ['to before from', { from: 5, to: 2 }],
  ['too many rows', { to: 10_001 }],
  ['unknown field in the query', { colour: 'red' }],
  ['a key that cannot be searched', { key: 'avatar', keyword: 'x' }],
  ['a wrong type', { from: 'one' }],
  ['a place no list has', { from: 1e308 }],
  ['a filter of other families', { account: 'x' }],
  ['a sort by what no field holds', { sort: [{ field: 'name.any1' }] }],
  ['a sort below an object that has no such field', { sort: [{ field: 'owner.any1' }] }],
  ['a hostile sort', { sort: [{ field: "name'; DROP TABLE vertex; --" }] }],
];
for (const [what, body] of BAD_SEARCHES)
  test(`[API-15] ${what} is 400/32`, async () => {
    const reply = await admin.call('POST', '/tenant/group', { body });
    assert.deepEqual([reply.http, reply.code], [400, 32], JSON.stringify(reply));
  });

test('[API-09] [API-86] a count takes what narrows a list', async () => {
  const tag = newId().toLowerCase();
  for (const status of ['Active', 'Active', 'Draft'])
    await admin.call('PUT', '/tenant/group', { body: { name: tag, status } });
  const count = async (query: Record<string, string>) =>
    (await admin.call('GET', '/tenant/group/count', { query })).data.count;
  assert.equal(await count({ keyword: tag }), 3);
  assert.equal(await count({ keyword: tag, key: 'name', status: 'draft' }), 1);
  assert.equal(await count({ keyword: tag, tenant: at.b.id }), 0);
  const bad = await admin.call('GET', '/tenant/group/count', { query: { colour: 'red' } });
  assert.deepEqual([bad.http, bad.code], [400, 32]);
});

test('[API-08] [LIM-10] a list that may leave the total out does so only when counting would keep its page waiting', async () => {
  const scope = { cluster: at.platform.services.config.clusterId, tenant: at.a.id, user: 'u', requestId: 'many' };
  const names = Array.from({ length: 11_000 }, (_, n) => ({ id: `many-${n}`, doc: { name: `herd ${n}` } }));
  await at.platform.services.records.write(
    { ...scope, roles: [], groups: [] },
    names.map(({ id, doc }) => ({ op: 'add', kind: 'cluster.tenant.property', id, doc })),
  );
  const list = (body: object) => admin.call('POST', '/tenant/property', { body: { to: 10, ...body } });
  const quick = await list({ keyword: 'herd', total: 'bounded' });
  assert.deepEqual([quick.code, quick.data.length, quick.total], [30, 10, undefined]);
  assert.equal((await list({ keyword: 'herd 1099', total: 'bounded' })).total, 11);
  assert.equal((await list({ keyword: 'herd', from: 0, to: 0 })).total, 11_000);
  assert.equal((await list({ keyword: 'herd', total: 'bounded' })).total, 11_000, 'counted meanwhile, and kept');
  const bad = await list({ total: 'roughly' });
  assert.deepEqual([bad.http, bad.code], [400, 32]);
});

test('[SEC-01] no list is searched or ordered by a secret', async () => {
  const root = await at.a.as('cluster administrator');
  for (const body of [{ sort: [{ field: 'password' }] }, { key: 'password', keyword: 'a' }]) {
    const reply = await root.call('POST', '/record/service.instance', { body });
    assert.deepEqual([reply.http, reply.code], [400, 32], JSON.stringify(body));
    assert.match(reply.error?.message ?? '', /"password"/);
  }
});
