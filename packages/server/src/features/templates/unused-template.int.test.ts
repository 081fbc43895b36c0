import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerFor, PASSWORD, startPlatform } from '@datasarana/testkit';
import { removeUnusedTemplates } from './unused-template.ts';

const DAY = 86_400_000;
const PATH = '/schema/data/template';
const items = [{ name: 'num1', value_type: 3 }];

test('[SRC-36] a template made for a dry run goes when nothing comes into it for three days and nobody saves it', async (t) => {
  let now = Date.now();
  const at = await startPlatform({}, () => now);
  t.after(() => at.stop());
  const { services } = at.platform;
  const engineer = async () => {
    const body = { login_id: 'a.data.engineer', password: PASSWORD, app_id: services.config.appId, org_id: at.a.id };
    return callerFor(at.url, (await at.anonymous.call('POST', '/auth/token/user', { body })).data.jwt);
  };
  const first = await engineer();
  const make = async (name: string, query: Readonly<Record<string, boolean>> = { provisional: true }) => {
    const made = await first.call('PUT', PATH, { query, body: { name, items } });
    assert.equal(made.code, 30, JSON.stringify(made.error));
    await first.call('PATCH', PATH, { query: { mode: 'deploy' }, body: { id: made.data.id } });
    return made.data.id as string;
  };
  const send = (template: string, body: string, more: object = {}) =>
    first.call('POST', '/data/csv', { query: { template, ...more }, body });
  const left = await make('left behind');
  assert.equal((await send(left, 'num1\n1\n', { dry_run: true })).data.accepted, 1);
  const undeployed = await first.call('PUT', PATH, { query: { provisional: true }, body: { name: 'cut off', items } });
  const kept = new Map([
    ['made by hand', await make('made by hand', {})],
    ['filled', await make('filled')],
    ['only rejected', await make('only rejected')],
    ['saved', await make('saved')],
    ['deployed anew', await make('deployed anew')],
    ['of one record', await make('of one record')],
  ]);
  const of = (name: string): string => kept.get(name) ?? '';
  await send(of('filled'), 'num1\n1\n');
  await send(of('only rejected'), 'num1\nx\n');
  await first.call('PATCH', PATH, { body: { id: of('saved'), description: 'mine' } });
  await first.call('PATCH', PATH, { query: { mode: 'deploy' }, body: { id: of('deployed anew') } });
  await first.call('PUT', '/data/user', { query: { template: of('of one record') }, body: { data: { num1: 1 } } });

  now += 2 * DAY;
  assert.equal(await removeUnusedTemplates(services), 0);
  now += 2 * DAY;
  assert.equal(await removeUnusedTemplates(services), 2);
  const after = await engineer();
  for (const id of [left, undeployed.data.id])
    assert.equal((await after.call('GET', `${PATH}/${id}`)).data, null, 'it is removed');
  for (const [name, id] of kept) assert.equal((await after.call('GET', `${PATH}/${id}`)).data?.name, name);
  assert.equal((await after.call('POST', `/record/data.template/${left}/restore`)).code, 30, 'and can be brought back');
});

test('[SRC-36] a template is removed only while it is empty, where that is asked', async (t) => {
  const at = await startPlatform();
  t.after(() => at.stop());
  const engineer = await at.a.as('data engineer');
  const { data } = await engineer.call('PUT', PATH, { query: { provisional: true }, body: { name: 'one', items } });
  const removed = () => engineer.call('DELETE', `${PATH}/${data.id}`, { query: { empty: true } });
  await engineer.call('PATCH', PATH, { query: { mode: 'deploy' }, body: { id: data.id } });
  await engineer.call('POST', '/data/csv', { query: { template: data.id }, body: 'num1\nx\n' });
  const refused = await removed();
  assert.deepEqual([refused.http, refused.code], [409, 31]);
  assert.match(refused.error?.message ?? '', /rows came into it/);
  assert.equal((await engineer.call('GET', `${PATH}/${data.id}`)).data.name, 'one');
  const other = await engineer.call('PUT', PATH, { body: { name: 'two', items } });
  const gone = await engineer.call('DELETE', `${PATH}/${other.data.id}`, { query: { empty: true } });
  assert.equal(gone.code, 30);
});
