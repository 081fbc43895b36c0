import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { Engine } from '../engine.ts';
import type { FieldDefinition } from '../index/definition.ts';

const COLUMNS = 700;
const ROWS = 4000;
const FILES = 3;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wide-'));
});
after(() => rm(folder, { recursive: true }));

const open = (): Promise<Engine> => Engine.open({ folder: join(folder, 'search'), threads: 8 });
const fields: readonly FieldDefinition[] = Array.from({ length: COLUMNS }, (_, i) => ({
  name: `n${i}`,
  type: 'integer',
  label: `n${i}`,
}));
const columns = fields.map(({ name }) => ({ name, field: name }));

async function file(n: number): Promise<string> {
  const name = join(folder, `${n}.csv`);
  const line = (row: number): string => fields.map((_, i) => `"${row + i}"`).join(',');
  await writeFile(name, `${Array.from({ length: ROWS }, (_, row) => line(n * ROWS + row)).join('\n')}\n`);
  return name;
}

async function sums(engine: Engine): Promise<readonly unknown[]> {
  const request = parseSearch({ size: 0, aggs: { first: { sum: { field: 'n0' } }, last: { max: { field: 'n699' } } } });
  const { hits, aggregations } = await engine.tenant('t').search(['wide'], request);
  return [hits.total, ...Object.values(aggregations ?? {}).map((figure) => Reflect.get(Object(figure), 'value'))];
}

test('[STR-03] rows of many columns are taken in, counted after a restart, and taken back, in the memory a tenant has', async () => {
  const files = await Promise.all(Array.from({ length: FILES }, (_, n) => file(n)));
  const rows = { format: 'csv' as const, files, delimiter: ',', columns, lines: { breaks: [] } };
  let engine = await open();
  const tenant = engine.tenant('t');
  await tenant.createIndex({ name: 'wide', fields, keyFields: [], source: 'columns' });
  assert.equal(await tenant.readEarly('wide', { batch: 'b', system: {}, delimiter: ',', columns }), null);
  const batch = { batch: 'b', requestId: 'r', rows, structural: [], system: { _user_id: 'u' } };
  assert.equal((await tenant.applyBatch('wide', batch)).accepted, ROWS * FILES);
  await engine.close();
  engine = await open();
  const n = ROWS * FILES;
  assert.deepEqual(await sums(engine), [{ value: n, relation: 'eq' }, (n * (n - 1)) / 2, n - 1 + COLUMNS - 1]);
  const undo = await engine.tenant('t').undoBatch('wide', { batch: 'b', user: 'u', keepLater: false, dryRun: false });
  assert.equal(undo.removed, n);
  assert.deepEqual((await sums(engine))[0], { value: 0, relation: 'eq' });
  await engine.close();
});

test('[STR-03] [SRC-36] a hundred columns of yes and no are foretold and taken in, in the memory a tenant has', async () => {
  const flags: readonly FieldDefinition[] = Array.from({ length: 100 }, (_, i) => ({
    name: `flag${i}`,
    type: 'boolean',
    label: `flag${i}`,
  }));
  const name = join(folder, 'flags.csv');
  const words = ['yes', 'No', 'TRUE', 'f', '1', 'tidak', ''];
  const line = (row: number): string => flags.map((_, i) => `"${words[(row + i) % words.length]}"`).join(',');
  await writeFile(name, Array.from({ length: words.length }, (_, row) => `${line(row)}\n`).join(''));
  const rows = {
    format: 'csv' as const,
    files: [name],
    delimiter: ',',
    columns: flags.map((field) => ({ name: field.name, field: field.name })),
    lines: { breaks: [] },
  };
  const engine = await open();
  const tenant = engine.tenant('t');
  await tenant.createIndex({ name: 'flags', fields: flags, keyFields: [], source: 'columns' });
  const batch = { batch: 'b', requestId: 'flags', rows, structural: [], system: { _user_id: 'u' } };
  assert.equal((await tenant.applyBatch('flags', { ...batch, dryRun: true })).accepted, words.length);
  assert.equal((await tenant.applyBatch('flags', batch)).accepted, words.length);
  const request = parseSearch({ size: 0, aggs: { said: { terms: { field: 'flag99' } } } });
  const { aggregations } = await engine.tenant('t').search(['flags'], request);
  assert.match(JSON.stringify(aggregations), /"doc_count":3.*"doc_count":3/);
  await engine.close();
});
