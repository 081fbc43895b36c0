import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import fc from 'fast-check';
import { KIND, type OpenStore, SEARCHABLE, scopeOf, withStore } from './contract-store.ts';
import { NaiveRecords, Refused } from './naive-records.ts';
import type { RecordChange, RecordSearch, RecordStore } from './port.ts';

const IDS = ['r1', 'r2', 'r3', 'r4'];
const id = fc.constantFrom(...IDS);
const text = fc.constantFrom('alpha', 'Beta alpha', 'gam', 'x', 'ALP', '');
const doc = fc.record(
  {
    txt1: text,
    txt2: text,
    list1: fc.array(fc.constantFrom('red', 'blue'), { maxLength: 2 }),
    key1: fc.integer({ min: 1, max: 12 }),
    obj1: fc.record({ txt3: text }, { noNullPrototype: true }),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const status = fc.constantFrom('Active', 'Inactive', 'Draft');

const change: fc.Arbitrary<RecordChange> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ op: fc.constant('add' as const), kind: fc.constant(KIND), id, doc, status }) },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        op: fc.constant('update' as const),
        kind: fc.constant(KIND),
        id,
        doc,
        status,
        basedOn: fc.integer({ min: 1, max: 3 }),
      },
      { requiredKeys: ['op', 'kind', 'id', 'doc'], noNullPrototype: true },
    ),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constantFrom('remove', 'remove', 'restore', 'restore', 'erase'),
      kind: fc.constant(KIND),
      id,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constantFrom('link', 'unlink'), label: fc.constant('near'), from: id, to: id }),
  },
);

/** Few filters at a time, so that each of them meets each way of counting. */
const filtered: fc.Arbitrary<RecordSearch> = fc.record(
  {
    keys: fc.constantFrom(['txt1'], ['txt1', 'txt2', 'list1', 'obj1.txt3'], ['obj1.txt3', 'list1']),
    keyword: fc.constantFrom('', 'alp', 'a', 'LPH', 'ta a', 'blue', 'zz'),
    from: fc.constantFrom(0, 1),
    to: fc.constantFrom(2, 10),
    where: fc.constantFrom({}, { list1: 'red' }, { key1: [1, 2, 3] }, { txt2: 'gam' }),
    atLeast: fc.constantFrom({}, { key1: 2 }),
    status: fc.constantFrom(['active'], ['Inactive', 'Draft']),
    ids: fc.constantFrom(['r1', 'r2'], ['r3']),
    linked: fc.constant({ label: 'near', id: 'r1', direction: 'out' as const }),
    removed: fc.constantFrom('without' as const, 'only' as const),
  },
  { requiredKeys: ['keys', 'keyword', 'from', 'to'], noNullPrototype: true },
);

const plain: fc.Arbitrary<RecordSearch> = fc.record(
  {
    keys: fc.constantFrom([], ['txt1'], ['txt1', 'txt2', 'list1', 'obj1.txt3']),
    keyword: fc.constantFrom('', 'alp', 'LPH', 'a', 'blue'),
    from: fc.constant(0),
    to: fc.constant(10),
    removed: fc.constantFrom('without' as const, 'only' as const),
  },
  { requiredKeys: ['keys', 'keyword', 'from', 'to'], noNullPrototype: true },
);
const question = fc.oneof(filtered, plain);

const step = fc.record({
  tenant: fc.constantFrom('a', 'a', 'a', 'b'),
  // Longer writes are mostly refused as a whole; single ones lead further.
  changes: fc.oneof(
    { weight: 4, arbitrary: fc.tuple(change) },
    { weight: 1, arbitrary: fc.array(change, { minLength: 2, maxLength: 4 }) },
  ),
  question,
});

/** Random sequences of changes in two tenants, each state compared with the naive model. */
export function propertyContract(open: OpenStore): void {
  test(
    '[REC-38] [REC-39] [API-08] any sequence of changes leaves what the naive model says',
    withStore(open, async ({ store }) => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30 }), async (steps) => {
          run++;
          const model = new NaiveRecords(KIND, SEARCHABLE, 'key1');
          let ts = 0;
          for (const tenant of [`a${run}`, `b${run}`]) {
            const seeds = IDS.map((name) => ({ op: 'add', kind: KIND, id: name, doc: { txt1: 'alpha' } }) as const);
            await writeBoth(store, model, tenant, seeds, () => ++ts);
          }
          for (const { tenant, changes, question: asked } of steps) {
            const scope = scopeOf(`${tenant}${run}`);
            await writeBoth(store, model, scope.tenant, changes, () => ++ts);
            await compare(store, model, scope.tenant, asked);
          }
        }),
        { numRuns: 100 },
      );
    }),
  );
}

async function writeBoth(
  store: RecordStore,
  model: NaiveRecords,
  tenant: string,
  changes: readonly RecordChange[],
  ts: () => number,
): Promise<void> {
  let refused = false;
  try {
    model.write(tenant, changes, ts);
  } catch (error) {
    assert.ok(error instanceof Refused);
    refused = true;
  }
  const stored: unknown = await store.write(scopeOf(tenant), changes).catch((error: unknown) => error);
  assert.equal(stored instanceof PlatformError, refused, String(stored));
}

async function compare(store: RecordStore, model: NaiveRecords, tenant: string, asked: RecordSearch): Promise<void> {
  const scope = scopeOf(tenant);
  const written = new Map<string, number>();
  for (const name of IDS) {
    const [real, naive] = [await store.get(scope, KIND, name), model.get(tenant, name)];
    assert.deepEqual(
      [real?.version, real?.status, real?.doc, real && real.ts_removed !== null],
      [naive?.version, naive?.status, naive?.doc, naive && naive.ts_removed !== null],
    );
    written.set(name, real?.ts_modified ?? 0);
    const edges = (await store.edges(scope, [name], 'near', 'out')).get(name) ?? [];
    assert.deepEqual(edges.map(({ to }) => to).toSorted(), model.linked(tenant, name, 'near'));
  }
  const { records, total } = await store.search(scope, KIND, asked);
  const matching = model
    .matching(tenant, asked)
    .toSorted((a, b) => (written.get(b) ?? 0) - (written.get(a) ?? 0) || (a < b ? -1 : 1));
  assert.deepEqual(
    records.map((record) => record.id),
    matching.slice(asked.from, asked.to),
  );
  assert.equal(total, matching.length);
}
