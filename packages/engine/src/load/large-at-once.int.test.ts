import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Engine } from '../engine.ts';
import type { BatchInput } from './batch.ts';

const TENANTS = ['a', 'b', 'c', 'd', 'e'];
const COLUMNS = ['num1', 'txt1'].map((name) => ({ name, field: name }));
const ROWS = 9000;

let folder: string;
let engine: Engine;
let file: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'large-at-once-'));
  engine = await Engine.open({ folder: join(folder, 'search') });
  file = join(folder, 'rows.csv');
  await writeFile(file, Array.from({ length: ROWS }, (_, i) => `${i},${'word '.repeat(200)}\n`).join(''));
  for (const tenant of TENANTS) {
    await engine.tenant(tenant).createIndex({
      name: 'rows',
      fields: [
        { name: 'num1', type: 'integer', label: 'NUM' },
        { name: 'txt1', type: 'text', label: 'TXT' },
      ],
      keyFields: [],
      source: 'columns',
    });
  }
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const batchOf = (requestId: string, more: Partial<BatchInput> = {}): BatchInput => ({
  batch: requestId,
  requestId,
  rows: { format: 'csv', files: [file], delimiter: ',', columns: COLUMNS, lines: { breaks: [] } },
  structural: [],
  system: {},
  ...more,
});

test('[LIM-11] of large batches of many tenants two are taken in at once, and none is lost', async () => {
  const working = new Set<string>();
  let most = 0;
  const ledgers = await Promise.all(
    TENANTS.map((tenant) => {
      const onProgress: BatchInput['onProgress'] = ({ phase }) => {
        if (phase === 'commit') working.delete(tenant);
        else working.add(tenant);
        most = Math.max(most, working.size);
      };
      return engine.tenant(tenant).applyBatch('rows', batchOf('first', { onProgress }));
    }),
  );
  assert.deepEqual(
    ledgers.map(({ accepted }) => accepted),
    TENANTS.map(() => ROWS),
  );
  assert.ok(most <= 2, `${most} at once`);
});

test('[LIM-11] two batches of all tenants are read early at once; one that has ended makes room', async () => {
  const coming = { batch: 'second', system: {}, delimiter: ',', columns: COLUMNS };
  const early = (tenant = '') => engine.tenant(tenant).readEarly('rows', coming);
  const [first, second, third] = [await early('a'), await early('b'), await early('c')];
  assert.ok(first !== null && second !== null);
  assert.equal(third, null);
  first.take({ path: file, rows: ROWS });
  const ledger = await engine.tenant('a').applyBatch('rows', batchOf('second'), first);
  assert.equal(ledger.accepted, ROWS);
  const fourth = await early('d');
  assert.ok(fourth !== null);
  await Promise.all([second.abort(), fourth.abort()]);
  const fifth = await early('c');
  assert.ok(fifth !== null);
  await fifth.abort();
});
