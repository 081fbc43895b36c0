import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpenedSample, type Row, SAMPLE } from './sample.fixture.ts';

/** So many that in the end no table is asked for a page. */
const PAGES = 60;

const rows = Array.from(
  { length: 300 },
  (_, i): Row => ({
    kw1: `k${i}`,
    kw2: i % 3 === 0 ? null : `w${i % 4}`,
    txt1: `some ${i % 5} words`,
    int1: i % 7,
    num1: i / 8,
    flag1: i % 2 === 0,
    ts1: 1_700_000_000_000 + i,
    obj1: { int2: i % 6 === 0 ? null : i },
  }),
);

test('[AGG-28] pages of a template are the same from the table and from memory, before lists and system fields come and after', async (t) => {
  const sample = await OpenedSample.open(rows);
  t.after(() => sample.close());
  const page = async (from: number): Promise<unknown> => {
    const { hits } = await sample.search({ from, size: 10, query: { range: { int1: { gte: 0 } } }, sort: ['ts1'] });
    return hits.hits;
  };
  const told = async (): Promise<void> => {
    const first = new Map<number, unknown>();
    for (let i = 0; i < PAGES; i++) {
      const from = 50 * (i % 6);
      const hits = await page(from);
      if (first.has(from)) assert.deepEqual(hits, first.get(from), `page ${i}`);
      else first.set(from, hits);
    }
  };
  await told();
  const later = [{ kw1: 'late', int1: 3, ts1: 1_600_000_000_000, tags1: ['a', 'b'], pt1: { lat: 1, lon: 2 } }];
  await sample.tenant.applyBatch(SAMPLE.name, {
    batch: 'later',
    requestId: 'later',
    rows: { format: 'rows', rows: later },
    structural: [],
    system: { _batch: 'later', _ts: 1_700_000_000_001, _title: 'Late' },
  });
  await told();
  const { hits } = await sample.search({ size: 1, sort: ['ts1'] });
  assert.deepEqual(hits.hits[0]?._source, {
    kw1: 'late',
    int1: 3,
    ts1: 1_600_000_000_000,
    tags1: ['a', 'b'],
    pt1: { lat: 1, lon: 2 },
    _batch: 'later',
    _ts: 1_700_000_000_001,
    _title: 'Late',
  });
});

test('[AGG-28] pages from memory go on while batches come in, each document with what its own batch gave it', async (t) => {
  const sample = await OpenedSample.open(rows);
  t.after(() => sample.close());
  const latest = async (size: number): Promise<readonly unknown[]> => {
    const { hits } = await sample.search({ size, sort: [{ ts1: 'desc' }] });
    return hits.hits.map(({ _source }) => _source);
  };
  for (let i = 0; i < PAGES; i++) await latest(30);
  const later: Row[] = [];
  for (let batch = 0; batch < 12; batch++) {
    const more = Array.from({ length: 9 }, (_, i): Row => {
      const n = rows.length + later.length + i;
      return { kw1: `k${n}`, ...(n % 2 === 0 && { txt1: `word ${n}` }), num1: n / 8, ts1: 1_700_000_000_000 + n };
    });
    await sample.tenant.applyBatch(SAMPLE.name, {
      batch: `b${batch}`,
      requestId: `b${batch}`,
      rows: { format: 'rows', rows: more },
      structural: [],
      system: { _batch: `b${batch}` },
    });
    later.push(...more.map((row) => ({ ...row, _batch: `b${batch}` })));
    for (let i = 0; i < 3; i++) assert.deepEqual(await latest(later.length), later.toReversed());
  }
});
