import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, sentInTwo, startPlatform, type TestPlatform, until } from '@datasarana/testkit';
import { ACCOUNT_KIND } from '../../../access/account.ts';
import { systemScope } from '../../../access/system-scope.ts';

let at: TestPlatform;
let engineer: Caller;
let owner: Caller;
let template: string;

before(async () => {
  at = await startPlatform();
  engineer = await at.a.as('data engineer');
  owner = await at.a.as('tenant administrator');
  const items = ['name', 'sha256'].map((name) => ({ name, value_type: 8 }));
  template = await deployTemplate(owner, 'Ended', items);
});
after(() => at.stop());

const entries = (folder: string) => readdir(join(at.folder, 'files', folder), { recursive: true }).catch(() => []);
/** Nothing of a file is left: no record, no batch, no bytes. */
async function nothingIsKept(): Promise<void> {
  const { data } = await owner.call('POST', '/data/user', { query: { template }, body: { size: 0 } });
  assert.equal(data.hits.total.value, 0);
  assert.deepEqual((await owner.call('POST', '/data/batch', { body: { template } })).data, []);
  assert.deepEqual(await entries(''), ['.incoming']);
}

/** Sends a file, and does something when the platform has begun to write it. */
async function sendWhile(token: string | null, meanwhile: () => Promise<unknown>, query = '') {
  const address = `${at.url}/api/data/generic?template=${template}&file=a.bin${query}`;
  const file = { type: 'application/octet-stream', first: 'one', rest: 'two' };
  const answered = await sentInTwo(address, token, file, async () => {
    await until(
      () => entries('.incoming'),
      (files) => files.length === 1,
    );
    await meanwhile();
  });
  const { code, error } = (await answered.json()) as { code: number; error: { message: string } | null };
  return { http: answered.status, code, message: error?.message ?? '' };
}

test('[AUT-07] [AUT-19] [SRC-37] a file whose API token is revoked while it comes in is not kept', async () => {
  for (const query of ['', '&dry_run=true', '&wait=durable']) {
    const { data } = await engineer.call('PUT', '/session/token', { body: { name: 'push' } });
    const revoke = () => engineer.call('DELETE', `/session/token/${data.id}`);
    const { http, code, message } = await sendWhile(data.token, revoke, query);
    assert.deepEqual([http, code], [401, 14]);
    assert.match(message, /ended while the call ran; nothing of it is stored/);
    await nothingIsKept();
  }
});

test('[AUT-07] [ROL-21] [SRC-37] a file whose sender loses the right to its template while it comes in is not kept', async () => {
  const { records, config } = at.platform.services;
  const scope = systemScope(config.clusterId, at.a.id);
  const id = at.a.people.get('data engineer')?.account ?? '';
  const doc = (await records.get(scope, ACCOUNT_KIND, id))?.doc ?? {};
  const write = (more: object) =>
    records.write(scope, [{ op: 'update', kind: ACCOUNT_KIND, id, doc: { ...doc, ...more } }]);
  for (const [more, refused] of [
    [{ roles: [] }, 404],
    [{ active: false }, 403],
  ] as const) {
    const { http } = await sendWhile(engineer.token, () => write(more));
    await write({});
    assert.equal(http, refused);
    await nothingIsKept();
  }
});

test('[AUT-07] [SES-16] [SRC-37] a file whose session ends while it comes in is not kept', async () => {
  const end = () => engineer.call('DELETE', '/session/user');
  const { http, code } = await sendWhile(engineer.token, end);
  assert.deepEqual([http, code], [401, 14]);
  await nothingIsKept();
});
