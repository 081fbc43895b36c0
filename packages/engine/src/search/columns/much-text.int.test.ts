import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { DuckDBConnection } from '@duckdb/node-api';
import type { WriteOperation } from '../../documents/operation.ts';
import { StoredSample } from '../../documents/stored.fixture.ts';
import type { TenantIndexes } from '../../tenant.ts';
import { sql } from '../sql.ts';
import { textBytes } from './read-columns.ts';

/** Documents with a text each that no other has. */
async function filled(memoryLimitMb: number, count: number, textOf: (i: number) => string): Promise<StoredSample> {
  const sample = await StoredSample.open({ memoryLimitMb });
  await sample.index('docs', { trace: { type: 'keyword' } });
  for (let from = 0; from < count; from += 20_000) {
    const operations = Array.from({ length: Math.min(20_000, count - from) }, (_, i): WriteOperation => {
      const source = JSON.stringify({ trace: textOf(from + i) });
      return { kind: 'index', id: `a long id of many ${from + i}`, source };
    });
    await sample.tenant.documents.write('docs', operations);
  }
  return sample;
}

/** Asks for one document after the other, so often that columns are taken into memory. */
async function found(sample: StoredSample, textOf: (i: number) => string): Promise<readonly unknown[]> {
  const ids: unknown[] = [];
  for (let i = 0; i < 24; i++) {
    const { hits } = await sample.search('docs', { query: { term: { trace: textOf(i * 997) } } });
    ids.push(...hits.hits.map(({ _id }) => _id));
  }
  return ids;
}

const expected = Array.from({ length: 24 }, (_, i) => `a long id of many ${i * 997}`);

for (const [what, memory, count, textOf] of [
  ['columns of very many texts are read in parts', 96, 400_000, (i: number) => `trace ${i}`],
  ['a search answers without a column DuckDB has no memory for', 48, 100_000, (i: number) => `${'x'.repeat(250)}${i}`],
] as const)
  test(`[API-31] ${what}`, async () => {
    const sample = await filled(memory, count, textOf);
    try {
      assert.deepEqual(await found(sample, textOf), expected);
    } finally {
      await sample.close();
    }
  });

/** A text no other document has, but for each seventh, which has that of the one before, and each eleventh, which has none. */
const traceOf = (i: number): string | null => (i % 11 === 0 ? null : `${'trace '.repeat(9)}${i % 7 === 0 ? i - 1 : i}`);

const documentOf = (i: number) => ({ trace: traceOf(i), level: i % 3, n: i });

const QUERIES = Array.from({ length: 40 }, (_, i) => {
  const [own, other] = [
    { term: { trace: String(traceOf(i * 37 + 1)) } },
    { term: { trace: String(traceOf(i * 53 + 6)) } },
  ];
  const values = [6, 7, 13, 400, 1999].map((each) => String(traceOf(each + i)));
  const { level } = { level: { term: { level: i % 3 } } };
  return [
    own,
    { terms: { trace: values } },
    { bool: { filter: [own, level] } },
    { bool: { should: [own, other, level] } },
    { bool: { must: [level], must_not: [own, other] } },
  ][i % 5];
});

async function answers(on: Pick<TenantIndexes, 'search'>): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (const query of QUERIES) {
    const { hits } = await on.search(['docs'], parseSearch({ query, size: 20, track_total_hits: true }));
    all.push([hits.total?.value, hits.hits.map(({ _id, _score }) => [_id, _score])]);
  }
  return all;
}

test('[API-31] documents with one of very many texts are found by their hashes as by looking at all, through writes and in snapshots', async () => {
  const samples = [
    await StoredSample.open({ columns: { limitBytes: 100_000, asks: 0.25, mostKeys: 300 } }),
    await StoredSample.open({ columns: { limitBytes: 0 } }),
  ] as const;
  const each = <T>(work: (sample: StoredSample) => Promise<T>): Promise<readonly T[]> => Promise.all(samples.map(work));
  const put = (from: number, to: number, moved = 0) =>
    each((sample) =>
      sample.put(
        'docs',
        Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`d${from + i}`, documentOf(from + i + moved)])),
      ),
    );
  const same = async (on: (sample: StoredSample) => Pick<TenantIndexes, 'search'>, why: string): Promise<unknown> => {
    const [found, expected] = await each((sample) => answers(on(sample)));
    assert.deepEqual(found, expected, why);
    return found;
  };
  try {
    await each((sample) =>
      sample.index('docs', { trace: { type: 'keyword' }, level: { type: 'integer' }, n: { type: 'integer' } }),
    );
    await put(0, 2500);
    const first = await same(({ tenant }) => tenant, 'as they came');
    const snapshots = await each(({ tenant }) => tenant.snapshot());
    await put(2500, 2600);
    await put(100, 160, 5000);
    await each(({ tenant }) =>
      tenant.documents.write(
        'docs',
        [7, 13, 400].map((i) => ({ kind: 'delete', id: `d${i}` }) as const),
      ),
    );
    await same(({ tenant }) => tenant, 'some written over, some removed');
    await put(2600, 3900);
    await same(({ tenant }) => tenant, 'many more');
    const [kept, plain] = snapshots;
    assert.deepEqual([kept && (await answers(kept)), plain && (await answers(plain))], [first, first]);
    for (const snapshot of snapshots) await snapshot.close();
  } finally {
    await each((sample) => sample.close());
  }
});

test('[API-31] texts that are far too much for the memory are not all unpacked to find that out', async () => {
  const connection = await DuckDBConnection.create();
  await connection.run("CREATE TABLE t AS SELECT repeat('x', if(i < 256, 1000, 1)) AS v FROM range(10000) r(i)");
  const bytes = (room: number) => textBytes({ connection, table: 't', rows: 10_000 }, sql`v`, (asked) => asked <= room);
  assert.equal(await bytes(4_000_000), 10_000_000);
  assert.equal(await bytes(6_000_000), 256_000 + 9744);
  connection.closeSync();
});
