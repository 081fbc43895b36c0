import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MASKED, ValueType } from '@datasarana/schema';
import { guessColumns } from '@datasarana/sources';
import { type Caller, startPlatform, type TestPlatform, until } from '../packages/testkit/src/index.ts';
import { type MariaDb, startMariaDb } from '../packages/testkit/src/mariadb.ts';

let server: MariaDb;
let at: TestPlatform;
let engineer: Caller;
let template = '';

const ROWS = 20_000;

before(async () => {
  [server, at] = await Promise.all([startMariaDb(), startPlatform()]);
  await server.sql(`CREATE DATABASE shop; USE shop;
    CREATE TABLE orders (code varchar(20) PRIMARY KEY, num1 int, txt1 varchar(40));
    INSERT INTO orders SELECT CONCAT('c', seq), IF(seq % 100 = 0, NULL, seq), CONCAT('a "b", c', seq) FROM seq_1_to_${ROWS};
    CREATE TABLE bad (code varchar(20) PRIMARY KEY, num1 varchar(9));
    INSERT INTO bad VALUES ('x1', '1'), ('x2', 'no'), ('x3', '3');`);
  engineer = await at.a.as('data engineer');
  const items = [
    { name: 'code', value_type: 8, is_key: true, mandatory: true },
    { name: 'num1', value_type: 2 },
    { name: 'txt1', value_type: 8 },
  ];
  const { data } = await engineer.call('PUT', '/schema/data/template', { body: { name: 'Orders', items } });
  template = data.id;
  await engineer.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: template } });
  const administrator = await at.a.as('cluster administrator');
  await administrator.call('PATCH', '/cluster/outbound', { body: { allow: [`127.0.0.1:${server.port}`] } });
});
after(async () => {
  await at?.stop();
  await server?.stop();
});

const reach = () => ({ host: server.host, port: server.port, uid: server.uid, pwd: server.pwd });
const saved = async (table: string, columns: readonly object[] = []) => {
  const db = { ...reach(), database: 'shop', table };
  const body = { name: table, type: 'Data', format: 'database', provider: 'mysql', db, columns };
  return (await engineer.call('PUT', '/schema/source', { body })).data;
};

test('[SRC-15] [SRC-16] [SRC-38] [API-83] the helpers answer databases, tables, columns and the first rows of a query', async () => {
  for (const prefix of ['', '/schema']) {
    const ask = async (what: string, more: object) =>
      (await engineer.call('POST', `${prefix}/db/mysql/${what}`, { body: { ...reach(), ...more } })).data;
    assert.deepEqual(await ask('database', {}), { databases: ['shop'] });
    assert.deepEqual(await ask('table', { db: 'shop' }), { tables: ['bad', 'orders'] });
    assert.deepEqual((await ask('column', { db: 'shop', table: 'bad' })).columns, [
      { name: 'code', type: 'varchar(20)', nullable: false, key: 'primary' },
      { name: 'num1', type: 'varchar(9)', nullable: true, key: '' },
    ]);
    const { columns, rows } = await ask('query', {
      db: 'shop',
      query: 'SELECT num1, code FROM orders ORDER BY num1, code',
    });
    assert.deepEqual([columns, rows.length, rows[0]], [['num1', 'code'], 10, [null, 'c100']]);
  }
});

test('[SRC-14] [ERR-07] what is wrong stands at its field; a database that does not answer is 36', async () => {
  const ask = (more: object) => engineer.call('POST', '/db/mysql/table', { body: { ...reach(), db: 'shop', ...more } });
  const wrong = await ask({ pwd: 'wrong' });
  assert.deepEqual([wrong.code, Object.keys(wrong.error?.error.fields ?? {})], [31, ['uid']]);
  assert.deepEqual(Object.keys((await ask({ db: 'nope' })).error?.error.fields ?? {}), ['db']);
  const source = await saved('orders');
  const masked = await ask({ pwd: MASKED, source: source.id });
  assert.deepEqual(masked.data, { tables: ['bad', 'orders'] }, 'the mask stands for the password of the saved source');
  const other = await ask({ pwd: MASKED, source: source.id, uid: 'someone' });
  assert.deepEqual(Object.keys(other.error?.error.fields ?? {}), ['pwd']);
  const administrator = await at.a.as('cluster administrator');
  const allow = [`127.0.0.1:${server.port}`, '127.0.0.1:1'];
  await administrator.call('PATCH', '/cluster/outbound', { body: { allow } });
  assert.deepEqual([(await ask({ port: 1 })).code, (await ask({ port: 1 })).http], [36, 504]);
});

test('[SRC-34] [API-82] with the first rows of a table comes what its columns may hold further down', async () => {
  await server.sql(`USE shop; CREATE TABLE typed (id bigint unsigned PRIMARY KEY, price decimal(10,2), postcode varchar(5), open bit(1), flag tinyint(1),
      seen datetime(6), at time, born year, note json, place geometry, doc blob);
    INSERT INTO typed SELECT seq, seq, CONCAT('1', seq), b'1', 1, '2024-01-31 10:00:00', '10:00:00', 2024, '{"a":1}', ST_GeomFromText('POINT(1 2)'), 'x' FROM seq_10_to_60`);
  const { id } = await saved('typed');
  const { data } = await engineer.call('PUT', '/schema/source/converter', {
    body: { source: id, columns: [], preview: true },
  });
  const { Boolean: YesNo, Date: Moment, Double, GeoShape, Integer, Keyword, Long, Text } = ValueType;
  assert.deepEqual(data.types, [Long, Double, Keyword, YesNo, Integer, Moment, Keyword, Integer, Text, GeoShape, Text]);
  const guessed = guessColumns(data.columns, data.before, data.types).map(({ value_type }) => value_type);
  assert.deepEqual(guessed, [
    Long,
    Double,
    Keyword,
    YesNo,
    Integer,
    Moment,
    Keyword,
    Integer,
    Keyword,
    GeoShape,
    Keyword,
  ]);
});

test('[SRC-39] [STR-03] a table comes in with the ledger of every import, and again without doubles', async () => {
  const { id } = await saved('orders');
  const run = async (query: object = {}) =>
    (await engineer.call('POST', '/data/source', { query: { source: id, template, ...query } })).data;
  assert.deepEqual([(await run({ dry_run: true })).accepted, (await run({ dry_run: true })).batch], [ROWS, null]);
  const first = await run();
  assert.deepEqual([first.read, first.accepted, first.rejected], [ROWS, ROWS, 0]);
  const second = await run();
  assert.deepEqual([second.read, second.unchanged], [ROWS, ROWS]);
  const search = { id: template, query: { size: 1, query: { term: { code: 'c7' } } } };
  const { data } = await engineer.call('POST', '/data/user', { query: { template }, body: search.query });
  assert.deepEqual(data.hits.hits[0]._source.txt1, 'a "b", c7');
  const watched = await engineer.call('POST', '/data/source', { query: { source: id, template, wait: 'started' } });
  assert.equal(watched.http, 202);
  const { data: ended } = await until(
    () => engineer.call('GET', `/data/batch/${watched.data.batch}`),
    (batch) => batch.data.state !== 'running',
  );
  assert.equal(ended.state, 'done');
});

test('[API-82] [SRC-07] a converter previews the rows of a table and is used by its import', async () => {
  const columns = [
    { name: 'code', item_id: 'code', transform: [{ kind: 'upper' }] },
    { name: 'num1', item_id: 'num1' },
  ];
  const { id } = await saved('bad');
  const preview = await engineer.call('PUT', '/schema/source/converter', {
    body: { source: id, columns, preview: true },
  });
  assert.deepEqual(preview.data.rows[1], { code: 'X2', num1: 'no' });
  const { data } = await engineer.call('PUT', '/schema/source/converter', { body: { source: id, template, columns } });
  const query = { source: id, template, converter: data.id };
  const run = (await engineer.call('POST', '/data/source', { query })).data;
  assert.deepEqual([run.read, run.accepted, run.rejected, run.errors[0].value], [3, 2, 1, 'no']);
});
