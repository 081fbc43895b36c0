import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Engine } from '../engine.ts';
import type { FieldDefinition, FieldType } from '../index/definition.ts';
import { readSource } from '../index/document.ts';
import { allRows } from '../store/rows.ts';
import type { Ledger } from './batch.ts';

let engine: Engine;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'direct-'));
  engine = await Engine.open({ folder: join(folder, 'search') });
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
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Rows of which about one in two is refused and one in four is left to the rules. */
const rowsOf = (count: number): readonly (readonly string[])[] =>
  Array.from({ length: count }, (_, i) => [
    i % 97 === 5 ? '' : String(i),
    pick(NUMBERS, i * 7),
    pick(DATES, i * 11),
    pick(TEXTS, i * 13 + (i >> 3)),
    pick(TAGS, i * 5),
  ]);

const columns = FIELDS.map(({ name }) => ({ name, field: name }));

test('[TSK-06] rows typed straight into the table are those a comparing batch would store', async () => {
  const rows = rowsOf(5000);
  const file = join(folder, 'rows.csv');
  await writeFile(file, rows.map((row) => `${row.map(quoted).join(',')}\n`).join(''));
  const load = async (id: string, keyFields: readonly string[]) => {
    const tenant = engine.tenant(id);
    await tenant.createIndex({ name: 'rows', fields: FIELDS, keyFields, source: 'columns' });
    const ledger: Ledger = await tenant.applyBatch('rows', {
      batch: 'b1',
      requestId: 'r1',
      rows: { format: 'csv', file, delimiter: ',', columns, lines: { breaks: [{ ordinal: 0, line: 2 }] } },
      structural: [{ line: 1, raw: 'x', rule: 'columns', reason: 'too few' }],
      system: { _user_id: 'u1' },
    });
    const layout = await tenant.layout('rows');
    const stored = await tenant.read((connection) => allRows(connection, `SELECT * FROM ${layout.docs} ORDER BY f0`));
    assert.equal(new Set(stored.map((row) => row._doc)).size, stored.length);
    assert.equal(new Set(stored.map((row) => row._id)).size, stored.length);
    assert.ok(stored.every((row) => row._batch === 'b1' && row._user_id === 'u1' && row._version === 1));
    const { rows: rejected } = await tenant.rejected('rows', 'b1', { from: 0, to: 9999 });
    const { batch: _batch, ts: _ts, took: _took, ...counts } = ledger;
    return { counts, sources: stored.map((row) => readSource(layout, row)), rejected };
  };
  const direct = await load('direct', []);
  const compared = await load('compared', ['id']);
  assert.deepEqual(direct, compared);
  assert.equal(direct.counts.read, 5001);
  assert.equal(direct.counts.accepted + direct.counts.rejected, 5001);
  assert.ok(direct.counts.accepted > 1000 && direct.counts.rejected > 1000);
});
