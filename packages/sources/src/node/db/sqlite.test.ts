import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Cell } from '../../rows/row-reader.ts';
import { type Database, DatabaseRefused, type Position, type ReadTable } from './database.ts';
import { openDatabase } from './open.ts';

let folder: string;
let file: string;
let owner: DatabaseSync;
let database: Database;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'datasarana-sqlite-'));
  file = path.join(folder, 'shop.db');
  owner = new DatabaseSync(file);
  owner.exec(`
    CREATE TABLE keyed (id INTEGER PRIMARY KEY, txt1 TEXT NOT NULL, num1 REAL, raw BLOB, ts1 TIMESTAMP);
    CREATE INDEX keyed_ts1 ON keyed (ts1);
    CREATE TABLE mixed (any_value, note TEXT);
    CREATE TABLE pair (a TEXT, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE TABLE "odd ""name" (rowid TEXT, "se""lect" TEXT, double INTEGER GENERATED ALWAYS AS (2 * 3));
    CREATE VIEW seen AS SELECT id, txt1 FROM keyed;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
    INSERT INTO keyed SELECT i, 'row ' || i, i / 4.0, NULL, date('2024-01-01', (i / 10) || ' days') FROM n;
  `);
  database = openDatabase('sqlite', { file });
});
after(async () => {
  await database.close();
  owner.close();
  await rm(folder, { recursive: true, force: true });
});

async function readAll(request: ReadTable): Promise<{ rows: (readonly Cell[])[]; positions: (Position | null)[] }> {
  const rows: (readonly Cell[])[] = [];
  const positions: (Position | null)[] = [];
  for await (const block of (await database.read(request)).blocks) {
    rows.push(...block.rows);
    positions.push(block.position);
  }
  return { rows, positions };
}

test('[SRC-12] [SRC-15] tables and columns of an SQLite file are told with type, NULL and key', async () => {
  assert.deepEqual(await database.databases(), ['main']);
  assert.deepEqual(await database.tables(), ['keyed', 'mixed', 'odd "name', 'pair', 'seen']);
  assert.deepEqual(await database.columns('keyed'), [
    { name: 'id', type: 'integer', nullable: true, key: 'primary' },
    { name: 'txt1', type: 'text', nullable: false, key: '' },
    { name: 'num1', type: 'real', nullable: true, key: '' },
    { name: 'raw', type: 'blob', nullable: true, key: '' },
    { name: 'ts1', type: 'timestamp', nullable: true, key: 'index' },
  ]);
  await assert.rejects(database.columns('none'), /no table 'none' in this file\. Its tables are: keyed, mixed/);
});

test('[SRC-13] a table is read in blocks; from each position the rest follows, by key and by timestamp', async () => {
  for (const cursor of [undefined, 'ts1', 'num1']) {
    const request = { table: 'keyed', blockRows: 700, ...(cursor && { cursor }) };
    const { rows, positions } = await readAll(request);
    assert.equal(rows.length, 2500);
    assert.deepEqual(rows[4], ['5', 'row 5', '1.25', null, '2024-01-01']);
    assert.equal(positions.length, 4);
    for (const [i, position] of positions.entries()) {
      const rest = await readAll({ ...request, after: JSON.parse(JSON.stringify(position)) });
      assert.deepEqual(rest.rows, rows.slice((i + 1) * 700));
    }
  }
});

test('[SRC-13] values of any type keep their digits and their place, whatever their column says', async () => {
  const values = [
    null,
    -9223372036854775808n,
    9007199254740993n,
    0.1,
    1e300,
    Infinity,
    '',
    "o'clock",
    'a\0b',
    '10',
    new Uint8Array([0, 255]),
  ];
  const add = owner.prepare('INSERT INTO mixed VALUES (?, ?)');
  for (const value of [...values].reverse()) {
    add.run(value, 'first');
    add.run(value, 'second');
  }
  const { rows } = await readAll({ table: 'mixed', cursor: 'any_value' });
  const cells = [
    null,
    '-9223372036854775808',
    '0.1',
    '9007199254740993',
    '1e+300',
    'Infinity',
    '',
    '10',
    'a\0b',
    "o'clock",
    'AP8=',
  ];
  assert.deepEqual(
    rows.map(([cell]) => cell),
    cells.flatMap((cell) => [cell, cell]),
  );
  const single: (readonly Cell[])[] = [];
  for (let after: Position | null = null; ; ) {
    const { blocks } = await database.read({ table: 'mixed', cursor: 'any_value', after, blockRows: 1 });
    const reading = blocks[Symbol.asyncIterator]();
    const next = await reading.next();
    await reading.return?.();
    if (next.done) break;
    single.push(...next.value.rows);
    after = next.value.position;
  }
  assert.deepEqual(single, rows);
});

test('[SRC-13] texts that are no UTF-8, as of programs that write Latin-1, and those of UTF-16 files keep their place in the order', async () => {
  const bytes = ['41', 'c4', 'd6', 'dc', 'e4', 'f6', 'fc', 'df', 'efbfbd'];
  for (const [encoding, keys] of [
    ['UTF-8', bytes.map((one) => `CAST(x'4d${one}72' || x'3030' AS TEXT)`)],
    ['UTF-16le', ['00d8', '00dc', 'fdff', '4100', '00004100'].map((one) => `CAST(x'4d00${one}' AS TEXT)`)],
  ] as const) {
    const bytewise = path.join(folder, `${encoding}.db`);
    const made = new DatabaseSync(bytewise);
    made.exec(
      `PRAGMA encoding = '${encoding}'; CREATE TABLE t (txt1 TEXT PRIMARY KEY NOT NULL, num1 INTEGER) WITHOUT ROWID`,
    );
    for (const [i, key] of keys.entries()) made.exec(`INSERT INTO t VALUES (${key}, ${i})`);
    made.close();
    const reading = openDatabase('sqlite', { file: bytewise });
    const numbers: Cell[] = [];
    for await (const { rows } of (await reading.read({ table: 't', blockRows: 1 })).blocks) {
      numbers.push(...rows.map(([, number]) => number ?? null));
      assert.ok(numbers.length <= keys.length, `${encoding}: a row comes again: ${numbers}`);
    }
    await reading.close();
    assert.deepEqual(new Set(numbers), new Set(keys.map((_, i) => String(i))));
  }
});

test('[SRC-13] tables without a key go by the row number, views by none, composite keys by all columns', async () => {
  assert.deepEqual((await database.read({ table: 'mixed' })).order, ['rowid']);
  assert.deepEqual((await database.read({ table: 'seen' })).order, []);
  assert.equal((await readAll({ table: 'seen' })).rows.length, 2500);
  assert.deepEqual((await database.read({ table: 'pair' })).order, ['a', 'b']);
  const odd = await database.read({ table: 'odd "name' });
  assert.deepEqual([odd.columns, odd.order], [['rowid', 'se"lect', 'double'], ['_rowid_']]);
  await assert.rejects(database.read({ table: 'keyed', cursor: 'nope' }), /no column 'nope'/);
  await assert.rejects(database.read({ table: 'seen', cursor: 'id' }), /no primary or unique key/);
});

test('[SRC-13] no row is missing of a key that may be NULL, or whose column takes more texts for the same than its index', async () => {
  const odd = path.join(folder, 'odd-keys.db');
  const made = new DatabaseSync(odd);
  made.exec(`
    CREATE TABLE falling (id INTEGER PRIMARY KEY DESC, txt1 TEXT);
    INSERT INTO falling VALUES (NULL, 'a'), (2, 'b'), (NULL, 'c');
    CREATE TABLE folded (id TEXT NOT NULL COLLATE NOCASE, txt1 TEXT);
    CREATE UNIQUE INDEX folded_id ON folded (id COLLATE BINARY);
    INSERT INTO folded VALUES ('x', 'a'), ('X', 'b'), ('y', 'c');
    CREATE TABLE keyed (id TEXT COLLATE NOCASE, txt1 TEXT, PRIMARY KEY (id COLLATE BINARY)) WITHOUT ROWID;
    INSERT INTO keyed SELECT * FROM folded;
  `);
  made.close();
  const opened = openDatabase('sqlite', { file: odd });
  for (const table of ['falling', 'folded', 'keyed']) {
    let after: Position | null = null;
    const found: Cell[] = [];
    do {
      const { blocks } = await opened.read({ table, after, blockRows: 1 });
      const { value } = await blocks[Symbol.asyncIterator]().next();
      after = value?.position ?? null;
      found.push(...(value?.rows[0]?.slice(1) ?? []));
    } while (after !== null);
    assert.deepEqual(found.toSorted(), ['a', 'b', 'c'], table);
  }
  await opened.close();
});

test('[SRC-13] the owner of the file can write while a reader stands between two blocks', async () => {
  const { blocks } = await database.read({ table: 'keyed', blockRows: 100 });
  const reading = blocks[Symbol.asyncIterator]();
  await reading.next();
  owner.exec("UPDATE keyed SET txt1 = 'changed' WHERE id = 150");
  assert.equal((await reading.next()).value.rows[49][1], 'changed');
  await reading.return?.();
});

test('[SRC-13] the owner can write as well where no index gives the order of what is read', async () => {
  const { blocks } = await database.read({ table: 'keyed', cursor: 'num1', blockRows: 100 });
  const reading = blocks[Symbol.asyncIterator]();
  await reading.next();
  owner.exec("UPDATE keyed SET txt1 = 'changed once more' WHERE id = 2000");
  await reading.return?.();
});

/** A file of 5,000 rows that say its name. */
async function fileOf(name: string, table = 'CREATE TABLE t (id INTEGER PRIMARY KEY, txt1 TEXT)'): Promise<string> {
  const made = path.join(folder, `${name}.db`);
  await rm(made, { force: true });
  const db = new DatabaseSync(made);
  db.exec(table);
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO t SELECT i, '${name}' FROM n`);
  db.close();
  return made;
}

/** What rows of `old.db` say when `change` happens to it behind its second block, and what it ended with. */
async function readWhile(change: (old: string) => unknown, request: Partial<ReadTable> = {}, table?: string) {
  const old = await fileOf('old', table);
  const reading = openDatabase('sqlite', { file: old });
  const said: Cell[] = [];
  try {
    let blocks = 0;
    for await (const { rows } of (await reading.read({ table: 't', blockRows: 500, ...request })).blocks) {
      said.push(...rows.map((row) => row[1] ?? null));
      if (++blocks === 2) await change(old);
    }
    return { said: new Set(said), rows: said.length, cause: null };
  } catch (cause) {
    return { said: new Set(said), rows: said.length, cause };
  } finally {
    await reading.close();
  }
}

const isRewritten = (cause: unknown): boolean => cause instanceof DatabaseRefused && cause.fault === 'rewritten';

test('[SRC-13] a file that is copied over while it is read is refused: no row of the new one stands behind those of the old', async () => {
  const over = await fileOf('new');
  const bytes = await readFile(over);
  const indexed =
    'CREATE TABLE t (id INTEGER PRIMARY KEY, txt1 TEXT); CREATE INDEX t_txt1 ON t (txt1); CREATE VIEW v AS SELECT id, txt1 FROM t';
  let copied = Promise.resolve();
  /** As a slow copy: empty first, then half of it. */
  const slowly = async (old: string): Promise<void> => {
    await writeFile(old, '');
    copied = setTimeout(60)
      .then(() => writeFile(old, bytes.subarray(0, bytes.length / 2)))
      .then(() => setTimeout(60))
      .then(() => writeFile(old, bytes));
  };
  for (const change of [(old: string) => copyFile(over, old), (old: string) => writeFile(old, bytes), slowly])
    for (const request of [{}, { cursor: 'txt1' }, { table: 'v' }, { blockRows: 10 }]) {
      const { said, cause } = await readWhile(change, request, indexed);
      await copied;
      assert.ok(isRewritten(cause), `${JSON.stringify(request)}: ${String(cause)}`);
      assert.match(String(cause), /another file was copied over it/);
      assert.deepEqual([...said], ['old']);
    }
});

test('[SRC-13] a file that gets another name, or is removed, is read to its end; its rows are not taken for those of the next', async () => {
  const next = await fileOf('new');
  for (const change of [(old: string) => rm(old), (old: string) => rename(next, old)]) {
    const { said, rows, cause } = await readWhile(change);
    assert.deepEqual([cause, rows, [...said]], [null, 5000, ['old']]);
  }
});

test('[SRC-13] row numbers that change while they are read are refused, rows that are removed or added are not', async () => {
  const table = 'CREATE TABLE t (id INT, txt1 TEXT)';
  const changing = (sql: string) => (old: string) => {
    const db = new DatabaseSync(old);
    db.exec(sql);
    db.close();
  };
  const removed = await readWhile(changing('DELETE FROM t WHERE id % 2 = 0'), {}, table);
  assert.deepEqual([removed.cause, removed.rows], [null, 1000 + 2000]);
  const added = await readWhile(changing("INSERT INTO t SELECT id + 5000, 'old' FROM t"), {}, table);
  assert.deepEqual([added.cause, added.rows], [null, 10_000]);
  const vacuumed = await readWhile(changing('DELETE FROM t WHERE id % 2 = 0; VACUUM'), {}, table);
  assert.ok(isRewritten(vacuumed.cause), `read ${vacuumed.rows} rows`);
});

test('[SRC-13] a file that another program holds is waited for, while whatever else runs here goes on', async () => {
  owner.exec('BEGIN EXCLUSIVE');
  const reading = readAll({ table: 'keyed', blockRows: 1000 });
  const listing = database.tables();
  await setTimeout(50);
  owner.exec('COMMIT');
  assert.equal((await reading).rows.length, 2500);
  assert.equal((await listing).length, 5);
});

test('[SRC-13] [LIM-06] large values make the blocks smaller, and no row is missing', async () => {
  owner.exec('CREATE TABLE large (id INTEGER PRIMARY KEY, raw BLOB)');
  owner.exec(
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) INSERT INTO large SELECT i, zeroblob(1000000) FROM n',
  );
  const { rows, positions } = await readAll({ table: 'large', blockRows: 1000 });
  owner.exec('DROP TABLE large');
  assert.deepEqual(
    rows.map(([id]) => Number(id)),
    Array.from({ length: 40 }, (_, i) => i + 1),
  );
  assert.equal(positions.length, 3);
});

test('[SRC-16] [SEC-05] a query answers its first rows, never writes, and is ended when it takes too long', async () => {
  const limits = { rows: 2, timeout: 20_000 };
  assert.deepEqual(await database.query('select id, id as id, raw from keyed order by id;', limits), {
    columns: ['id', 'id', 'raw'],
    rows: [
      ['1', '1', null],
      ['2', '2', null],
    ],
  });
  await assert.rejects(database.query('select nope from keyed', limits), /no such column: nope/);
  await assert.rejects(database.query('with a as (select 1) insert into pair values (1, 1)', limits));
  assert.equal(owner.prepare('SELECT count(*) AS n FROM pair').get()?.n, 0);
  const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n';
  await assert.rejects(database.query(endless, { rows: 1, timeout: 500 }), /longer than 0\.5 seconds/);
});

test('[SRC-16] a query that is left while its long statement is still handed over ends, and nothing else with it', async () => {
  const leaving = new AbortController();
  const sql = `select '${'x'.repeat(8_000_000)}'`;
  const asked = database.query(sql, { rows: 1, timeout: 20_000, signal: leaving.signal });
  setImmediate(() => leaving.abort(new Error('left')));
  await assert.rejects(asked, /left/);
  assert.deepEqual((await database.query('select 1 as one', { rows: 1, timeout: 20_000 })).rows, [['1']]);
});

test('[SRC-13] a file that is not there, no database, or no full path is refused in a sentence; a position is checked', async () => {
  const text = path.join(folder, 'text.db');
  await writeFile(text, 'no database '.repeat(100));
  await assert.rejects(openDatabase('sqlite', { file: text }).tables(), /text\.db is no SQLite database/);
  await assert.rejects(openDatabase('sqlite', { file: `${text}x` }).tables(), /There is no file/);
  await assert.rejects(openDatabase('sqlite', { file: 'shop.db' }).tables(), /no full path/);
  await assert.rejects(readAll({ table: 'keyed', after: ['1) OR (1=1'] }), /no place to read on from/);
  await assert.rejects(readAll({ table: 'keyed', after: ['1', '2'] }), /Read from the start/);
});
