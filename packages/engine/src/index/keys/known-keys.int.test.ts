import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import type { WriteOperation } from '../../documents/operation.ts';
import { Engine } from '../../engine.ts';
import type { BatchInput, Ledger } from '../../load/batch.ts';
import type { TenantIndexes } from '../../tenant.ts';
import { SLICE } from './slice-filters.ts';

/** Two full slices and some that stand behind. */
const DOCUMENTS = 2 * SLICE + 4240;

let folder: string;
let engine: Engine;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'known-keys-'));
  engine = await Engine.open({ folder: join(folder, 'search') });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

async function reopened(tenant: string): Promise<TenantIndexes> {
  await engine.close();
  engine = await Engine.open({ folder: join(folder, 'search') });
  return engine.tenant(tenant);
}

const total = async (tenant: TenantIndexes, name: string): Promise<number> =>
  (await tenant.search([name], parseSearch({ size: 0, track_total_hits: true }))).hits.total?.value ?? -1;

const put = (id: string, n: number): WriteOperation => ({ kind: 'index', id, source: JSON.stringify({ n }) });

async function outcomes(tenant: TenantIndexes, operations: readonly WriteOperation[]): Promise<readonly string[]> {
  const results = await tenant.documents.write('docs', operations);
  return results.map((result) => ('error' in result ? 'refused' : `${result.result} ${result.version}`));
}

test('[IDX-05] documents of a large index are found by their ids wherever they stand, and only once', async () => {
  let tenant = engine.tenant('ids');
  await tenant.documents.create('docs', { mappings: { properties: { n: { type: 'integer' } } } });
  for (let from = 0; from < DOCUMENTS; from += 10_000) {
    const size = Math.min(10_000, DOCUMENTS - from);
    const operations = Array.from({ length: size }, (_, i) => put(`d${from + i}`, from + i));
    assert.deepEqual(new Set(await outcomes(tenant, operations)), new Set(['created 1']));
  }
  const [first, second, last] = ['d7', `d${SLICE + 7}`, `d${DOCUMENTS - 1}`] as const;
  const create = (id: string): WriteOperation => ({ kind: 'create', id, source: '{"n":1}' });
  assert.deepEqual(await outcomes(tenant, [put(first, -1), put(second, -1), put(last, -1), put('new', -1)]), [
    'updated 2',
    'updated 2',
    'updated 2',
    'created 1',
  ]);
  assert.deepEqual(await outcomes(tenant, [create('d8'), create(first), create('new'), create('newer')]), [
    'refused',
    'refused',
    'refused',
    'created 1',
  ]);
  assert.deepEqual(await outcomes(tenant, [put(first, -2)]), ['updated 3']);
  assert.deepEqual(await outcomes(tenant, [{ kind: 'delete', id: first }]), ['deleted 4']);
  assert.deepEqual(await outcomes(tenant, [{ kind: 'delete', id: first }, put(first, -3)]), [
    'not_found 5',
    'created 6',
  ]);
  const scattered = Array.from({ length: 300 }, (_, i) => put(`d${100 + i * 800}`, -4));
  assert.deepEqual(new Set(await outcomes(tenant, scattered)), new Set(['updated 2']));
  const asked = [last, 'no', 'd9', first, 'd100', second];
  const numbers = async (): Promise<readonly unknown[]> =>
    (await tenant.documents.get('docs', asked)).map((found) => found && JSON.parse(found.source.text).n);
  const expected = [-1, null, 9, -3, -4, -1];
  assert.deepEqual(await numbers(), expected);
  tenant = await reopened('ids');
  assert.deepEqual(await numbers(), expected);
  assert.deepEqual(await numbers(), expected);
  assert.deepEqual(await outcomes(tenant, [put('d10', -5), put('new', -5), put('newest', -5)]), [
    'updated 2',
    'updated 2',
    'created 1',
  ]);
  assert.equal(await total(tenant, 'docs'), DOCUMENTS + 3);
});

const COLUMNS = ['code', 'n', 'at', 'share', 'on', 'note'] as const;

async function batchOf(rows: readonly (readonly (string | number | boolean)[])[], id: string): Promise<BatchInput> {
  const file = join(folder, `${id}.csv`);
  await writeFile(file, rows.map((row) => `${row.map((cell) => `"${cell}"`).join(',')}\n`).join(''));
  const columns = COLUMNS.map((name) => ({ name, field: name }));
  const lines = { breaks: [{ ordinal: 0, line: 2 }] };
  return {
    batch: id,
    requestId: id,
    rows: { format: 'csv', files: [file], delimiter: ',', columns, lines },
    structural: [],
    system: {},
  };
}

const counts = ({ accepted, replaced, unchanged, rejected }: Ledger): readonly number[] => [
  accepted,
  replaced,
  unchanged,
  rejected,
];

test('[IDX-05, STR-03] rows of a large index are compared with those of their key, of whatever types it is', async () => {
  let tenant = engine.tenant('keys');
  const types = { code: 'keyword', n: 'long', at: 'date', share: 'double', on: 'boolean', note: 'keyword' } as const;
  await tenant.createIndex({
    name: 'rows',
    fields: COLUMNS.map((name) => ({ name, type: types[name], label: name })),
    keyFields: COLUMNS.slice(0, 5),
    source: 'columns',
  });
  const row = (i: number, note: string | number = i): readonly (string | number | boolean)[] => [
    `c${i % 50}`,
    i,
    new Date(1.6e12 + i * 1000).toISOString(),
    i / 8,
    i % 2 === 0,
    note,
  ];
  const load = await batchOf(
    Array.from({ length: DOCUMENTS }, (_, i) => row(i)),
    'all',
  );
  assert.deepEqual(counts(await tenant.applyBatch('rows', load)), [DOCUMENTS, 0, 0, 0]);
  const [second, last, next] = [SLICE + 3, DOCUMENTS - 1, DOCUMENTS];
  const mixed = [row(3), row(4, 'x'), row(second), row(second + 1, 'x'), row(last, 'x'), row(next), row(next, 'x')];
  assert.deepEqual(counts(await tenant.applyBatch('rows', await batchOf(mixed, 'mixed'))), [1, 4, 2, 0]);
  const again = [row(4, 'x'), row(next, 'x'), row(next + 1)];
  assert.deepEqual(counts(await tenant.applyBatch('rows', await batchOf(again, 'again'))), [1, 0, 2, 0]);
  const scattered = Array.from({ length: 300 }, (_, i) => row(100 + i * 800, 'y'));
  assert.deepEqual(counts(await tenant.applyBatch('rows', await batchOf(scattered, 'scattered'))), [0, 300, 0, 0]);
  tenant = await reopened('keys');
  const later = [row(4, 'x'), row(5, 'z'), row(last, 'x'), row(next + 2)];
  assert.deepEqual(counts(await tenant.applyBatch('rows', await batchOf(later, 'later'))), [1, 1, 2, 0]);
  assert.equal(await total(tenant, 'rows'), DOCUMENTS + 3);
});
