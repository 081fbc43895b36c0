import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { until } from '@datasarana/testkit';
import { localCall, openWorkplace, tableSource, type Workplace } from './testing/bench-of-tests.ts';
import { ChildService } from './testing/child-service.ts';

const ROWS = 12_000;

let here: Workplace;
let shop: DatabaseSync;
let file: string;
before(async () => {
  here = await openWorkplace();
  file = path.join(here.folder, 'shop.db');
  shop = new DatabaseSync(file);
  shop.exec('CREATE TABLE sales (num1 INTEGER PRIMARY KEY, txt1 TEXT)');
  shop.exec('CREATE TABLE changed (num1 INTEGER PRIMARY KEY, txt1 TEXT, ts1 TIMESTAMP)');
  shop.exec('CREATE INDEX changed_ts1 ON changed (ts1)');
  shop.exec('CREATE TABLE many (num1 INTEGER PRIMARY KEY, txt1 TEXT)');
  add(1, 1200);
});
after(async () => {
  shop.close();
  await here.close();
});

/** Rows with the numbers `from` to `to`. */
function add(from: number, to: number, table = 'sales'): void {
  const sql = `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`;
  shop.exec(`${sql} INSERT INTO ${table} SELECT i, 'row ' || i FROM n`);
}

const numbers = (to: number): readonly number[] => Array.from({ length: to }, (_, i) => i + 1);

const begin = async (name: string, source: object, keyed = false) => {
  const template = await here.makeTemplate(name, keyed);
  const added = await here.local('POST', 'add', { template, source });
  assert.equal(added.code, 30, added.error?.message);
  await here.local('POST', 'start', { id: template.id });
  return template;
};

test('[ING-04] [TSK-01] [SRC-12] an SQLite table read Once arrives whole, then the source stops', async () => {
  const template = await begin('Once', tableSource('once', { file, table: 'sales' }, { mode: 'Once' }));
  const task = await until(
    () => here.taskOf(template.id),
    ({ state }) => state === 'Stopped',
  );
  assert.deepEqual(task.counts, { read: 1200, accepted: 1200, replaced: 0, unchanged: 0, rejected: 0 });
  assert.equal(task.sources[0].fault, null);
  assert.deepEqual(
    (await here.rowsOf(template.id)).map(({ num1 }) => num1),
    numbers(1200),
  );
});

test('[SRC-13] [TSK-07] backslashes of a table are letters: \\N is a text, and what stands behind one stays', async () => {
  const texts = ['\\N', 'a\\tb', 'c\\\\d', 'plain'];
  shop.exec('CREATE TABLE letters (num1 INTEGER PRIMARY KEY, txt1 TEXT)');
  for (const text of texts) shop.prepare('INSERT INTO letters (txt1) VALUES (?)').run(text);
  const template = await begin('Letters', tableSource('letters', { file, table: 'letters' }, { mode: 'Once' }));
  await until(
    () => here.taskOf(template.id),
    ({ state }) => state === 'Stopped',
  );
  assert.deepEqual(
    (await here.rowsOf(template.id)).map(({ txt1 }) => txt1),
    texts,
  );
});

test('[TSK-01] [TSK-07] Continuous goes on by the key, values changed on the way; rows added later arrive, none twice', async () => {
  const columns = [
    { name: 'num1', index: 0, item_id: 'num1', selected: true, format: null, sample: [], transform: [] },
    {
      name: 'txt1',
      index: 1,
      item_id: 'txt1',
      selected: true,
      format: null,
      sample: [],
      transform: [{ kind: 'upper' }],
    },
  ];
  const template = await begin('Followed', { ...tableSource('followed', { file, table: 'sales' }), columns });
  await until(
    () => here.taskOf(template.id),
    ({ counts }) => counts.read === 1200,
  );
  add(1201, 1300);
  const task = await until(
    () => here.taskOf(template.id),
    ({ counts }) => counts.read === 1300,
  );
  assert.deepEqual([task.state, task.counts.accepted], ['Started', 1300]);
  const engineer = await here.at.a.as('data engineer');
  const { data } = await engineer.call('POST', '/data/batch', { body: { template: template.id } });
  const called = data.map((batch: { readonly file: string }) => batch.file);
  assert.ok(called.includes('followed from row 501'), called.join());
  const rows = await here.rowsOf(template.id);
  assert.deepEqual(
    rows.map(({ num1, txt1 }) => [num1, txt1]),
    numbers(1300).map((i) => [i, `ROW ${i}`]),
  );
  await here.local('POST', 'stop', { id: template.id });
});

test('[TSK-01] [TSK-07] rows that come, or change again, in the second that was read last are not lost, and none is stored twice', async () => {
  shop.exec('CREATE TABLE ties (id INTEGER PRIMARY KEY, num1 INTEGER, txt1 TEXT, ts1 TIMESTAMP)');
  shop.exec('CREATE INDEX ties_ts1 ON ties (ts1)');
  const put = shop.prepare('INSERT OR REPLACE INTO ties VALUES (?, ?, ?, ?)');
  const second = '2024-03-01 00:00:07';
  for (const i of [10, 20, 30]) put.run(i, i, 'first', i === 10 ? '2024-03-01 00:00:01' : second);
  const columns = ['id', 'num1', 'txt1', 'ts1'].map((name, index) => {
    const item_id = name === 'num1' || name === 'txt1' ? name : null;
    return { name, index, item_id, selected: item_id !== null, transform: [] };
  });
  const source = { ...tableSource('ties', { file, table: 'ties', cursor: 'ts1' }), columns };
  const template = await begin('Ties', source);
  const readOf = (read: number) =>
    until(
      () => here.taskOf(template.id),
      ({ counts }) => counts.read === read,
    );
  await readOf(3);
  put.run(5, 5, 'late, before them by its key', second);
  await readOf(4);
  put.run(20, 20, 'changed once more in that second', second);
  await readOf(5);
  await here.local('POST', 'stop', { id: template.id });
  put.run(40, 40, 'while it was stopped', second);
  put.run(50, 50, 'next second', '2024-03-01 00:00:08');
  await here.local('POST', 'start', { id: template.id });
  await readOf(7);
  const rows = await here.rowsOf(template.id);
  assert.deepEqual(
    rows.map(({ num1 }) => num1),
    [5, 10, 20, 20, 30, 40, 50],
    'the template has no key: what changed is a row of its own, what did not is there once',
  );
  await here.local('POST', 'stop', { id: template.id });
});

test('[TSK-07] of 5,000 rows with one timestamp those that come late, or change in it, are found, also by a later start; none twice', async () => {
  shop.exec('CREATE TABLE bulk (num1 INTEGER PRIMARY KEY, txt1 TEXT, ts1 TIMESTAMP)');
  shop.exec('CREATE INDEX bulk_ts1 ON bulk (ts1)');
  const second = '2024-03-01 00:00:07';
  const put = shop.prepare('INSERT OR REPLACE INTO bulk VALUES (?, ?, ?)');
  shop.exec('BEGIN');
  for (const i of numbers(5000)) put.run(i, `row ${i}`, second);
  shop.exec('COMMIT');
  const columns = ['num1', 'txt1', 'ts1'].map((name, index) => {
    const item_id = name === 'ts1' ? null : name;
    return { name, index, item_id, selected: item_id !== null, transform: [] };
  });
  const template = await begin('Bulk', { ...tableSource('bulk', { file, table: 'bulk', cursor: 'ts1' }), columns });
  const readOf = (read: number) =>
    until(
      () => here.taskOf(template.id),
      ({ counts }) => counts.read >= read,
    );
  await readOf(5000);
  put.run(0, 'late, before them by its key', second);
  put.run(5001, 'late, behind them', second);
  await readOf(5002);
  await here.local('POST', 'stop', { id: template.id });
  put.run(2500, 'changed in that second', second);
  put.run(6000, 'next second', '2024-03-01 00:00:08');
  await here.local('POST', 'start', { id: template.id });
  await readOf(5004);
  put.run(6001, 'with that one', '2024-03-01 00:00:08');
  const { counts } = await readOf(5005);
  assert.deepEqual([counts.read, counts.accepted], [5005, 5005]);
  const found = (await here.rowsOf(template.id)).map(({ num1 }) => num1);
  assert.deepEqual(found, [0, ...numbers(2500), 2500, ...numbers(5001).slice(2500), 6000, 6001]);
  await here.local('POST', 'stop', { id: template.id });
});

test('[TSK-01] Continuous by a timestamp takes changed rows too and stores each once by its key', async () => {
  const put = shop.prepare('INSERT OR REPLACE INTO changed VALUES (?, ?, ?)');
  for (const i of numbers(20)) put.run(i, 'old', '2024-01-01 00:00:00');
  const columns = ['num1', 'txt1', 'ts1'].map((name, index) => {
    const item_id = name === 'ts1' ? null : name;
    return { name, index, item_id, selected: item_id !== null, transform: [] };
  });
  const source = { ...tableSource('changed', { file, table: 'changed', cursor: 'ts1' }), columns };
  const template = await begin('Changed', source, true);
  await until(
    () => here.taskOf(template.id),
    ({ counts }) => counts.read === 20,
  );
  put.run(3, 'new', '2024-01-02 00:00:00');
  put.run(21, 'new', '2024-01-02 00:00:00');
  const { counts } = await until(
    () => here.taskOf(template.id),
    (task) => task.counts.read === 22,
  );
  assert.deepEqual(counts, { read: 22, accepted: 21, replaced: 1, unchanged: 0, rejected: 0 });
  const rows = await here.rowsOf(template.id);
  assert.deepEqual(
    rows.filter(({ txt1 }) => txt1 === 'new').map(({ num1 }) => num1),
    [3, 21],
  );
  await here.local('POST', 'stop', { id: template.id });
});

test('[TSK-06] a table that is not there yet is tried again and told; with Stop the source ends with the cause', async () => {
  const late = await begin('Late', tableSource('late', { file, table: 'late' }, { mode: 'Once' }));
  const waiting = await until(
    () => here.taskOf(late.id),
    (task) => task.sources[0].idle?.includes('tried again'),
  );
  assert.match(waiting.sources[0].idle, /no table 'late'/);
  shop.exec("CREATE TABLE late (num1 INTEGER PRIMARY KEY, txt1 TEXT); INSERT INTO late VALUES (1, 'x')");
  const { counts } = await until(
    () => here.taskOf(late.id),
    ({ state }) => state === 'Stopped',
  );
  assert.equal(counts.accepted, 1);
  const stop = await begin('Gone', tableSource('gone', { file, table: 'gone' }, { on_error: 'Stop' }));
  const { sources } = await until(
    () => here.taskOf(stop.id),
    ({ state }) => state === 'Stopped',
  );
  assert.match(sources[0].fault, /no table 'gone'/);
});

test('[TSK-03] [TSK-05] a table without a key that is read Once ends its task with the cause, and is read once it has a key', async () => {
  shop.exec("CREATE TABLE bare (num1 INTEGER, txt1 TEXT); INSERT INTO bare VALUES (1, 'x')");
  shop.exec('CREATE VIEW shown AS SELECT * FROM bare');
  const template = await begin('Bare', tableSource('bare', { file, table: 'shown' }, { mode: 'Once' }));
  const stopped = () =>
    until(
      () => here.taskOf(template.id),
      ({ state }) => state === 'Stopped',
    );
  assert.match((await stopped()).sources[0].fault, /shown: The table shown has no primary or unique key/);
  shop.exec(
    'DROP VIEW shown; CREATE TABLE shown (num1 INTEGER PRIMARY KEY, txt1 TEXT); INSERT INTO shown SELECT * FROM bare',
  );
  await here.local('POST', 'start', { id: template.id });
  const { counts, sources } = await stopped();
  assert.deepEqual([counts.accepted, sources[0].fault], [1, null]);
});

test('[TSK-05] [STR-03] a table the platform refuses as a whole ends its task with the reason when it is read Once', async () => {
  shop.exec("CREATE TABLE wide (num1 INTEGER PRIMARY KEY, extra TEXT); INSERT INTO wide VALUES (1, 'x')");
  const template = await begin('Wide', tableSource('wide', { file, table: 'wide' }, { mode: 'Once' }));
  const { counts, sources } = await until(
    () => here.taskOf(template.id),
    ({ state }) => state === 'Stopped',
  );
  assert.equal(counts.read, 0);
  assert.match(sources[0].fault, /wide: .*match no field of the template: 'extra'/);
});

test('[SRC-12] [SRC-13] a database without a reader, a path that is not whole and a missing table are refused', async () => {
  const template = await here.makeTemplate('Refused');
  const faultsOf = async (source: object) =>
    JSON.stringify((await here.local('POST', 'add', { template, source })).error ?? {});
  assert.match(await faultsOf(tableSource('r', { file: 'shop.db', table: 'sales' })), /full path of the SQLite file/);
  assert.match(await faultsOf(tableSource('r', { file })), /Choose a table/);
  const other = { ...tableSource('r', { file, table: 'sales' }), provider: 'postgresql' };
  assert.match(await faultsOf(other), /choose mysql, sqlserver, sqlite/);
});

test('[TSK-07] killed at work on a table, the service goes on behind the last row it kept', async () => {
  add(1, ROWS, 'many');
  const template = await here.makeTemplate('Killed table');
  const child = new ChildService({
    INGESTOR_PLATFORM: here.at.url,
    INGESTOR_DATA: path.join(here.folder, 'killed-table'),
    INGESTOR_FOLDERS: here.folder,
    INGESTOR_PORT: '0',
    INGESTOR_LOOK_MS: '20',
    INGESTOR_LOG: 'silent',
  });
  try {
    let { address, code } = await child.start();
    const { key } = (await localCall(address, null, 'POST', 'pair', { code })).data;
    const call = (method: string, name: string, body?: unknown) => localCall(address, key, method, name, body);
    const foreign = await call('POST', 'add', {
      template,
      source: tableSource('f', { file: '/etc/x.db', table: 't' }),
    });
    assert.match(foreign.error?.message ?? '', /outside the folders/);
    await call('POST', 'add', { template, source: tableSource('k', { file, table: 'many' }) });
    await call('POST', 'start', { id: template.id });
    const read = async (): Promise<number> => (await call('GET', 'services')).data.tasks[0].counts.read;
    let killedAtWork = 0;
    for (let kill = 0; kill < 3; kill++) {
      const before = await read();
      await until(
        async () => (await call('GET', 'services')).data.tasks[0],
        ({ counts }) => counts.read > before || counts.read === ROWS,
      );
      await child.end('SIGKILL');
      ({ address } = await child.start());
      if ((await read()) < ROWS) killedAtWork++;
    }
    await until(read, (rows) => rows >= ROWS, 2400);
    assert.ok(killedAtWork > 0, 'every kill came after the end');
    const engineer = await here.at.a.as('data engineer');
    const { data } = await engineer.call('POST', '/data/user', {
      query: { template: template.id },
      body: { size: 0, aggs: { sum: { sum: { field: 'num1' } } } },
    });
    assert.deepEqual([data.hits.total.value, data.aggregations.sum.value], [ROWS, (ROWS * (ROWS + 1)) / 2]);
  } finally {
    await child.end('SIGKILL');
  }
});

test('[TSK-07] a row of a table without a key that is like another of its second is not taken for that one', async () => {
  shop.exec('CREATE TABLE twins (num1 INTEGER, txt1 TEXT, ts1 TIMESTAMP)');
  const put = shop.prepare("INSERT INTO twins VALUES (?, 'same', ?)");
  const [second, next] = ['2024-03-01 00:00:07', '2024-03-01 00:00:08'];
  for (const num of [1, 1, 2]) put.run(num, second);
  const columns = ['num1', 'txt1', 'ts1'].map((name, index) => {
    const item_id = name === 'ts1' ? null : name;
    return { name, index, item_id, selected: item_id !== null, transform: [] };
  });
  const source = { ...tableSource('twins', { file, table: 'twins', cursor: 'ts1' }), columns };
  const template = await begin('Twins', source);
  const readOf = (read: number) =>
    until(
      () => here.taskOf(template.id),
      ({ counts }) => counts.read === read,
    );
  await readOf(3);
  put.run(1, second);
  await readOf(4);
  await here.local('POST', 'stop', { id: template.id });
  put.run(2, second);
  put.run(3, next);
  await here.local('POST', 'start', { id: template.id });
  await readOf(6);
  assert.deepEqual(
    (await here.rowsOf(template.id)).map(({ num1 }) => num1),
    [1, 1, 1, 2, 2, 3],
  );
  await here.local('POST', 'stop', { id: template.id });
});

test('[TSK-07] a column that a table gets, or loses, doubles no row of the second that was read last', async () => {
  shop.exec('CREATE TABLE widened (num1 INTEGER PRIMARY KEY, spare TEXT, txt1 TEXT, ts1 TIMESTAMP)');
  const second = '2024-03-01 00:00:07';
  const put = (num: number) => shop.exec(`INSERT INTO widened (num1, txt1, ts1) VALUES (${num}, 'x', '${second}')`);
  for (const num of [1, 2, 3]) put(num);
  const sourceOf = (names: readonly string[]) => {
    const columns = names.map((name, index) => {
      const item_id = name === 'num1' || name === 'txt1' ? name : null;
      return { name, index, item_id, selected: item_id !== null, transform: [] };
    });
    return { ...tableSource('widened', { file, table: 'widened', cursor: 'ts1' }), columns };
  };
  const template = await begin('Widened', sourceOf(['num1', 'spare', 'txt1', 'ts1']));
  const readOf = (read: number) =>
    until(
      () => here.taskOf(template.id),
      ({ counts }) => counts.read >= read,
    );
  await readOf(3);
  shop.exec('ALTER TABLE widened ADD COLUMN num2 INTEGER DEFAULT 7; ALTER TABLE widened DROP COLUMN spare');
  put(4);
  const told = await until(
    () => here.taskOf(template.id),
    ({ sources }) => sources[0].trouble !== null,
  );
  assert.match(told.sources[0].trouble.text, /no column 'spare'/);
  await here.local('POST', 'stop', { id: template.id });
  const edited = await here.local('POST', 'change', {
    id: template.id,
    source: sourceOf(['num1', 'txt1', 'ts1', 'num2']),
  });
  assert.equal(edited.http, 200, edited.error?.message);
  await here.local('POST', 'start', { id: template.id });
  await readOf(4);
  put(5);
  await readOf(5);
  assert.deepEqual(
    (await here.rowsOf(template.id)).map(({ num1 }) => num1),
    numbers(5),
  );
  await here.local('POST', 'stop', { id: template.id });
});

test('[TSK-07] [SRC-13] a view, of which no row can be told from another, is told with what to read instead', async () => {
  shop.exec('CREATE VIEW seen AS SELECT num1, txt1 FROM sales');
  const template = await begin('Seen', tableSource('seen', { file, table: 'seen' }));
  const { idle } = (
    await until(
      () => here.taskOf(template.id),
      ({ sources }) => sources[0].trouble !== null,
    )
  ).sources[0];
  assert.match(idle, /The table seen has no primary or unique key.* of a view, read the tables behind it\.$/);
  await here.local('POST', 'stop', { id: template.id });
});
