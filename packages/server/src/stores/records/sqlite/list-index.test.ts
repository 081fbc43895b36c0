import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { RecordSearch } from '../port.ts';
import { Connection } from './connection.ts';
import { createKind } from './kinds.ts';
import { INDEXES_OF_BUCKET, LONG_LIST, type SortTerm } from './list-index.ts';
import { migrate } from './migrations.ts';
import type { Space, WireChange } from './protocol.ts';
import { Reader } from './reader.ts';
import { Writer } from './writer.ts';

const KIND = createKind('thing', 'tenant', { searchable: ['txt1', 'txt2'], indexes: [{ path: 'list1' }] });
const A: Space = { cluster: 'c', tenant: 'a' };
const B: Space = { cluster: 'c', tenant: 'b' };
/** More than are collected and sorted, so that narrowed lists take the index too. */
const MANY = 11_000;

/** Keeps how SQLite went about each statement that was read row by row. */
class WatchedConnection extends Connection {
  readonly plans: string[] = [];

  override iterate(...call: Parameters<Connection['iterate']>): ReturnType<Connection['iterate']> {
    const [sql, ...params] = call;
    const steps = this.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params);
    this.plans.push(steps.map(({ detail }) => String(detail)).join('; '));
    return super.iterate(...call);
  }
}

class Bench {
  readonly connection: WatchedConnection;
  readonly writer: Writer;
  readonly reader: Reader;
  #now = 1_000_000;

  constructor(file: string) {
    this.connection = new WatchedConnection(file, false);
    this.connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    migrate(this.connection.db, 0);
    this.writer = new Writer(this.connection);
    this.writer.declare(KIND);
    this.reader = new Reader(this.connection);
  }

  write(space: Space, changes: readonly WireChange[]): void {
    this.#now += 10;
    const [outcome] = this.writer.write([{ space, user: 'u', requestId: 'r', changes }], this.#now);
    assert.ok(outcome && 'value' in outcome, JSON.stringify(outcome));
  }

  fill(space: Space, many: number, seed: number): void {
    const docs = fc.sample(doc, { numRuns: many, seed });
    for (let at = 0; at < many; at += 2500)
      this.write(
        space,
        docs.slice(at, at + 2500).map((one, next) => add(`r${((at + next) * 7919) % many}`, one)),
      );
  }

  ask(space: Space, more: Partial<RecordSearch>) {
    const search = { keys: [], keyword: '', from: 0, to: 25, ...more };
    return this.reader.search({ space, kind: KIND, search, countOnly: false });
  }

  /** Makes the index a search wishes for, as the writing thread does. */
  grant(space: Space, more: Partial<RecordSearch>): string {
    const { wish } = this.ask(space, more);
    assert.ok(wish, JSON.stringify(more));
    this.writer.arrange(wish);
    return this.indexes().at(-1) ?? '';
  }

  indexes(): readonly string[] {
    return this.connection
      .all("SELECT name FROM sqlite_schema WHERE name LIKE 'list:%' ORDER BY rowid")
      .map(({ name }) => String(name));
  }

  drop(): void {
    for (const name of this.indexes()) this.connection.exec(`DROP INDEX "${name}"`);
  }
}

async function open(t: TestContext): Promise<Bench> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-lists-'));
  const bench = new Bench(path.join(folder, 'records.sqlite'));
  t.after(async () => {
    bench.connection.close();
    await rm(folder, { recursive: true, force: true });
  });
  return bench;
}

const add = (id: string, one: object): WireChange => {
  return { op: 'add', kind: KIND.name, id, doc: JSON.stringify(one), status: id.endsWith('3') ? 'Draft' : 'Active' };
};

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

const idsOf = (bench: Bench, space: Space, asked: Partial<RecordSearch>): readonly string[] =>
  bench.ask(space, asked).records.map(({ id }) => id);

/** Asks for each order alone, with its index and without. */
function compare(bench: Bench, questions: readonly Partial<RecordSearch>[]): void {
  bench.drop();
  const plain = questions.map((asked) => [idsOf(bench, A, asked), idsOf(bench, B, asked)]);
  assert.deepEqual(
    bench.connection.plans.filter((plan) => plan.includes('list:')),
    [],
  );
  for (const field of FIELDS) {
    const kept = [...questions.entries()].filter(([, asked]) => asked.sort?.[0]?.field === field);
    // One way at first: the other is then read backwards.
    for (const order of ['asc', 'desc'] as const) {
      for (const space of [A, B]) bench.grant(space, { sort: [{ field, order }] });
      for (const [at, asked] of kept) {
        const listed = idsOf(bench, A, asked);
        assert.match(bench.connection.plans.at(-1) ?? '', /USING INDEX list:/, JSON.stringify(asked));
        assert.deepEqual([listed, idsOf(bench, B, asked)], plain[at], JSON.stringify(asked));
      }
    }
    bench.drop();
  }
}

test('[LIM-10] [API-07] lists in the order of an index are those that are sorted as they are read', async (t) => {
  const bench = await open(t);
  bench.fill(A, MANY, 1);
  bench.fill(B, 6000, 2);
  compare(bench, fc.sample(question, { numRuns: 120, seed: 3 }));
});

test('[LIM-10] an index follows every change, and is left alone by those that are taken back', async (t) => {
  const bench = await open(t);
  bench.fill(A, MANY, 4);
  bench.fill(B, 6000, 5);
  const sort = [{ field: 'txt1', order: 'asc' as const }];
  for (const space of [A, B]) bench.grant(space, { sort });
  const docs = fc.sample(doc, { numRuns: 900, seed: 6 });
  const of = (from: number, op: 'remove' | 'restore' | 'erase'): readonly WireChange[] =>
    docs.slice(0, 300).map((_, at) => ({ op, kind: KIND.name, id: `r${from + at}` }));
  const updates = docs.map((one, at): WireChange => {
    const based = { basedOn: null, basedOnModified: null, status: at % 7 === 0 ? 'Inactive' : null };
    return { op: 'update', kind: KIND.name, id: `r${at}`, doc: JSON.stringify(one), ...based };
  });
  bench.write(A, updates);
  for (const changes of [of(200, 'remove'), of(1000, 'remove'), of(200, 'restore'), of(400, 'erase')])
    bench.write(A, changes);
  const refused: readonly WireChange[] = [...updates, add('r1', {})];
  const [outcome] = bench.writer.write([{ space: A, user: 'u', requestId: 'r', changes: refused }], 9e6);
  assert.ok(outcome && 'error' in outcome);
  const pages = [0, 4000, 9000].map((from) => ({ sort, from, to: from + 900 }));
  const kept = pages.map((page) => idsOf(bench, A, page));
  const other = pages.map((page) => idsOf(bench, B, page));
  bench.drop();
  assert.deepEqual(
    pages.map((page) => idsOf(bench, A, page)),
    kept,
  );
  assert.deepEqual(
    pages.map((page) => idsOf(bench, B, page)),
    other,
  );
});

test('[LIM-10] a long list is read from its index alone, without sorting, whichever way it goes', async (t) => {
  const bench = await open(t);
  bench.fill(A, LONG_LIST, 7);
  for (const order of ['asc', 'desc'] as const) {
    const name = bench.grant(A, { sort: [{ field: 'txt1', order }] });
    bench.ask(A, { sort: [{ field: 'txt1', order }], from: 4000, to: 4025 });
    assert.equal(bench.connection.plans.at(-1), `SCAN v USING INDEX ${name}`);
    bench.ask(A, { sort: [{ field: 'txt1', order }], status: ['Active'] });
    assert.match(bench.connection.plans.at(-1) ?? '', new RegExp(`^SCAN v USING INDEX ${name}`));
  }
});

test('[LIM-10] short lists keep nothing, full buckets keep what is asked for most, shrunken ones let go', async (t) => {
  const bench = await open(t);
  bench.fill(B, LONG_LIST - 1, 8);
  const by = (field: string) => ({ sort: [{ field, order: 'asc' as const }] });
  assert.equal(bench.ask(B, by('txt1')).wish, null);
  bench.fill(A, LONG_LIST, 9);
  const fields = ['txt1', 'txt2', 'num1', 'flag1'];
  assert.equal(fields.length, INDEXES_OF_BUCKET);
  const names = fields.map((field) => bench.grant(A, by(field)));
  for (const field of ['txt1', 'txt2', 'txt1', 'flag1']) assert.equal(bench.ask(A, by(field)).wish, null);
  assert.equal(bench.ask(A, by('mixed1')).wish, null, 'asked for as often as the index it would replace');
  assert.equal(bench.ask(A, by('mixed1')).wish, null);
  assert.deepEqual(bench.ask(A, by('mixed1')).wish?.drop, names[2]);
  const made = bench.grant(A, by('mixed1'));
  assert.deepEqual(bench.indexes(), [...names.filter((name) => name !== names[2]), made]);
  assert.equal(bench.ask(A, by('password')).wish, null, 'no order of secrets is kept');
  bench.writer.dropShort();
  assert.equal(bench.indexes().length, INDEXES_OF_BUCKET);
  const ids = Array.from({ length: LONG_LIST / 2 + 1 }, (_, at) => `r${at}`);
  bench.write(
    A,
    ids.map((id) => ({ op: 'erase', kind: KIND.name, id })),
  );
  bench.writer.dropShort();
  assert.deepEqual(bench.indexes(), []);
});
