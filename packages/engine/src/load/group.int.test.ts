import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { Engine } from '../engine.ts';
import type { FieldDefinition } from '../index/definition.ts';
import { allRows } from '../store/rows.ts';
import type { TenantIndexes } from '../tenant.ts';
import type { BatchInput } from './batch.ts';

let engine: Engine;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'group-'));
  engine = await Engine.open({ folder: join(folder, 'search'), threads: 4 });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const FIELDS: readonly FieldDefinition[] = [
  { name: 'num1', type: 'integer', label: 'num1', mandatory: true },
  { name: 'txt1', type: 'text', label: 'txt1' },
];
const columns = FIELDS.map(({ name }) => ({ name, field: name }));

async function tenantOf(name: string, keyFields: readonly string[] = []): Promise<TenantIndexes> {
  const tenant = engine.tenant(name);
  await tenant.createIndex({ name: 'rows', fields: FIELDS, keyFields, source: 'columns' });
  return tenant;
}

let files = 0;

async function input(batch: string, lines: readonly string[], more: Partial<BatchInput> = {}): Promise<BatchInput> {
  const file = join(folder, `${++files}.csv`);
  await writeFile(file, lines.map((line) => `${line}\n`).join(''));
  return {
    batch,
    requestId: `request ${batch}`,
    rows: { format: 'csv', files: [file], delimiter: ',', columns, lines: { breaks: [{ ordinal: 0, line: 2 }] } },
    structural: [],
    system: { _user_id: `user of ${batch}` },
    position: { topic: 'rows', partition: 0, next: files },
    ...more,
  };
}

const linesOf = (from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${from + i},word w${(from + i) % 7} of ${from < 1000 ? 'early' : 'late'}`);

const threeInputs = () =>
  Promise.all([input('b1', linesOf(0, 900)), input('b2', []), input('b3', linesOf(1000, 2100))]);

async function stateOf(tenant: TenantIndexes) {
  const layout = await tenant.layout('rows');
  const rows = await tenant.read((connection) =>
    allRows(connection, `SELECT f0, f1, _batch, _user_id, _version FROM ${layout.docs} ORDER BY f0`),
  );
  const found = await tenant.search(['rows'], parseSearch({ size: 3, query: { match: { txt1: 'w3 late' } } }));
  const words = found.hits.hits.map(({ _source, _score }) => [_source, _score?.toFixed(4)]);
  const { ledgers } = await tenant.accounts.ledgers('rows', { from: 0, to: 10 });
  const counts = ledgers.map(({ ts: _ts, took: _took, ...others }) => others);
  const { documents, deleted } = await tenant.stats('rows');
  return {
    rows,
    words,
    total: found.hits.total,
    counts,
    documents,
    deleted,
    position: await tenant.accounts.position('rows'),
  };
}

test('[STR-04] small batches taken in together leave what they leave one by one: rows, words, a ledger each, the position', async () => {
  const inputs = await threeInputs();
  const one = await tenantOf('one by one');
  for (const each of inputs) await one.applyBatch('rows', each);
  const together = await tenantOf('together');
  const ledgers = await together.applyTogether('rows', inputs);
  const counts = ledgers?.map(({ batch, read, accepted, rejected }) => [batch, read, accepted, rejected]);
  assert.deepEqual(counts, [
    ['b1', 900, 900, 0],
    ['b2', 0, 0, 0],
    ['b3', 2100, 2100, 0],
  ]);
  const state = await stateOf(together);
  assert.deepEqual(state, await stateOf(one));
  assert.equal(state.rows.length, 3000);
  assert.deepEqual(await together.applyBatch('rows', inputs[0] ?? assert.fail()), await together.accounts.ledger('b1'));
});

test('[STR-04] documents taken in together have numbers and ids of their own, and each batch keeps the order of its rows', async () => {
  const tenant = await tenantOf('numbers');
  for (const batch of ['first', 'second']) {
    const parts = [0, 5000, 10_000].map((from) => input(`${batch} ${from}`, linesOf(from, 5000)));
    assert.ok(await tenant.applyTogether('rows', await Promise.all(parts)));
  }
  const layout = await tenant.layout('rows');
  const rows = await tenant.read((connection) =>
    allRows(connection, `SELECT _doc, _id, _batch, f0 FROM ${layout.docs} ORDER BY _doc`),
  );
  assert.deepEqual(
    rows.map(({ _doc }) => Number(_doc)),
    Array.from({ length: 30_000 }, (_, i) => i),
  );
  assert.equal(new Set(rows.map(({ _id }) => _id)).size, 30_000);
  for (const [, own] of Map.groupBy(rows, ({ _batch }) => _batch)) {
    const numbers = own.map(({ f0 }) => Number(f0));
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
  }
});

test('[STR-04] a batch of several that were taken in together is undone by itself', async () => {
  const tenant = await tenantOf('undone');
  await tenant.applyTogether('rows', await threeInputs());
  const undo = await tenant.undoBatch('rows', { batch: 'b1', user: 'u', keepLater: false, dryRun: false });
  assert.equal(undo.removed, 900);
  const { rows } = await stateOf(tenant);
  assert.deepEqual([rows.length, rows.every(({ _batch }) => _batch === 'b3')], [2100, true]);
});

test('[STR-03] [STR-04] of batches that wait those before the first with an odd row are taken in together', async () => {
  const tenant = await tenantOf('prefix');
  const inputs = await Promise.all([
    input('b1', linesOf(0, 10)),
    input('b2', linesOf(10, 10)),
    input('b3', [...linesOf(20, 10), ',no number']),
    input('b4', linesOf(30, 10)),
  ]);
  const ledgers = await tenant.applyTogether('rows', inputs);
  assert.deepEqual(
    ledgers?.map(({ batch, accepted }) => [batch, accepted]),
    [
      ['b1', 10],
      ['b2', 10],
    ],
  );
  const { documents, position } = await stateOf(tenant);
  assert.deepEqual([documents, position.get(0)], [20, inputs[1]?.position?.next]);
  assert.equal(await tenant.applyTogether('rows', inputs.slice(2)), null);
});

test('[STR-03] [STR-04] batches that must be taken in one by one are left as they are, none of their rows stored', async () => {
  const tenant = await tenantOf('refused');
  const plain = await input('plain', linesOf(0, 10));
  const before = await stateOf(tenant);
  const others: Readonly<Record<string, BatchInput>> = {
    'a row the rules refuse': await input('odd', [...linesOf(0, 10), ',no number']),
    'only rows the rules read': await input('all odd', ['x,no number']),
    'a row set aside': await input('aside', linesOf(0, 10), {
      structural: [{ line: 1, raw: 'x', rule: 'columns', reason: 'too few' }],
    }),
    'the same request': await input('again', linesOf(0, 10), { requestId: plain.requestId }),
    'other columns': await input('other', linesOf(0, 10), {
      rows: { ...plain.rows, format: 'csv', delimiter: ';' } as BatchInput['rows'],
    }),
  };
  for (const [what, other] of Object.entries(others)) {
    assert.equal(await tenant.applyTogether('rows', [other, plain]), null, what);
    assert.deepEqual(await stateOf(tenant), before, what);
  }
  const gone = await input('gone', [], {
    rows: { ...plain.rows, files: [join(folder, 'nowhere.csv')] } as BatchInput['rows'],
  });
  await assert.rejects(tenant.applyTogether('rows', [gone, plain]), /nowhere\.csv/, 'what went wrong is told');
  assert.deepEqual(await stateOf(tenant), before);
  await tenant.applyBatch('rows', plain);
  const next = await input('next', linesOf(20, 10));
  assert.equal(await tenant.applyTogether('rows', [next, plain]), null, 'a request that came before');
  assert.ok(await tenant.applyTogether('rows', [next]), 'nothing of it stays in the way');
  const keyed = await tenantOf('keyed', ['num1']);
  assert.equal(await keyed.applyTogether('rows', [plain, next]), null, 'rows to compare');
});
