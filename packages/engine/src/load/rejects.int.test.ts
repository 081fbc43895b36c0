import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { Engine } from '../engine.ts';
import { readSource } from '../index/document.ts';
import { allRows } from '../store/rows.ts';
import type { TenantIndexes } from '../tenant.ts';
import type { BatchInput, BatchRows, Ledger } from './batch.ts';
import { rejectCauses } from './rejects.ts';

let engine: Engine;
let folder: string;
let count = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rejects-'));
  engine = await Engine.open({ folder: join(folder, 'search') });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

async function freshTenant(keyFields: readonly string[] = []): Promise<TenantIndexes> {
  const tenant = engine.tenant(`t${count++}`);
  await tenant.createIndex({
    name: 'rows',
    fields: [
      { name: 'id', type: 'integer', label: 'ID' },
      { name: 'num1', type: 'double', label: 'NUM1' },
    ],
    keyFields,
    source: 'columns',
  });
  return tenant;
}

/** Rows of text with the line each stood in. */
async function csv(rows: readonly (readonly [line: number, id: string, num1: string])[]): Promise<BatchRows> {
  const file = join(folder, `${count++}.csv`);
  await writeFile(file, rows.map(([, ...cells]) => `${cells.map((cell) => `"${cell}"`).join(',')}\n`).join(''));
  const columns = ['id', 'num1'].map((name) => ({ name, field: name }));
  return {
    format: 'csv',
    files: [file],
    delimiter: ',',
    columns,
    lines: { breaks: rows.map(([line], ordinal) => ({ ordinal, line })) },
  };
}

const input = (rows: BatchRows, more: Partial<BatchInput> = {}): BatchInput => {
  const id = `b${count++}`;
  return { batch: id, requestId: id, rows, structural: [], system: {}, ...more };
};

const counts = (ledger: Ledger | null) =>
  ledger && [ledger.read, ledger.accepted, ledger.replaced, ledger.unchanged, ledger.rejected];

async function rowsOf(tenant: TenantIndexes): Promise<readonly unknown[]> {
  const layout = await tenant.layout('rows');
  const rows = await tenant.read((connection) => allRows(connection, `SELECT * FROM ${layout.docs} ORDER BY f0, _doc`));
  return rows.map((row) => [readSource(layout, row).id, readSource(layout, row).num1, row._batch]);
}

const BAD = [
  [2, '1', '1.5'],
  [3, '2', 'two'],
  [4, '3', '3,5'],
  [5, 'x', 'four'],
] as const;

for (const keys of [[], ['id']]) {
  test(`[SCR-08][TSK-06] mended rows move from rejected to what they become, in the same batch (keys: ${keys.length})`, async () => {
    const tenant = await freshTenant(keys);
    await tenant.applyBatch('rows', input(await csv(BAD), { batch: 'first' }));
    assert.deepEqual(counts(await tenant.accounts.ledger('first')), [4, 1, 0, 0, 3]);
    const replays = { batch: 'first', user: 'Ana', lines: [3, 4] };
    const mended = await csv([
      [3, '2', '2'],
      [4, '3', 'still'],
    ]);
    const dry = await tenant.applyBatch('rows', input(mended, { replays, dryRun: true }));
    assert.deepEqual(counts(dry), [2, 1, 0, 0, 1]);
    assert.deepEqual(counts(await tenant.accounts.ledger('first')), [4, 1, 0, 0, 3]);
    const position = { topic: 'rows', partition: 0, next: 9 };
    const sent = await tenant.applyBatch('rows', input(mended, { replays, requestId: 'again', position }));
    assert.deepEqual(counts(sent), [2, 1, 0, 0, 1]);
    assert.deepEqual(counts(await tenant.accounts.ledger('first')), [4, 2, 0, 0, 2]);
    assert.deepEqual(await rowsOf(tenant), [
      [1, 1.5, 'first'],
      [2, 2, 'first'],
    ]);
    const left = await tenant.accounts.rejected('rows', 'first', { from: 0, to: 9 });
    assert.deepEqual(
      left.rows.map(({ line, raw, origin }) => [line, raw, origin]),
      [
        [4, { id: '3', num1: 'still' }, { id: '3', num1: '3,5' }],
        [5, { id: 'x', num1: 'four' }, undefined],
      ],
    );
    assert.deepEqual(
      counts(await tenant.applyBatch('rows', input(mended, { replays, requestId: 'again' }))),
      [2, 1, 0, 0, 1],
    );
    assert.deepEqual(counts(await tenant.accounts.ledger('first')), [4, 2, 0, 0, 2], 'the same request counts once');
    assert.deepEqual(await tenant.accounts.position('rows'), new Map([[0, 9]]));
    await assert.rejects(
      tenant.applyBatch('rows', input(mended, { replays })),
      /A row was mended by somebody else meanwhile/,
    );
    assert.deepEqual(
      (await tenant.accounts.replays('first')).map(({ read, rejected, user }) => [read, rejected, user]),
      [[2, 1, 'Ana']],
    );
    const undone = await tenant.undoBatch('rows', { batch: 'first', user: 'Ana', keepLater: false, dryRun: false });
    assert.deepEqual([undone.removed, undone.restored, await rowsOf(tenant)], [2, 0, []], 'undo takes mended rows too');
    await assert.rejects(
      tenant.applyBatch('rows', input(await csv([[5, '5', '5']]), { replays: { ...replays, lines: [5] } })),
      /undone/,
    );
  });
}

test('[SCR-08] rows are mended in their own batch only, also where those of another stand in the same lines', async () => {
  const tenant = await freshTenant();
  for (const batch of ['first', 'second']) await tenant.applyBatch('rows', input(await csv(BAD), { batch }));
  await tenant.createIndex({
    name: 'others',
    fields: [{ name: 'id', type: 'integer', label: 'ID' }],
    keyFields: [],
    source: 'columns',
  });
  await tenant.applyBatch('others', input({ format: 'rows', rows: [{ id: 'x' }] }, { batch: 'foreign' }));
  const lines = [3];
  const linesOf = async (batch: string, filter = {}) =>
    (await tenant.accounts.rejected('rows', batch, { from: 0, to: 9 }, filter)).rows.map(({ line }) => line);
  assert.deepEqual(await linesOf('first', { lines }), lines);
  assert.deepEqual(await linesOf('first', { lines, field: 'num1' }), lines);
  const mended = async () => input(await csv([[3, '2', '2']]), { replays: { batch: 'first', user: 'Ana', lines } });
  await tenant.applyBatch('rows', await mended());
  assert.deepEqual(
    [await linesOf('first'), await linesOf('second')],
    [
      [4, 5],
      [3, 4, 5],
    ],
  );
  assert.deepEqual(counts(await tenant.accounts.ledger('second')), [4, 1, 0, 0, 3]);
  for (const batch of ['foreign', 'none']) {
    const replays = { batch, user: 'Ana', lines: [1] };
    const refused = tenant.applyBatch('rows', input(await csv([[1, '2', '2']]), { replays }));
    await assert.rejects(refused, /There is no batch '(foreign|none)'/);
  }
});

test('[SRC-36] a mended row that replaced an earlier record gives it back when its batch is undone', async () => {
  const tenant = await freshTenant(['id']);
  await tenant.applyBatch('rows', input(await csv([[2, '1', '1']]), { batch: 'old' }));
  await tenant.applyBatch(
    'rows',
    input(
      await csv([
        [2, '1', 'x'],
        [3, '1', '3'],
      ]),
      { batch: 'new' },
    ),
  );
  const replays = { batch: 'new', user: 'Ana', lines: [2] };
  await tenant.applyBatch('rows', input(await csv([[2, '1', '2']]), { replays }));
  assert.deepEqual(counts(await tenant.accounts.ledger('new')), [2, 0, 2, 0, 0]);
  assert.deepEqual(await rowsOf(tenant), [[1, 2, 'new']]);
  await tenant.undoBatch('rows', { batch: 'new', user: 'Ana', keepLater: false, dryRun: false });
  assert.deepEqual(await rowsOf(tenant), [[1, 1, 'old']]);
});

test('[SCR-08] rejected rows are told apart by cause', async () => {
  const tenant = await freshTenant();
  await tenant.applyBatch(
    'rows',
    input(await csv(BAD), {
      batch: 'first',
      structural: [{ line: 9, raw: '1,2,3', rule: 'columns', reason: 'three cells' }],
    }),
  );
  const causes = await tenant.accounts.rejectCauses('rows', 'first');
  assert.deepEqual(
    causes.map(({ field, rule, rows, reasons, value }) => [field, rule, rows, reasons, value]),
    [
      ['num1', 'type', 3, 3, 'two'],
      ['', 'columns', 1, 1, null],
      ['id', 'type', 1, 1, 'x'],
    ],
  );
  const page = await tenant.accounts.rejected('rows', 'first', { from: 1, to: 3 }, { field: 'num1', rule: 'type' });
  assert.deepEqual([page.total, page.rows.map(({ line }) => line)], [3, [4, 5]]);
  assert.equal((await tenant.accounts.rejected('rows', 'first', { from: 0, to: 3 }, { rule: 'columns' })).total, 1);
  assert.deepEqual(await tenant.accounts.rejectCauses('rows', 'none'), []);
});

test('[SRC-34] [SRC-36] a dry run counts the refused rows that a wider type of their field would take', async () => {
  const tenant = await freshTenant();
  const rows = ['1', '1.5', '1.5', '-2.25', '3000000000', '1e3', 'many', '', '1,234.5', '1,234,567,890,123'];
  const dry = await tenant.applyBatch(
    'rows',
    input(await csv([...rows.map((value, i) => [i + 2, value, '1'] as const), [20, '2.5', 'x'], [21, '7', 'few']]), {
      dryRun: true,
    }),
  );
  assert.deepEqual(dry.look?.wider, [
    { field: 'id', type: 'long', rows: 2 },
    { field: 'id', type: 'double', rows: 7 },
    { field: 'id', type: 'keyword', rows: 8 },
    { field: 'num1', type: 'keyword', rows: 1 },
  ]);
  assert.equal(dry.rejected, 10);
});

test('[SRC-34] [SRC-36] a dry run counts the values whose leading zeros a number does not keep', async () => {
  const tenant = await freshTenant();
  const rows = ['7', ' 00123 ', '0', '-007', '00.5', '0x1F', '', '0045'];
  const file = await csv(rows.map((value, i) => [i + 2, value, i === 3 ? '01' : '1'] as const));
  const dry = await tenant.applyBatch('rows', input(file, { dryRun: true }));
  assert.deepEqual(
    dry.look?.zeros.map(({ field, rows: lost }) => [field, lost]),
    [
      ['id', 2],
      ['num1', 1],
    ],
  );
  assert.match(dry.look?.zeros[0]?.value ?? '', /^00(123|45)$/);
});

test('[SRC-34] [SRC-36] a dry run counts the versions whose zeros behind a number does not keep, not prices and measures', async () => {
  const zerosOf = async (values: readonly string[]) => {
    const tenant = await freshTenant();
    const file = await csv(values.map((value, i) => [i + 2, `${i + 1}`, value] as const));
    return (await tenant.applyBatch('rows', input(file, { dryRun: true }))).look?.zeros;
  };
  assert.deepEqual(await zerosOf(['1.8', '1.9', ' 1.10 ', '1.11', '2']), [{ field: 'num1', rows: 1, value: '1.10' }]);
  assert.deepEqual(await zerosOf(['1.50', '2.10', '3.99', '4', '']), [], 'prices');
  assert.deepEqual(await zerosOf(['1.0', '2.5', '3.25', '-4.10']), [], 'as programs write numbers');
  assert.deepEqual(await zerosOf(['0.5', ...Array.from({ length: 20 }, (_, i) => `${i}.10`)]), [], 'one cut by hand');
});

test('[SRC-34] [SRC-36] zeros that numbers do not keep are counted in each of hundreds of columns', async () => {
  const tenant = engine.tenant(`t${count++}`);
  const names = Array.from({ length: 300 }, (_, i) => `num${i + 1}`);
  const fields = names.map((name) => ({ name, type: 'integer' as const, label: name }));
  await tenant.createIndex({ name: 'rows', fields, keyFields: [], source: 'columns' });
  const losing = names.filter((_, i) => i % 3 === 0);
  const file = join(folder, `${count++}.csv`);
  const cells = (value: number) => names.map((name) => (losing.includes(name) ? `00${value}` : `${value}`)).join(',');
  await writeFile(file, `${cells(7)}\n${cells(8)}\n`);
  const lines = { breaks: [2, 3].map((line, ordinal) => ({ ordinal, line })) };
  const columns = names.map((name) => ({ name, field: name }));
  const rows: BatchRows = { format: 'csv', files: [file], delimiter: ',', columns, lines };
  const dry = await tenant.applyBatch('rows', input(rows, { dryRun: true }));
  assert.deepEqual(
    dry.look?.zeros.map(({ field, rows: lost }) => [field, lost]),
    losing.map((name) => [name, 2]),
  );
});

test('[SRC-36] a dry run shows what would be new, what would be replaced, before and after, and rows of one key', async () => {
  const tenant = await freshTenant(['id']);
  await tenant.applyBatch(
    'rows',
    input(
      await csv([
        [2, '1', '1'],
        [3, '2', '2'],
      ]),
    ),
  );
  const dry = await tenant.applyBatch(
    'rows',
    input(
      await csv([
        [2, '1', '1.5'],
        [3, '2', '2'],
        [5, '7', '7'],
        [6, '7', '8'],
        [8, 'x', ''],
      ]),
      { dryRun: true },
    ),
  );
  assert.deepEqual(counts(dry), [5, 1, 2, 1, 1]);
  assert.deepEqual(
    dry.look?.replaced.map(({ line, before, after, changed }) => [line, before, after, changed]),
    [[2, { id: 1, num1: 1 }, { id: 1, num1: 1.5 }, ['num1']]],
  );
  assert.deepEqual(
    dry.look?.added,
    [{ line: 6, values: { id: 7, num1: 8 } }],
    'as it would stand: the last of its key',
  );
  assert.deepEqual(dry.look?.duplicates, {
    by: 'key',
    groups: 1,
    rows: 2,
    first: [{ values: { id: 7 }, rows: 2, lines: [5, 6] }],
  });
  assert.deepEqual(
    dry.look?.causes.map(({ field, rows }) => [field, rows]),
    [['id', 1]],
  );
  const plain = await freshTenant();
  const alike = await plain.applyBatch(
    'rows',
    input(
      await csv([
        [2, '1', '1'],
        [3, '1', '1'],
        [4, '2', ''],
      ]),
      { dryRun: true },
    ),
  );
  assert.deepEqual(
    alike.look?.added.map(({ line, values }) => [line, values]),
    [
      [2, { id: 1, num1: 1 }],
      [3, { id: 1, num1: 1 }],
      [4, { id: 2 }],
    ],
  );
  assert.deepEqual(alike.look?.duplicates, {
    by: 'row',
    groups: 1,
    rows: 2,
    first: [{ values: { id: 1, num1: 1 }, rows: 2, lines: [2, 3] }],
  });
});

test('[SCR-08] a row refused for several cells of one cause counts once, by the first of them', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run('CREATE TABLE rejects (batch VARCHAR, line BIGINT, cells VARCHAR)');
  const cell = (value: string, field = 'list1') => ({ field, rule: 'type', reason: `${value} is wrong`, value });
  const rows = [
    [3, [cell('b'), cell('a'), cell('c', 'list')]],
    [2, [cell('d'), cell('d')]],
    [4, [cell('d'), cell('d')]],
  ] as const;
  for (const [line, cells] of rows)
    await connection.run('INSERT INTO rejects VALUES ($batch, $line, $cells)', {
      batch: 'first',
      line,
      cells: JSON.stringify(cells),
    });
  const causes = await rejectCauses(connection, 'rejects', 'first');
  assert.deepEqual(
    causes.map(({ field, rows, reasons, reason, value }) => [field, rows, reasons, reason, value]),
    [
      ['list1', 3, 3, 'd is wrong', 'd'],
      ['list', 1, 1, 'c is wrong', 'c'],
    ],
  );
});

test('[STR-03] causes of rows with hundreds of refused cells, no two alike, are counted in the memory there is', async () => {
  const spill = join(folder, 'spill');
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '384MB',
    threads: '2',
    temp_directory: spill,
  });
  const connection = await instance.connect();
  try {
    await connection.run(
      `CREATE TABLE rejects AS SELECT 'wide' AS batch, i AS line, to_json(list_transform(range(200),
         k -> {'field': 'f' || k, 'rule': 'number', 'reason': '"' || i || '" is no number', 'value': i::VARCHAR}))::VARCHAR AS cells
       FROM range(20000) rows(i)`,
    );
    const causes = await rejectCauses(connection, 'rejects', 'wide');
    assert.equal(causes.length, 100);
    assert.ok(causes.every(({ rows }) => rows === 20_000));
    assert.deepEqual([causes[0]?.field, causes[0]?.reason], ['f0', '"0" is no number']);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
});
