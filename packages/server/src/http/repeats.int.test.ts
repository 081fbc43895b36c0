import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { newId } from '@datasarana/schema';
import { type Caller, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { createPlatform } from '../index.ts';

let platform: TestPlatform;
let admin: Caller;
let engineer: Caller;
let stranger: Caller;

before(async () => {
  platform = await startPlatform();
  admin = await platform.a.as('tenant administrator');
  engineer = await platform.a.as('data engineer');
  stranger = await platform.b.as('tenant administrator');
});
after(() => platform.stop());

const GROUP = '/tenant/group';
const count = async (caller: Caller): Promise<number> => (await caller.call('GET', `${GROUP}/count`)).data.count;

test('[API-02] [ERR-34] a write that is sent again with its request_id is answered alike and done once', async () => {
  const requestId = randomUUID();
  const before = await count(admin);
  const add = () => admin.call('PUT', GROUP, { body: { name: 'Once' }, requestId });
  const [one, two] = await Promise.all([add(), add()]);
  assert.deepEqual([one.code, one.data], [30, two.data]);
  assert.deepEqual((await add()).data, one.data);
  assert.equal(await count(admin), before + 1);

  const { id } = one.data;
  const change = { body: { id, name: 'Changed' }, requestId: randomUUID() };
  const changed = await admin.call('PATCH', GROUP, change);
  await admin.call('PATCH', GROUP, { body: { id, name: 'Changed again' } });
  assert.deepEqual((await admin.call('PATCH', GROUP, change)).data, changed.data);
  assert.equal((await admin.call('GET', `${GROUP}/${id}`)).data.name, 'Changed again', 'it is not done a second time');

  const removal = { requestId: randomUUID() };
  for (const _ of [1, 2]) {
    const { http, code, data } = await admin.call('DELETE', `${GROUP}/${id}`, removal);
    assert.deepEqual([http, code, data], [200, 30, { id }]);
  }
  assert.equal((await admin.call('DELETE', `${GROUP}/${id}`, { requestId: randomUUID() })).http, 404);
});

test('[API-02] a GET is answered anew under the same request_id, also where only who may change the record may ask', async () => {
  const { data } = await admin.call('PUT', '/record/visual.view', { body: { name: 'seen' } });
  const path = `/record/visual.view/${data.id}/sharing`;
  const requestId = randomUUID();
  const isPublic = async (): Promise<boolean> => (await admin.call('GET', path, { requestId })).data.is_public;
  assert.equal(await isPublic(), false);
  await admin.call('PUT', path, { body: { groups: [], tenant: false, is_public: true } });
  assert.equal(await isPublic(), true);
});

test('[API-02] [SEC-02] another question, another sender and another tenant under the same request_id are requests of their own', async () => {
  const requestId = randomUUID();
  const named = (name: string, caller = admin) => caller.call('PUT', GROUP, { body: { name }, requestId });
  const ids = [await named('A'), await named('B'), await named('A', stranger)].map(({ data }) => data.id);
  assert.equal(new Set(ids).size, 3);
  const template = () => ({ body: { name: 'T', items: [{ name: 'num1', value_type: 2 }] }, requestId });
  const path = '/schema/data/template';
  const [mine, theirs] = [await admin.call('PUT', path, template()), await engineer.call('PUT', path, template())];
  assert.notEqual(mine.data.id, theirs.data.id);
  assert.equal((await engineer.call('PUT', path, template())).data.id, theirs.data.id);
});

test('[API-02] one that failed is tried again, and one whose right was lost is refused', async () => {
  const requestId = randomUUID();
  const id = newId();
  const change = () => admin.call('PATCH', GROUP, { body: { id, name: 'Late' }, requestId });
  assert.equal((await change()).http, 404);
  await admin.call('PUT', GROUP, { body: { id, name: 'Early' } });
  assert.deepEqual([(await change()).code, (await change()).data.name], [30, 'Late']);
  const refused = await engineer.call('PATCH', GROUP, { body: { id, name: 'Late' }, requestId });
  assert.equal(refused.http, 403);
});

test('[REC-39] [SEC-11] what was erased is not answered from what was kept', async () => {
  const requestId = randomUUID();
  const id = newId();
  const add = () => admin.call('PUT', GROUP, { body: { id, name: 'Gone' }, requestId });
  assert.equal((await add()).code, 30);
  await admin.call('DELETE', `${GROUP}/${id}`, { query: { erase: true } });
  assert.equal((await add()).code, 30);
  assert.equal((await admin.call('GET', `${GROUP}/${id}`)).data?.name, 'Gone', 'it is added anew');
});

test('[API-02] a write is known after a restart', async () => {
  const data = await mkdtemp(join(tmpdir(), 'repeats-'));
  try {
    const requestId = randomUUID();
    const body = { id: newId(), name: 'Kept' };
    const first = await startPlatform({ data });
    const who = await first.a.as('tenant administrator');
    const added = await who.call('PUT', GROUP, { body, requestId });
    await first.stop();
    const again = await createPlatform({
      port: 0,
      host: '127.0.0.1',
      data,
      origins: [],
      logLevel: 'silent',
      webRoot: join(data, 'no-web'),
    });
    const headers = { authorization: `Bearer ${who.token}`, request_id: requestId };
    const reply = await again.app.inject({ method: 'PUT', url: `/api${GROUP}`, headers, payload: body });
    await again.close();
    assert.deepEqual([reply.statusCode, reply.json().data], [200, added.data]);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
