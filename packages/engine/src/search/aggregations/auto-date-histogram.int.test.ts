import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { Engine } from '../../engine.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Visit {
  readonly ts1?: number;
  /** None, one or several. */
  readonly times1?: readonly number[];
  readonly kw1: string;
}

const BEGIN = Date.UTC(2024, 2, 8, 3);
/** Every 20 minutes of five days in which New York's clocks change; some say nothing. */
const VISITS: readonly Visit[] = Array.from({ length: 360 }, (_, i) => ({
  ...(i % 7 !== 3 && { ts1: BEGIN + i * 20 * MINUTE }),
  ...(i % 5 !== 2 && { times1: i % 2 === 0 ? [BEGIN + i * HOUR] : [BEGIN + i * MINUTE, BEGIN + i * 90 * MINUTE] }),
  kw1: i < 30 ? 'first' : i % 3 === 0 ? 'third' : 'other',
}));

/** How columns are kept: numbered, as they are, not at all. */
const WAYS = {
  numbered: { asks: 0.25 },
  numbers: { asks: 0.25, mostKeys: 3 },
  tables: { limitBytes: 0 },
} as const;

const engines = new Map<string, Engine>();
let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auto-date-'));
  const properties = { ts1: { type: 'date' }, times1: { type: 'date' }, kw1: { type: 'keyword' } };
  for (const [way, columns] of Object.entries(WAYS)) {
    const engine = await Engine.open({ folder: join(folder, way), threads: 1, columns });
    engines.set(way, engine);
    const { documents } = engine.tenant('t1');
    await documents.create('visits', { mappings: { properties } });
    const put = (visit: Visit, i: number) => ({ kind: 'index', id: `v${i}`, source: JSON.stringify(visit) }) as const;
    await documents.write('visits', VISITS.map(put));
  }
});

after(async () => {
  for (const engine of engines.values()) await engine.close();
  await rm(folder, { recursive: true });
});

interface Bucket {
  readonly key: number;
  readonly doc_count: number;
  readonly last?: { readonly value: number | null };
}
interface Found {
  readonly interval: string;
  readonly buckets: readonly Bucket[];
}

const auto = (field: string, more: object = {}) => ({ auto_date_histogram: { field, ...more } });
const LAST = { last: { max: { field: 'ts1' } } };

async function ask(way: string, query: object, aggs: object): Promise<Record<string, unknown>> {
  const tenant = engines.get(way)?.tenant('t1');
  const { aggregations } = (await tenant?.search(['visits'], parseSearch({ size: 0, query, aggs }))) ?? {};
  return Object(aggregations);
}

/** Buckets and their documents as a plain count of the visits finds them. */
function counted({ buckets }: Found, visits: readonly Visit[], timesOf: (visit: Visit) => readonly number[]) {
  return buckets.map(({ key }, i) => {
    const end = buckets[i + 1]?.key ?? Number.POSITIVE_INFINITY;
    return visits.filter((visit) => timesOf(visit).some((at) => at >= key && at < end)).length;
  });
}

const single = ({ ts1 }: Visit): readonly number[] => (ts1 === undefined ? [] : [ts1]);
const counts = ({ buckets }: Found): readonly number[] => buckets.map(({ doc_count }) => doc_count);

for (const way of Object.keys(WAYS)) {
  test(`[AGG-10] days of 23 hours are counted whole where columns are kept as ${way}`, async () => {
    const time_zone = 'America/New_York';
    const { a } = await ask(way, { match_all: {} }, { a: { ...auto('ts1', { buckets: 6, time_zone }), aggs: LAST } });
    const found = a as Found;
    assert.equal(found.interval, '1d');
    assert.deepEqual(
      found.buckets.slice(1).map(({ key }, i) => (key - (found.buckets[i]?.key ?? 0)) / HOUR),
      [24, 24, 24, 23, 24],
    );
    assert.deepEqual(counts(found), counted(found, VISITS, single));
    for (const [i, { last }] of found.buckets.entries()) {
      const end = found.buckets[i + 1]?.key ?? Number.POSITIVE_INFINITY;
      const own = VISITS.flatMap(single).filter((at) => at < end);
      assert.equal(last?.value, Math.max(...own));
    }
  });

  test(`[AGG-10] each bucket around settles its own interval where columns are kept as ${way}`, async () => {
    const query = { range: { ts1: { gte: '2024-03-08T04:00:00Z', lt: '2024-03-12' } } };
    const aggs = { kinds: { terms: { field: 'kw1' }, aggs: { a: auto('ts1', { buckets: 5 }) } } };
    const { kinds } = await ask(way, query, aggs);
    const { buckets } = kinds as { readonly buckets: readonly { readonly key: string; readonly a: Found }[] };
    assert.deepEqual(
      buckets.map(({ key, a }) => [key, a.interval]),
      [
        ['other', '1d'],
        ['third', '1d'],
        ['first', '3h'],
      ],
    );
    const [from, to] = [Date.UTC(2024, 2, 8, 4), Date.UTC(2024, 2, 12)];
    for (const { key, a } of buckets) {
      const own = VISITS.filter(({ kw1, ts1 = 0 }) => kw1 === key && ts1 >= from && ts1 < to);
      assert.deepEqual(counts(a), counted(a, own, single));
    }
  });

  test(`[AGG-10] a document counts once in each bucket its times lie in where columns are kept as ${way}`, async () => {
    const { a } = await ask(way, { match_all: {} }, { a: auto('times1', { buckets: 10 }) });
    const found = a as Found;
    assert.deepEqual(
      counts(found),
      counted(found, VISITS, ({ times1 = [] }) => times1),
    );
  });

  test(`[AGG-10] documents without a time stand at the one given where columns are kept as ${way}`, async () => {
    const missing = '2024-03-10T12:00:00Z';
    const { a } = await ask(way, { match_all: {} }, { a: auto('ts1', { buckets: 12, missing }) });
    const found = a as Found;
    assert.deepEqual(
      counts(found),
      counted(found, VISITS, ({ ts1 = Date.parse(missing) }) => [ts1]),
    );
  });

  test(`[AGG-10] nothing found is no bucket where columns are kept as ${way}`, async () => {
    const { a } = await ask(way, { term: { kw1: 'nobody' } }, { a: auto('ts1') });
    assert.deepEqual((a as Found).buckets, []);
  });
}
