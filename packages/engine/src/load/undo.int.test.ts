import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import fc from 'fast-check';
import { Engine } from '../engine.ts';
import type { IndexDefinition } from '../index/definition.ts';
import { readSource } from '../index/document.ts';
import { allRows } from '../store/rows.ts';
import type { TenantIndexes } from '../tenant.ts';
import type { Ledger } from './batch.ts';
import type { UndoInput } from './undo.ts';

let engine: Engine;
let folder: string;
let count = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undo-'));
  engine = await Engine.open({ folder: join(folder, 'search') });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const DEFINITION: IndexDefinition = {
  name: 'rows',
  fields: [
    { name: 'id', type: 'integer', label: 'ID' },
    { name: 'txt1', type: 'text', label: 'TXT1' },
    { name: 'kw1', type: 'keyword', list: true, label: 'KW1' },
  ],
  keyFields: ['id'],
  source: 'columns',
};

async function freshTenant(): Promise<TenantIndexes> {
  const tenant = engine.tenant(`t${count++}`);
  await tenant.createIndex(DEFINITION);
  return tenant;
}

const apply = (
  tenant: TenantIndexes,
  batch: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<Ledger> =>
  tenant.applyBatch('rows', {
    batch,
    requestId: batch,
    rows: { format: 'rows', rows },
    structural: [],
    system: { _user_name: 'Ana' },
  });

const undo = (tenant: TenantIndexes, batch: string, more: Partial<UndoInput> = {}) =>
  tenant.undoBatch('rows', { batch, user: 'Ana', keepLater: false, dryRun: false, ...more });

async function texts(tenant: TenantIndexes): Promise<ReadonlyMap<number, string>> {
  const layout = await tenant.layout('rows');
  const rows = await tenant.read((connection) => allRows(connection, `SELECT * FROM ${layout.docs}`));
  return new Map(rows.map((row) => readSource(layout, row)).map(({ id, txt1 }) => [Number(id), String(txt1)]));
}

const found = async (tenant: TenantIndexes, word: string): Promise<number> =>
  (await tenant.search(['rows'], parseSearch({ query: { match: { txt1: word } } }))).hits.total.value;

test('[SRC-36] undoing a batch removes what it added and brings back what it replaced, as it was', async () => {
  const tenant = await freshTenant();
  await apply(tenant, 'first', [
    { id: 1, txt1: 'one old', kw1: ['a', 'b'] },
    { id: 2, txt1: 'two' },
  ]);
  const before = await tenant.search(['rows'], parseSearch({ query: { term: { id: 1 } } }));
  await apply(tenant, 'second', [
    { id: 1, txt1: 'one new' },
    { id: 3, txt1: 'three' },
  ]);
  const asked = await undo(tenant, 'second', { dryRun: true });
  assert.deepEqual([asked.removed, asked.restored, asked.kept, asked.ts], [1, 1, 0, null]);
  assert.deepEqual([...(await texts(tenant)).keys()].sort(), [1, 2, 3], 'asking changes nothing');
  const done = await undo(tenant, 'second');
  assert.deepEqual([done.removed, done.restored, done.kept], [1, 1, 0]);
  assert.deepEqual(
    await texts(tenant),
    new Map([
      [1, 'one old'],
      [2, 'two'],
    ]),
  );
  const [hit] = (await tenant.search(['rows'], parseSearch({ query: { term: { id: 1 } } }))).hits.hits;
  assert.equal(hit?._id, before.hits.hits[0]?._id);
  assert.deepEqual(hit?._source, before.hits.hits[0]?._source);
  assert.equal((await tenant.getDocument('rows', String(hit?._id)))?.version, 3, 'versions go on');
  assert.equal((await tenant.getDocument('rows', String(hit?._id)))?.system._batch, 'first');
  assert.deepEqual([await found(tenant, 'old'), await found(tenant, 'new'), await found(tenant, 'three')], [1, 0, 0]);
  assert.equal((await tenant.stats('rows')).documents, 2);
});

test('[SRC-36] undoing twice does it once, and the same rows sent again under the same request stay out', async () => {
  const tenant = await freshTenant();
  await apply(tenant, 'only', [{ id: 1, txt1: 'one' }]);
  const first = await undo(tenant, 'only');
  await apply(tenant, 'other', [{ id: 1, txt1: 'anew' }]);
  assert.deepEqual(await undo(tenant, 'only'), { ...first, later: [] });
  assert.deepEqual(await tenant.accounts.undone('only'), first);
  await apply(tenant, 'only', [{ id: 7, txt1: 'again' }]);
  assert.deepEqual(await texts(tenant), new Map([[1, 'anew']]));
  await assert.rejects(undo(tenant, 'unknown'), (error) => error instanceof PlatformError && error.detail.http === 404);
});

test('[SRC-36] later edits stand in the way with a list; told to keep them, the rest is undone', async () => {
  const tenant = await freshTenant();
  await apply(tenant, 'first', [
    { id: 1, txt1: 'one' },
    { id: 2, txt1: 'two' },
    { id: 3, txt1: 'three' },
  ]);
  await apply(tenant, 'second', [
    { id: 1, txt1: 'eins' },
    { id: 2, txt1: 'zwei' },
    { id: 3, txt1: 'drei' },
    { id: 4, txt1: 'vier' },
  ]);
  await tenant.putDocument('rows', { id: 2, txt1: 'deux' }, { _user_name: 'Bo', _batch: 'edit' });
  const [third] = (await tenant.search(['rows'], parseSearch({ query: { term: { id: 3 } } }))).hits.hits;
  await tenant.deleteDocuments('rows', [String(third?._id)], 'Cy');
  await assert.rejects(undo(tenant, 'second'), (error: unknown) => {
    assert.ok(error instanceof PlatformError);
    assert.equal(error.detail.http, 409);
    assert.match(error.message, /^2 records were edited after this batch, for one '.+' .*keep_later=true/);
    const { later } = error.detail.data as { later: readonly { what: string; user: string | null }[] };
    assert.deepEqual(later.map(({ what, user }) => [what, user]).sort(), [
      ['changed', 'Bo'],
      ['removed', 'Cy'],
    ]);
    return true;
  });
  assert.equal((await texts(tenant)).get(1), 'eins', 'a refusal changes nothing');
  const done = await undo(tenant, 'second', { keepLater: true });
  assert.deepEqual([done.removed, done.restored, done.kept], [1, 1, 2]);
  assert.deepEqual(
    await texts(tenant),
    new Map([
      [1, 'one'],
      [2, 'deux'],
    ]),
  );
  // what stayed does not bring the undone batch back when it is undone itself
  await apply(tenant, 'third', [{ id: 2, txt1: 'tres' }]);
  await undo(tenant, 'third');
  assert.equal((await texts(tenant)).get(2), 'deux');
});

test('[SRC-36] a kept later batch, undone in turn, brings back what stood before both', async () => {
  const tenant = await freshTenant();
  await apply(tenant, 'a', [{ id: 1, txt1: 'a' }]);
  await apply(tenant, 'b', [
    { id: 1, txt1: 'b' },
    { id: 2, txt1: 'b' },
  ]);
  await apply(tenant, 'c', [
    { id: 1, txt1: 'c' },
    { id: 2, txt1: 'c' },
  ]);
  await undo(tenant, 'b', { keepLater: true });
  await undo(tenant, 'c');
  assert.deepEqual(await texts(tenant), new Map([[1, 'a']]));
});

/** A row of a batch that was refused, mended: it joins its batch. */
const mend = (tenant: TenantIndexes, batch: string, line: number, row: Readonly<Record<string, unknown>>) =>
  tenant.applyBatch('rows', {
    batch,
    requestId: `${batch} ${line}`,
    rows: { format: 'rows', rows: [row] },
    structural: [],
    system: { _user_name: 'Ana' },
    replays: { batch, user: 'Ana', lines: [line] },
  });

/** Row 1 by the batches `0 a b a …`: what `a` writes later are mended rows of it. */
async function inTurns(): Promise<TenantIndexes> {
  const tenant = await freshTenant();
  await apply(tenant, '0', [{ id: 1, txt1: 'zero' }]);
  await apply(tenant, 'a', [{ id: 1, txt1: 'a' }, { id: 'bad' }, { id: 'bad' }]);
  await apply(tenant, 'b', [{ id: 1, txt1: 'b' }]);
  await mend(tenant, 'a', 2, { id: 1, txt1: 'a again' });
  assert.equal((await texts(tenant)).get(1), 'a again');
  return tenant;
}

test('[SRC-36] of a batch whose mended row came over a later batch none comes back when that one is undone in turn', async () => {
  const tenant = await inTurns();
  await undo(tenant, 'a');
  assert.equal((await texts(tenant)).get(1), 'b');
  await undo(tenant, 'b');
  assert.equal((await texts(tenant)).get(1), 'zero');
  await undo(tenant, '0');
  assert.equal((await texts(tenant)).get(1), undefined);
});

test('[SRC-36] what stood before a batch that wrote a row in turns with another comes back, whatever is kept and in whatever order', async () => {
  for (const order of ['abc', 'acb', 'bac', 'bca', 'cab', 'cba']) {
    const tenant = await inTurns();
    await apply(tenant, 'c', [{ id: 1, txt1: 'c' }]);
    await mend(tenant, 'a', 3, { id: 1, txt1: 'a at last' });
    for (const [i, batch] of [...order].entries()) {
      await undo(tenant, batch, { keepLater: true });
      const left = ['a at last', 'c', 'b'].find((text) => ![...order.slice(0, i + 1)].includes(text[0] ?? ''));
      assert.equal((await texts(tenant)).get(1), left ?? 'zero', `${order} ${i}`);
    }
  }
});

test('[SRC-36] whatever batches came, undoing them backwards leaves each earlier state', async () => {
  const row = fc.record({ id: fc.integer({ min: 1, max: 5 }), txt1: fc.constantFrom('x', 'y', 'z') });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(row, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
      async (batches) => {
        const tenant = await freshTenant();
        const states = [await texts(tenant)];
        for (const [n, rows] of batches.entries()) {
          await apply(tenant, `b${n}`, rows);
          states.push(await texts(tenant));
        }
        for (let n = batches.length - 1; n >= 0; n--) {
          await undo(tenant, `b${n}`);
          assert.deepEqual(await texts(tenant), states[n]);
          assert.equal((await tenant.stats('rows')).documents, states[n]?.size);
        }
      },
    ),
    { numRuns: 20 },
  );
});

test('[SRC-36] when earlier states are let go, a batch that needs them says so; one that only added is still undone', async () => {
  const tenant = await freshTenant();
  await apply(tenant, 'first', [{ id: 1, txt1: 'one' }]);
  await apply(tenant, 'second', [{ id: 1, txt1: 'eins' }]);
  await apply(tenant, 'third', [{ id: 2, txt1: 'two' }]);
  await tenant.trimHistory('rows', { rows: 5, ms: -1000 });
  await assert.rejects(undo(tenant, 'second'), /no longer kept/);
  await undo(tenant, 'third');
  assert.deepEqual(await texts(tenant), new Map([[1, 'eins']]));
});

const CHILD = `
const { Engine } = await import(process.argv[1]);
const engine = await Engine.open({ folder: process.argv[2] });
const tenant = engine.tenant('t');
process.stdout.write('begun\\n');
await tenant.undoBatch('rows', { batch: 'second', user: 'Ana', keepLater: false, dryRun: false });
process.stdout.write('undone\\n');
setInterval(() => {}, 1000);
`;

test('[SRC-36] killed while it undoes, a batch is undone whole or not at all', async () => {
  const home = join(folder, 'killed');
  for (const wait of [0, 20, 60, 150, 400]) {
    await rm(home, { recursive: true, force: true });
    const writer = await Engine.open({ folder: home });
    const tenant = writer.tenant('t');
    await tenant.createIndex(DEFINITION);
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, txt1: 'old' }));
    await apply(tenant, 'first', rows.slice(0, 15_000));
    await apply(
      tenant,
      'second',
      rows.map((row) => ({ ...row, txt1: 'new' })),
    );
    await writer.close();
    await killAfter(home, wait);
    const reader = await Engine.open({ folder: home });
    const now = [...(await texts(reader.tenant('t'))).values()];
    const undone = await reader.tenant('t').accounts.undone('second');
    assert.equal(now.length, undone ? 15_000 : 20_000);
    assert.deepEqual([...new Set(now)], [undone ? 'old' : 'new']);
    assert.equal((await reader.tenant('t').stats('rows')).documents, now.length);
    await reader.close();
  }
});

/** Kills a process so many milliseconds after it began to undo, or once it has. */
async function killAfter(home: string, ms: number): Promise<void> {
  const engine = new URL('../index.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD, engine, home], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let timer: NodeJS.Timeout | undefined;
  for await (const chunk of child.stdout) {
    if (String(chunk).includes('undone')) child.kill('SIGKILL');
    else timer = setTimeout(() => child.kill('SIGKILL'), ms);
  }
  clearTimeout(timer);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
