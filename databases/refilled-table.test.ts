import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Looker } from '../packages/ingestor/src/tasks/look.ts';
import { Pool } from '../packages/ingestor/src/tasks/pool.ts';
import { Pace, readInput } from '../packages/ingestor/src/tasks/reading.ts';
import type { HeldSource } from '../packages/ingestor/src/tasks/task.ts';
import { openLogs } from '../packages/ingestor/src/testing/logs-of-tests.ts';
import { type MariaDb, startMariaDb } from '../packages/testkit/src/mariadb.ts';

let server: MariaDb;
before(async () => {
  server = await startMariaDb();
  await server.sql('CREATE DATABASE shop');
});
after(() => server?.stop());

/** A table of 1,200 rows, and a source that looks at it when it is told to. */
async function openTable(table: string, key: string, cursor = '') {
  const logs = await openLogs();
  const { service, told } = logs;
  const sql = (text: string) => server.sql(`USE shop; SET @fresh = CONCAT('row ', NOW(6)); ${text}`);
  const put = (from: number, to: number, second = 0) =>
    `INSERT INTO ${table} (num1, area, txt1, txt2, ts1) SELECT seq, seq DIV 100, CONCAT(@fresh, seq), MD5(CONCAT(@fresh, -seq)),
       '2026-01-01' + INTERVAL ${second} SECOND FROM seq_${from}_to_${to};`;
  await sql(`CREATE TABLE ${table} (id int AUTO_INCREMENT UNIQUE, num1 int NOT NULL, area int NOT NULL, txt1 varchar(60), txt2 text,
    ts1 datetime, ${key}, KEY (ts1)); ${put(1, 1200)}`);
  const { host, port, uid, pwd } = server;
  const db = { host, port, uid, pwd, database: 'shop', table, ...(cursor && { cursor }) };
  const source = {
    task: 't',
    id: 's',
    source: { format: 'database', provider: 'mysql', columns: [], db },
    settings: { mode: 'Continuous', bulk: true, watch_events: ['Created'], on_error: 'Ignore' },
  } as unknown as HeldSource;
  const look = async (): Promise<number> => {
    const rows = service.progress.waiting().rows;
    const [pool, { due }] = [new Pool(service, source), await new Looker(service).look(source)];
    for (const input of due)
      await readInput(service, source, input, { pace: new Pace(), pool, mayGoOn: async () => true });
    await pool.flush();
    return service.progress.waiting().rows - rows;
  };
  assert.equal(await look(), 1200);
  assert.equal(await look(), 0);
  return { sql, put, look, told, [Symbol.asyncDispose]: () => logs[Symbol.asyncDispose]() };
}

for (const [table, key, cursor] of [
  ['counted', 'PRIMARY KEY (num1)', ''],
  ['paired', 'PRIMARY KEY (area, num1)', ''],
  ['timed', 'PRIMARY KEY (num1)', 'ts1'],
] as const)
  test(`[TSK-07] [SRC-13] a table of a MariaDB that is emptied, or filled again, loses no row (${table})`, async () => {
    await using at = await openTable(table, key, cursor);
    await at.sql(`DELETE FROM ${table} WHERE num1 < 700; UPDATE ${table} SET txt1 = 'changed' WHERE num1 > 1000`);
    assert.equal(await at.look(), cursor === '' ? 0 : 200);
    await at.sql(`TRUNCATE ${table}`);
    assert.equal(await at.look(), 0);
    await at.sql(at.put(1, 600));
    assert.equal(await at.look(), 600);
    assert.deepEqual(at.told, []);
    await at.sql(`TRUNCATE ${table}; ${at.put(1, 900, -60)}`);
    assert.equal(await at.look(), 0);
    assert.match(at.told[0] ?? '', /emptied and filled again/);
    assert.equal(await at.look(), 900);
    await at.sql(at.put(901, 950, 60));
    assert.equal(await at.look(), 50);
    assert.equal(await at.look(), 0);
    await at.sql(`DELETE FROM ${table} WHERE num1 > 900`);
    assert.equal(await at.look(), 0);
    assert.equal(await at.look(), 0);
    assert.equal(at.told.length, 2);
    assert.match(at.told[1] ?? '', /last rows of \w+ that were read are gone/);
  });
