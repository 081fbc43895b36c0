import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { until } from '@datasarana/testkit';
import type { DuckDBConnection } from '@duckdb/node-api';
import { LazyStore } from './lazy-store.ts';

async function openStore(t: TestContext, idleCloseMs = 300_000) {
  const folder = await mkdtemp(join(tmpdir(), 'lazy-store-'));
  let forgotten = 0;
  const store = new LazyStore('t', { folder, memoryLimitMb: 256, threads: 2 }, idleCloseMs, () => forgotten++);
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const write = <T>(work: (connection: DuckDBConnection) => Promise<T>) => store.use((open) => open.store.write(work));
  const count = () =>
    store.use((open) =>
      open.store.read(async (connection) => (await connection.runAndReadAll('SELECT count(*) FROM docs')).getRows()),
    );
  return { store, write, count, forgotten: () => forgotten };
}

/** Has DuckDB fail while it works the log in, as a full disk does. */
async function breakCheckpoint(connection: DuckDBConnection): Promise<unknown> {
  await connection.run("SET GLOBAL debug_checkpoint_abort = 'before_header'");
  return connection.run('CHECKPOINT');
}

test('[STR-04] a file that DuckDB gave up is opened anew by the next call, with everything that was committed', async (t) => {
  const { write, count, forgotten } = await openStore(t);
  await write((connection) => connection.run('CREATE TABLE docs AS SELECT range AS num1 FROM range(3)'));
  await assert.rejects(write(breakCheckpoint), /FATAL Error/);
  assert.equal(forgotten(), 1, 'what was kept of the file in memory is let go of');
  assert.deepEqual(await count(), [[3n]]);
  await write((connection) => connection.run('INSERT INTO docs VALUES (4)'));
  assert.deepEqual(await count(), [[4n]]);
});

test('[STR-04] who waits behind what broke the file fails, and calls made within theirs do not wait for them', async (t) => {
  const { store, write, count } = await openStore(t);
  await write((connection) => connection.run('CREATE TABLE docs (num1 INTEGER)'));
  const held = await store.hold(async (connection, _, release) => ({ connection, release }));
  const broken = write(breakCheckpoint);
  const behind = write((connection) => connection.run('INSERT INTO docs VALUES (1)'));
  await assert.rejects(broken, /FATAL Error/);
  await assert.rejects(behind, /invalidated/);
  assert.deepEqual(await store.use(() => count()), [[0n]]);
  await assert.rejects(held.connection.run('SELECT 1'), /invalidated/);
  held.release();
  await write((connection) => connection.run('INSERT INTO docs VALUES (2)'));
  assert.deepEqual(await count(), [[1n]]);
});

test('[STR-04] a file that nobody uses is closed, each time it was opened, and not while somebody uses it', async (t) => {
  const { store, write, count, forgotten } = await openStore(t, 50);
  await write((connection) => connection.run('CREATE TABLE docs AS SELECT 1 AS num1'));
  for (const times of [1, 2, 3]) {
    const isOpenThen = await store.use(async () => {
      await setTimeout(120);
      return store.isOpen;
    });
    assert.equal(isOpenThen, true);
    await until(
      async () => store.isOpen,
      (isOpen) => !isOpen,
    );
    assert.equal(forgotten(), times);
  }
  assert.deepEqual(await count(), [[1n]]);
});
