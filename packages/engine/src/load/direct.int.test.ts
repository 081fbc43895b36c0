import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { parseSearch } from '@datasarana/query';
import { DuckDBInstance } from '@duckdb/node-api';
import { Engine } from '../engine.ts';
import { Catalogue } from '../index/catalogue.ts';
import type { FieldDefinition, FieldType } from '../index/definition.ts';
import { readSource } from '../index/document.ts';
import { CATALOGUE_DDL } from '../index/tables.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import type { TenantIndexes } from '../tenant.ts';
import type { BatchInput, Ledger } from './batch.ts';
import { counted } from './counted-file.fixture.ts';
import { DirectLoad } from './direct.ts';
import { FEW_BYTES, LITTLE_BYTES } from './stage.ts';

let engine: Engine;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'direct-'));
  engine = await Engine.open({ folder: join(folder, 'search'), threads: 8 });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const field = (name: string, type: FieldType, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  name,
  type,
  label: name,
  ...more,
});

const FIELDS = [
  field('id', 'integer', { mandatory: true }),
  field('num1', 'double'),
  field('ts1', 'date'),
  field('txt1', 'text', { maxBytes: 40 }),
  field('tags', 'keyword', { list: true }),
];

const NUMBERS = ['1.5', '1,000', 'x', '', '1e3', '-0'];
const DATES = ['2020-01-02', '2020-01-02T10:00+02:00', 'soon', '', '5 May 2020'];
const TEXTS = ['plain words', 'Üben', '"quoted"', '', ' led', 'x'.repeat(41)];
const TAGS = ['one', '["a","b"]', '', '[x'];

const pick = (list: readonly string[], n: number): string => list[n % list.length] ?? '';
const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`);

/** Rows of which about one in two is refused and one in four is left to the rules. */
const rowsOf = (count: number): readonly (readonly string[])[] =>
  Array.from({ length: count }, (_, i) => [
    i % 97 === 5 ? '' : String(i),
    pick(NUMBERS, i * 7),
    pick(DATES, i * 11),
    pick(TEXTS, i * 13 + (i >> 3)),
    pick(TAGS, i * 5),
  ]);

/** A cell of no field, so long that the rows of its file are typed straight into the table. */
const PADDING = 'x'.repeat(LITTLE_BYTES);
const PADDED = { name: 'padding', field: null };

const columns = [...FIELDS.map(({ name }) => ({ name, field: name })), PADDED];

const SYSTEM = { _user_id: 'u1' };

async function filesOf(
  rows: readonly (readonly string[])[],
  count: number,
  name = 'rows',
  padding = PADDING,
): Promise<readonly string[]> {
  const size = Math.ceil(rows.length / count);
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const file = join(folder, `${name}-${rows.length}-${count}-${n}.csv`);
      const part = rows.slice(n * size, (n + 1) * size);
      const padded = part.map((row, i) => [...row, i === 0 ? padding : '']);
      await writeFile(file, padded.map((row) => `${row.map(quoted).join(',')}\n`).join(''));
      return file;
    }),
  );
}

const inputOf = (files: readonly string[], batch = 'b1'): BatchInput => ({
  batch,
  requestId: `request ${batch}`,
  rows: { format: 'csv', files, delimiter: ',', columns, lines: { breaks: [{ ordinal: 0, line: 2 }] } },
  structural: [{ line: 1, raw: 'x', rule: 'columns', reason: 'too few' }],
  system: SYSTEM,
});

const coming = (batch = 'b1') => ({ batch, system: SYSTEM, delimiter: ',', columns });

async function makeTenant(id: string, keyFields: readonly string[]): Promise<TenantIndexes> {
  const tenant = engine.tenant(id);
  await tenant.createIndex({ name: 'rows', fields: FIELDS, keyFields, source: 'columns' });
  return tenant;
}

async function stateOf(tenant: TenantIndexes, ledger: Ledger) {
  const layout = await tenant.layout('rows');
  const stored = await tenant.read((connection) => allRows(connection, `SELECT * FROM ${layout.docs} ORDER BY f0`));
  assert.equal(new Set(stored.map((row) => row._doc)).size, stored.length);
  assert.equal(new Set(stored.map((row) => row._id)).size, stored.length);
  assert.ok(stored.every((row) => row._batch === 'b1' && row._user_id === 'u1' && row._version === 1));
  const { rows } = await tenant.accounts.rejected('rows', 'b1', { from: 0, to: 9999 });
  const rejected = rows.map(({ raw, ...row }) => ({
    ...row,
    raw: typeof raw === 'string' ? raw : { ...raw, padding: '' },
  }));
  const { batch: _batch, ts: _ts, took: _took, ...counts } = ledger;
  return { counts, sources: stored.map((row) => readSource(layout, row)), rejected };
}

test('[TSK-06] rows typed straight into the table, at once or while they come, are those a comparing batch would store', async () => {
  const rows = rowsOf(5000);
  const compared = await makeTenant('compared', ['id']);
  const expected = await stateOf(compared, await compared.applyBatch('rows', inputOf(await filesOf(rows, 3))));
  const direct = await makeTenant('direct', []);
  assert.deepEqual(await stateOf(direct, await direct.applyBatch('rows', inputOf(await filesOf(rows, 1)))), expected);
  const early = await makeTenant('early', []);
  const files = await filesOf(rows, 4);
  const load = await early.readEarly('rows', coming());
  for (const file of files.slice(0, 3)) load?.take(await counted(file));
  assert.deepEqual(await stateOf(early, await early.applyBatch('rows', inputOf(files), load)), expected);
  assert.equal(expected.counts.read, 5001);
  assert.equal(expected.counts.accepted + expected.counts.rejected, 5001);
  assert.ok(expected.counts.accepted > 1000 && expected.counts.rejected > 1000);
});

test('[TSK-06] rows read by the rules alone, or staged, as there are few, are those that are typed straight into the table', async () => {
  const rows = rowsOf(600);
  const direct = await makeTenant('straight', []);
  const expected = await stateOf(direct, await direct.applyBatch('rows', inputOf(await filesOf(rows, 2))));
  for (const [name, padding] of Object.entries({ few: '', little: 'x'.repeat(FEW_BYTES) })) {
    const tenant = await makeTenant(name, []);
    const files = await filesOf(rows, 2, name, padding);
    assert.deepEqual(await stateOf(tenant, await tenant.applyBatch('rows', inputOf(files))), expected);
  }
});

test('[TSK-06] files of which SQL can read no row, behind others that came early, have each of their rows accounted for', async () => {
  const rows = rowsOf(4000).map((row, i) => (i < 2000 ? row : ['no number', ...row.slice(1)]));
  const compared = await makeTenant('compared with none', ['id']);
  const expected = await stateOf(compared, await compared.applyBatch('rows', inputOf(await filesOf(rows, 3))));
  const early = await makeTenant('none behind', []);
  const files = await filesOf(rows, 4);
  const load = await early.readEarly('rows', coming());
  // each two by a statement of their own
  for (const file of files.slice(0, 2)) load?.take(await counted(file));
  await setTimeout(200);
  for (const file of files.slice(2)) load?.take(await counted(file));
  assert.deepEqual(await stateOf(early, await early.applyBatch('rows', inputOf(files), load)), expected);
  assert.ok(expected.counts.accepted > 0 && expected.counts.rejected >= 2000);
});

test('[TSK-06] the last file of a batch is read early behind however many others, also when SQL can read none of its rows', async () => {
  for (const bad of [false, true]) {
    for (const count of [2, 3, 4]) {
      const name = `${count} files, ${bad ? 'bad' : 'good'} at the end`;
      const rows = rowsOf(count * 600).map((row, i) =>
        bad && i >= (count - 1) * 600 ? ['no number', ...row.slice(1)] : row,
      );
      const files = await filesOf(rows, count, name);
      const compared = await makeTenant(`compared ${name}`, ['id']);
      const expected = await stateOf(compared, await compared.applyBatch('rows', inputOf(files)));
      const early = await makeTenant(name, []);
      const load = await early.readEarly('rows', coming());
      for (const file of files.slice(0, -1)) load?.take(await counted(file));
      load?.take({ ...(await counted(files.at(-1) ?? '')), isLast: true });
      assert.deepEqual(await stateOf(early, await early.applyBatch('rows', inputOf(files), load)), expected, name);
    }
  }
});

/** Rows whose columns are each of one form in most files; one in nine has a day there is none of, or a number without figures. */
const formed = (count: number): readonly (readonly string[])[] =>
  Array.from({ length: count }, (_, i) => [
    String(i),
    pick(['1.5', '-2', '0', '-', '.', '1/2', '007', '3.25', '-0.5'], i),
    pick(['2020-01-02', '2020-02-30', '1969-12-31T23:59:59.9Z', '2020-01-02 24:00:00', '0000-01-01', ''], i * 7),
    i === count - 1 ? ' led' : pick(['plain words', 'Üben', '日本'], i),
    '',
  ]);

test('[TSK-06] files of which it is known what their cells have in common are read as those nothing is known of', async () => {
  const rows = formed(4000);
  const plain = await makeTenant('of no known form', []);
  const expected = await stateOf(plain, await plain.applyBatch('rows', inputOf(await filesOf(rows, 4, 'formed', ''))));
  const early = await makeTenant('of known forms', []);
  const files = await filesOf(rows, 4, 'formed', '');
  const told = await Promise.all(files.map((file) => counted(file, columns.length)));
  assert.deepEqual([told[0]?.forms?.[0]?.whole, told[0]?.forms?.[3]?.printing], [true, true]);
  assert.equal(told[3]?.forms?.[3]?.printing, false);
  const load = await early.readEarly('rows', coming());
  for (const file of told.slice(0, 2)) load?.take(file);
  await setTimeout(200);
  for (const file of told.slice(2)) load?.take(file);
  assert.deepEqual(await stateOf(early, await early.applyBatch('rows', inputOf(files), load)), expected);
  assert.ok(expected.counts.accepted > 1000 && expected.counts.rejected > 1000);
});

test('[TSK-06] a batch read early is taken in afresh when another write came between', async () => {
  const tenant = await makeTenant('between', []);
  const files = await filesOf(rowsOf(400), 3);
  const load = await tenant.readEarly('rows', coming());
  for (const file of files.slice(0, 2)) load?.take(await counted(file));
  await tenant.putDocument('rows', { id: 99_999, txt1: 'between' });
  const ledger = await tenant.applyBatch('rows', inputOf(files), load);
  const { documents } = await tenant.stats('rows');
  assert.equal(documents, ledger.accepted + 1);
  const layout = await tenant.layout('rows');
  const numbers = await tenant.read((connection) => allRows(connection, `SELECT DISTINCT _doc FROM ${layout.docs}`));
  assert.equal(numbers.length, documents);
});

test('[TSK-06] a batch read early and given up leaves nothing, and one with keys is not read early', async () => {
  const tenant = await makeTenant('given-up', []);
  const files = await filesOf(rowsOf(4000), 2);
  const missing = join(folder, 'not-there.csv');
  const load = await tenant.readEarly('rows', coming());
  assert.ok(load);
  assert.equal(await tenant.readEarly('rows', coming('b2')), null, 'one at a time');
  // two at a time
  for (const file of [...files, missing, missing]) load.take(await counted(file));
  await load.abort();
  assert.equal((await tenant.stats('rows')).documents, 0);
  const again = await tenant.readEarly('rows', coming());
  for (let i = 0; i < 2; i++) again?.take(await counted(missing));
  const ledger = await tenant.applyBatch('rows', inputOf(files), again);
  assert.equal((await tenant.stats('rows')).documents, ledger.accepted);
  const keyed = await makeTenant('keyed', ['id']);
  assert.equal(await keyed.readEarly('rows', coming()), null);
  assert.equal(await keyed.readEarly('nobody', coming()), null);
});

test('[TSK-06] a file that does not have the rows it is said to have is not read early, and none of its rows is lost or doubled', async () => {
  for (const more of [-1, 1]) {
    const tenant = await makeTenant(`miscounted ${more}`, []);
    const files = await filesOf(rowsOf(4000), 2);
    const load = await tenant.readEarly('rows', coming());
    for (const file of files) {
      const { path, rows } = await counted(file);
      load?.take({ path, rows: rows + more });
    }
    const ledger = await tenant.applyBatch('rows', inputOf(files), load);
    const { documents } = await tenant.stats('rows');
    const layout = await tenant.layout('rows');
    const numbers = await tenant.read((connection) => allRows(connection, `SELECT DISTINCT _doc FROM ${layout.docs}`));
    assert.equal(ledger.read, 4001);
    assert.deepEqual([documents, numbers.length], [ledger.accepted, ledger.accepted]);
  }
});

/** Rows of which none is surely read by SQL alone, or all. */
const alike = (count: number, day: string): readonly (readonly string[])[] =>
  Array.from({ length: count }, (_, i) => [String(i), '', day, 'plain words', '']);

test('[STR-03] rows of files that two threads read at once are numbered in the order they came in', async () => {
  const tenant = await makeTenant('in order', []);
  const files = await filesOf(alike(200_000, '2020-05-05'), 4);
  const load = await tenant.readEarly('rows', coming());
  for (const file of files) load?.take(await counted(file));
  const ledger = await tenant.applyBatch('rows', inputOf(files), load);
  const layout = await tenant.layout('rows');
  const elsewhere = `SELECT count(*) FROM ${layout.docs} WHERE _doc <> f0`;
  assert.deepEqual(
    [ledger.accepted, await tenant.read((connection) => oneNumber(connection, elsewhere))],
    [200_000, 0],
  );
});

test('[STR-03] rows behind files that SQL reads none of are all stored, and found', async () => {
  const odd = alike(30_000, '5 May 2020');
  const sure = alike(90_000, '2020-05-05');
  for (const [name, rows] of [
    ['odd then sure', [...odd, ...sure]],
    ['all odd', [...odd, ...odd, ...odd, ...odd]],
  ] as const) {
    for (let round = 0; round < 2; round++) {
      const tenant = await makeTenant(`${name} ${round}`, []);
      const files = await filesOf(rows, 8);
      const load = await tenant.readEarly('rows', coming());
      for (const file of files.slice(0, 2)) load?.take(await counted(file));
      const ledger = await tenant.applyBatch('rows', inputOf(files), load);
      const layout = await tenant.layout('rows');
      const seen = await tenant.read((connection) =>
        allRows(
          connection,
          `SELECT count(*) AS rows, min(next_doc) > max(_doc) AS behind FROM ${layout.docs}, catalogue WHERE name = 'rows'`,
        ),
      );
      assert.deepEqual(
        [ledger.accepted, seen],
        [120_000, [{ rows: 120_000n, behind: true }]],
        `${name}, round ${round}`,
      );
      const found = await tenant.search(['rows'], parseSearch({ size: 0, query: { match: { txt1: 'plain' } } }));
      assert.equal(found.hits.total.value, 120_000, `${name}, round ${round}`);
    }
  }
});

test('[STR-03] files that SQL reads none of between large ones leave the rows of both visible', async () => {
  const sure = alike(130_000, '2020-05-05');
  const parts = [sure, alike(10, '5 May 2020'), sure];
  const files = (await Promise.all(parts.map((rows, n) => filesOf(rows, 1, `between-${n}`)))).flat();
  const instance = await DuckDBInstance.create(join(folder, 'between.duckdb'), { threads: '8' });
  const connection = await instance.connect();
  for (const statement of CATALOGUE_DDL) await connection.run(statement);
  const catalogue = await Catalogue.load(connection);
  await catalogue.put(connection, { name: 'rows', fields: FIELDS, keyFields: [], source: 'columns' }, async () => {});
  const layout = catalogue.get('rows');
  await connection.run('BEGIN TRANSACTION');
  const load = await DirectLoad.begin(connection, layout, { nextDoc: 0, nextSegment: 0 }, coming());
  for (const file of files) await load.take([file]);
  const { rows, ...input } = { ...inputOf(files), structural: [] };
  assert.ok(rows.format === 'csv');
  const ledger = await load.finish({ ...input, rows }, 1, () => {});
  await connection.run('COMMIT');
  const stored = await oneNumber(connection, `SELECT count(*) FROM ${layout.docs}`);
  connection.closeSync();
  instance.closeSync();
  assert.deepEqual([ledger.result.accepted, stored], [260_010, 260_010]);
});

test('[STR-03] [TPL-39] rows that offer no allowed value are refused one by one, also when there are no others', async () => {
  const tenant = engine.tenant('choices');
  await tenant.createIndex({
    name: 'rows',
    fields: [field('choice1', 'keyword', { allowedValues: ['a', 'b'] }), field('num1', 'integer')],
    keyFields: [],
    source: 'columns',
  });
  const load = async (batch: string, rows: readonly (readonly string[])[]) => {
    const files = await filesOf(rows, 1, batch);
    const named = [...['choice1', 'num1'].map((name) => ({ name, field: name })), PADDED];
    const { read, accepted, rejected, errors } = await tenant.applyBatch('rows', {
      ...inputOf(files, batch),
      rows: { format: 'csv', files, delimiter: ',', columns: named, lines: { breaks: [{ ordinal: 0, line: 2 }] } },
      structural: [],
    });
    return { read, accepted, rejected, fields: errors.map((error) => `${error.line} ${error.field}`) };
  };
  assert.deepEqual(await load('none', [['z', '1']]), { read: 1, accepted: 0, rejected: 1, fields: ['2 choice1'] });
  assert.deepEqual(await load('by the rules', [['', '\u00a07']]), { read: 1, accepted: 1, rejected: 0, fields: [] });
  const mixed = [
    ['a', '1'],
    ['z', '2'],
    ['b', 'x'],
  ];
  assert.deepEqual(await load('some', mixed), { read: 3, accepted: 1, rejected: 2, fields: ['3 choice1', '4 num1'] });
});
