import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerFor, PASSWORD, startPlatform } from '@datasarana/testkit';
import { systemScope } from '../../access/system-scope.ts';
import { eraseExpiredTemplates } from './erase-template.ts';

const DAY = 86_400_000;
const PATH = '/schema/data/template';

test('[REC-39] a removed template comes back with its rows for 30 days, then it is erased with all that is its own', async (t) => {
  let now = Date.now();
  const at = await startPlatform({}, () => now);
  t.after(() => at.stop());
  const { services } = at.platform;
  const scope = systemScope(services.config.clusterId, at.a.id);
  const engineer = async () => {
    const body = { login_id: 'a.data.engineer', password: PASSWORD, app_id: services.config.appId, org_id: at.a.id };
    return callerFor(at.url, (await at.anonymous.call('POST', '/auth/token/user', { body })).data.jwt);
  };
  const first = await engineer();
  const make = async (name: string): Promise<string> => {
    const made = await first.call('PUT', PATH, { body: { name, items: [{ name: 'txt1', value_type: 8 }] } });
    await first.call('PATCH', PATH, { query: { mode: 'deploy' }, body: { id: made.data.id } });
    await first.call('POST', '/data/csv', { query: { template: made.data.id }, body: 'txt1\na\nb\n' });
    return made.data.id;
  };
  const [gone, kept] = [await make('gone'), await make('kept')];
  const rows = async (id: string) =>
    (await engineer()).call('POST', '/data/user', { query: { template: id }, body: {} });
  assert.equal((await first.call('DELETE', `${PATH}/${gone}`)).code, 30);
  const unread = await rows(gone);
  assert.deepEqual([unread.http, unread.code, unread.data], [200, 34, null]);
  now += 29 * DAY;
  assert.equal(await eraseExpiredTemplates(services), 0);
  assert.equal((await (await engineer()).call('POST', `/record/data.template/${gone}/restore`)).code, 30);
  assert.equal((await rows(gone)).total, 2);

  assert.equal((await (await engineer()).call('DELETE', `${PATH}/${gone}`)).code, 30);
  now += 31 * DAY;
  assert.equal((await (await engineer()).call('POST', `/record/data.template/${gone}/restore`)).http, 409);
  assert.equal(await eraseExpiredTemplates(services), 1);
  assert.equal(await services.records.get(scope, 'data.template', gone), null);
  assert.deepEqual(await services.search.indexes(scope), [kept]);
  assert.deepEqual(await services.stream.topics(scope), [kept]);
  for (const kind of ['data.template.version', 'data.batch']) {
    const left = async (template: string) => services.records.count(scope, kind, { where: { template } });
    assert.equal(await left(gone), 0, kind);
    assert.ok((await left(kept)) > 0, kind);
  }
  assert.equal((await rows(kept)).total, 2);
});
