import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RecordSearch } from '../port.ts';
import { LONG_LIST } from './list-index.ts';
import type { RawRecord, WireChange } from './protocol.ts';
import { A, B, KIND, openWatched, type WatchedStore } from './watched-store.ts';

const MANY = 2 * LONG_LIST + 1000;

const doc = fc.record(
  {
    txt1: fc.constantFrom('alpha', 'beta alpha', 'gamma'),
    num1: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constantFrom(2, 3, '1') }),
    flag1: fc.boolean(),
    list1: fc.constantFrom([], ['red'], ['red', 'blue'], ['red', 'red'], 'blue', ['green']),
  },
  { requiredKeys: [], noNullPrototype: true },
);

type Doc = { readonly txt1?: string; readonly num1?: unknown; readonly flag1?: boolean; readonly list1?: unknown };

const where: fc.Arbitrary<NonNullable<RecordSearch['where']>> = fc.record(
  {
    num1: fc.constantFrom(1, 2, '1', [2, 3], [1, 3], []),
    flag1: fc.boolean(),
    list1: fc.constantFrom('red', 'blue', ['red', 'blue'], ['green', 'none'], 'none'),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const question = fc.record(
  {
    where,
    keyword: fc.constantFrom('', '', 'alpha', 'be'),
    status: fc.constantFrom(['active'], ['DRAFT', 'none'], ['Draft', 'Active']),
    from: fc.constantFrom(0, 3, 1500, 4000),
    removed: fc.constantFrom('without' as const, 'without' as const, 'only' as const),
    sort: fc.constantFrom([{ field: 'ts_modified', order: 'asc' as const }], [{ field: 'id', order: 'asc' as const }]),
  },
  { requiredKeys: ['where', 'keyword', 'from'], noNullPrototype: true },
);

function matches({ status, ts_removed, ...record }: RawRecord, search: Partial<RecordSearch>): boolean {
  const { txt1, ...values }: Doc = JSON.parse(record.doc);
  return (
    (search.removed === 'only') === (ts_removed !== null) &&
    (txt1 ?? '').includes(search.keyword ?? '') &&
    (!search.status || search.status.some((one) => one.toLowerCase() === status.toLowerCase())) &&
    Object.entries(search.where ?? {}).every(([path, wanted]) => {
      const found = Object.entries(values).flatMap(([name, value]) => (name === path ? [value].flat() : []));
      return [wanted].flat().some((one) => found.includes(one));
    })
  );
}

function inOrder(search: Partial<RecordSearch>): (a: RawRecord, b: RawRecord) => number {
  const field = search.sort?.[0]?.field;
  const byId = (a: RawRecord, b: RawRecord): number => (a.id < b.id ? -1 : 1);
  if (field === 'id') return byId;
  return (a, b) => (field ? a.ts_modified - b.ts_modified : b.ts_modified - a.ts_modified) || byId(a, b);
}

function check(store: WatchedStore, all: readonly RawRecord[], asked: Partial<RecordSearch> & { from: number }): void {
  const expected = all.filter((record) => matches(record, asked)).toSorted(inOrder(asked));
  const page = { ...asked, to: asked.from + 50 };
  for (const total of ['bounded', 'exact', 'exact'] as const) {
    const found = store.ask(A, { ...page, total });
    assert.deepEqual(
      found.records.map(({ id }) => id),
      expected.slice(page.from, page.to).map(({ id }) => id),
      JSON.stringify(asked),
    );
    if (found.counted) assert.equal(found.total, expected.length, JSON.stringify(asked));
    else assert.ok(total === 'bounded' && found.total <= expected.length);
    if (found.wish) store.writer.arrange(found.wish);
  }
}

const changes = (op: 'remove' | 'restore' | 'erase', from: number, to: number): readonly WireChange[] =>
  Array.from({ length: to - from }, (_, at) => ({ op, kind: KIND.name, id: `r${from + at}` }));

test('[API-07] [API-08] [LIM-10] long lists narrowed by frequent and rare values find what a filter over all finds', async (t) => {
  const store = await openWatched(t);
  store.fill(A, doc, MANY, 11);
  store.fill(B, doc, 6000, 12);
  store.write(A, changes('remove', 100, 900));
  store.write(A, changes('restore', 300, 500));
  store.write(A, changes('erase', 800, 850));
  const everything = (['without', 'only'] as const).flatMap(
    (removed) => store.ask(A, { removed, to: 2 * MANY }).records,
  );
  assert.equal(everything.length, MANY - 50);
  for (const asked of fc.sample(question, { numRuns: 120, seed: 13 })) check(store, everything, asked);
});

test('[LIM-10] a frequent value is read in the order of writing, a rare status by the index of statuses', async (t) => {
  const store = await openWatched(t);
  store.fill(A, fc.constant({ txt1: 'x', flag1: true }), LONG_LIST, 14);
  store.ask(A, { where: { flag1: true } });
  assert.match(
    store.connection.plans.at(-1) ?? '',
    /^SEARCH f USING PRIMARY KEY \(.*\); SEARCH v USING INTEGER PRIMARY KEY/,
  );
  assert.doesNotMatch(store.connection.plans.at(-1) ?? '', /TEMP B-TREE/);
  const one: WireChange = { op: 'add', kind: KIND.name, id: 'rare', doc: '{}', status: 'Blocked' };
  store.write(A, [one]);
  const name = store.grant(A, { status: ['blocked'] });
  assert.deepEqual(
    store.ask(A, { status: ['BLOCKED'] }).records.map(({ id }) => id),
    ['rare'],
  );
  assert.match(store.connection.plans.at(-1) ?? '', new RegExp(`^SEARCH v USING INDEX ${name} \\(status=\\?\\)`));
});
