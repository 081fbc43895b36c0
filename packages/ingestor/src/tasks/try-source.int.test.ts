import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { until } from '@datasarana/testkit';
import { UGLY_FILES, zipOf } from '@datasarana/testkit/corpus';
import { csvSource, openWorkplace, tableSource, type Workplace } from '../testing/bench-of-tests.ts';

let here: Workplace;
let shop: DatabaseSync;
let file: string;
before(async () => {
  here = await openWorkplace();
  file = path.join(here.folder, 'shop.db');
  shop = new DatabaseSync(file);
  shop.exec('CREATE TABLE sales (num1 INTEGER PRIMARY KEY, txt1 TEXT)');
  shop.exec("INSERT INTO sales VALUES (1, 'a'), (2, NULL)");
});
after(async () => {
  shop.close();
  await here.close();
});

const look = (source: object) => here.local('POST', 'look', { source });

test('[SRC-14] tables, then columns with their key, then first rows of a database beside the service', async () => {
  const { data } = await look(tableSource('t', { file }));
  assert.deepEqual([data.tables, data.rows], [['sales'], []]);
  const table = await look(tableSource('t', { file, table: 'sales' }));
  assert.deepEqual(table.data.fields, [
    { name: 'num1', type: 'integer', key: true },
    { name: 'txt1', type: 'text', key: false },
  ]);
  assert.deepEqual(table.data.rows, [
    ['1', 'a'],
    ['2', null],
  ]);
  const gone = await look(tableSource('t', { file: path.join(here.folder, 'none.db') }));
  assert.equal(gone.http, 422);
  assert.match(gone.error?.message ?? '', /none\.db/);
});

test('[ING-19] files of a pattern, the newest read for its first rows; none is no error', async () => {
  await writeFile(path.join(here.watched, 'look-1.csv'), 'num1;txt1\n1;a\n');
  const pattern = path.join(here.watched, 'look-*.csv');
  const { data } = await look(csvSource('l', pattern));
  assert.deepEqual([data.found, data.files.length, data.columns, data.rows], [1, 1, ['num1', 'txt1'], [['1', 'a']]]);
  assert.equal((await look(csvSource('l', path.join(here.watched, 'nothing-*')))).data.found, 0);
  assert.equal((await here.local('POST', 'look', {})).http, 400);
});

test('[ING-19] a delimiter that was chosen is heard when a file is looked at, a tab by its spelling', async () => {
  const tabs = path.join(here.watched, 'tabs.csv');
  await writeFile(tabs, 'num1;a\ttxt1\n1\tx\n');
  const { data } = await look({ csv: { file: tabs, delimiter: '\\t' } });
  assert.deepEqual([data.columns, data.rows], [['num1;a', 'txt1'], [['1', 'x']]]);
});

test('[ING-19] [API-03] settings that are none are refused by their path, in a look and in a task', async () => {
  const template = await here.makeTemplate('Odd settings');
  const odd: Readonly<Record<string, object>> = {
    'source.file': { csv: { file: 5 } },
    'source.csv.encoding': { csv: { file: path.join(here.watched, '*.csv'), encoding: 9 } },
    'source.csv.delimiter': { csv: { file: path.join(here.watched, '*.csv'), delimiter: {} } },
    'source.db.file': { provider: 'sqlite', format: 'database', db: { file: 5, table: 'sales' } },
  };
  for (const [setting, source] of Object.entries(odd))
    for (const call of ['look', 'add']) {
      const { http, error } = await here.local('POST', call, { source, template });
      assert.equal(http, 422, `${call} ${setting}`);
      assert.ok(error?.error.fields?.[setting], `${call} ${setting}`);
    }
  assert.equal((await look({ csv: { file: '/data/in/a\0.csv' } })).http, 422);
});

test('[ING-19] a folder in place of its files, one that is not there, and a path from nowhere are told at the first look', async () => {
  const refused = async (file: string) => {
    const { http, error } = await look(csvSource('l', file));
    return `${http} ${error?.message}`;
  };
  const { watched } = here;
  assert.equal(await refused(watched), `422 ${watched} is a folder: name the files in it, like ${watched}/*.csv.`);
  const gone = path.join(watched, 'gone');
  assert.equal(await refused(`${gone}/*.csv`), `422 The folder ${gone} is not there.`);
  assert.match(await refused('in/*.csv'), /^422 in\/\*\.csv is no full path on this machine: give it from the root on/);
});

test('[ING-17] [TSK-05] a task is changed: it runs on by the new definition and reads nothing twice', async () => {
  const template = await here.makeTemplate('Changed');
  await writeFile(path.join(here.watched, 'change-1.csv'), 'num1,txt1\n1,a\n');
  const source = csvSource('c1', path.join(here.watched, 'change-*.csv'));
  await here.local('POST', 'add', { template, source });
  await here.local('POST', 'start', { id: template.id });
  await until(
    () => here.taskOf(template.id),
    ({ counts }) => counts.read === 1,
  );
  const column = { index: 1, sample: [], format: null, selected: true };
  const columns = [
    { ...column, name: 'num1', item_id: 'num1', transform: [] },
    { ...column, name: 'txt1', item_id: 'txt1', transform: [{ kind: 'upper' }] },
  ];
  const changed = await here.local('POST', 'change', { id: template.id, source: { ...source, columns } });
  assert.deepEqual([changed.code, changed.data.state], [30, 'Started'], changed.error?.message);
  await writeFile(path.join(here.watched, 'change-2.csv'), 'num1,txt1\n2,b\n');
  await until(
    () => here.taskOf(template.id),
    ({ counts }) => counts.accepted === 2,
  );
  const rows = (await here.rowsOf(template.id)).map(({ txt1 }) => txt1);
  assert.deepEqual([...rows].sort(), ['B', 'a']);
  const unknown = await here.local('POST', 'change', { id: template.id, source: { ...source, id: 'other' } });
  assert.equal(unknown.code, 991);
});

test('[REC-38] [TSK-05] of two who change a task the second is told what it is now, and changes it when asked to', async () => {
  const template = await here.makeTemplate('Contested');
  const source = csvSource('t1', path.join(here.watched, 'contested-*.csv'));
  await here.local('POST', 'add', { template, source });
  await here.local('POST', 'start', { id: template.id });
  const config = async () => (await here.local('GET', `config?id=${template.id}`)).data;
  const { version } = await config();
  assert.equal((await config()).version, version, 'nothing changed');
  const change = (name: string, version?: string) =>
    here.local('POST', 'change', { id: template.id, source: { ...source, name }, version });
  const answers = await Promise.all([change('mine', version), change('theirs', version)]);
  assert.deepEqual(answers.map(({ code }) => code).sort(), [30, 31]);
  const refused = answers.find(({ code }) => code === 31);
  const now = await config();
  assert.equal(refused?.error?.error.type, 'conflict');
  assert.deepEqual(refused?.data, now);
  assert.equal((await here.taskOf(template.id)).state, 'Started', 'it runs on');
  assert.equal((await change('mine after all', now.version)).code, 30);
  assert.equal((await config()).sources[0].name, 'mine after all');
  assert.equal((await change('of a client that tells no version')).code, 30);
});

test('[SRC-14] a masked password is the held one for the same server only, and never told', async () => {
  const template = await here.makeTemplate('Secret');
  const db = { host: '127.0.0.1', port: 9, uid: 'u', pwd: 'secret', database: 'd', table: 't' };
  const source = { ...tableSource('p1', db), provider: 'mysql' };
  await here.local('POST', 'add', { template, source });
  const masked = { ...db, pwd: '••••••••' };
  await here.local('POST', 'change', { id: template.id, source: { ...source, db: { ...masked, table: 't2' } } });
  const told = async () => (await here.local('GET', `config?id=${template.id}`)).data.sources[0].db;
  assert.deepEqual([(await told()).pwd, (await told()).table], ['••••••••', 't2']);
  await here.local('POST', 'change', { id: template.id, source: { ...source, db: { ...masked, host: '127.0.0.2' } } });
  assert.equal((await told()).pwd, undefined);
});

test('[SRC-03] [SRC-12] a look says what the newest file is read as, its sheets, and tries each database it can read', async () => {
  await writeFile(path.join(here.watched, 'deep.json'), '{"data":{"items":[{"num1":1},{"num1":2}]}}');
  const file = path.join(here.watched, 'deep.json');
  const { data } = await look({ id: 'j', format: 'json', file_json: { file, path: 'data.items' } });
  assert.deepEqual([data.format, data.sheets, data.columns, data.rows], ['json', [], ['num1'], [['1'], ['2']]]);
  const nothing = await look({ id: 'j', format: 'csv', csv: { file: path.join(here.watched, 'nothing') } });
  assert.deepEqual([nothing.data.format, nothing.data.found], [null, 0]);
  const db = { host: '127.0.0.1', port: 1, uid: 'u', pwd: 'p' };
  for (const provider of ['mysql', 'sqlserver']) {
    const server = await look({ ...tableSource('s', db), provider });
    assert.deepEqual([server.http, server.code], [422, 31], provider);
    assert.match(server.error?.message ?? '', /Nothing answers|answers at this host|host/, provider);
  }
  const unknown = await look({ ...tableSource('s', db), provider: 'cql' });
  assert.match(JSON.stringify(unknown.error), /'cql' cannot be read here: choose mysql, sqlserver, sqlite/);
});

test('[SRC-17] an old workbook is looked at as a new one', async () => {
  const old = UGLY_FILES.find(({ name }) => name === 'old.xls');
  assert.ok(old);
  const file = path.join(here.watched, 'old.xls');
  await writeFile(file, old.bytes);
  const { data } = await look({ id: 'x', format: 'csv', csv: { file } });
  assert.deepEqual([data.format, data.sheets.length > 0, data.columns[0]], ['xls', true, 'code']);
});

test('[SRC-03] of an archive of several files the chosen one is looked at, and packed text is unpacked', async () => {
  const file = path.join(here.watched, 'look.zip');
  const parts = ['one', 'two'].map((name, i) => ({
    name: `${name}.csv`,
    bytes: Buffer.from(`num1;txt1\n${i + 1};${name}\n`),
  }));
  await writeFile(file, zipOf(parts));
  const seen = async (more: object = {}) => {
    const { data } = await look({ id: 'z', format: 'csv', csv: { file, ...more } });
    return [data.entries, data.entry, data.columns, data.rows];
  };
  const entries = ['one.csv', 'two.csv'];
  assert.deepEqual(await seen(), [entries, 'one.csv', ['num1', 'txt1'], [['1', 'one']]]);
  assert.deepEqual(await seen({ entry: 'two.csv' }), [entries, 'two.csv', ['num1', 'txt1'], [['2', 'two']]]);
});
