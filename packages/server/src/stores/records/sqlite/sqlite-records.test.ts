import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createCipher } from '../cipher.ts';
import { recordStoreContract } from '../contract.ts';
import { add, declareKinds, KIND, type OpenedStore, scopeOf } from '../contract-store.ts';
import { openSqliteRecords } from './sqlite-records.ts';

const cipher = createCipher(Buffer.alloc(32, 3));

async function open(): Promise<OpenedStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-records-'));
  const file = path.join(folder, 'records.sqlite');
  let store = await openSqliteRecords({ file, cipher });
  return {
    store,
    statements: () => store.statements,
    reopen: async () => {
      await store.close().catch(() => {});
      store = await openSqliteRecords({ file, cipher });
      return store;
    },
    dispose: async () => {
      await store.close().catch(() => {});
      await rm(folder, { recursive: true, force: true });
    },
    atRest: async () =>
      Buffer.concat(await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name))))),
  };
}

recordStoreContract('SQLite record store', open);

test('a file of a newer program is refused with a sentence', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-records-'));
  const file = path.join(folder, 'records.sqlite');
  await (await openSqliteRecords({ file, cipher })).close();
  const db = new DatabaseSync(file);
  const rows = db.prepare('SELECT version, name FROM migration').all();
  assert.deepEqual(
    rows.map((row) => row.version),
    [1, 2, 3, 4],
  );
  db.exec("INSERT INTO migration VALUES (99, 'later', 0)");
  db.close();
  await assert.rejects(openSqliteRecords({ file, cipher }), /version 99, this program knows up to 4/);
  await rm(folder, { recursive: true, force: true });
});

test('[SRC-31] a converter of a file of before opens its files by itself and is found by its columns', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-records-'));
  const file = path.join(folder, 'records.sqlite');
  const kind = 'data.source.converter';
  let store = await openSqliteRecords({ file, cipher });
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  store.declareKind(kind, 'tenant', { indexes: [{ path: 'fingerprint' }] });
  const doc = { name: 'Orders', fingerprint: 'ab12' };
  await store.write(scopeOf('a'), [{ op: 'add', kind, id: 'c1', doc }]);
  await store.close();
  const db = new DatabaseSync(file);
  db.exec('DELETE FROM migration WHERE version > 3');
  db.close();
  store = await openSqliteRecords({ file, cipher });
  store.declareKind(kind, 'tenant', { indexes: [{ path: 'fingerprint' }, { path: 'detected_fingerprint' }] });
  const page = { keys: [], keyword: '', where: { detected_fingerprint: 'ab12' }, from: 0, to: 4 };
  const { records } = await store.search(scopeOf('a'), kind, page);
  assert.deepEqual(
    records.map((record) => record.doc),
    [{ ...doc, opening: null, detected_fingerprint: 'ab12' }],
  );
});

test('a clock that stands still or goes back does not bend the order of writes', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-records-'));
  let now = 1_000_000;
  const store = await openSqliteRecords({ file: path.join(folder, 'records.sqlite'), cipher, now: () => now });
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  declareKinds(store);
  const scope = scopeOf('a');
  await store.write(scope, [add('r1')]);
  now = 500_000;
  await store.write(scope, [add('r2')]);
  const { records } = await store.search(scope, KIND, { keys: [], keyword: '', from: 0, to: 10 });
  assert.deepEqual(
    records.map(({ id }) => id),
    ['r2', 'r1'],
  );
  assert.ok(records.every(({ ts }) => ts >= 1_000_000));
});

test('[LIM-10] a long list asked for by an item is indexed behind the answer, in a file of before too, and stays so', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-records-'));
  const file = path.join(folder, 'records.sqlite');
  let store = await openSqliteRecords({ file, cipher });
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  const indexes = (): readonly string[] => {
    const db = new DatabaseSync(file, { readOnly: true });
    const rows = db.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'list:%'").all();
    db.close();
    return rows.map(({ name }) => String(name));
  };
  declareKinds(store);
  const many = Array.from({ length: 5000 }, (_, at) => add(`r${at}`, { num1: (at * 7919) % 5000 }));
  for (const tenant of ['a', 'b']) await store.write(scopeOf(tenant), many);
  const first = async (tenant: string): Promise<readonly unknown[]> => {
    const sort = [{ field: 'num1', order: 'asc' as const }];
    const { records } = await store.search(scopeOf(tenant), KIND, { keys: [], keyword: '', from: 0, to: 4, sort });
    return records.map(({ doc }) => doc.num1);
  };
  assert.deepEqual(indexes(), []);
  assert.deepEqual(await first('a'), [0, 1, 2, 3]);
  await store.write(scopeOf('a'), [add('new', { num1: 1.5 })]);
  assert.equal(indexes().length, 1);
  await store.close();
  store = await openSqliteRecords({ file, cipher });
  declareKinds(store);
  assert.equal(indexes().length, 1);
  assert.deepEqual(await first('a'), [0, 1, 1.5, 2]);
  assert.deepEqual(await first('b'), [0, 1, 2, 3]);
});

test('[SEC-01] a secret moved to another record does not open there', async () => {
  const sealed = cipher.seal('"s"', 'c/a/thing/r1/password');
  assert.equal(cipher.open(sealed, 'c/a/thing/r1/password'), '"s"');
  assert.throws(() => cipher.open(sealed, 'c/a/thing/r2/password'));
  assert.throws(() => createCipher(Buffer.alloc(32, 4)).open(sealed, 'c/a/thing/r1/password'));
  assert.throws(() => createCipher(Buffer.alloc(16)), /16 bytes, it needs 32/);
});
