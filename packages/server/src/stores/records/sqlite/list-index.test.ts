import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RecordSearch } from '../port.ts';
import { INDEXES_OF_BUCKET, INDEXES_OF_FILE, LONG_LIST, type SortTerm } from './list-index.ts';
import { dropShort } from './list-index-table.ts';
import type { Space, WireChange } from './protocol.ts';
import { A, add, B, KIND, openWatched, type WatchedStore } from './watched-store.ts';

/** More than are collected and sorted, so that narrowed lists take the index too. */
const MANY = 11_000;

const text = fc.constantFrom(
  'apple',
  'Apple',
  'APPLE',
  'Äpfel',
  'äpfel',
  'apfel',
  'zoë',
  'zoe\u0301',
  '',
  '10',
  '9',
  'a\u0000b',
);
const mixed = fc.oneof(
  text,
  fc.constantFrom(null, true, false, 0, -0, 1, 1.5, -3, 2 ** 60, 1e300, [], ['b'], ['a', 1], {}, { a: 1 }),
);
const doc = fc.record(
  {
    txt1: fc.oneof(text, fc.string({ maxLength: 4 })),
    txt2: fc.constantFrom('alpha one', 'alpha two'),
    num1: fc.integer({ min: 0, max: 300 }),
    mixed1: mixed,
    flag1: fc.boolean(),
    list1: fc.constant(['red', 'blue']),
    obj1: fc.record({ txt3: text }, { requiredKeys: [], noNullPrototype: true }),
  },
  { requiredKeys: ['txt2', 'list1'], noNullPrototype: true },
);

const FIELDS = ['txt1', 'num1', 'mixed1', 'flag1', 'obj1.txt3', 'obj1', 'absent', 'ts', 'id', 'status'];
const term: fc.Arbitrary<SortTerm> = fc.record({
  field: fc.constantFrom(...FIELDS),
  order: fc.constantFrom('asc' as const, 'desc' as const),
});
const question: fc.Arbitrary<Partial<RecordSearch>> = fc
  .record({
    sort: fc.oneof({ weight: 4, arbitrary: fc.tuple(term) }, { weight: 1, arbitrary: fc.tuple(term, term) }),
    from: fc.constantFrom(0, 0, 1, 40, 999, 1001, 5000, MANY - 60),
    size: fc.constantFrom(0, 1, 25, 1200),
    narrowed: fc.constantFrom(
      {},
      {},
      { keyword: 'alpha' },
      { where: { list1: 'red' } },
      { where: { list1: ['red', 'no'] } },
      { keyword: 'ph' },
    ),
    total: fc.constantFrom('exact' as const, 'bounded' as const),
  })
  .map(({ sort, from, size, narrowed, total }) => ({ sort, from, to: from + size, total, ...narrowed }));

const idsOf = (store: WatchedStore, space: Space, asked: Partial<RecordSearch>): readonly string[] =>
  store.ask(space, asked).records.map(({ id }) => id);

/** Asks for each order alone, with its index and without. */
function compare(store: WatchedStore, questions: readonly Partial<RecordSearch>[]): void {
  store.drop();
  const plain = questions.map((asked) => [idsOf(store, A, asked), idsOf(store, B, asked)]);
  assert.deepEqual(
    store.connection.plans.filter((plan) => plan.includes('list:')),
    [],
  );
  for (const field of FIELDS) {
    const kept = [...questions.entries()].filter(([, asked]) => asked.sort?.[0]?.field === field);
    // One way at first: the other is then read backwards.
    for (const order of ['asc', 'desc'] as const) {
      for (const space of [A, B]) store.grant(space, { sort: [{ field, order }] });
      for (const [at, asked] of kept) {
        const listed = idsOf(store, A, asked);
        assert.match(store.connection.plans.at(-1) ?? '', /USING INDEX list:/, JSON.stringify(asked));
        assert.deepEqual([listed, idsOf(store, B, asked)], plain[at], JSON.stringify(asked));
      }
    }
    store.drop();
  }
}

test('[LIM-10] [API-07] lists in the order of an index are those that are sorted as they are read', async (t) => {
  const store = await openWatched(t);
  store.fill(A, doc, MANY, 1);
  store.fill(B, doc, 6000, 2);
  compare(store, fc.sample(question, { numRuns: 80, seed: 3 }));
});

test('[LIM-10] an index follows every change, and is left alone by those that are taken back', async (t) => {
  const store = await openWatched(t);
  store.fill(A, doc, MANY, 4);
  store.fill(B, doc, 6000, 5);
  const sort = [{ field: 'txt1', order: 'asc' as const }];
  for (const space of [A, B]) store.grant(space, { sort });
  const docs = fc.sample(doc, { numRuns: 900, seed: 6 });
  const of = (from: number, op: 'remove' | 'restore' | 'erase'): readonly WireChange[] =>
    docs.slice(0, 300).map((_, at) => ({ op, kind: KIND.name, id: `r${from + at}` }));
  const updates = docs.map((one, at): WireChange => {
    const based = { basedOn: null, basedOnModified: null, status: at % 7 === 0 ? 'Inactive' : null };
    return { op: 'update', kind: KIND.name, id: `r${at}`, doc: JSON.stringify(one), ...based };
  });
  store.write(A, updates);
  for (const changes of [of(200, 'remove'), of(1000, 'remove'), of(200, 'restore'), of(400, 'erase')])
    store.write(A, changes);
  const refused: readonly WireChange[] = [...updates, add('r1', {})];
  const [outcome] = store.writer.write([{ space: A, user: 'u', requestId: 'r', changes: refused }], 9e6);
  assert.ok(outcome && 'error' in outcome);
  const pages = [0, 4000, 9000].map((from) => ({ sort, from, to: from + 900 }));
  const byIndex = (space: Space) =>
    pages.map((page) => {
      const ids = idsOf(store, space, page);
      assert.match(store.connection.plans.at(-1) ?? '', /USING INDEX list:/);
      return ids;
    });
  const [kept, other] = [byIndex(A), byIndex(B)];
  store.drop();
  assert.deepEqual(
    pages.map((page) => idsOf(store, A, page)),
    kept,
  );
  assert.deepEqual(
    pages.map((page) => idsOf(store, B, page)),
    other,
  );
});

test('[LIM-10] a long list is read from its index alone, without sorting, whichever way it goes', async (t) => {
  const store = await openWatched(t);
  store.fill(A, doc, LONG_LIST, 7);
  for (const order of ['asc', 'desc'] as const) {
    const name = store.grant(A, { sort: [{ field: 'txt1', order }] });
    store.ask(A, { sort: [{ field: 'txt1', order }], from: 4000, to: 4025 });
    assert.equal(store.connection.plans.at(-1), `SCAN v USING INDEX ${name}`);
    store.ask(A, { sort: [{ field: 'txt1', order }], status: ['Active'] });
    assert.match(store.connection.plans.at(-1) ?? '', new RegExp(`^SCAN v USING INDEX ${name}`));
  }
});

test('[LIM-10] short lists keep nothing, full buckets keep what is asked for most, shrunken ones let go', async (t) => {
  const store = await openWatched(t);
  store.fill(B, doc, LONG_LIST - 1, 8);
  const by = (field: string) => ({ sort: [{ field, order: 'asc' as const }] });
  assert.equal(store.ask(B, by('txt1')).wish, null);
  store.fill(A, doc, LONG_LIST, 9);
  const fields = ['txt1', 'txt2', 'num1', 'flag1', 'obj1', 'ts'];
  assert.equal(fields.length, INDEXES_OF_BUCKET);
  const names = fields.map((field) => store.grant(A, by(field)));
  for (const field of ['txt1', 'txt2', 'txt1', 'flag1']) assert.equal(store.ask(A, by(field)).wish, null);
  assert.equal(store.ask(A, by('mixed1')).wish, null, 'asked for as often as the index it would replace');
  assert.equal(store.ask(A, by('mixed1')).wish, null);
  assert.deepEqual(store.ask(A, by('mixed1')).wish?.drop, names[2]);
  const made = store.grant(A, by('mixed1'));
  assert.deepEqual(store.indexes(), [...names.filter((name) => name !== names[2]), made]);
  assert.equal(store.ask(A, by('password')).wish, null, 'no order of secrets is kept');
  dropShort(store.connection);
  assert.equal(store.indexes().length, INDEXES_OF_BUCKET);
  const ids = Array.from({ length: LONG_LIST / 2 + 1 }, (_, at) => `r${at}`);
  store.write(
    A,
    ids.map((id) => ({ op: 'erase', kind: KIND.name, id })),
  );
  dropShort(store.connection);
  assert.deepEqual(store.indexes(), []);
});

test('[LIM-10] a full file gives up an order of another list that nobody asks for', async (t) => {
  const store = await openWatched(t);
  store.fill(A, doc, LONG_LIST, 15);
  for (let bucket = 900; bucket < 900 + INDEXES_OF_FILE; bucket++)
    store.writer.arrange({ create: { bucket, field: 'txt1', order: 'asc' }, drop: null });
  const made = store.grant(A, { sort: [{ field: 'num1', order: 'asc' }] });
  assert.equal(store.indexes().length, INDEXES_OF_FILE);
  assert.match(made, /:num1:asc$/);
  assert.ok(!store.indexes().includes('list:900:txt1:asc'));
});

test('[LIM-10] [API-08] a deep page of all records is the same by the index of their times, either way', async (t) => {
  const store = await openWatched(t);
  store.fill(A, fc.constant({}), 51_500, 16);
  for (const order of ['desc', 'asc'] as const) {
    const pages = [50_000, 50_990, 51_480].map((from) => ({
      sort: [{ field: 'ts_modified', order }],
      from,
      to: from + 30,
    }));
    const plain = pages.map((page) => idsOf(store, A, page));
    const name = store.grant(A, pages[0] ?? {});
    assert.deepEqual(
      pages.map((page) => idsOf(store, A, page)),
      plain,
    );
    assert.equal(store.connection.plans.at(-1), `SCAN v USING INDEX ${name}`);
    assert.equal(plain.at(-1)?.length, 20);
    store.drop();
  }
});
