import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Breath } from './breath.ts';
import { oneNumber } from './rows.ts';
import { TenantStore } from './tenant-store.ts';
import { inTransaction } from './transaction.ts';

/** Would run for hours. */
const ENDLESS = 'SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b';

let folder: string;
let store: TenantStore;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interruptible-'));
  store = await TenantStore.open('t', { folder, memoryLimitMb: 256, threads: 2 });
});
after(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

test('[STR-03] a read that takes too long is stopped and says what to do', async () => {
  await assert.rejects(
    store.read((connection) => connection.run(ENDLESS), { timeoutMs: 20 }),
    (error) => {
      assert.ok(error instanceof PlatformError);
      assert.equal(error.detail.code, ReplyCode.NoResponse);
      assert.match(error.message, /stopped after 20 ms/);
      return true;
    },
  );
  assert.equal(await store.read((connection) => oneNumber(connection, 'SELECT 42')), 42);
});

test('[STR-03] so is one that works between its statements', async () => {
  const endless = async (connection: DuckDBConnection): Promise<void> => {
    for (const breath = new Breath(connection); ; ) if (breath.isDue) await breath.take();
  };
  await assert.rejects(store.read(endless, { timeoutMs: 20 }), /stopped after 20 ms/);
  assert.equal(await store.read((connection) => oneNumber(connection, 'SELECT 42')), 42);
});

test('[TSK-06] a write cancelled in the middle of a statement leaves nothing and frees the writer', async () => {
  await store.write((connection) => connection.run('CREATE TABLE kept (num1 INTEGER)'));
  const stop = new AbortController();
  const cancelled = store.write(
    (connection) =>
      inTransaction(connection, async () => {
        await connection.run('INSERT INTO kept VALUES (1)');
        setImmediate(() => stop.abort());
        await connection.run(ENDLESS);
      }),
    { signal: stop.signal },
  );
  const next = store.write((connection) => oneNumber(connection, 'SELECT count(*) FROM kept'));
  await assert.rejects(cancelled, { name: 'AbortError' });
  assert.equal(await next, 0);
});

test('[TSK-06] work whose caller left while it waited for its turn is never begun', async () => {
  const stop = new AbortController();
  stop.abort();
  const begun = store.write(async () => assert.fail('begun'), { signal: stop.signal });
  await assert.rejects(begun, { name: 'AbortError' });
});

test('[STR-03] a reader keeps its snapshot while others commit', async () => {
  await store.write((connection) => connection.run('CREATE TABLE seen AS SELECT 1 AS num1'));
  await store.read(async (connection) => {
    assert.equal(await oneNumber(connection, 'SELECT count(*) FROM seen'), 1);
    await store.write((writer) => writer.run('INSERT INTO seen VALUES (2)'));
    assert.equal(await oneNumber(connection, 'SELECT count(*) FROM seen'), 1);
  });
  assert.equal(await store.read((connection) => oneNumber(connection, 'SELECT count(*) FROM seen')), 2);
});
