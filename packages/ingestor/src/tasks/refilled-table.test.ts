import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openLogs } from '../testing/logs-of-tests.ts';
import { Looker } from './look.ts';
import { Pool } from './pool.ts';
import { Pace, readInput } from './reading.ts';
import type { HeldSource } from './task.ts';

/** A table with rows 1 to `rows`, and a source that looks at it when it is told to. */
async function openTable(rows: number, cursor = '') {
  const logs = await openLogs();
  const { service, told } = logs;
  const file = path.join(logs.folder, 'shop.db');
  const shop = new DatabaseSync(file);
  shop.exec('CREATE TABLE sales (num1 INTEGER PRIMARY KEY, txt1 TEXT, txt2 TEXT, ts1 INTEGER)');
  shop.exec('CREATE INDEX sales_ts1 ON sales (ts1)');
  const put = (from: number, to: number, text = 'first', ts = 1): void => {
    const sql = `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`;
    shop.exec(`${sql} INSERT INTO sales SELECT i, '${text} ' || i, '${text}' || -i, ${ts} FROM n`);
  };
  put(1, rows);
  const db = { file, table: 'sales', ...(cursor && { cursor }) };
  const columns = [{ name: 'num1', index: 0, item_id: 'num1', selected: true, transform: [] }];
  const source = {
    task: 't',
    id: 's',
    source: { format: 'database', provider: 'sqlite', columns, db },
    settings: { mode: 'Continuous', bulk: true, watch_events: ['Created'], on_error: 'Ignore' },
  } as unknown as HeldSource;
  /** Reads what is there now; answers how many rows came. */
  const look = async (): Promise<number> => {
    const before = service.progress.waiting().rows;
    const [pool, { due }] = [new Pool(service, source), await new Looker(service).look(source)];
    for (const input of due)
      await readInput(service, source, input, { pace: new Pace(), pool, mayGoOn: async () => true });
    await pool.flush();
    return service.progress.waiting().rows - before;
  };
  assert.equal(await look(), rows);
  assert.equal(await look(), 0);
  return {
    shop,
    put,
    look,
    told,
    async [Symbol.asyncDispose]() {
      shop.close();
      await logs[Symbol.asyncDispose]();
    },
  };
}

test('[TSK-07] [SRC-13] a table that is seen empty begins anew: rows that get keys read before arrive, without a word', async () => {
  for (const cursor of ['', 'ts1']) {
    await using table = await openTable(600, cursor);
    table.shop.exec('DELETE FROM sales');
    assert.equal(await table.look(), 0);
    assert.equal(await table.look(), 0);
    table.put(1, 300, 'first', 0);
    assert.equal(await table.look(), 300);
    assert.equal(await table.look(), 0);
    assert.deepEqual(table.told, []);
  }
});

test('[TSK-07] a table of which all that was read is gone, and whose rows stand behind it, as a queue, is read on without a word', async () => {
  await using table = await openTable(600);
  for (let from = 601; from < 3000; from += 200) {
    table.shop.exec('DELETE FROM sales');
    table.put(from, from + 199);
    assert.equal(await table.look(), 200);
  }
  assert.equal(await table.look(), 0);
  assert.deepEqual(table.told, []);
});

for (const [what, rows] of [
  ['fewer', 300],
  ['as many', 600],
  ['more', 900],
] as const)
  test(`[TSK-07] [SRC-13] a table that was emptied and filled with ${what} other rows between two looks is read anew, and told`, async () => {
    await using table = await openTable(600);
    table.shop.exec('DELETE FROM sales');
    table.put(1, rows, 'second');
    assert.equal(await table.look(), 0);
    assert.equal(table.told.length, 1);
    assert.match(table.told[0] ?? '', /None of the rows of sales .* emptied and filled again\. It is read anew/);
    assert.equal(await table.look(), rows);
    table.put(rows + 1, rows + 10, 'second');
    assert.equal(await table.look(), 10);
    assert.equal(await table.look(), 0);
    assert.equal(table.told.length, 1);
  });

test('[TSK-07] of a table read by a column, filled again with values before the last one, every row arrives', async () => {
  await using table = await openTable(600, 'ts1');
  table.shop.exec('DELETE FROM sales');
  table.put(1, 300, 'second', 0);
  assert.equal(await table.look(), 0);
  assert.equal(await table.look(), 300);
  assert.equal(table.told.length, 1);
});

test('[TSK-07] rows that were changed or deleted do not make another table: nothing comes twice; where the end was cut, that is told once', async () => {
  await using table = await openTable(2000);
  const steps = [
    'UPDATE sales SET txt1 = upper(txt1) WHERE num1 > 1900',
    "UPDATE sales SET txt1 = 'x', txt2 = 'y', ts1 = 9 WHERE num1 > 1900",
    'DELETE FROM sales WHERE num1 < 500',
    'DELETE FROM sales WHERE num1 = 2000',
    "UPDATE sales SET txt1 = 'z', txt2 = 'z' WHERE num1 % 2 = 0",
  ];
  for (const step of steps) {
    table.shop.exec(step);
    assert.equal(await table.look(), 0, step);
    assert.deepEqual(table.told, [], step);
  }
  table.shop.exec('DELETE FROM sales WHERE num1 > 1990');
  for (let i = 0; i < 3; i++) assert.equal(await table.look(), 0);
  assert.equal(table.told.length, 1);
  assert.match(table.told[0] ?? '', /The last rows of sales that were read are gone\. .* before 2000 are not seen/);
  table.put(2001, 2005);
  assert.equal(await table.look(), 5);
  table.put(2006, 2006);
  assert.equal(await table.look(), 1);
  assert.equal(table.told.length, 1);
});

test('[TSK-07] of a table that got a column since, the rows are known', async () => {
  await using table = await openTable(600);
  table.shop.exec("ALTER TABLE sales ADD COLUMN txt3 TEXT DEFAULT 'new'");
  table.shop.exec('ALTER TABLE sales DROP COLUMN txt2');
  assert.equal(await table.look(), 0);
  assert.deepEqual(table.told, []);
});

test('[TSK-07] of a table of few rows that all were changed nobody can tell whether it was filled again: that is said, and nothing comes twice', async () => {
  await using table = await openTable(5);
  table.shop.exec('DELETE FROM sales');
  table.put(1, 5, 'second');
  for (let i = 0; i < 3; i++) assert.equal(await table.look(), 0);
  assert.equal(table.told.length, 1);
  assert.match(table.told[0] ?? '', /All rows of sales that were read were changed\. If it was emptied/);
  table.shop.exec('DELETE FROM sales');
  table.put(6, 8, 'third');
  assert.equal(await table.look(), 3);
});
