import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { until } from '@datasarana/testkit';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Engine } from '../engine.ts';
import { allRows } from '../store/rows.ts';
import { TenantStore } from '../store/tenant-store.ts';
import type { TenantIndexes } from '../tenant.ts';

const POSTINGS = 'i1_t1';

async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'small-postings-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function fill(folder: string, tenant: TenantIndexes, from: number, rows: number): Promise<void> {
  const file = join(folder, `${from}.csv`);
  await writeFile(file, Array.from({ length: rows }, (_, i) => `${from + i},every word${(from + i) % 10}\n`).join(''));
  await tenant.applyBatch('rows', {
    batch: `b${from}`,
    requestId: `r${from}`,
    rows: {
      ...{ format: 'csv', files: [file], delimiter: ',', lines: { breaks: [] } },
      columns: ['id', 'text'].map((name) => ({ name, field: name })),
    },
    structural: [],
    system: {},
  });
}

const make = (tenant: TenantIndexes): Promise<void> =>
  tenant.createIndex({
    name: 'rows',
    fields: [
      { name: 'id', type: 'integer', label: 'id' },
      { name: 'text', type: 'text', label: 'text' },
    ],
    keyFields: [],
    source: 'columns',
  });

const segmentsIn = async (tenant: TenantIndexes, table: string): Promise<readonly number[]> => {
  const counted = `SELECT any_value(docs) AS docs FROM segments JOIN ${table} USING (segment) WHERE table_name = '${POSTINGS}' GROUP BY segment ORDER BY segment`;
  const rows = await tenant.read((connection) => allRows(connection, counted));
  return rows.map(({ docs }) => Number(docs));
};

const found = async (tenant: TenantIndexes, text: string): Promise<number> => {
  const { hits } = await tenant.search(
    ['rows'],
    parseSearch({ size: 0, track_total_hits: true, query: { match: { text } } }),
  );
  return hits.total.value;
};

test('[IDX-10] small segments of words stand apart from large ones until they are joined to one', async (t) => {
  const folder = await temporary(t);
  const engine = await Engine.open({ folder: join(folder, 'search') });
  t.after(() => engine.close());
  const tenant = engine.tenant('small');
  await make(tenant);
  await fill(folder, tenant, 0, 250_000);
  await fill(folder, tenant, 250_000, 20);
  assert.deepEqual(await segmentsIn(tenant, POSTINGS), [250_000]);
  assert.deepEqual(await segmentsIn(tenant, `${POSTINGS}_small`), [20]);
  assert.deepEqual([await found(tenant, 'every'), await found(tenant, 'word3')], [250_020, 25_002]);
  for (let batch = 1; batch <= 10; batch++) await fill(folder, tenant, 1_000_000 * batch, 25_000);
  await until(
    () => segmentsIn(tenant, `${POSTINGS}_small`),
    ({ length }) => length === 0,
  );
  assert.deepEqual(await segmentsIn(tenant, POSTINGS), [250_000, 250_020]);
  assert.deepEqual([await found(tenant, 'every'), await found(tenant, 'word3')], [500_020, 50_002]);
});

/** An index of 30 rows, its tables changed to what an earlier version made. */
async function ofBefore(t: TestContext, change: (connection: DuckDBConnection) => Promise<void>) {
  const folder = await temporary(t);
  const options = { folder: join(folder, 'search') };
  const before = await Engine.open(options);
  await make(before.tenant('old'));
  await fill(folder, before.tenant('old'), 0, 30);
  await before.close();
  const store = await TenantStore.open('old', { ...options, memoryLimitMb: 256, threads: 1 });
  await store.write(change);
  await store.close();
  return { folder, options };
}

test('[IDX-10] an index made when all segments stood in one table is read and added to', async (t) => {
  const { folder, options } = await ofBefore(t, async (connection) => {
    await connection.run(`INSERT INTO ${POSTINGS} FROM ${POSTINGS}_small`);
    await connection.run(`DROP TABLE ${POSTINGS}_small`);
  });
  const engine = await Engine.open(options);
  t.after(() => engine.close());
  assert.equal(await found(engine.tenant('old'), 'word3'), 3);
  await fill(folder, engine.tenant('old'), 30, 10);
  assert.equal(await found(engine.tenant('old'), 'word3'), 4);
});

test('[IDX-10] an index whose words stood in lists has them written anew, and is added to', async (t) => {
  const { folder, options } = await ofBefore(t, async (connection) => {
    for (const table of [POSTINGS, `${POSTINGS}_small`]) {
      await connection.run(`DROP TABLE ${table}`);
      await connection.run(`CREATE TABLE ${table} (segment INTEGER, term VARCHAR, docs INTEGER[], norms UTINYINT[])`);
    }
    await connection.run(`INSERT INTO ${POSTINGS}_small VALUES (0, 'word3', [3, 3], [1, 1])`);
  });
  for (const rows of [30, 40]) {
    const engine = await Engine.open(options);
    const tenant = engine.tenant('old');
    assert.equal(await found(tenant, 'word3'), rows / 10);
    assert.deepEqual(await segmentsIn(tenant, `${POSTINGS}_small`), rows === 30 ? [30] : [30, 10]);
    if (rows === 30) await fill(folder, tenant, 30, 10);
    await engine.close();
  }
});
