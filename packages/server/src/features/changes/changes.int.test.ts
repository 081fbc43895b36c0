import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, type HttpReply, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { systemScope } from '../../access/system-scope.ts';

let at: TestPlatform;
let owner: Caller;

before(async () => {
  at = await startPlatform();
  owner = await at.a.as('tenant administrator');
});
after(() => at.stop());

async function deployed(who = owner): Promise<string> {
  const items = [{ name: 'key1', value_type: 8, is_key: true }];
  return deployTemplate(who, 'Changing', items);
}

const ask = (who: Caller, since?: string, wait = 0): Promise<HttpReply> =>
  who.call('GET', '/data/changes', { query: { ...(since !== undefined && { since }), wait } });

const csv = (template: string, rows: string, who = owner): Promise<HttpReply> =>
  who.call('POST', '/data/csv', { query: { template }, body: `key1\n${rows}\n` });

const start = async (who: Caller): Promise<string> => (await ask(who)).data.cursor;

/** Puts a person of tenant a into a group that was given the template. */
async function share(template: string): Promise<string> {
  const { records, config } = at.platform.services;
  const scope = systemScope(config.clusterId, at.a.id);
  const group = `group-${template}`;
  await records.write(scope, [
    { op: 'add', kind: 'user.group', id: group, doc: { name: group } },
    { op: 'link', label: 'group.template', from: group, to: template },
    { op: 'link', label: 'group.user', from: group, to: at.a.people.get('member')?.user ?? '' },
  ]);
  return group;
}

test('[VIS-17] every way rows change is heard of: batch, record, removal, undo', async () => {
  const template = await deployed();
  let cursor = await start(owner);
  const heard = async (work: Promise<HttpReply>): Promise<readonly string[]> => {
    const done = await work;
    assert.equal(done.code, 30, JSON.stringify(done.error));
    const { data } = await ask(owner, cursor);
    cursor = data.cursor;
    return data.templates;
  };
  const batch = csv(template, 'a\nb');
  assert.deepEqual(await heard(batch), [template]);
  const put = owner.call('PUT', '/data/user', { query: { template }, body: { data: { key1: 'c' } } });
  assert.deepEqual(await heard(put), [template]);
  assert.deepEqual(await heard(csv(template, 'a')), [], 'nothing changed');
  const { id } = (await put).data;
  assert.deepEqual(await heard(owner.call('DELETE', '/data/user', { query: { template, id } })), [template]);
  const undo = owner.call('POST', `/data/batch/${(await batch).data.batch}/undo`, { body: {} });
  assert.deepEqual(await heard(undo), [template]);
  assert.deepEqual(await heard(owner.call('POST', '/data/user', { query: { template }, body: {} })), []);
});

test('[VIS-17] who waits is told when a batch stands, with its rows to be found', async () => {
  const template = await deployed();
  const waiting = ask(owner, await start(owner), 25);
  await csv(template, 'a\nb\nc');
  const { data } = await waiting;
  assert.deepEqual([data.templates, data.missed], [[template], false]);
  const found = await owner.call('POST', '/data/user', { query: { template }, body: {} });
  assert.equal(found.data.hits.total.value, 3);
});

test('[VIS-17] [SEC-02] another tenant hears nothing, not even that something happened', async () => {
  const template = await deployed();
  const stranger = await at.b.as('tenant administrator');
  const cursor = await start(stranger);
  const { cursor: own } = (await ask(owner)).data;
  await csv(template, 'a');
  assert.deepEqual((await ask(owner, own)).data.templates, [template]);
  const { data } = await ask(stranger, cursor);
  assert.deepEqual(data, { cursor, templates: [], missed: false, pause: 1000 });
  // with the cursor of another tenant one hears no more than with one's own
  assert.deepEqual((await ask(stranger, own)).data.templates, []);
});

test('[MSG-12] [ROL-14] a member hears of templates shared with their groups, until they are no more', async () => {
  const [shared, foreign] = [await deployed(), await deployed()];
  const group = await share(shared);
  const member = await at.a.as('member');
  const cursor = await start(member);
  await csv(foreign, 'a');
  assert.deepEqual((await ask(member, cursor)).data.templates, []);
  await csv(shared, 'a');
  assert.deepEqual((await ask(member, cursor)).data.templates, [shared]);
  const taken = { groups: [group], templates: [shared] };
  assert.equal((await owner.call('POST', '/tenant/group/template/delete', { body: taken })).code, 30);
  assert.deepEqual((await ask(member, cursor)).data.templates, []);
  const cluster = await (await at.a.as('cluster administrator')).call('GET', '/data/changes');
  assert.deepEqual([cluster.http, cluster.code], [403, 31]);
  assert.equal((await at.anonymous.call('GET', '/data/changes')).http, 401);
});

test('[VIS-17] [SES-16] a session that ends while it waits hears nothing', async () => {
  const template = await deployed();
  const engineer = await at.a.as('data engineer');
  const answer = ask(engineer, await start(engineer), 25);
  await engineer.call('GET', '/session/user');
  assert.equal((await engineer.call('DELETE', '/session/user')).code, 30);
  await csv(template, 'a');
  const reply = await answer;
  assert.deepEqual([reply.http, reply.code, reply.data], [401, 14, null]);
});

test('[VIS-17] a cursor of before a restart is told that anything may have changed', async () => {
  const { data } = await ask(owner, '01BX5ZZKBKACTAV9WEVGEMMVRZ.7', 25);
  assert.deepEqual([data.templates, data.missed], [[], true]);
  assert.equal((await ask(owner, data.cursor)).data.missed, false);
});
