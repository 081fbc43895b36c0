import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';

let platform: TestPlatform;
let engineer: Caller;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
});
after(() => platform.stop());

const KEYED = [
  { name: 'code', value_type: 8, is_key: true },
  { name: 'num1', value_type: 2 },
];
const FREE = [{ name: 'kw1', value_type: 8 }];

const put = async (template: string, data: unknown, more: Record<string, unknown> = {}): Promise<string> => {
  const { data: written, error } = await engineer.call('PUT', '/data/user', {
    query: { template, ...more },
    body: { data, meta: { tags: ['kept'] } },
  });
  assert.ok(written, JSON.stringify(error));
  return written.id;
};
const remove = (template: string, id: string) => engineer.call('DELETE', '/data/user', { query: { template, id } });
const history = (template: string, id: string, caller = engineer) =>
  caller.call('GET', '/data/user/history', { query: { template, id } });
const removed = (template: string, caller = engineer) =>
  caller.call('GET', '/data/user/removed', { query: { template } });
const restore = (template: string, id: string, until: number, more: Record<string, unknown> = {}, caller = engineer) =>
  caller.call('POST', '/data/user/restore', { query: { template, id, until, ...more } });

test('[SCR-08] [API-30] a record tells its earlier states, and one of them comes back as a new version', async () => {
  const template = await deployTemplate(engineer, 'Told', KEYED);
  const id = await put(template, { code: 'A', num1: 1 });
  await put(template, { code: 'A', num1: 2 });
  const { data } = await history(template, id);
  assert.deepEqual(
    data.map(({ version, data, until, removed }: Record<string, unknown>) => [version, data, typeof until, removed]),
    [
      [2, { code: 'A', num1: 2 }, 'object', false],
      [1, { code: 'A', num1: 1 }, 'number', false],
    ],
  );
  const back = await restore(template, id, data[1].until, { version: 2 });
  assert.deepEqual([back.code, back.data?.version, back.data?.result], [30, 3, 'replaced'], JSON.stringify(back));
  const now = (await engineer.call('GET', '/data/user', { query: { template, id } })).data;
  assert.deepEqual([now.data, now.meta.tags, now.meta.ts], [data[1].data, ['kept'], data[1].meta.ts]);
  const [, second] = (await history(template, id)).data;
  assert.equal((await restore(template, id, second.until, { version: 2 })).http, 409, 'changed meanwhile');
  assert.equal((await restore(template, id, 7)).code, 34, 'no such state');
  assert.equal((await history(template, 'nobody')).code, 34);
});

for (const [kind, items, data] of [
  ['with a key', KEYED, { code: 'B', num1: 5 }],
  ['without a key', FREE, { kw1: 'b' }],
] as const)
  test(`[SCR-08] [REC-39] a removed record ${kind} is listed, and comes back under its id`, async () => {
    const template = await deployTemplate(engineer, 'Removed', items);
    const id = await put(template, data);
    assert.deepEqual((await removed(template)).data, []);
    await remove(template, id);
    const [last, ...others] = (await removed(template)).data;
    assert.deepEqual([last.id, last.data, last.removed, others], [id, data, true, []]);
    const back = await restore(template, id, last.until);
    assert.deepEqual([back.data?.id, back.data?.result], [id, 'added'], JSON.stringify(back));
    assert.deepEqual((await removed(template)).data, []);
    assert.equal((await history(template, id)).data.length, 2);
  });

test('[SCR-08] it is told who removed a record, by itself, by a query or with its import', async () => {
  const administrator = await platform.a.as('tenant administrator');
  const template = await deployTemplate(engineer, 'By whom', FREE);
  const [one, other] = [await put(template, { kw1: 'one' }), await put(template, { kw1: 'other' })];
  const [mine, theirs] = ['data engineer', 'tenant administrator'].map((role) => `a ${role}`);
  await administrator.call('DELETE', '/data/user', { query: { template, id: one } });
  const command = { template, command: '_delete_by_query', body: { query: { match_all: {} } } };
  await engineer.call('POST', '/schema/data/template/index', { body: command });
  const { data: ledger } = await engineer.call('POST', '/data/csv', { query: { template }, body: 'kw1\nthird\n' });
  const hits = (await engineer.call('POST', '/data/user', { query: { template }, body: {} })).data.hits.hits;
  await administrator.call('POST', `/data/batch/${ledger.batch}/undo`);
  const by = async (id: string) => (await history(template, id)).data[0].removed_by;
  assert.deepEqual([await by(one), await by(other), await by(hits[0]._id)], [theirs, mine, theirs]);
  assert.deepEqual(
    (await removed(template)).data.map(({ id, removed_by }: Record<string, unknown>) => [id, removed_by]),
    [
      [other, mine],
      [one, theirs],
    ],
  );
});

test('[SCR-08] [API-30] more than a hundred states are told a hundred at a time, and the earliest comes back', async () => {
  const template = await deployTemplate(engineer, 'Long told', KEYED);
  const id = await put(template, { code: 'A', num1: 0 });
  for (let num1 = 1; num1 <= 130; num1++) await put(template, { code: 'A', num1 });
  const page = async (from: number) =>
    (await engineer.call('GET', '/data/user/history', { query: { template, id, from } })).data ?? [];
  const states = [await page(0), await page(100), await page(200)];
  assert.deepEqual(
    states.map(({ length }) => length),
    [101, 30, 0],
  );
  assert.deepEqual(
    states.flat().map(({ data }: { readonly data: { readonly num1: number } }) => data.num1),
    Array.from({ length: 131 }, (_, i) => 130 - i),
  );
  const back = await restore(template, id, states[1].at(-1).until, { version: 131 });
  assert.equal(back.data?.version, 132, JSON.stringify(back));
  assert.deepEqual((await page(0))[0].data, { code: 'A', num1: 0 });
  assert.equal((await engineer.call('GET', '/data/user/history', { query: { template, id, from: -1 } })).http, 400);
});

test('[SCR-08] a removed record does not come back over another one of its key', async () => {
  const template = await deployTemplate(engineer, 'Taken', KEYED);
  const id = await put(template, { code: 'C', num1: 1 });
  await remove(template, id);
  await put(template, { code: 'C', num1: 2 });
  const [last] = (await removed(template)).data;
  const back = await restore(template, id, last.until);
  assert.equal(back.http, 409, JSON.stringify(back));
});

test('[SEC-02] [SCR-08] another tenant reads no history and brings nothing back', async () => {
  const template = await deployTemplate(engineer, 'Own', FREE);
  const id = await put(template, { kw1: 'mine' });
  await remove(template, id);
  const [last] = (await removed(template)).data;
  const stranger = await platform.b.as('data engineer');
  for (const reply of [
    await history(template, id, stranger),
    await removed(template, stranger),
    await restore(template, id, last.until, {}, stranger),
  ])
    assert.equal(reply.code, 34, JSON.stringify(reply));
});

test('[TPL-30] [ROL-19] a member sees no private field in the history, and brings no value back that is not theirs to write', async () => {
  const items = [
    { name: 'kw1', value_type: 8 },
    { name: 'secret_note', value_type: 8, is_private: true },
    { name: 'verdict', value_type: 8, contributor: 'Data Engineer' },
  ];
  const template = await deployTemplate(engineer, 'Private', items);
  const admin = await platform.a.as('tenant administrator');
  const member = await platform.a.as('member');
  const group = (await admin.call('PUT', '/tenant/group', { body: { name: 'writers' } })).data.id;
  await admin.call('PUT', '/tenant/group/template', { body: { groups: [group], templates: [template] } });
  const users = [platform.a.people.get('member')?.user];
  await admin.call('PUT', '/tenant/group/user', { body: { groups: [group], users } });
  const id = await put(template, { kw1: 'a', secret_note: 'old', verdict: 'no' });
  await engineer.call('PUT', '/data/user', {
    query: { template, id },
    body: { kw1: 'b', secret_note: 'new', verdict: 'yes' },
  });
  const { data: states } = await history(template, id, member);
  assert.deepEqual(
    states.map(({ data }: Record<string, unknown>) => data),
    [
      { kw1: 'b', verdict: 'yes' },
      { kw1: 'a', verdict: 'no' },
    ],
  );
  const back = await restore(template, id, states[1].until, {}, member);
  assert.equal(back.code, 30, JSON.stringify(back.error));
  const now = await engineer.call('GET', '/data/user', { query: { template, id } });
  assert.deepEqual(now.data.data, { kw1: 'a', secret_note: 'new', verdict: 'yes' });
});
