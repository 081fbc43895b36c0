import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseQuery, parseSearch } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { field, OpenedSample, SAMPLE } from './sample.fixture.ts';

const ROWS = [
  {
    kw1: 'a',
    int1: 3,
    num1: 0.5,
    tags1: ['m', 'k'],
    nums1: [5, 1],
    flag1: true,
    ts1: '2024-03-01T00:00:00Z',
    txt1: 'fox',
  },
  { kw1: 'b', int1: 1, num1: 0.5, tags1: ['b'], flag1: false, ts1: '2024-01-01T00:00:00Z', txt1: 'fox dog' },
  { kw1: 'c', num1: 0.25, nums1: [2], obj1: { kw3: 'deep', int2: 7 }, pt1: { lat: 1.5, lon: -2.5 }, txt1: 'cat' },
  { kw1: 'd', int1: 3, tags1: [], txt1: 'fox fox' },
  { kw1: '😀', int1: 2 },
  { kw1: 'ｚ', int1: 2 },
];

let sample: OpenedSample;
before(async () => {
  sample = await OpenedSample.open(ROWS);
  const other = { ...SAMPLE, name: 'other', fields: [...SAMPLE.fields, field('extra1', 'keyword')] };
  await sample.load(
    [
      { kw1: 'o1', int1: 2, txt1: 'fox' },
      { kw1: 'o2', extra1: 'only here' },
    ],
    other,
  );
});
after(() => sample.close());

const all = { match_all: {} };
const sorted = (sort: unknown, more: object = {}) => sample.keys(all, { sort, ...more });

test('[QRY-07] sorts ascending and descending, documents without a value last', async () => {
  assert.deepEqual(await sorted([{ int1: 'asc' }, 'kw1']), ['b', 'ｚ', '😀', 'a', 'd', 'c']);
  assert.deepEqual(await sorted([{ int1: 'desc' }, { kw1: 'desc' }]), ['d', 'a', '😀', 'ｚ', 'b', 'c']);
});

test('[QRY-07] missing puts documents without a value first, or where a value would be', async () => {
  assert.equal((await sorted([{ int1: { order: 'asc', missing: '_first' } }]))[0], 'c');
  assert.deepEqual(await sorted([{ int1: { order: 'asc', missing: 2.5 } }, 'kw1']), ['b', 'c', 'ｚ', '😀', 'a', 'd']);
});

test('[QRY-07] a list sorts by its least value ascending, its greatest descending, or as mode says', async () => {
  assert.deepEqual((await sorted([{ nums1: 'asc' }])).slice(0, 2), ['a', 'c']);
  assert.deepEqual((await sorted([{ nums1: 'desc' }])).slice(0, 2), ['a', 'c']);
  assert.deepEqual((await sorted([{ nums1: { order: 'asc', mode: 'max' } }])).slice(0, 2), ['c', 'a']);
  assert.deepEqual((await sorted([{ tags1: 'asc' }])).slice(0, 2), ['b', 'a']);
});

test('[API-31] sort values come with the hits; dates as milliseconds or in the asked format', async () => {
  const { hits } = await sample.search({
    sort: [{ ts1: { order: 'asc', format: 'dd/MM/yy' } }, { ts1: 'asc' }, 'flag1'],
    size: 3,
  });
  assert.deepEqual(
    hits.hits.map((hit) => hit.sort),
    [
      ['01/01/24', Date.UTC(2024, 0, 1), false],
      ['01/03/24', Date.UTC(2024, 2, 1), true],
      [null, null, null],
    ],
  );
  assert.ok(hits.hits.every((hit) => hit._score === null));
  assert.equal(hits.max_score, null);
});

test('[API-31] track_scores gives scores beside a sort', async () => {
  const { hits } = await sample.search({ query: { match: { txt1: 'fox' } }, sort: ['kw1'], track_scores: true });
  assert.ok(hits.hits.every((hit) => (hit._score ?? 0) > 0));
  assert.equal(hits.max_score, Math.max(...hits.hits.map((hit) => hit._score ?? 0)));
});

test('[API-31] search_after walks through every match once, whatever the sort', async () => {
  const sorts = [
    [{ int1: 'asc' }, { kw1: 'desc' }],
    [{ int1: { order: 'desc', missing: '_first' } }, 'kw1'],
    [{ num1: 'desc' }, '_doc'],
    [{ ts1: 'asc' }, 'kw1'],
    [{ flag1: 'desc' }, 'kw1'],
  ];
  for (const sort of sorts) {
    const expected = await sorted(sort);
    const walked: unknown[] = [];
    let after: readonly unknown[] | undefined;
    do {
      const { hits } = await sample.search({ sort, size: 2, ...(after && { search_after: after }) });
      walked.push(...hits.hits.map((hit) => hit._source?.kw1));
      assert.equal(hits.total.value, ROWS.length);
      after = hits.hits.at(-1)?.sort;
    } while (after);
    assert.deepEqual(walked, expected, JSON.stringify(sort));
  }
});

test('[API-31] search_after follows scores', async () => {
  const body = { query: { match: { txt1: 'fox' } }, sort: ['_score', 'kw1'], size: 1 };
  const first = await sample.search(body);
  const second = await sample.search({ ...body, search_after: first.hits.hits[0]?.sort });
  const both = await sample.search({ ...body, size: 2 });
  assert.deepEqual([...first.hits.hits, ...second.hits.hits], both.hits.hits);
});

test('[API-31] behind the last hit there is the highest score of those before, where there are any', async () => {
  const body = { sort: ['kw1'], track_scores: true, search_after: ['zzz'] };
  const highest = async (more: object) => (await sample.search({ ...body, ...more })).hits.max_score;
  assert.equal(await highest({}), 1);
  assert.equal(await highest({ size: 0 }), null);
  assert.equal(await highest({ query: { match_none: {} } }), null);
});

test('[API-31] a place that cannot be one in the order is refused, hits or none', async () => {
  const body = { sort: ['num1'], search_after: ['nonsense'] };
  const none = { query: { match_none: {} }, aggs: { all: { terms: { field: 'kw1' } } } };
  for (const more of [{}, { size: 0 }, none]) {
    await assert.rejects(sample.search({ ...body, ...more }), /"nonsense" is not a number/, JSON.stringify(more));
  }
  const at = (sort: string, place: unknown) => sample.search({ sort: [sort], search_after: [place] });
  await assert.rejects(at('int1', '2.5'), /For input string: "2\.5"/);
  await assert.rejects(at('_doc', 'x'), /For input string: "x"/);
});

test('[API-31] from and size cut a page', async () => {
  assert.deepEqual(await sorted(['kw1'], { from: 1, size: 2 }), ['b', 'c']);
  assert.deepEqual(await sorted(['kw1'], { from: 100 }), []);
});

test('[QRY-07] sorting a text or an unknown field is refused with the remedy', async () => {
  const isRefusal = (error: unknown) => error instanceof PlatformError && error.detail.code === 32;
  await assert.rejects(
    sample.search({ sort: ['txt1'] }),
    (error) => isRefusal(error) && /\[txt1\] of type \[text\]/.test(String(error)),
  );
  await assert.rejects(
    sample.search({ sort: ['nobody'] }),
    (error) => isRefusal(error) && /No mapping found for \[nobody\]/.test(String(error)),
  );
  assert.equal((await sorted([{ nobody: { unmapped_type: 'long' } }])).length, ROWS.length);
});

test('[IDX-09] _source gives back what was stored, empty fields left out, and the system fields', async () => {
  const { hits } = await sample.search({ query: { term: { kw1: 'c' } } });
  assert.deepEqual(hits.hits[0]?._source, {
    kw1: 'c',
    txt1: 'cat',
    num1: 0.25,
    nums1: [2],
    pt1: { lat: 1.5, lon: -2.5 },
    obj1: { kw3: 'deep', int2: 7 },
    _batch: 'batch-sample',
    _ts: 1_700_000_000_000,
  });
  assert.equal(hits.hits[0]?._index, 'sample');
});

test('[API-31] _source is filtered by patterns, or left out', async () => {
  const body = { query: { term: { kw1: 'c' } } };
  const some = await sample.search({ ...body, _source: { includes: ['obj1', 'n*'], excludes: ['*.int2', 'nums1'] } });
  assert.deepEqual(some.hits.hits[0]?._source, { num1: 0.25, obj1: { kw3: 'deep' } });
  const none = await sample.search({ ...body, _source: false, version: true });
  assert.deepEqual(Object.keys(none.hits.hits[0] ?? {}).sort(), ['_id', '_index', '_score', '_version']);
});

test('[API-31] a post filter narrows hits and total, not aggregations', async () => {
  const { hits, aggregations } = await sample.search({
    post_filter: { term: { int1: 3 } },
    aggs: { n: { value_count: { field: 'kw1' } } },
  });
  assert.equal(hits.total.value, 2);
  assert.deepEqual(aggregations?.n, { value: ROWS.length });
});

test('[API-31] the answer has OpenSearch’s shape', async () => {
  const answer = await sample.search({ size: 0 });
  assert.deepEqual(Object.keys(answer), ['took', 'timed_out', '_shards', 'hits']);
  assert.deepEqual(answer._shards, { total: 1, successful: 1, skipped: 0, failed: 0 });
  assert.deepEqual(answer.hits, { total: { value: 6, relation: 'eq' }, max_score: null, hits: [] });
});

test('[API-31] several indexes answer as one', async () => {
  const both = ['sample', 'other'];
  const { hits } = await sample.search({ sort: [{ int1: 'asc' }, 'kw1'], size: 100 }, both);
  assert.deepEqual(
    hits.hits.map((hit) => hit._source?.kw1),
    ['b', 'o1', 'ｚ', '😀', 'a', 'd', 'c', 'o2'],
  );
  assert.equal(hits.total.value, 8);
  const { aggregations } = await sample.search(
    {
      size: 0,
      aggs: {
        t: {
          terms: { field: 'int1' },
          aggs: { top: { top_hits: { size: 1, sort: [{ kw1: 'asc' }], _source: ['kw1'] } } },
        },
        x: { terms: { field: 'extra1' } },
      },
    },
    both,
  );
  const buckets = aggregations?.t?.buckets as readonly {
    key: number;
    doc_count: number;
    top: { hits: { hits: readonly { _index: string; _source: unknown }[] } };
  }[];
  assert.deepEqual(
    buckets.map(({ key, doc_count }) => [key, doc_count]),
    [
      [2, 3],
      [3, 2],
      [1, 1],
    ],
  );
  assert.deepEqual(
    buckets[0]?.top.hits.hits.map(({ _index, _source }) => [_index, _source]),
    [['other', { kw1: 'o1' }]],
  );
  assert.deepEqual(aggregations?.x?.buckets, [{ key: 'only here', doc_count: 1 }]);
  const scored = await sample.search({ query: { match: { txt1: 'fox' } }, size: 100 }, both);
  const scores = scored.hits.hits.map((hit) => hit._score ?? 0);
  assert.deepEqual(
    scores,
    [...scores].sort((a, b) => b - a),
  );
  assert.equal(scores.length, 4);
});

test('[API-31] a search names at least one index', async () => {
  await assert.rejects(sample.search({}, []), (error) => error instanceof PlatformError && error.detail.code === 32);
});

test('[IDX-10] what was written is found by the next search', async () => {
  const fresh = await OpenedSample.open(ROWS);
  await fresh.tenant.putDocument('sample', { kw1: 'new', txt1: 'zebra' });
  assert.deepEqual(await fresh.keys({ match: { txt1: 'zebra' } }), ['new']);
  const { hits } = await fresh.search({ query: { term: { kw1: 'new' } } });
  assert.equal(await fresh.tenant.deleteDocuments('sample', [String(hits.hits[0]?._id)]), 1);
  assert.deepEqual(await fresh.keys({ match: { txt1: 'zebra' } }), []);
  await fresh.close();
});

test('[SEC-02] a tenant has its own indexes; a name of another is not there', async () => {
  await assert.rejects(
    sample.engine.tenant('tenant-b').search(['sample'], parseSearch({})),
    (error) => error instanceof PlatformError && error.detail.code === 34,
  );
});

test('[API-32] a scan gives every match once, in order of arrival, from one snapshot', async () => {
  const seen: unknown[] = [];
  for await (const page of sample.tenant.scan(['sample', 'other'], parseQuery({ match: { txt1: 'fox' } }))) {
    seen.push(...page.map((hit) => hit._source?.kw1));
  }
  assert.deepEqual(seen, ['a', 'b', 'd', 'o1']);
});

test('[API-32] a scan that nobody reads on lets go of the engine', async () => {
  const scanned = await OpenedSample.open(ROWS);
  for await (const page of scanned.tenant.scan(['sample'], parseQuery(all))) {
    assert.ok(page.length > 0);
    break;
  }
  await scanned.close();
});

test('[API-32] a scan passes errors on', async () => {
  await assert.rejects(async () => {
    for await (const _ of sample.tenant.scan(['sample'], parseQuery({ term: { int1: 'x' } }))) assert.fail();
  }, PlatformError);
});

test('[API-31] a cancelled search stops at the engine, and the next one works', async () => {
  const signal = AbortSignal.abort();
  await assert.rejects(sample.tenant.search(['sample'], parseSearch({}), { signal }), { name: 'AbortError' });
  assert.equal((await sample.search({ size: 0 })).hits.total.value, ROWS.length);
});

test('[API-31] [QRY-24] a search that takes too long is stopped and says so: no part of it passes for the whole', async () => {
  const slow = await OpenedSample.open(
    Array.from({ length: 20_000 }, (_, i) => ({ kw1: `${i}`, int1: i, kw2: `${i % 9000}` })),
  );
  const many = Array.from({ length: 300 }, (_, i) => [`t${i}`, { terms: { field: 'kw1', size: 1, missing: `${i}` } }]);
  const search = slow.tenant.search(['sample'], parseSearch({ size: 0, aggs: Object.fromEntries(many) }), {
    timeoutMs: 1,
  });
  await assert.rejects(search, (error) => error instanceof PlatformError && /stopped after 1 ms/.test(error.message));
  await slow.close();
});

test('[API-31] a tenant’s long search does not hold up another tenant', async () => {
  const busy = await OpenedSample.open(Array.from({ length: 20_000 }, (_, i) => ({ kw1: `${i}`, int1: i })));
  const other = busy.engine.tenant('tenant-b');
  await other.createIndex(SAMPLE);
  const many = Array.from({ length: 100 }, (_, i) => [`t${i}`, { terms: { field: 'kw1', size: 1, missing: `${i}` } }]);
  const ended: string[] = [];
  const long = busy.search({ size: 0, aggs: Object.fromEntries(many) }).then(() => ended.push('long'));
  await other.search(['sample'], parseSearch({})).then(() => ended.push('short'));
  await long;
  assert.deepEqual(ended, ['short', 'long']);
  await busy.close();
});

test('[API-31] a search beyond the engine’s memory is refused with what to do', async () => {
  const small = await OpenedSample.open(
    Array.from({ length: 60_000 }, (_, i) => ({ kw1: `${i}`.padEnd(400, 'x'), int1: i })),
  );
  await small.tenant.read((connection) =>
    connection.run("SET memory_limit = '12MB'; SET max_temp_directory_size = '1MB'"),
  );
  const search = small.search({ size: 0, aggs: { t: { terms: { field: 'kw1', size: 60_000 } } } });
  await assert.rejects(search, (error) => error instanceof PlatformError && /more memory/.test(error.message));
  assert.equal((await small.search({ size: 0 })).hits.total.value, 60_000);
  await small.close();
});

test('[SEC-13] words are not counted for somebody who went away', async () => {
  const asked = [{ path: 'txt1', words: ['alpha'] }];
  const signal = AbortSignal.abort();
  await assert.rejects(sample.tenant.termStatistics('sample', asked, { signal }), { name: 'AbortError' });
  assert.ok((await sample.tenant.termStatistics('sample', asked)).has('txt1'));
});

test('[API-32] [QRY-23] a scan gives texts as a search does: quotes, line ends, empty ones, more than a page of them', async (t) => {
  const ugly = ['"', '\\', '\r\n', '\u2028', '😀', 'é', '[null]', '{"a":1}', 'null', ' ', '\u007f', '\t'];
  const rows = Array.from({ length: 2_500 }, (_, i) => ({
    kw1: `${i}`,
    ...(i % 3 > 0 && { txt1: `${ugly[i % ugly.length]}${'x'.repeat(i % 40)}` }),
    ...(i % 5 > 0 && { tags1: [`${ugly[(i + 3) % ugly.length]}`, 'k'] }),
    ...(i % 7 > 0 && { obj1: { kw3: `${ugly[(i + 5) % ugly.length]}`, int2: i } }),
  }));
  const scanned = await OpenedSample.open(rows);
  t.after(() => scanned.close());
  const found: unknown[] = [];
  for await (const page of scanned.tenant.scan(['sample'], parseQuery(all)))
    found.push(...page.map((hit) => hit._source));
  const { hits } = await scanned.search({ query: all, size: rows.length, sort: ['_doc'] });
  assert.equal(found.length, rows.length);
  assert.deepEqual(
    found,
    hits.hits.map((hit) => hit._source),
  );
});
