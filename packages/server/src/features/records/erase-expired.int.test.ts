import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { systemScope } from '../../access/system-scope.ts';
import { createCipher, openSqliteRecords } from '../../stores/records/index.ts';
import { eraseExpired } from './erase-expired.ts';
import { declareRecordKinds } from './kinds.ts';

const DAY = 86_400_000;

test('[REC-39] what was removed 30 days ago is erased in every tenant, the rest stays', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-records-'));
  let now = 100 * DAY;
  const cipher = createCipher(Buffer.alloc(32, 3));
  const store = await openSqliteRecords({ file: path.join(folder, 'r.sqlite'), cipher, now: () => now });
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  declareRecordKinds(store);
  store.declareKind('user.login_account', 'tenant');
  const doc = { name: 'x' };
  for (const tenant of ['a', 'b']) {
    const scope = systemScope('c', tenant);
    await store.write(scope, [
      { op: 'add', kind: 'cluster.tenant', id: tenant, doc },
      ...['old', 'young', 'archived'].map((id) => ({ op: 'add', kind: 'user.group', id, doc }) as const),
      { op: 'remove', kind: 'user.group', id: 'old' },
      { op: 'update', kind: 'user.group', id: 'archived', doc, status: 'Archived' },
    ]);
  }
  now += 29 * DAY;
  for (const tenant of ['a', 'b'])
    await store.write(systemScope('c', tenant), [{ op: 'remove', kind: 'user.group', id: 'young' }]);
  assert.equal(await eraseExpired(store, 'c', now), 0);
  now += 2 * DAY;
  assert.equal(await eraseExpired(store, 'c', now), 2);
  for (const tenant of ['a', 'b']) {
    const scope = systemScope('c', tenant);
    assert.equal(await store.get(scope, 'user.group', 'old'), null);
    assert.ok((await store.get(scope, 'user.group', 'young'))?.ts_removed);
    assert.equal((await store.get(scope, 'user.group', 'archived'))?.status, 'Archived');
  }
});
