import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import fc from 'fast-check';
import { Engine } from '../../engine.ts';
import type { TenantIndexes } from '../../tenant.ts';
import type { Snapshot } from '../snapshot.ts';

/** Random histories per run of the suite; a longer hunt sets COLUMNS_RUNS. */
const RUNS = Number(process.env.COLUMNS_RUNS ?? 15);

let folder = '';
let kept: Engine;
let plain: Engine;
let few: Engine;
/** Has room for numbered values of some thousand documents, and none for their numbers as they are beside others. */
let tight: Engine;
/** Has no room for numbers of some thousand documents, or of a hundred. */
let tighter: Engine;
let tightest: Engine;
let made = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columns-'));
  kept = await Engine.open({ folder: join(folder, 'kept'), threads: 1, columns: { asks: 0.25 } });
  few = await Engine.open({ folder: join(folder, 'few'), threads: 1, columns: { asks: 0.25, mostKeys: 3 } });
  const within = (name: string, limitBytes: number): Promise<Engine> =>
    Engine.open({ folder: join(folder, name), threads: 1, columns: { asks: 0.25, mostKeys: 300, limitBytes } });
  tight = await within('tight', 60_000);
  tighter = await within('tighter', 40_000);
  tightest = await within('tightest', 1200);
  plain = await Engine.open({ folder: join(folder, 'plain'), threads: 1, columns: { limitBytes: 0 } });
});

after(async () => {
  await kept.close();
  await few.close();
  await tight.close();
  await tighter.close();
  await tightest.close();
  await plain.close();
  await rm(folder, { recursive: true });
});

const MAPPINGS = {
  properties: {
    kw: { type: 'keyword' },
    city: { type: 'keyword' },
    num: { type: 'integer' },
    dec: { type: 'double' },
    flag: { type: 'boolean' },
    ts: { type: 'date' },
    pt: { type: 'geo_point' },
    words: { type: 'text' },
    n: { type: 'nested', properties: { m0: { type: 'long' }, m1: { type: 'keyword' } } },
  },
};

const document = fc.record(
  {
    kw: fc.constantFrom('a', 'b', 'ä', '\u{10000}', '\uffff', ''),
    city: fc.constantFrom('Solo', 'Bogor', 'Medan'),
    num: fc.integer({ min: -5, max: 5 }),
    dec: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    flag: fc.boolean(),
    // a number below -9999 would be a year
    ts: fc.integer({ min: 0, max: 40 }).map((day) => day * 43_200_000),
    pt: fc.record({ lat: fc.integer({ min: -80, max: 80 }), lon: fc.integer({ min: -179, max: 179 }) }),
    words: fc.constantFrom('quick fox', 'lazy dog', 'quick dog'),
    n: fc.array(fc.record({ m0: fc.nat(3), m1: fc.constantFrom('x', 'y') }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

const metric = fc.constantFrom(
  { stats: { field: 'num' } },
  { extended_stats: { field: 'dec' } },
  { avg: { field: 'dec' } },
  { sum: { field: 'ts' } },
  { max: { field: 'flag' } },
  { value_count: { field: 'kw' } },
  { cardinality: { field: 'city' } },
  { percentiles: { field: 'num' } },
  { percentile_ranks: { field: 'dec', values: [-10, 0, 100] } },
  { median_absolute_deviation: { field: 'num' } },
  { weighted_avg: { value: { field: 'dec' }, weight: { field: 'num' } } },
  { geo_bounds: { field: 'pt' } },
  { geo_centroid: { field: 'pt' } },
  { missing: { field: 'num' } },
  { value_count: { field: 'n.m0' } },
  { nested: { path: 'n' }, aggs: { kinds: { cardinality: { field: 'n.m1' } }, most: { max: { field: 'n.m0' } } } },
  { filters: { filters: { x: { term: { kw: 'a' } }, y: { range: { num: { gte: 1 } } } } } },
  { range: { field: 'dec', ranges: [{ to: 0 }, { from: -5, to: 5 }, { from: 1 }] } },
  { date_range: { field: 'ts', ranges: [{ to: '1970-01-05' }, { from: '1970-01-05' }] } },
  { geo_distance: { field: 'pt', origin: '0,0', unit: 'km', ranges: [{ to: 5000 }, { from: 5000 }] } },
);

const buckets = fc.constantFrom<Record<string, unknown>>(
  { terms: { field: 'kw', size: 3 } },
  { terms: { field: 'city', order: { _key: 'desc' }, min_doc_count: 2 } },
  { terms: { field: 'num', missing: 7 } },
  { terms: { field: 'flag' } },
  { histogram: { field: 'num', interval: 2 } },
  { date_histogram: { field: 'ts', calendar_interval: 'day' } },
  { date_histogram: { field: 'ts', calendar_interval: 'month', time_zone: 'Asia/Jakarta' } },
  { auto_date_histogram: { field: 'ts', buckets: 3 } },
  { auto_date_histogram: { field: 'ts', buckets: 12, time_zone: 'Europe/Berlin', missing: '1970-01-20T10:00:00Z' } },
  { variable_width_histogram: { field: 'dec', buckets: 3 } },
  { geohash_grid: { field: 'pt', precision: 1 } },
  { multi_terms: { terms: [{ field: 'city' }, { field: 'flag' }] } },
  { significant_terms: { field: 'kw', min_doc_count: 1 } },
  { filter: { term: { city: 'Solo' } } },
);

const composite = fc.constantFrom<Record<string, unknown>>(
  { composite: { sources: [{ a: { terms: { field: 'city', order: 'desc' } } }, { b: { terms: { field: 'num' } } }] } },
  { composite: { sources: [{ a: { terms: { field: 'kw', missing_bucket: true } } }], size: 2 } },
);

const aggregation = fc.oneof(
  metric,
  composite,
  fc.tuple(buckets, metric).map(([around, inside]) => ({ ...around, aggs: { m: inside } })),
  fc.tuple(buckets, buckets, metric).map(([a, b, m]) => ({ ...a, aggs: { b: { ...b, aggs: { m } } } })),
);

const query = fc.constantFrom<Record<string, unknown>>(
  { match_all: {} },
  { match_all: {} },
  { range: { ts: { gte: '1970-01-03', lt: '1970-01-15' } } },
  { term: { city: 'Solo' } },
  { range: { num: { gte: -1, lt: 4 } } },
  { match: { words: 'quick' } },
  { bool: { filter: [{ term: { flag: true } }], must_not: [{ term: { kw: 'b' } }] } },
);

const analysis = fc.record({ query, aggs: fc.record({ x: aggregation, y: aggregation }) });

const clause = fc.constantFrom<Record<string, unknown>>(
  { term: { kw: 'ä' } },
  { terms: { city: ['Solo', 'Bogor'] } },
  { terms: { num: [1, 2, 9] } },
  { terms: { dec: [0, -0.5, 12] } },
  { terms: { flag: [true, false] } },
  { range: { dec: { gt: -10, lte: 1e5 } } },
  { range: { ts: { gte: '1970-01-03', lt: '1970-01-15' } } },
  { range: { kw: { gt: 'a', lte: '\uffff' } } },
  { range: { num: { lt: 3 } } },
  { exists: { field: 'dec' } },
  { prefix: { city: 'S' } },
  { prefix: { kw: 'ä' } },
  { prefix: { city: 'Bog' } },
  { prefix: { city: 'Solo' } },
  { prefix: { city: 'Medan' } },
  { prefix: { kw: '\u{10000}' } },
  { wildcard: { city: '*o*' } },
  { wildcard: { city: 'B*g?r' } },
  { wildcard: { city: '*n' } },
  { term: { city: 'Medan' } },
  { terms: { kw: ['a', '', '\u{10000}'] } },
  { range: { city: { gte: 'Bogor', lt: 'Solo' } } },
  { exists: { field: 'city' } },
  { range: { ts: { gte: '1970-01-05', lte: '1970-01-05' } } },
  { term: { flag: false } },
  { match: { words: 'dog' } },
  { match_phrase: { words: 'quick dog' } },
  { match_phrase: { words: { query: 'dog quick', slop: 2 } } },
  { nested: { path: 'n', query: { term: { 'n.m1': 'x' } } } },
  { geo_bounding_box: { pt: { top_left: '60,-100', bottom_right: '-60,100' } } },
  { match_all: {} },
);
const some = fc.array(clause, { maxLength: 2 });
const found = fc.oneof(
  clause,
  fc.record({ must: some, filter: some, should: some, must_not: some }, { requiredKeys: [] }).map((bool) => ({ bool })),
  clause.map((filter) => ({ constant_score: { filter, boost: 2 } })),
);
const order = fc.constantFrom(
  { sort: [{ num: 'desc' }, { kw: 'asc' }], after: [2, 'b'] },
  { sort: [{ dec: { order: 'asc', missing: '_first' } }], after: [null] },
  { sort: [{ city: 'desc' }, { ts: 'asc' }], after: ['Medan', 432_000_000] },
  { sort: [{ kw: { order: 'asc' } }, { flag: 'desc' }], after: ['\uffff', true] },
  { sort: [{ ts: 'desc' }, { num: 'asc' }], after: [null, 0] },
  { sort: [{ num: { order: 'asc', missing: 3 } }, { _doc: 'asc' }], after: [3, 2] },
  { sort: [{ num: 'asc' }, { dec: 'desc' }], after: [0.5, 1e3] },
  { sort: ['_score', { city: 'asc' }], after: [1, 'Medan'] },
);
const page = fc.oneof(
  fc.record({ query: found, size: fc.constantFrom(3, 20) }),
  fc
    .record({ query: found, size: fc.constantFrom(3, 20), by: order, isFirst: fc.boolean() })
    .map(({ by, isFirst, ...rest }) => ({ ...rest, sort: by.sort, ...(!isFirst && { search_after: by.after }) })),
);

const search = fc.oneof(analysis, page);

const id = fc.nat(30).map((n) => `d${n}`);
const put = fc.record({
  kind: fc.constant('index' as const),
  id,
  source: document.map((each) => JSON.stringify(each)),
});
const remove = fc.record({ kind: fc.constant('delete' as const), id });
const operations = fc.array(fc.oneof({ weight: 4, arbitrary: put }, remove), { minLength: 1, maxLength: 12 });

/** What happens one after the other: a write with a search beside it, searches, the data held as they are now. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('write' as const), operations, search }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('search' as const), search }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hold' as const) }) },
);

/** Equal but for the last digits of sums, which depend on the order of adding. */
function same(actual: unknown, expected: unknown, path: string): void {
  if (typeof actual === 'number' && typeof expected === 'number') {
    const near = Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(actual), Math.abs(expected));
    assert.ok(near, `${path}: with columns ${actual}, without ${expected}`);
  } else if (typeof actual === 'object' && typeof expected === 'object' && actual !== null && expected !== null) {
    assert.deepEqual(Object.keys(actual), Object.keys(expected), path);
    const found = new Map(Object.entries(actual));
    for (const [key, value] of Object.entries(expected)) same(found.get(key), value, `${path}.${key}`);
  } else assert.deepEqual(actual, expected, path);
}

type Asked = Pick<TenantIndexes, 'search'>;

async function answer(of: Asked, name: string, body: object): Promise<unknown> {
  const { hits, aggregations } = await of.search([name], parseSearch({ size: 0, ...body }));
  const shown = hits.hits.map(({ _id, _score, sort, _source }) => [_id, _score, sort, String(_source)]);
  return { total: hits.total.value, most: hits.max_score, shown, aggregations };
}

const isSame = (actual: unknown, expected: unknown): boolean => {
  try {
    same(actual, expected, '');
    return true;
  } catch {
    return false;
  }
};

/** The same index in both engines; each step is taken in both. */
class Pair {
  readonly name: string;
  readonly #kept: TenantIndexes;
  readonly #plain = plain.tenant('t1');
  readonly #held: (readonly [kept: Snapshot, plain: Snapshot])[] = [];

  constructor(name: string, engine: Engine) {
    this.name = name;
    this.#kept = engine.tenant('t1');
  }

  async open(): Promise<void> {
    for (const tenant of [this.#kept, this.#plain]) await tenant.documents.create(this.name, { mappings: MAPPINGS });
  }

  async close(): Promise<void> {
    for (const snapshot of this.#held.flat()) await snapshot.close();
    for (const tenant of [this.#kept, this.#plain]) await tenant.documents.remove([this.name]);
  }

  async hold(): Promise<void> {
    this.#held.push([await this.#kept.snapshot(), await this.#plain.snapshot()]);
  }

  async ask(body: object): Promise<void> {
    const about = JSON.stringify(body);
    same(await answer(this.#kept, this.name, body), await answer(this.#plain, this.name, body), about);
    for (const [own, other] of this.#held) {
      same(await answer(own, this.name, body), await answer(other, this.name, body), `held: ${about}`);
    }
  }

  /** A search beside a write sees all of it or nothing. */
  async write(written: Parameters<TenantIndexes['documents']['write']>[1], body: object): Promise<void> {
    const earlier = await answer(this.#plain, this.name, body);
    const [, beside] = await Promise.all([
      this.#kept.documents.write(this.name, written),
      answer(this.#kept, this.name, body),
    ]);
    await this.#plain.documents.write(this.name, written);
    const later = await answer(this.#plain, this.name, body);
    assert.ok(isSame(beside, earlier) || isSame(beside, later), `beside a write: ${JSON.stringify(body)}`);
  }
}

const adding = (documents: readonly object[], prefix: string) =>
  documents.map((each, i) => ({ kind: 'index', id: prefix + i, source: JSON.stringify(each) }) as const);

test('[AGG-28] kept columns answer as the tables do, whatever is written, removed and held in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(2), fc.array(step, { minLength: 4, maxLength: 25 }), async (which, steps) => {
      // Columns with few different values are numbered, others kept as they are: small data can have but one or the other.
      const pair = new Pair(`columns${made++}`, [kept, few, tightest][which] ?? kept);
      await pair.open();
      try {
        for (const each of steps) {
          if (each.kind === 'hold') await pair.hold();
          else if (each.kind === 'search') await pair.ask(each.search);
          else await pair.write(each.operations, each.search);
        }
      } finally {
        await pair.close();
      }
    }),
    {
      numRuns: RUNS,
      interruptAfterTimeLimit: 60_000,
      ...(process.env.COLUMNS_SEED && { seed: Number(process.env.COLUMNS_SEED) }),
    },
  );
});

test('[AGG-28] figures that go on over documents that are added are those of all', async () => {
  const asked = fc.array(analysis, { minLength: 1, maxLength: 2 });
  const added = fc.array(fc.array(document, { minLength: 1, maxLength: 12 }), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.nat(2), asked, added, fc.nat(3), async (which, analyses, steps, held) => {
      const pair = new Pair(`added${made++}`, [kept, few, tightest][which] ?? kept);
      await pair.open();
      try {
        for (const [at, documents] of steps.entries()) {
          await pair.write(adding(documents, `${at}-`), {});
          if (at === held) await pair.hold();
          for (let again = 0; again < 2; again++) for (const body of analyses) await pair.ask(body);
        }
      } finally {
        await pair.close();
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  );
});

test('[AGG-28] buckets alike in size keep their order while a column makes room for another', async () => {
  const pair = new Pair('room', tightest);
  await pair.open();
  const steps = [
    [{ num: 0 }, { city: 'Solo' }, { kw: 'b', city: 'Medan', num: 3 }],
    [{}, { kw: 'b', city: 'Medan', num: 5 }, { kw: 'b', num: -3 }, { kw: '', city: 'Medan', num: -5 }],
    [
      { kw: 'x', city: 'Medan', num: -4 },
      { kw: 'b', city: 'Bogor' },
      { kw: '', num: 1 },
    ],
    [
      { kw: 'y', city: 'Bogor', num: 1 },
      { kw: 'b', city: 'Solo', num: -5 },
      { kw: '', city: 'Bogor' },
    ],
  ];
  const aggs = { y: { terms: { field: 'num', missing: 7 } }, x: { terms: { field: 'kw', size: 3 } } };
  for (const [at, documents] of steps.entries()) {
    await pair.write(adding(documents, `${at}-`), {});
    for (let again = 0; again < 3; again++) await pair.ask({ query: { term: { city: 'Solo' } }, aggs });
  }
  await pair.close();
});

test('[AGG-28] documents between times whose column has no room in memory are counted as the table counts them, while rows come and go', async () => {
  const index = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => {
      const [id, ts] = [`d${from + i}`, (from + i) * 1000];
      return { kind: 'index', id, source: JSON.stringify({ ts, kw: `k${i % 5}`, city: `c${i % 3}` }) } as const;
    });
  const between = (gte: number, lt: number) => ({ range: { ts: { gte, lt } } });
  const ask = async (pair: Pair): Promise<void> => {
    for (const query of [between(500_000, 900_000), between(0, 9e9), between(2_000_000, 2_100_000)])
      for (let again = 0; again < 3; again++) {
        const sources = [{ a: { terms: { field: 'kw' } } }, { b: { terms: { field: 'city' } } }];
        await pair.ask({ query, size: 0, aggs: { a: { composite: { sources } } } });
        await pair.ask({
          query,
          size: 0,
          aggs: { a: { terms: { field: 'kw' }, aggs: { b: { avg: { field: 'ts' } } } } },
        });
        await pair.ask({ query, size: 0, aggs: { a: { date_histogram: { field: 'ts', fixed_interval: '100s' } } } });
      }
  };
  const removed = Array.from({ length: 80 }, (_, i) => ({ kind: 'delete', id: `d${600 + i}` }) as const);
  for (const [name, engine] of Object.entries({ tight, tighter })) {
    const pair = new Pair(name, engine);
    await pair.open();
    await pair.write(index(0, 3000), {});
    await ask(pair);
    await pair.write([...index(3000, 100), ...removed], {});
    await ask(pair);
    await pair.close();
  }
});

test('[AGG-28] comparisons of several columns, a rare one among them, find what the table finds, while rows come and go', async () => {
  const index = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => {
      const n = from + i;
      const given = { ts: n * 1000, num: n % 11, kw: `k${n % 97}`, dec: (n * 7919) % 3001, flag: n % 3 === 0 };
      const source = n % 130 === 0 ? { ts: n * 1000, kw: 'k5' } : given;
      return { kind: 'index', id: `d${n}`, source: JSON.stringify(source) } as const;
    });
  const rare = { term: { kw: 'k5' } };
  const wide = { range: { num: { gte: 3 } } };
  const queries = [
    { bool: { filter: [rare, wide] } },
    { bool: { filter: [rare, wide, { term: { flag: true } }], must_not: [{ term: { num: 4 } }] } },
    { bool: { must: [rare, wide], filter: [{ range: { ts: { gte: 400_000, lt: 2_000_000 } } }] } },
    { bool: { must: [rare], should: [{ term: { flag: false } }] } },
    { bool: { filter: [wide, { range: { num: { lt: 7 } } }, rare, { exists: { field: 'flag' } }] } },
    { bool: { filter: [{ terms: { kw: ['k1', 'k96', 'none'] } }, { terms: { ts: [1000, 98_000, 2_999_000] } }] } },
    { terms: { dec: [7, 7919 % 3001, 3000, 0.5] } },
    { terms: { ts: [0, 1000, 1024_000, 2_047_000, 3_050_000, 7] } },
    { bool: { filter: [{ terms: { ts: [5000, 9000] } }, { term: { ts: 9000 } }] } },
  ];
  const pair = new Pair('rare', kept);
  const ask = async (): Promise<void> => {
    for (let again = 0; again < 4; again++)
      for (const query of queries) {
        await pair.ask({ query, size: 5 });
        await pair.ask({ query, size: 5, from: again, sort: [{ dec: 'desc' }, { ts: 'asc' }] });
      }
  };
  await pair.open();
  await pair.write(index(0, 3000), {});
  await ask();
  await pair.hold();
  const removed = Array.from({ length: 80 }, (_, i) => ({ kind: 'delete', id: `d${i * 3}` }) as const);
  await pair.write([...index(3000, 100), ...removed], {});
  await ask();
  await pair.close();
});
