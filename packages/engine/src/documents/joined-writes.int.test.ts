import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Engine } from '../engine.ts';
import type { OpenTenant } from '../store/lazy-store.ts';
import { type IndexWrite, OperationsWrite } from './index-write.ts';
import { JoinedWrites } from './joined-writes.ts';
import type { WriteOperation } from './operation.ts';
import { Prepared } from './prepared.ts';

let engine: Engine;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'joined-writes-'));
  engine = await Engine.open({ folder: join(folder, 'search') });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const doc = (id: string | null, source: object = {}): WriteOperation => ({
  kind: 'index',
  id,
  source: JSON.stringify(source),
});

/** Writes that take turns one after the other; `store` is told which of them came together. */
async function joined(store: (ids: readonly string[]) => Promise<void>) {
  let turns = Promise.resolve();
  const groups: (readonly string[])[] = [];
  const idsOf = (writes: readonly IndexWrite[]) => writes.flatMap(({ ids }) => ids);
  const writes = new JoinedWrites({
    turn: (work) => {
      const turn = turns.then(() => work({ interrupt: () => {} } as DuckDBConnection, {} as OpenTenant));
      turns = turn.catch(() => {});
      return turn;
    },
    store: async (_connection, _tenant, _name, group) => {
      groups.push(idsOf(group));
      await store(idsOf(group));
    },
  });
  const prepared = await Prepared.of(undefined, []);
  /** @returns the ids that were written */
  const write = async (
    name: string,
    ids: readonly string[],
    signal?: AbortSignal,
    source?: object,
  ): Promise<readonly string[]> => {
    const operations = new OperationsWrite(
      ids.map((id) => doc(id, source)),
      prepared,
    );
    await writes.write(name, operations, { signal });
    return operations.ids;
  };
  return { write, groups };
}

test('writes of an index that wait are stored with the first of them, those of another one by themselves', async () => {
  const { write, groups } = await joined(async () => {});
  const results = await Promise.all([write('a', ['1']), write('a', ['2', '3']), write('b', ['4']), write('a', ['5'])]);
  assert.deepEqual(results, [['1'], ['2', '3'], ['4'], ['5']]);
  assert.deepEqual(groups, [['1', '2', '3', '5'], ['4']]);
  await write('a', ['6']);
  assert.deepEqual(groups.at(-1), ['6']);
});

test('no more is stored together than is done in a moment', async () => {
  const { write, groups } = await joined(async () => {});
  const many = Array.from({ length: 8000 }, (_, i) => `${i}`);
  await Promise.all(['a', 'b', 'c'].map(() => write('x', many)));
  assert.deepEqual(
    groups.map(({ length }) => length),
    [16_000, 8000],
  );
});

test('no more is stored together than the memory of a tenant has room for', async () => {
  const { write, groups } = await joined(async () => {});
  const large = { txt1: 'x'.repeat(6 * 1024 * 1024) };
  await Promise.all(['1', '2', '3', '4', '5'].map((id) => write('x', [id], undefined, large)));
  assert.deepEqual(groups, [['1', '2'], ['3', '4'], ['5']]);
});

test('a fault of one write is told to its sender alone, those beside it are stored', async () => {
  const { write, groups } = await joined(async (ids) => {
    if (ids.includes('bad')) throw new Error('disk full');
  });
  const settled = await Promise.allSettled([write('a', ['1']), write('a', ['bad']), write('a', ['2'])]);
  assert.deepEqual(
    settled.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason))),
    [['1'], 'Error: disk full', ['2']],
  );
  assert.deepEqual(groups, [['1', 'bad', '2'], ['1'], ['bad'], ['2']]);
});

test('a write whose sender has left while it waited is not stored', async () => {
  const { write, groups } = await joined(async () => {});
  const left = new AbortController();
  const settled = Promise.allSettled([write('a', ['1']), write('a', ['2'], left.signal), write('a', ['3'])]);
  left.abort();
  assert.deepEqual(
    (await settled).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(groups, [['1', '3']]);
});

test('[IDX-09] bulks sent at the same time leave what they leave one after the other, and each hears of its own', async () => {
  const { documents, search } = engineOf('together');
  await documents.create('x', { mappings: { properties: { num1: { type: 'integer' }, txt1: { type: 'text' } } } });
  const bulks = Array.from({ length: 24 }, (_, n): readonly WriteOperation[] => [
    doc(null, { num1: n, txt1: 'fresh' }),
    doc('same', { num1: n, txt1: 'again' }),
    { kind: 'create', id: 'once', source: JSON.stringify({ num1: n }) },
    n % 3 === 0 ? { kind: 'delete', id: `d${n}` } : doc(`d${n}`, { num1: n, [`new${n % 5}`]: n }),
    doc(`bad${n}`, { num1: 'no number' }),
    { kind: 'update', id: 'same', body: JSON.stringify({ doc: { txt1: `by ${n}` } }) },
  ]);
  const answers = await Promise.all(bulks.map((operations) => documents.write('x', operations)));
  const told = answers.flat().map((each) => ('error' in each ? 'refused' : each.result));
  assert.equal(told.filter((what) => what === 'refused').length, 24 + 23);
  const numbers = answers.flat().flatMap((each) => ('error' in each ? [] : [each.seqNo]));
  assert.equal(new Set(numbers).size, numbers.length);
  // which of them is first is nobody's promise: one whose documents take a while to read may be passed by
  const versions = answers.map(([, same]) => (same && !('error' in same) ? same.version : 0));
  assert.deepEqual(
    versions.toSorted((a, b) => a - b),
    bulks.map((_, n) => 2 * n + 1),
  );
  const latest = versions.indexOf(Math.max(...versions));
  const [last] = await documents.get('x', ['same']);
  assert.deepEqual(JSON.parse(last?.source.text ?? ''), { num1: latest, txt1: `by ${latest}` });
  assert.equal(await search({ match: { txt1: 'fresh' } }), 24);
  assert.equal(await search({ match_all: {} }), 24 + 1 + 1 + 16);
});

function engineOf(name: string) {
  const tenant = engine.tenant(name);
  const search = async (query: object): Promise<number> =>
    (await tenant.search(['x'], parseSearch({ query, track_total_hits: true }))).hits.total.value;
  return { documents: tenant.documents, search };
}
