import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MASKED } from '@datasarana/schema';
import { openSourceBench } from './testing/source-bench.ts';

const { at, engineer, save, run, template, stop } = await openSourceBench();
after(stop);

const DATABASE = {
  name: 'Shop',
  type: 'Data',
  format: 'database',
  provider: 'mysql',
  db: { host: 'db.local', port: 3306, uid: 'ann', pwd: 'tulip', database: 'shop', table: 'orders' },
};
const source = (more: object = {}) => ({ ...DATABASE, ...more });

test('[API-81] [SRC-05] [SRC-14] a source is kept, its password is never read back, and stays when the mask is sent', async () => {
  const { data } = await save(source());
  assert.equal(data.db.pwd, MASKED);
  const read = await engineer.call('GET', `/schema/source/${data.id}`);
  assert.deepEqual([read.code, read.data.db.pwd, read.data.db.host], [30, MASKED, 'db.local']);
  const renamed = await save({ ...read.data, name: 'Shop 2' });
  assert.deepEqual([renamed.code, renamed.data.name, renamed.data.db.pwd], [30, 'Shop 2', MASKED]);
  const { records, config } = at.platform.services;
  const scope = { cluster: config.clusterId, tenant: at.a.id, user: 'x', roles: [], groups: [], requestId: 'x' };
  assert.equal(
    (Reflect.get(Object((await records.get(scope, 'data.source', data.id))?.doc), 'db') as { pwd: string }).pwd,
    'tulip',
  );
  const moved = await save({
    ...read.data,
    db: { ...read.data.db, host: 'evil.example' },
    ts_modified: renamed.data.ts_modified,
  });
  assert.deepEqual([moved.http, Object.keys(moved.error?.error.fields ?? {})], [422, ['db.pwd']]);
  const found = await engineer.call('POST', '/schema/source', { body: { keyword: 'shop' } });
  assert.deepEqual([found.total, found.data[0].name, found.data[0].db.pwd], [1, 'Shop 2', MASKED]);
  const stale = await save({ ...read.data, name: 'Shop 3', ts_modified: 1 });
  assert.deepEqual(
    [stale.http, stale.error?.error.type, stale.data.name, stale.data.db.pwd, stale.data.ts_modified],
    [409, 'conflict', 'Shop 2', MASKED, renamed.data.ts_modified],
  );
  const elsewhere = { ...read.data.db, host: 'evil.example' };
  assert.equal((await save({ ...read.data, db: elsewhere, ts_modified: 1 })).http, 409);
});

test('[REC-38] [SRC-14] of several who save a source at a time one does; the others are told how it stands, without its password', async () => {
  const { data } = await save(source({ name: 'Contested' }));
  const answers = await Promise.all(['1', '2', '3', '4'].map((name) => save({ ...data, name })));
  const [taken, ...others] = answers.sort((a, b) => a.http - b.http);
  for (const { http, data: told } of others)
    assert.deepEqual(
      [http, told.provider, told.name, told.db.pwd, told.ts_modified],
      [409, 'mysql', taken?.data.name, MASKED, taken?.data.ts_modified],
    );
});

test('[SRC-05] [SRC-12] [SRC-04] what cannot be saved says so field by field', async () => {
  const fields = async (body: object) => Object.keys((await save(body)).error?.error.fields ?? {});
  assert.deepEqual(await fields(source({ name: '' })), ['name']);
  for (const provider of ['postgresql', 'opensearch', 'cql', 'backup_file', 'local_cluster', 'remote_cluster'])
    assert.deepEqual(await fields(source({ provider })), ['provider'], provider);
  assert.deepEqual(await fields(source({ csv: { file: 'x' } })), ['settings']);
  assert.deepEqual(await fields(source({ columns: [{ name: 'a', sample: Array(11).fill('x') }] })), ['columns.0']);
});

test('[SEC-02] a source belongs to its tenant: another one neither reads, changes, runs, lists nor removes it', async () => {
  const { data } = await save(source({ name: 'Ours alone' }));
  const other = await at.b.as('data engineer');
  assert.deepEqual((await other.call('GET', `/schema/source/${data.id}`)).data, null);
  assert.equal((await other.call('POST', '/schema/source', { body: {} })).total, 0);
  assert.equal((await other.call('DELETE', `/schema/source/${data.id}`)).http, 404);
  assert.equal((await other.call('POST', '/schema/source/delete', { body: { ids: [data.id] } })).data.removed, 0);
  assert.equal(
    (
      await other.call('POST', '/db/mysql/database', {
        body: { host: 'db.local', uid: 'ann', pwd: MASKED, source: data.id },
      })
    ).http,
    404,
  );
  assert.equal((await other.call('POST', '/data/source', { query: { source: data.id, template: 'x' } })).http, 404);
  const taken = await save({ ...data, name: 'Theirs', db: { ...data.db, pwd: 'x' } }, other);
  assert.deepEqual([taken.code, taken.data.name], [30, 'Theirs'], 'a source of their own');
  assert.equal((await engineer.call('GET', `/schema/source/${data.id}`)).data.name, 'Ours alone');
  assert.deepEqual((await engineer.call('DELETE', `/schema/source/${data.id}`)).data, { id: data.id });
  assert.equal((await engineer.call('GET', `/schema/source/${data.id}`)).data, null);
});

test('[API-82] [SRC-07] [SRC-31] a converter shows ten rows, is kept with the version of its template, and is found again by the columns of a file', async () => {
  const id = await template('Converted');
  const columns = [
    {
      name: 'Code',
      item_id: 'code',
      value_type: 1,
      transform: [{ kind: 'upper' }, { kind: 'template', text: '{{value}}!' }],
      sample: ['a', 'b'],
    },
    { name: 'Num 1', item_id: 'num1', value_type: 2, transform: [], sample: ['1', '2'] },
    { name: 'Rest', item_id: null, sample: ['x', 'y'] },
  ];
  const preview = await engineer.call('PUT', '/schema/source/converter', { body: { columns, preview: true } });
  assert.deepEqual(preview.data.rows, [
    { code: 'A!', num1: '1' },
    { code: 'B!', num1: '2' },
  ]);
  assert.deepEqual(preview.data.before[0], ['a', '1', 'x']);
  assert.equal(
    (await engineer.call('POST', '/schema/source/converter', { body: {} })).total,
    0,
    'a preview keeps nothing',
  );
  const kept = await engineer.call('PUT', '/schema/source/converter', {
    body: { name: 'Codes', template: id, columns },
  });
  assert.deepEqual([kept.data.template, kept.data.template_version], [id, '1.0']);
  const found = (names: readonly string[], caller = engineer) =>
    caller.call('POST', '/schema/source/converter', { body: { columns: names } });
  assert.equal((await found(['REST', 'num_1', 'code'])).data[0].id, kept.data.id);
  assert.equal((await found(['code', 'num_1'])).total, 0);
  assert.equal((await found(['Code', 'Num 1', 'Rest'], await at.b.as('data engineer'))).total, 0);
  const bad = await engineer.call('PUT', '/schema/source/converter', {
    body: { columns: [{ name: 'a', transform: [{ kind: 'nope' }] }] },
  });
  assert.deepEqual(Object.keys(bad.error?.error.fields ?? {}), ['columns.0']);
  const strange = await engineer.call('PUT', '/schema/source/converter', {
    body: {
      template: id,
      columns: [columns[0], { name: 'b', item_id: 'nope' }, { name: 'c', item_id: 'no', selected: false }],
    },
  });
  assert.equal(strange.http, 422);
  assert.deepEqual(strange.error?.error.fields, {
    'columns.1.item_id': "The template 'Converted' has no field 'nope'",
  });
});

test('[SRC-12] [SEC-07] an SQLite source is kept for an ingestor, the platform opens no path; a SQL Server is reached by the list only', async () => {
  const id = await template('From a file');
  const kept = await save(source({ provider: 'sqlite', db: { file: '/etc/passwd', table: 'users' } }));
  assert.equal(kept.code, 30, JSON.stringify(kept));
  const ran = await run(kept.data.id, id);
  assert.deepEqual([ran.http, Object.keys(ran.error?.error.fields ?? {})], [422, ['provider']]);
  assert.match(ran.error?.message ?? '', /local ingestor/);
  const db = { host: '127.0.0.1', uid: 'x', pwd: 'y', database: 'd', table: 't' };
  const server = await save(source({ provider: 'sqlserver', db }));
  assert.deepEqual([server.code, server.data?.db.pwd], [30, MASKED]);
  const refused = await run(server.data.id, id);
  assert.match(refused.error?.hint ?? '', /127\.0\.0\.1:1433.*Outbound addresses/);
  const reach = { host: '127.0.0.1', uid: 'x', pwd: MASKED, source: server.data.id };
  for (const path of ['database', 'table', 'column', 'query']) {
    const body = { ...reach, db: 'd', table: 't', query: 'select 1' };
    const asked = await engineer.call('POST', `/db/sqlserver/${path}`, { body });
    assert.match(asked.error?.hint ?? '', /127\.0\.0\.1:1433.*Outbound addresses/, path);
  }
  const mysql = await engineer.call('POST', '/db/mysql/database', { body: { ...reach, port: 1433 } });
  assert.deepEqual(
    Object.keys(mysql.error?.error.fields ?? {}),
    ['pwd'],
    'the password is not sent to another kind of server',
  );
});
