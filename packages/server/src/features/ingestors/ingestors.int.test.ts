import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callerFor, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { systemScope } from '../../access/system-scope.ts';

let at: TestPlatform;
before(async () => {
  at = await startPlatform();
});
after(() => at.stop());

const task = (id: string, template: string) => ({
  id,
  template,
  state: 'Started',
  read: 10,
  accepted: 9,
  replaced: 0,
  unchanged: 0,
  rejected: 1,
  waiting: 0,
  rate: 2.5,
  idle: null,
});

const report = (service_id: string, tasks: readonly ReturnType<typeof task>[], task_ids: readonly string[]) => ({
  service_id,
  name: 'beside the data',
  service_ip: 'http://127.0.0.1:7420',
  version: '0.1.0',
  load: 0.2,
  memory: 0.5,
  rss: 80_000_000,
  task_ids,
  tasks,
});

test('[SCR-05] [SEC-02] the last report of a service is seen in its tenant only', async () => {
  const engineer = await at.a.as('data engineer');
  const told = await engineer.call('POST', '/ingestor/report', { body: report('s1', [task('t1', 'x')], ['t1']) });
  assert.equal(told.code, 30, JSON.stringify(told.error));
  const own = await (await at.a.as('developer')).call('GET', '/ingestor/report');
  assert.deepEqual(
    own.data.map(({ service_id, tasks }: { readonly service_id: string; readonly tasks: unknown }) => [
      service_id,
      tasks,
    ]),
    [['s1', [task('t1', 'x')]]],
  );
  assert.deepEqual((await (await at.b.as('data engineer')).call('GET', '/ingestor/report')).data, []);
  assert.equal((await (await at.a.as('member')).call('GET', '/ingestor/report')).http, 403);
});

test('[SEC-08] what a service reports of itself every ten seconds is written nowhere, and does not fill the audit trail', async () => {
  const engineer = await at.a.as('data engineer');
  await engineer.call('POST', '/ingestor/report', { body: report('s3', [], []) });
  const { records, audit, config } = at.platform.services;
  await audit.close();
  const page = { keys: [], keyword: '', from: 0, to: 500 };
  const { records: entries } = await records.search(systemScope(config.clusterId, at.a.id), 'audit', page);
  const noted = new Set(entries.map(({ doc }) => doc.endpoint));
  assert.deepEqual([noted.size > 0, noted.has('ingestor.report')], [true, false]);
});

test('[AUT-19] reports with tokens of different templates complete each other; none tells of a foreign template', async () => {
  const engineer = await at.a.as('data engineer');
  const ids: string[] = [];
  for (const name of ['One', 'Two']) {
    const added = await engineer.call('PUT', '/schema/data/template', {
      body: { name, items: [{ name: 'num1', value_type: 2 }] },
    });
    ids.push(added.data.id);
  }
  const [one = '', two = ''] = ids;
  const callers = await Promise.all(
    ids.map(async (id) => {
      const made = await engineer.call('PUT', '/session/token', { body: { name: 'ingestor', templates: [id] } });
      return callerFor(at.url, made.data.token);
    }),
  );
  const tell = (caller: number, body: unknown) => callers[caller]?.call('POST', '/ingestor/report', { body });
  assert.equal((await tell(0, report('s2', [task('t1', one)], ['t1', 't2'])))?.http, 200);
  assert.equal((await tell(1, report('s2', [task('t2', two)], ['t1', 't2'])))?.http, 200);
  assert.equal((await tell(1, report('s2', [task('t1', one)], ['t1'])))?.http, 403);
  const { data } = await engineer.call('GET', '/ingestor/report');
  const seen = data.find(({ service_id }: { readonly service_id: string }) => service_id === 's2');
  assert.deepEqual(
    seen.tasks.map(({ id }: { readonly id: string }) => id),
    ['t1', 't2'],
  );
});

test('[TSK-01] [TSK-05] a task record takes the choices there are and refuses another by name and value', async () => {
  const engineer = await at.a.as('data engineer');
  const add = (body: object) => engineer.call('PUT', '/record/ingestor.task', { body: { name: 'Choices', ...body } });
  const choices = { mode: 'Once', schedule: 'Cron', on_error: 'Retry', watch_events: ['Created', 'Deleted'] };
  const { data } = await add(choices);
  for (const [name, value] of Object.entries(choices)) assert.deepEqual(data[name], value);
  for (const name of ['type', 'mode', 'schedule', 'on_error']) {
    const refused = await add({ [name]: 'other' });
    assert.deepEqual([refused.http, Object.keys(refused.error?.error.fields ?? {})], [422, [name]]);
  }
  const refused = await add({ watch_events: ['Created', 'Moved'] });
  assert.deepEqual(Object.keys(refused.error?.error.fields ?? {}), ['watch_events.1']);
});

test('[TSK-01] [TSK-02] a task record has the defaults, and belongs to its tenant', async () => {
  const engineer = await at.a.as('data engineer');
  const added = await engineer.call('PUT', '/record/ingestor.task', { body: { name: 'Orders' } });
  assert.equal(added.code, 30, JSON.stringify(added.error));
  const { data } = await engineer.call('GET', `/record/ingestor.task/${added.data.id}`);
  const { type, mode, schedule, bulk, watch_events, on_error, slow_mo, service_ip, status } = data;
  assert.deepEqual(
    { type, mode, schedule, bulk, watch_events, on_error, slow_mo, service_ip, status },
    {
      type: 'Local Ingestor Service',
      mode: 'Continuous',
      schedule: 'Immediately',
      bulk: true,
      watch_events: ['Created', 'Modified'],
      on_error: 'Ignore',
      slow_mo: false,
      service_ip: 'http://127.0.0.1:7420',
      status: 'Created',
    },
  );
  const foreign = await (await at.b.as('tenant administrator')).call('GET', `/record/ingestor.task/${added.data.id}`);
  assert.deepEqual([foreign.code, foreign.data], [34, null]);
});
