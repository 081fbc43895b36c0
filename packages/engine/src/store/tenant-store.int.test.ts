import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { DuckDBConnection } from '@duckdb/node-api';
import { TenantStore } from './tenant-store.ts';
import { inTransaction, LOG_BYTES, withLargeCommit } from './transaction.ts';

async function opened(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-store-'));
  t.after(() => rm(folder, { recursive: true }));
  const store = await TenantStore.open('t', { folder, memoryLimitMb: 256, threads: 2 });
  t.after(() => store.close());
  return { store, folder };
}

type Seen = readonly [transaction: bigint, rows: bigint];

/** The transaction that a read is made in, and the rows it sees. */
const seenIn = (store: TenantStore): Promise<Seen> =>
  store.read(async (connection) => {
    const read = await connection.runAndReadAll('SELECT txid_current(), count(*) FROM docs');
    return read.getRowsJS()[0] as unknown as Seen;
  });

test('[STR-04] a long log stays while rows are read beside the writer, and is worked in once they are', async (t) => {
  const { store, folder } = await opened(t);
  const write = (sql: string) => store.write((connection) => connection.run(sql));
  const logBytes = (): Promise<number> =>
    stat(join(folder, 't.duckdb.wal')).then(
      ({ size }) => size,
      () => 0,
    );
  await write('CREATE TABLE counters AS SELECT 1 AS num1; CREATE TABLE docs (txt1 VARCHAR)');
  await store.write((connection) => connection.run('CHECKPOINT'));
  await store.connected(async (beside) => {
    await beside.run("BEGIN TRANSACTION; INSERT INTO docs VALUES ('early')");
    for (let i = 0; i < 4; i++) {
      await write('INSERT INTO docs SELECT repeat(md5((range + random())::VARCHAR), 20) FROM range(10000)');
      await write('UPDATE counters SET num1 = num1 + 1');
    }
    assert.ok((await logBytes()) > LOG_BYTES.least);
    await store.write((connection) => store.tidy(connection));
    assert.ok((await logBytes()) > LOG_BYTES.least);
    await beside.run('COMMIT');
  });
  await store.write((connection) => store.tidy(connection));
  assert.ok((await logBytes()) < LOG_BYTES.least);
});

test('[STR-04] of a large file the log may grow as long as the file, until nothing else is written', async (t) => {
  const { store, folder } = await opened(t);
  const bytesOf = (name: string): Promise<number> =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    );
  const rows = (count: number): string =>
    `SELECT md5(random()::VARCHAR) || md5(random()::VARCHAR) AS txt1 FROM range(${count})`;
  await store.write((connection) => connection.run(`CREATE TABLE docs AS ${rows(900_000)}; CHECKPOINT`));
  const file = await bytesOf('t.duckdb');
  assert.ok(file > LOG_BYTES.least * 1.5 && file < LOG_BYTES.most, `${file} bytes`);
  const add = (): Promise<unknown> =>
    store.write(async (connection) => {
      await connection.run(`INSERT INTO docs ${rows(20_000)}`);
      await store.tidy(connection);
    });
  while ((await bytesOf('t.duckdb.wal')) <= LOG_BYTES.least) await add();
  await store.write((connection) => store.tidy(connection, { idle: true }));
  assert.ok((await bytesOf('t.duckdb.wal')) < LOG_BYTES.least, 'worked in while nobody writes');
  let longest = 0;
  for (let i = 0, before = 0; i < 100; i++) {
    await add();
    const log = await bytesOf('t.duckdb.wal');
    if (log < before) break;
    before = longest = log;
  }
  assert.ok(longest > file / 2 && longest < LOG_BYTES.most, `${longest} bytes beside ${file}`);
});

test('[STR-04] any number of small tables is written, though what none of them has worked into the file takes memory', async (t) => {
  const { store } = await opened(t);
  const columns = Array.from({ length: 60 }, (_, i) => `txt${i} VARCHAR`).join(', ');
  const values = Array.from({ length: 60 }, () => `repeat('long ', 20)`).join(', ');
  for (let i = 0; i < 160; i++) {
    await store.write((connection) =>
      connection.run(`CREATE TABLE small${i} (${columns}); INSERT INTO small${i} VALUES (${values})`),
    );
    await store.write((connection) => store.tidy(connection));
  }
});

test('[STR-04] reads share a transaction until something is written, and none keeps a log from being worked in', async (t) => {
  const { store } = await opened(t);
  const seen = (): Promise<Seen> => seenIn(store);
  const add = () => store.write((connection) => connection.run('INSERT INTO docs SELECT range FROM range(1000)'));
  await store.write((connection) => connection.run('CREATE TABLE docs (num1 BIGINT)'));
  const [first] = await seen();
  assert.deepEqual(await seen(), [first, 0n]);
  await assert.rejects(store.read((connection) => connection.run('SELECT error(num1::VARCHAR) FROM range(1) t(num1)')));
  const [second] = await seen();
  assert.notEqual(second, first, 'one that failed is not gone on with');
  await Promise.all([seen(), add(), seen()]);
  assert.equal((await seen())[1], 1000n);
  await seen();
  await store.write((connection) => connection.run('CHECKPOINT'));
});

test('[STR-04] reads beside a write share a transaction, which has ended before that is committed', async (t) => {
  const { store, folder } = await opened(t);
  const seen = (): Promise<Seen> => seenIn(store);
  await store.write((connection) =>
    connection.run('CREATE TABLE docs (num1 BIGINT); CREATE TABLE counters AS SELECT 1 AS num1'),
  );
  const large = <T>(connection: DuckDBConnection, work: () => Promise<T>) =>
    withLargeCommit(connection, () => inTransaction(connection, work));
  await store.write((connection) =>
    large(connection, async () => {
      await connection.run('INSERT INTO docs SELECT range FROM range(1000); UPDATE counters SET num1 = 2');
      const [first, rows] = await seen();
      assert.equal(rows, 0n);
      assert.deepEqual(await seen(), [first, 0n]);
    }),
  );
  const size = await stat(join(folder, 't.duckdb.wal')).catch(() => null);
  assert.equal(size?.size ?? 0, 0, 'a commit that writes the file found nobody reading');
  assert.equal((await seen())[1], 1000n);
});

test('[STR-04] what is there stays known while more is written, until that is committed', async (t) => {
  const { store } = await opened(t);
  const before = store.generation;
  const failed = store.write((connection) => inTransaction(connection, () => Promise.reject(new Error('no'))));
  await assert.rejects(failed, { message: 'no' });
  const known = store.generation;
  assert.ok(before !== null && known !== null && known > before);
  await store.write(async (connection) => {
    await inTransaction(connection, async () => {
      await connection.run('CREATE TABLE docs (num1 BIGINT)');
      assert.equal(store.generation, known);
    });
    assert.equal(store.generation, null);
  });
  assert.ok((store.generation ?? 0) > known);
});
