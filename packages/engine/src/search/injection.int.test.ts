import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import fc from 'fast-check';
import { field, OpenedSample, SAMPLE } from './sample.fixture.ts';
import { name, sql, text, whole } from './sql.ts';

const HOSTILE = [
  "'; DROP TABLE i1; --",
  '"; DROP TABLE i1; --',
  "' OR '1'='1",
  "x') OR 1=1 --",
  '$1',
  '?',
  '%',
  '_',
  '\\',
  "\\'",
  '--',
  '/*',
  '){',
  '😀',
  '__proto__',
  'constructor',
  'f0',
  'i1',
  'c0',
  'k0',
  'n',
  '_doc',
  'a b',
  "a'b",
  'a"b',
  'SELECT',
];

/** Fields whose names are hostile, with a value that is too. */
const DEFINITION = {
  ...SAMPLE,
  name: "evil'; --",
  keyFields: [],
  fields: HOSTILE.filter((given) => !given.startsWith('_')).map((given) => field(given, 'keyword')),
};

let sample: OpenedSample;
before(async () => {
  sample = await OpenedSample.open(
    HOSTILE.map((value, i) => ({ kw1: `row ${i}`, kw2: value, txt1: value, tags1: [value] })),
  );
  const rows = HOSTILE.map((value) => Object.fromEntries(DEFINITION.fields.map((each) => [each.name, value])));
  await sample.load(rows, DEFINITION);
});
after(() => sample.close());

test('[SEC-05] hostile values are data in every clause', async () => {
  for (const value of HOSTILE) {
    const count = async (query: unknown) => (await sample.search({ query, size: 0 })).hits.total.value;
    assert.equal(await count({ term: { kw2: value } }), 1, value);
    assert.equal(await count({ terms: { tags1: [value] } }), 1, value);
    assert.equal(
      await count({ prefix: { kw2: value } }),
      HOSTILE.filter((each) => each.startsWith(value)).length,
      value,
    );
    const escaped = value.replace(/[\\*?]/g, '\\$&');
    assert.equal(await count({ wildcard: { kw2: escaped } }), 1, value);
    assert.equal(
      await count({ wildcard: { kw2: `*${escaped}*` } }),
      HOSTILE.filter((each) => each.includes(value)).length,
      value,
    );
    assert.equal(await count({ range: { kw2: { gte: value, lte: value } } }), 1, value);
  }
});

test('[SEC-05] hostile field names reach no SQL', async () => {
  for (const { name: path } of DEFINITION.fields) {
    const { hits, aggregations } = await sample.search(
      {
        query: { term: { [path]: path } },
        sort: [{ [path]: 'asc' }],
        aggs: {
          [path.replace(/[[\]>]/g, '')]: { terms: { field: path }, aggs: { x: { cardinality: { field: path } } } },
        },
      },
      [DEFINITION.name],
    );
    assert.equal(hits.total.value, 1, path);
    const [result] = Object.values(aggregations ?? {});
    assert.deepEqual(result?.buckets, [{ key: path, doc_count: 1, x: { value: 1 } }]);
  }
});

test('[SEC-05] any text as value, field, index, format or order: an answer or a refusal, never broken SQL', async () => {
  const text1 = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 12 }));
  const bodies = fc.record({ value: text1, path: text1, name: text1 }).map(({ value, path, name: given }) => [
    { query: { term: { [path || 'x']: value } } },
    { query: { match: { txt1: value } } },
    { query: { wildcard: { kw2: value } } },
    { query: { query_string: { query: value } } },
    { query: { range: { int1: { gte: value } } } },
    { size: 0, aggs: { [given || 'x']: { terms: { field: path || 'x', missing: value, include: [value] } } } },
    { size: 0, aggs: { t: { terms: { field: 'kw2', include: value } } } },
    { size: 0, aggs: { t: { terms: { field: 'kw2', order: { [given || 'x']: 'asc' } } } } },
    {
      size: 0,
      aggs: { d: { date_histogram: { field: 'ts1', calendar_interval: 'day', time_zone: value, format: path } } },
    },
    { sort: [{ [path || 'x']: { order: 'asc', missing: value, unmapped_type: 'keyword' } }], search_after: [value] },
  ]);
  await fc.assert(
    fc.asyncProperty(bodies, async (list) => {
      for (const body of list) {
        try {
          await sample.tenant.search(['sample'], parseSearch(body));
        } catch (error) {
          assert.ok(error instanceof PlatformError, `${JSON.stringify(body)}: ${String(error)}`);
        }
      }
    }),
    { numRuns: 60 },
  );
  assert.equal((await sample.search({ size: 0 })).hits.total.value, HOSTILE.length);
});

test('[SEC-05] an index of any name is asked by its number', async () => {
  await assert.rejects(sample.search({}, ["sample'; --"]), PlatformError);
  assert.equal((await sample.search({ size: 0 }, [DEFINITION.name])).hits.total.value, HOSTILE.length);
});

test('[SEC-05] SQL is made of fixed text, plain names, whole numbers and parameters only', () => {
  assert.deepEqual(sql`a = ${text("'; --")}`.text, 'a = ?');
  assert.equal(sql`${name('f1')} < ${whole(-5)}`.text, 'f1 < (-5)');
  for (const given of [...HOSTILE.filter((each) => !/^[a-z_][a-z0-9_]*$/.test(each)), '', 'A', '1a']) {
    assert.throws(() => name(given), /Not a name/);
  }
  assert.throws(() => whole(1.5), /Not a whole number/);
  assert.throws(() => whole(Number.NaN), /Not a whole number/);
});
