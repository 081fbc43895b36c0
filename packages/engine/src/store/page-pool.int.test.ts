import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { Engine } from '../engine.ts';
import { counted } from '../load/counted-file.fixture.ts';
import { inPlaceOfWriter, letGoOfPages, PagePool } from './page-pool.ts';
import { oneNumber } from './rows.ts';
import { TenantStore } from './tenant-store.ts';
import { inTransaction } from './transaction.ts';

const folder = await mkdtemp(join(tmpdir(), 'page-pool-'));
after(() => rm(folder, { recursive: true }));

const pages = (connection: DuckDBConnection): Promise<number> =>
  oneNumber(connection, "SELECT coalesce(sum(memory_usage_bytes), 0) FROM duckdb_memory() WHERE tag = 'BASE_TABLE'");

test('[LIM-11] a long write keeps few of the pages it has written, and those that others read', async () => {
  const store = await TenantStore.open('t', { folder, memoryLimitMb: 384, threads: 2 });
  await store.write(async (connection) => {
    const limit = "SELECT 1 FROM duckdb_settings() WHERE name = 'memory_limit' AND value = $before";
    const before = String((await connection.runAndReadAll("SELECT current_setting('memory_limit')")).getRows()[0]?.[0]);
    await connection.run('CREATE TABLE numbers (n UBIGINT)');
    await inTransaction(connection, async () => {
      for (let part = 0; part < 6; part++) {
        await connection.run(`INSERT INTO numbers SELECT hash(range) FROM range(${part}000000, ${part + 1}000000)`);
        await letGoOfPages(connection);
        assert.ok((await pages(connection)) <= 64_000_000, `part ${part}: ${await pages(connection)}`);
      }
      assert.equal((await connection.runAndReadAll(limit, { before })).currentRowCount, 1);
    });
    await store.read(async (reader) => {
      assert.equal(await oneNumber(reader, 'SELECT count(DISTINCT n) FROM numbers'), 6_000_000);
      const read = await pages(reader);
      await letGoOfPages(connection);
      assert.equal(await pages(reader), read);
    });
  });
  await store.close();
});

test('[LIM-11] who begins to read or to write while pages are let go of waits, and whoever is at work keeps them', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const [writer, other, own] = await Promise.all([instance.connect(), instance.connect(), instance.connect()]);
  const pool = new PagePool(own, () => 384);
  const order: string[] = [];
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  Object.assign(own, {
    run: async () => {
      order.push('let go');
      asked.resolve();
      await answered.promise;
      order.push('gone');
      return writer.run('SELECT 0 AS pages, 0 AS all');
    },
  });
  pool.add(writer);
  const nobodyElse = (): Promise<void> => letGoOfPages(writer);
  await pool.reading(nobodyElse);
  await pool.hold(other);
  await pool.writing(writer, nobodyElse);
  await pool.writing(writer, () => letGoOfPages(other));
  assert.equal(order.length, 0, 'somebody else was at work');
  const gone = pool.writing(writer, () => inPlaceOfWriter(other, () => letGoOfPages(other)));
  await asked.promise;
  const late = [pool.reading(async () => order.push('read')), pool.writing(writer, async () => order.push('written'))];
  await setImmediate();
  answered.resolve();
  await Promise.all([gone, ...late]);
  assert.deepEqual(order, ['let go', 'gone', 'read', 'written']);
  pool.release(other);
  await pool.writing(writer, nobodyElse);
  assert.deepEqual(order.slice(4), ['let go', 'gone'], 'nobody else is at work any more');
  instance.closeSync();
});

test('[LIM-11] a batch that is read early lets go of pages also while the writer waits for the files that are left', async (t) => {
  const engine = await Engine.open({ folder: join(folder, 'early') });
  const tenant = engine.tenant('t');
  const fields = [{ name: 'num1', type: 'integer', label: 'NUM' }] as const;
  await tenant.createIndex({ name: 'rows', fields, keyFields: [], source: 'columns' });
  const file = join(folder, 'rows.csv');
  await writeFile(file, Array.from({ length: 20_000 }, (_, i) => `${i}\n`).join(''));
  const reading = { delimiter: ',', columns: [{ name: 'num1', field: 'num1' }] };
  const files = Array.from({ length: 12 }, () => file);
  const early = await tenant.readEarly('rows', { batch: 'b', system: {}, ...reading });
  for (const each of files) early?.take(await counted(each));
  const looks = t.mock.method(DuckDBConnection.prototype, 'run');
  const rows = { format: 'csv', files, lines: { breaks: [] }, ...reading } as const;
  const ledger = await tenant.applyBatch(
    'rows',
    { batch: 'b', requestId: 'r', rows, structural: [], system: {} },
    early,
  );
  assert.equal(ledger.accepted, 240_000);
  const isLook = ({ arguments: [sql] }: (typeof looks.mock.calls)[number]) => sql.includes("tag = 'BASE_TABLE'");
  assert.ok(looks.mock.calls.some(isLook), 'nobody asked how many pages there are');
  await engine.close();
});
