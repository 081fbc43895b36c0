import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, startPlatform, type TestPlatform, until } from '../packages/testkit/src/index.ts';
import { type MariaDb, startMariaDb } from '../packages/testkit/src/mariadb.ts';

let server: MariaDb;
let at: TestPlatform;
let engineer: Caller;

before(async () => {
  [server, at] = await Promise.all([startMariaDb(), startPlatform()]);
  await server.sql(`CREATE DATABASE shop; USE shop;
    CREATE TABLE stock (code varchar(20) PRIMARY KEY, num1 int, changed datetime NULL, KEY (changed));
    INSERT INTO stock SELECT CONCAT('c', LPAD(seq, 4, '0')), seq, '2026-01-01' + INTERVAL seq SECOND FROM seq_1_to_1000;
    CREATE TABLE events (id bigint AUTO_INCREMENT PRIMARY KEY, num1 int);
    INSERT INTO events (num1) SELECT seq FROM seq_1_to_500;`);
  engineer = await at.a.as('data engineer');
  const administrator = await at.a.as('cluster administrator');
  await administrator.call('PATCH', '/cluster/outbound', { body: { allow: [`127.0.0.1:${server.port}`] } });
});
after(async () => {
  await at?.stop();
  await server?.stop();
});

const columnsOf = (key: string) => [
  { name: key, item_id: 'code' },
  { name: 'num1', item_id: 'num1' },
];

async function follow(table: string, cursor: string, key: string): Promise<{ source: string; template: string }> {
  const db = {
    host: server.host,
    port: server.port,
    uid: server.uid,
    pwd: server.pwd,
    database: 'shop',
    table,
    cursor,
  };
  const body = { name: table, type: 'Replica', format: 'database', provider: 'mysql', db, columns: columnsOf(key) };
  const source = (await engineer.call('PUT', '/schema/source', { body })).data.id;
  const items = [
    { name: 'code', value_type: 8, is_key: true, mandatory: true },
    { name: 'num1', value_type: 2 },
  ];
  const made = await engineer.call('PUT', '/schema/data/template', { body: { name: table, items } });
  await engineer.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: made.data.id } });
  return { source, template: made.data.id };
}

/** Runs once behind what was read before, and answers what came. */
async function next(followed: { readonly source: string; readonly template: string }) {
  const set = await engineer.call('PUT', '/schema/source/schedule', { body: { ...followed, schedule: 'Immediately' } });
  assert.equal(set.code, 30, set.error?.message);
  const { last, goes_on } = await until(
    async () => (await engineer.call('GET', `/schema/source/schedule/${followed.source}`)).data,
    ({ state, running }) => state !== 'on' && !running,
  );
  assert.equal(last.reason, null);
  return { read: last.read, accepted: last.accepted, replaced: last.replaced, unchanged: last.unchanged, goes_on };
}

const numberOf = async (template: string, code: string) => {
  const body = { size: 1, query: { term: { code } } };
  const { data } = await engineer.call('POST', '/data/user', { query: { template }, body });
  return data.hits.hits[0]?._source.num1;
};
const totalOf = async (template: string) => {
  const { data } = await engineer.call('POST', '/data/user', { query: { template }, body: { size: 0 } });
  return data.hits.total.value;
};

test('[SRC-35] [SRC-39] a replica reads on by its column: rows of the same moment that come late are not lost, those without one neither', async () => {
  const stock = await follow('stock', 'changed', 'code');
  assert.deepEqual(await next(stock), { read: 1000, accepted: 1000, replaced: 0, unchanged: 0, goes_on: 'column' });
  assert.deepEqual(await next(stock), { read: 1, accepted: 0, replaced: 0, unchanged: 1, goes_on: 'column' });
  // the moment of the last row, behind its key and before it; the last row once more in that moment; and one without a moment
  await server.sql(`USE shop; SET @last = (SELECT MAX(changed) FROM stock);
    INSERT INTO stock VALUES ('a0001', 1, @last), ('z0001', 2, @last), ('n0001', 3, NULL);
    UPDATE stock SET num1 = 7777 WHERE code = 'c1000';
    UPDATE stock SET num1 = 8888, changed = @last + INTERVAL 1 SECOND WHERE code = 'c0001';`);
  assert.deepEqual(await next(stock), { read: 5, accepted: 3, replaced: 2, unchanged: 0, goes_on: 'column' });
  assert.deepEqual([await numberOf(stock.template, 'c1000'), await numberOf(stock.template, 'c0001')], [7777, 8888]);
  assert.deepEqual([await numberOf(stock.template, 'a0001'), await numberOf(stock.template, 'n0001')], [1, 3]);
  await server.sql(`USE shop; UPDATE stock SET num1 = 4 WHERE code = 'n0001';`);
  assert.equal((await next(stock)).replaced, 1, 'a row without a moment is looked at in every run');
  // what came late with an earlier moment is found when everything is read
  await server.sql(`USE shop; INSERT INTO stock VALUES ('late1', 5, '2026-01-01 00:00:30');`);
  assert.equal((await next(stock)).accepted, 0);
  await engineer.call('PATCH', `/schema/source/schedule/${stock.source}`);
  assert.deepEqual([(await next(stock)).accepted, await totalOf(stock.template)], [1, 1004]);
});

test('[SRC-35] [SRC-39] by a growing key only new rows are read; a table that was emptied or put back is read whole', async () => {
  const events = await follow('events', 'id', 'id');
  assert.equal((await next(events)).accepted, 500);
  await server.sql('USE shop; INSERT INTO events (num1) SELECT seq FROM seq_501_to_800;');
  assert.deepEqual(await next(events), { read: 301, accepted: 300, replaced: 0, unchanged: 1, goes_on: 'column' });
  await server.sql('USE shop; TRUNCATE events; INSERT INTO events (num1) SELECT 10000 + seq FROM seq_1_to_20;');
  assert.deepEqual(await next(events), { read: 20, accepted: 0, replaced: 20, unchanged: 0, goes_on: 'column' });
  assert.equal(await numberOf(events.template, '20'), 10_020);
});

test('[SRC-35] [SRC-39] a column that is gone or a table that is dropped fails the run with its name; what stands stays', async () => {
  await server.sql(`USE shop; CREATE TABLE gone (code varchar(9) PRIMARY KEY, num1 int, at datetime);
    INSERT INTO gone VALUES ('a', 1, '2026-02-01'), ('b', 2, '2026-02-02');`);
  const gone = await follow('gone', 'at', 'code');
  assert.equal((await next(gone)).accepted, 2);
  await server.sql('USE shop; ALTER TABLE gone DROP COLUMN at;');
  await assert.rejects(next(gone), /has no column 'at'/);
  await server.sql(`USE shop; ALTER TABLE gone ADD COLUMN at datetime; UPDATE gone SET at = '2026-02-03', num1 = 9;`);
  assert.equal((await next(gone)).replaced, 2);
  await server.sql('USE shop; DROP TABLE gone;');
  await assert.rejects(next(gone), /gone/);
  assert.equal(await totalOf(gone.template), 2);
});
