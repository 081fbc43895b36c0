import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { TenantStore } from './tenant-store.ts';
import { LOG_LIMIT_BYTES } from './transaction.ts';

test('[STR-04] a long log stays while rows are read beside the writer, and is worked in once they are', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-store-'));
  t.after(() => rm(folder, { recursive: true }));
  const store = await TenantStore.open('t', { folder, memoryLimitMb: 256, threads: 2 });
  t.after(() => store.close());
  const write = (sql: string) => store.write((connection) => connection.run(sql));
  const logBytes = (): Promise<number> =>
    stat(join(folder, 't.duckdb.wal')).then(
      ({ size }) => size,
      () => 0,
    );
  await write('CREATE TABLE counters AS SELECT 1 AS num1; CREATE TABLE docs (txt1 VARCHAR)');
  await store.write((connection) => connection.run('CHECKPOINT'));
  const beside = await store.connect();
  await beside.run("BEGIN TRANSACTION; INSERT INTO docs VALUES ('early')");
  for (let i = 0; i < 4; i++) {
    await write('INSERT INTO docs SELECT repeat(md5((range + random())::VARCHAR), 20) FROM range(10000)');
    await write('UPDATE counters SET num1 = num1 + 1');
  }
  assert.ok((await logBytes()) > LOG_LIMIT_BYTES);
  await store.write((connection) => store.tidy(connection));
  assert.ok((await logBytes()) > LOG_LIMIT_BYTES);
  await beside.run('COMMIT');
  beside.closeSync();
  await store.write((connection) => store.tidy(connection));
  assert.ok((await logBytes()) < LOG_LIMIT_BYTES);
});
