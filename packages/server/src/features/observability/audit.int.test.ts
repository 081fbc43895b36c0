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

const trail = async (who: Caller, body: object = {}) => {
  const reply = await who.call('POST', '/observability/audit', { body });
  assert.equal(reply.code, 30, JSON.stringify(reply.error));
  return reply;
};

test('[SCR-05] [SEC-08] an administrator reads who did what, when, from where and under which request', async () => {
  const requestId = newId();
  const { data: group } = await admin.call('PUT', '/tenant/group', { body: { name: 'watched' }, requestId });
  const found = await trail(admin, { request_id: requestId });
  assert.equal(found.total, 1);
  const [entry] = found.data;
  const { user } = at.a.people.get('tenant administrator') ?? assert.fail();
  const { event, endpoint, summary, address, request_id, detail } = entry;
  assert.deepEqual(
    { event, endpoint, summary, address, request_id, user: entry.user, detail: detail.id },
    {
      event: 'write',
      endpoint: 'tenant.group.add',
      summary: 'Add a group',
      address: '127.0.0.1',
      request_id: requestId,
      user,
      detail: group.id,
    },
  );
  assert.ok(entry.user_name.length > 0 && entry.ts > 0);
});

test('[SCR-05] the trail is narrowed to events and people, paged, newest first', async () => {
  await at.a.as('member');
  const { user } = at.a.people.get('member') ?? assert.fail();
  const mine = await trail(admin, { user, event: 'sign-in' });
  assert.equal(mine.total, 1);
  for (const name of ['one', 'two', 'three']) await admin.call('PUT', '/tenant/group', { body: { name } });
  const page = await trail(admin, { event: 'write', from: 0, to: 2 });
  assert.ok(page.total !== undefined && page.total >= 3 && page.data.length === 2);
  assert.ok(page.data[0].ts >= page.data[1].ts);
  const bad = await admin.call('POST', '/observability/audit', { body: { event: 'rumour' } });
  assert.deepEqual([bad.http, bad.code], [400, 32]);
  const beyond = await admin.call('POST', '/observability/audit', { body: { from: 1e308 } });
  assert.deepEqual([beyond.http, beyond.code], [400, 32]);
});

test('[SEC-02] [ROL-10] the trail of a tenant stays in the tenant; a cluster administrator sees what concerns the cluster', async () => {
  const other = await at.b.as('tenant administrator');
  const requestId = newId();
  await admin.call('PUT', '/tenant/group', { body: { name: 'private' }, requestId });
  assert.equal((await trail(other, { request_id: requestId })).total, 0);
  const root = await at.a.as('cluster administrator');
  assert.equal((await trail(root, { request_id: requestId })).total, 0);
  const own = newId();
  const { data: tenant } = await root.call('PUT', '/tenant', { body: { name: 'third' }, requestId: own });
  assert.ok(tenant.id);
  assert.equal((await trail(root, { request_id: own })).total, 1);
  for (const role of ['developer', 'data engineer', 'member'] as const)
    assert.equal((await (await at.a.as(role)).call('POST', '/observability/audit', { body: {} })).http, 403, role);
});

test('[SEC-08] an import names its file and its template; a dry run says that it was one', async () => {
  const items = [{ name: 'num1', value_type: 2 }];
  const { data: template } = await admin.call('PUT', '/schema/data/template', { body: { name: 'readings', items } });
  await admin.call('PATCH', '/schema/data/template?mode=deploy', { body: { id: template.id } });
  const noted = async (query: string) => {
    const requestId = newId();
    const path = `/data/csv?template=${template.id}${query}`;
    const headers = { 'content-type': 'text/csv' };
    const { code, error } = await admin.call('POST', path, { body: 'num1\n1\n', headers, requestId });
    assert.equal(code, 30, JSON.stringify(error));
    return (await trail(admin, { request_id: requestId })).data[0].detail;
  };
  const { batch, ...counts } = await noted('&file=june.csv');
  assert.ok(batch.length > 0);
  const none = { replaced: 0, unchanged: 0, rejected: 0 };
  assert.deepEqual(counts, { template: 'readings', file: 'june.csv', accepted: 1, ...none });
  const dry = await noted('&dry_run=true');
  assert.deepEqual(dry, { template: 'readings', accepted: 1, ...none, dry_run: true });
});
