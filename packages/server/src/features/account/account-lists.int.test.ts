import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, startPlatform, type TestPlatform } from '@datasarana/testkit';

let at: TestPlatform;
let administrator: Caller;
before(async () => {
  at = await startPlatform();
  administrator = await at.a.as('tenant administrator');
});
after(() => at.stop());

const LISTS = ['/tenant/user/account', '/schema/data/template', '/tenant/user', '/tenant/group', '/tenant/property'];

test('[API-07] what a list is not narrowed by may be left out, be empty or be null', async () => {
  for (const path of LISTS) {
    const { total } = await administrator.call('POST', path, { body: {} });
    const bodies = [
      { key: null, keyword: null, cluster: null, tenant: null, status: null },
      { key: '', keyword: '' },
      { key: '*', keyword: '', cluster: at.platform.services.config.clusterId, tenant: at.a.id },
      { sort: [{ field: 'ts' }] },
    ];
    for (const body of bodies) {
      const reply = await administrator.call('POST', path, { body });
      assert.deepEqual([reply.code, reply.total], [30, total], `${path} ${JSON.stringify(reply.error)}`);
    }
  }
});

test('[SEC-02] [API-07] [API-86] asked of another tenant a list is empty and its count 0', async () => {
  for (const path of LISTS) {
    const list = await administrator.call('POST', path, { body: { tenant: at.b.id } });
    assert.deepEqual([list.code, list.data, list.total], [30, [], 0], path);
    const { data } = await administrator.call('GET', `${path}/count`, { query: { tenant: at.b.id } });
    assert.deepEqual(data, { count: 0 }, path);
  }
});

test('[SCH-22] [API-15] a key that cannot be searched and an order by no field are refused by name', async () => {
  for (const path of LISTS)
    for (const body of [{ key: 'nothing_like_it', keyword: 'a' }, { sort: [{ field: 'nothing_like_it' }] }]) {
      const { http, code, error } = await administrator.call('POST', path, { body });
      assert.deepEqual([http, code], [400, 32], `${path} ${JSON.stringify(body)}`);
      assert.match(error?.message ?? '', 'sort' in body ? /sort/ : /'key'/, path);
    }
});

test('[API-86] the count of a list is narrowed as the list is', async () => {
  for (const name of ['one of two', 'two of two'])
    await administrator.call('PUT', '/schema/data/template', { body: { name, category: 'counted' } });
  const narrowings = [
    ['/schema/data/template', { keyword: 'of two' }, 2],
    ['/schema/data/template', { keyword: 'one of' }, 1],
    ['/schema/data/template', { category: 'counted', key: 'name', keyword: 'two of' }, 1],
    ['/tenant/user/account', { keyword: 'a.member' }, 1],
    ['/tenant/user/account', { user: at.a.people.get('member')?.user ?? '' }, 1],
    ['/tenant/user/account', { status: 'Blocked' }, 0],
  ] as const;
  for (const [path, query, count] of narrowings) {
    const counted = await administrator.call('GET', `${path}/count`, { query });
    assert.deepEqual(counted.data, { count }, `${path} ${JSON.stringify(query)} ${counted.error?.message}`);
    assert.equal((await administrator.call('POST', path, { body: query })).total, count, path);
  }
});
