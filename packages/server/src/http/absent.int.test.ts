import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, type HttpReply, startPlatform, type TestPlatform } from '@datasarana/testkit';

let at: TestPlatform;
let callers: readonly Caller[];
before(async () => {
  at = await startPlatform();
  callers = await Promise.all(
    (['tenant administrator', 'data engineer', 'cluster administrator'] as const).map((role) => at.a.as(role)),
  );
});
after(() => at.stop());

const MISSING = /^'(\w+)' in the query is missing/;
const VALUES: Readonly<Record<string, string>> = {
  metric: 'os-stats',
  type: 'avro',
  sha256: 'a'.repeat(64),
  domain: 'absent',
};

/** The reply to the first of the callers who may ask, with all that the query must hold. */
async function asked(path: string): Promise<HttpReply> {
  const query: Record<string, string> = {};
  for (;;) {
    const replies = await Promise.all(callers.map((caller) => caller.call('GET', path, { query })));
    const reply = replies.find(({ http }) => http !== 403) ?? assert.fail(`nobody may ask ${path}`);
    const missing = MISSING.exec(reply.error?.message ?? '')?.[1];
    if (missing === undefined) return reply;
    query[missing] = VALUES[missing] ?? 'absent';
  }
}

test('[API-06] [API-12] whatever is read of what is not there is 200/34 with null, or says that there is none', async () => {
  const reads = at.platform.app.served.filter(({ method }) => method === 'GET');
  let absent = 0;
  for (const { path } of reads) {
    const address = path.slice('/api'.length).replace(':kind', 'visual.view').replaceAll(/:\w+/g, 'absent');
    const { http, code, data, error } = await asked(address);
    assert.deepEqual([http, error], [200, null], path);
    if (code === 34) {
      absent++;
      assert.equal(data, null, path);
    }
  }
  assert.ok(absent > 30, `${absent} calls read one thing`);
});

test('[API-06] [API-75] messages of a stream and answers of an index that are not there are 200/34 too, a write is 404', async () => {
  const [admin = assert.fail()] = callers;
  const command = (name: string) =>
    admin.call('POST', '/schema/data/template/index', { body: { template: 'absent', command: name, body: {} } });
  const read = await admin.call('POST', '/schema/data/template/stream', { body: { id: 'absent' } });
  for (const reply of [read, await command('_search'), await command('/_count')])
    assert.deepEqual([reply.http, reply.code, reply.data, reply.error], [200, 34, null, null]);
  const write = await command('_delete_by_query');
  assert.deepEqual([write.http, write.code], [404, 34]);
});

test('[API-06] [API-31] [API-32] a search and a download in a template that is not there, or is another tenant’s, are 200/34', async () => {
  const [admin = assert.fail()] = callers;
  const theirs = await deployTemplate(await at.b.as('tenant administrator'), 'theirs', [
    { name: 'txt1', value_type: 8 },
  ]);
  for (const template of ['absent', theirs])
    for (const [path, format] of [
      ['/data/user'],
      ['/data/user/bulk'],
      ['/data/user/bulk', 'csv'],
      ['/data/user/bulk', 'xlsx'],
    ]) {
      const reply = await admin.call('POST', path ?? '', { query: { template, ...(format && { format }) }, body: {} });
      assert.deepEqual([reply.http, reply.code, reply.data, reply.error], [200, 34, null, null], `${path} ${format}`);
    }
});

test('[API-06] [API-41] a list of the users of a tenant that is not there is empty, as every list of nothing', async () => {
  const cluster = callers[2] ?? assert.fail();
  const listed = await cluster.call('POST', '/cluster/user', { body: { tenant: 'absent' } });
  assert.deepEqual([listed.http, listed.code, listed.data, listed.total], [200, 30, [], 0]);
  const counted = await cluster.call('GET', '/cluster/user/count', { query: { tenant: 'absent' } });
  assert.deepEqual([counted.http, counted.code, counted.data], [200, 30, { count: 0 }]);
  const one = await cluster.call('GET', '/cluster/user/absent', { query: { tenant: 'absent' } });
  assert.deepEqual([one.http, one.code, one.data], [200, 34, null]);
});
