import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseQuery, printQuery } from '@datasarana/query';
import { field, malformed, OpenedSample, SAMPLE } from './sample.fixture.ts';

const ROWS = [
  {
    kw1: 'a',
    kw2: 'red',
    tags1: ['x', 'y'],
    txt1: 'The quick brown fox',
    int1: 1,
    num1: 1.5,
    flag1: true,
    ts1: '2024-01-01T00:00:00Z',
    pt1: { lat: 10, lon: 20 },
    obj1: { kw3: 'in' },
  },
  {
    kw1: 'b',
    kw2: 'Redder',
    tags1: ['y'],
    txt1: 'quick quick quick',
    int1: 2,
    num1: 2.5,
    flag1: false,
    ts1: '2024-01-02T12:00:00Z',
    pt1: { lat: 11, lon: 179.5 },
  },
  {
    kw1: 'c',
    kw2: 'blue_1',
    tags1: ['z', 'z'],
    txt1: 'a lazy dog, a brown dog',
    int1: -3,
    num1: -0.5,
    ts1: '2024-02-01T00:00:00Z',
    pt1: { lat: 10.5, lon: -179.5 },
  },
  { kw1: 'd', kw2: 'blue%1', txt1: 'brown quick fox', txt2: 'quick', int1: 40, long1: '9007199254740993' },
  { kw1: 'e' },
];

let sample: OpenedSample;
before(async () => {
  sample = await OpenedSample.open(ROWS);
});
after(() => sample.close());

const CASES: readonly (readonly [title: string, query: unknown, keys: string])[] = [
  ['[QRY-02] match_all finds every document', { match_all: {} }, 'abcde'],
  ['[QRY-02] match_none finds nothing', { match_none: {} }, ''],
  ['[QRY-02] term compares the whole keyword, case and all', { term: { kw2: 'red' } }, 'a'],
  ['[QRY-02] term may ignore case', { term: { kw2: { value: 'RED', case_insensitive: true } } }, 'a'],
  ['[QRY-02] term on a list finds any of its values', { term: { tags1: 'y' } }, 'ab'],
  ['[QRY-02] term on text finds a word as indexed', { term: { txt1: 'Quick' } }, ''],
  ['[QRY-02] term on a number', { term: { int1: 2 } }, 'b'],
  ['[QRY-02] a decimal is in no whole-number field', { term: { int1: 2.5 } }, ''],
  ['[QRY-02] a long beyond 2^53 keeps its last digit', { term: { long1: '9007199254740993' } }, 'd'],
  ['[QRY-02] a long beyond 2^53 does not match its neighbour', { term: { long1: '9007199254740992' } }, ''],
  ['[QRY-02] term on a boolean', { term: { flag1: 'true' } }, 'a'],
  ['[QRY-02] term on a day finds the whole day', { term: { ts1: '2024-01-02' } }, 'b'],
  ['[QRY-02] term inside an object', { term: { 'obj1.kw3': 'in' } }, 'a'],
  ['[QRY-02] terms on a keyword', { terms: { kw2: ['red', 'blue_1', 'none'] } }, 'ac'],
  ['[QRY-02] terms on text', { terms: { txt1: ['dog', 'fox'] } }, 'acd'],
  ['[QRY-02] terms with many values', { terms: { int1: Array.from({ length: 200 }, (_, i) => i) } }, 'abd'],
  ['[QRY-02] range of numbers keeps its ends', { range: { int1: { gte: 1, lt: 40 } } }, 'ab'],
  ['[QRY-02] a decimal limit on whole numbers', { range: { int1: { gt: 1.5, lte: 39.9 } } }, 'b'],
  [
    '[QRY-02] range of dates takes the whole last day',
    { range: { ts1: { gte: '2024-01-01', lte: '2024-01-02' } } },
    'ab',
  ],
  ['[QRY-02] range with date math', { range: { ts1: { gte: '2024-02-01||-1M/M', lt: '2024-02-01||/M' } } }, 'ab'],
  ['[QRY-02] range in a time zone', { range: { ts1: { lt: '2024-01-01', time_zone: '-05:00' } } }, 'a'],
  ['[QRY-02] range of keywords is by code point', { range: { kw2: { gte: 'blue', lt: 'c' } } }, 'cd'],
  ['[QRY-02] exists', { exists: { field: 'txt2' } }, 'd'],
  ['[QRY-02] an object exists by its children', { exists: { field: 'obj1' } }, 'a'],
  ['[QRY-02] match wants one of the words', { match: { txt1: 'lazy FOX' } }, 'acd'],
  ['[QRY-05] operator AND wants all words', { match: { txt1: { query: 'quick brown', operator: 'AND' } } }, 'ad'],
  [
    '[QRY-02] minimum_should_match counts words',
    { match: { txt1: { query: 'quick brown dog', minimum_should_match: 2 } } },
    'acd',
  ],
  [
    '[QRY-02] a least number of words counts those that may be missing, of which there are none',
    { query_string: { query: 'quick AND brown', fields: ['txt1'], minimum_should_match: 1 } },
    '',
  ],
  ['[QRY-02] match without a word finds nothing', { match: { txt1: '!?' } }, ''],
  ['[QRY-02] match on a keyword is exact', { match: { kw2: 'Redder' } }, 'b'],
  ['[QRY-02] match_phrase wants the words in order', { match_phrase: { txt1: 'quick brown' } }, 'a'],
  ['[QRY-03] multi_match looks in several fields', { multi_match: { query: 'quick', fields: ['txt*'] } }, 'abd'],
  ['[QRY-02] prefix on a keyword', { prefix: { kw2: 'red' } }, 'a'],
  ['[QRY-02] prefix may ignore case', { prefix: { kw2: { value: 'red', case_insensitive: true } } }, 'ab'],
  ['[QRY-02] prefix on text looks at words', { prefix: { txt1: 'qui' } }, 'abd'],
  ['[QRY-02] wildcard: _ and % mean themselves', { wildcard: { kw2: 'blue_?' } }, 'c'],
  ['[QRY-02] wildcard with stars', { wildcard: { kw2: '*e*1' } }, 'cd'],
  ['[QRY-02] a percent sign is no wildcard', { wildcard: { kw2: 'blue%1' } }, 'd'],
  ['[QRY-02] ids', { ids: { values: ['nobody'] } }, ''],
  [
    '[QRY-02] must_not alone keeps documents without the field',
    { bool: { must_not: [{ term: { flag1: true } }] } },
    'bcde',
  ],
  [
    '[QRY-02] must_not of a range keeps documents without the field',
    { bool: { must_not: [{ range: { int1: { gt: 0 } } }] } },
    'ce',
  ],
  [
    '[QRY-02] should counts against minimum_should_match',
    {
      bool: {
        should: [{ term: { kw2: 'red' } }, { range: { int1: { gte: 1 } } }, { match: { txt1: 'quick' } }],
        minimum_should_match: 2,
      },
    },
    'abd',
  ],
  [
    '[QRY-02] filter narrows',
    { bool: { filter: [{ match: { txt1: 'brown' } }, { exists: { field: 'flag1' } }] } },
    'a',
  ],
  [
    '[QRY-02] geo box across the date line',
    { geo_bounding_box: { pt1: { top: 12, left: 170, bottom: 10, right: -170 } } },
    'bc',
  ],
  ['[QRY-02] geo distance', { geo_distance: { distance: '200km', pt1: { lat: 10, lon: 21 } } }, 'a'],
  [
    '[QRY-02] geo distance across the date line',
    { geo_distance: { distance: '150km', pt1: { lat: 10.75, lon: 180 } } },
    'bc',
  ],
  [
    '[QRY-02] query_string with fields, ranges and signs',
    { query_string: { query: 'txt1:quick AND int1:[1 TO 2] -kw2:red' } },
    'b',
  ],
  [
    '[QRY-02] query_string names a day by the clocks of its time zone',
    { query_string: { query: 'ts1:2023-12-31', time_zone: '-05:00' } },
    'a',
  ],
  [
    '[QRY-02] query_string in a time zone need not name a day',
    { query_string: { query: 'ts1:soon OR kw2:none', time_zone: '-05:00' } },
    '',
  ],
  ['[QRY-02] query_string without a field looks everywhere', { query_string: { query: 'lazy' } }, 'c'],
  ['[QRY-02] query_string phrase', { query_string: { query: '"quick fox"' } }, 'd'],
  ['[TPL-08] system fields can be asked', { term: { _batch: 'batch-sample' } }, 'abcde'],
  ['[QRY-02] an unknown field matches nothing', { term: { nobody: 1 } }, ''],
  ['[QRY-02] an unknown field exists nowhere', { exists: { field: 'nobody' } }, ''],
];

for (const [title, query, keys] of CASES) {
  test(title, async () => {
    const found = await sample.keys(query, { sort: ['kw1'] });
    assert.equal(found.join(''), keys);
    const { hits } = await sample.search({ query, size: 0 });
    assert.deepEqual(hits.total, { value: keys.length, relation: 'eq' });
  });
}

const polygon = (...coordinates: readonly (readonly (readonly number[])[])[]) => ({ type: 'Polygon', coordinates });
const AROUND = [
  [19, 9],
  [21, 9],
  [21, 11],
  [19, 11],
  [19, 9],
];
const HOLE = [
  [19.5, 9.5],
  [20.5, 9.5],
  [20.5, 10.5],
  [19.5, 10.5],
  [19.5, 9.5],
];
const SHAPES: readonly (readonly [title: string, shape: object, relation: string, keys: string])[] = [
  [
    'in a box',
    {
      type: 'envelope',
      coordinates: [
        [19, 11],
        [21, 9],
      ],
    },
    'intersects',
    'a',
  ],
  [
    'across the date line',
    {
      type: 'envelope',
      coordinates: [
        [179, 12],
        [-179, 9],
      ],
    },
    'within',
    'bc',
  ],
  [
    'outside a box',
    {
      type: 'envelope',
      coordinates: [
        [19, 11],
        [21, 9],
      ],
    },
    'disjoint',
    'bc',
  ],
  ['in a circle', { type: 'circle', coordinates: [20.01, 10], radius: '2km' }, 'intersects', 'a'],
  ['in a polygon', polygon(AROUND), 'intersects', 'a'],
  ['in the hole of a polygon', polygon(AROUND, HOLE), 'intersects', ''],
  ['at a point', { type: 'point', coordinates: [20, 10] }, 'contains', 'a'],
  ['no point holds an area', polygon(AROUND), 'contains', ''],
  ['in one of several', { type: 'multipolygon', coordinates: [[HOLE], [AROUND]] }, 'within', 'a'],
];

for (const [title, shape, relation, keys] of SHAPES) {
  test(`[QRY-02] geo_shape: ${title}`, async () => {
    const query = { geo_shape: { pt1: { shape, relation } } };
    assert.equal((await sample.keys(query, { sort: ['kw1'] })).join(''), keys);
    assert.deepEqual(parseQuery(printQuery(parseQuery(query))), parseQuery(query));
  });
}

const REFUSED: readonly (readonly [query: unknown, message: RegExp])[] = [
  [{ term: { int1: 'many' } }, /"many" is not a number.*\[int1\].*\[integer\]/],
  [{ term: { flag1: 'maybe' } }, /\[maybe\].*\[flag1\]/],
  [{ range: { ts1: { gte: 'soon' } } }, /\[soon\].*\[ts1\]/],
  [{ range: { pt1: { gte: 1 } } }, /\[pt1\] of type \[geo_point\]/],
  [{ prefix: { int1: '1' } }, /\[int1\].*\[integer\]/],
  [{ wildcard: { ts1: '2*' } }, /\[ts1\].*\[date\]/],
  [{ geo_distance: { distance: '1km', kw1: '0,0' } }, /\[kw1\].*\[keyword\]/],
  [{ geo_bounding_box: { nobody: { top: 1, left: 0, bottom: 0, right: 1 } } }, /\[nobody\]/],
];

for (const [query, message] of REFUSED) {
  test(`[QRY-02] refused with field and type: ${JSON.stringify(query)}`, async () => {
    await assert.rejects(sample.search({ query }), malformed(message));
  });
}

test('[QRY-02] lenient turns a wrong value into no match', async () => {
  assert.deepEqual(await sample.keys({ match: { int1: { query: 'many', lenient: true } } }), []);
  for (const kind of ['multi_match', 'query_string', 'simple_query_string']) {
    for (const fields of [[], ['*'], ['int1', '*']]) {
      const asked = { query: 'many', ...(fields.length > 0 && { fields }) };
      assert.deepEqual(await sample.keys({ [kind]: asked }), [], `${kind} of ${fields}`);
      await assert.rejects(sample.keys({ [kind]: { ...asked, lenient: false } }), /many/, `${kind} of ${fields}`);
    }
  }
});

test('[QRY-02] a range of booleans: false comes before true', async () => {
  assert.deepEqual(await sample.keys({ range: { flag1: { gt: false } } }), ['a']);
  assert.deepEqual(await sample.keys({ range: { flag1: { gte: 'false', lte: true } } }), ['a', 'b']);
});

test('[QRY-02] a rescore changes the scores of the best, weighs those of the others', async () => {
  const query = { constant_score: { filter: { exists: { field: 'int1' } }, boost: 2 } };
  const rescore_query = { constant_score: { filter: { term: { kw1: 'b' } }, boost: 3 } };
  const scores = async (more: object, window = 3) => {
    const weights = { query_weight: 5, rescore_query_weight: 10, ...more };
    const rescore = { window_size: window, query: { rescore_query, ...weights } };
    const { hits } = await sample.search({ query, rescore });
    assert.equal(hits.max_score, hits.hits[0]?._score);
    return hits.hits.map(({ _source, _score }) => `${_source?.kw1}${_score}`).join(' ');
  };
  assert.equal(await scores({}), 'b40 a10 c10 d10');
  for (const window of [0, 1]) assert.equal(await scores({}, window), 'a10 b10 c10 d10');
  assert.equal(await scores({ score_mode: 'multiply' }), 'b300 a10 c10 d10');
  assert.equal(await scores({ score_mode: 'avg' }), 'b20 a10 c10 d10');
  assert.equal(await scores({ score_mode: 'min' }), 'a10 b10 c10 d10');
});

test('[QRY-02] a rescore is of the hits a post_filter leaves; a sample is of the best before it', async () => {
  const query = {
    function_score: {
      query: { exists: { field: 'int1' } },
      functions: [{ filter: { term: { kw1: 'b' } }, weight: 9 }],
    },
  };
  const rescore_query = { constant_score: { filter: { term: { kw1: 'c' } }, boost: 50 } };
  const rescore = { window_size: 5, query: { rescore_query } };
  const aggs = { sample: { sampler: { shard_size: 1 }, aggs: { keys: { terms: { field: 'kw1' } } } } };
  const { aggregations } = await sample.search({ query, rescore, aggs });
  assert.match(JSON.stringify(aggregations), /"buckets":\[\{"key":"b","doc_count":1\}\]/);
  const narrow = { window_size: 1, query: { rescore_query } };
  const { hits } = await sample.search({ query, rescore: narrow, post_filter: { term: { kw1: 'c' } } });
  assert.deepEqual(
    hits.hits.map(({ _score }) => _score),
    [51],
  );
});

test('[QRY-02] a hit whose score falls in a rescore makes no room for one that was not among the best', async () => {
  const rescore_query = { constant_score: { filter: { term: { kw1: 'a' } } } };
  const body = {
    query: { exists: { field: 'int1' } },
    rescore: { window_size: 1, query: { rescore_query, rescore_query_weight: 0.5, score_mode: 'min' } },
  };
  const shown = async (size: number) =>
    (await sample.search({ ...body, size })).hits.hits.map(({ _source, _score }) => `${_source?.kw1}${_score}`);
  assert.deepEqual(await shown(1), ['a0.5']);
  assert.deepEqual(await shown(2), ['b1', 'a0.5']);
  assert.deepEqual(await shown(9), ['b1', 'c1', 'd1', 'a0.5']);
});

test('[QRY-02] a later rescore looks at what was among the best, also where the one before left no score', async () => {
  const best = { filter: { terms: { kw1: ['c', 'd'] } }, weight: 5 };
  const rescore_query = { exists: { field: 'int1' } };
  const { hits } = await sample.search({
    size: 2,
    query: { function_score: { query: { exists: { field: 'int1' } }, functions: [best] } },
    rescore: [
      { window_size: 1, query: { rescore_query, query_weight: 0, score_mode: 'multiply' } },
      { window_size: 2, query: { rescore_query } },
    ],
  });
  assert.deepEqual(
    hits.hits.map(({ _source, _score }) => `${_source?.kw1}${_score}`),
    ['c1', 'd1'],
  );
});

test('[QRY-02] hits tell the named clauses they match, with scores where these are asked for', async () => {
  const query = {
    bool: {
      should: [{ term: { int1: { value: 1, boost: 2, _name: 'one' } } }, { exists: { field: 'pt1', _name: 'two' } }],
    },
  };
  const plain = await sample.search({ query });
  assert.deepEqual(plain.hits.hits[0]?.matched_queries, ['one', 'two']);
  const scored = await sample.search({ query, include_named_queries_score: true });
  assert.deepEqual(scored.hits.hits[0]?.matched_queries, { one: 2, two: 1 });
});

test('[QRY-21] conditions hold on one object of a nested field, and on objects inside it', async () => {
  const inner = field('nest2', 'nested', { fields: [field('kw2', 'keyword'), field('txt1', 'text')] });
  const nested = await OpenedSample.open(
    [
      { kw1: 'a', nest1: [{ kw2: 'x', nest2: [{ kw2: 'p', txt1: 'red fox' }, { kw2: 'q' }] }, { kw2: 'y' }] },
      {
        kw1: 'b',
        nest1: [
          { kw2: 'y', nest2: [{ kw2: 'p', txt1: 'blue' }] },
          { kw2: 'x', nest2: [{ kw2: 'q' }] },
        ],
      },
      { kw1: 'c' },
    ],
    {
      name: 'sample',
      source: 'columns',
      keyFields: ['kw1'],
      fields: [field('kw1', 'keyword'), field('nest1', 'nested', { fields: [field('kw2', 'keyword'), inner] })],
    },
  );
  const inside = (query: object) => ({ nested: { path: 'nest1.nest2', query } });
  const both = (query: object) => ({
    nested: { path: 'nest1', query: { bool: { filter: [{ term: { 'nest1.kw2': 'x' } }, inside(query)] } } },
  });
  const p = { term: { 'nest1.nest2.kw2': 'p' } };
  assert.deepEqual(await nested.keys(inside(p)), ['a', 'b']);
  assert.deepEqual(await nested.keys(both(p)), ['a']);
  assert.deepEqual(await nested.keys(both({ term: { 'nest1.nest2.kw2': 'q' } })), ['a', 'b']);
  assert.deepEqual(await nested.keys(both({ match: { 'nest1.nest2.txt1': 'fox' } })), ['a']);
  assert.deepEqual(await nested.keys({ bool: { must_not: both(p) } }), ['b', 'c']);
  assert.deepEqual(await nested.keys({ nested: { path: 'nest1', query: { term: { 'nest1.nest2.kw2': 'p' } } } }), []);
  await nested.close();
});

test('[QRY-02] [AGG-29] a decimal of a template is found by the value it was given, whatever its type is, by its bucket and behind a page', async (t) => {
  const fields = [
    field('kw1', 'keyword'),
    field('num1', 'float'),
    field('num2', 'half_float'),
    field('nums1', 'float', { list: true }),
    field('nest1', 'nested', { fields: [field('num3', 'float')] }),
  ];
  const rows = [0.1, 1.1, -2.3, 16_777_217].map((value, i) => ({
    kw1: 'abcd'[i] ?? '',
    num1: value,
    num2: i === 3 ? 100.1 : value,
    nums1: [value, value * 100],
    nest1: [{ num3: value }],
  }));
  const decimals = await OpenedSample.open(rows, { ...SAMPLE, fields });
  t.after(() => decimals.close());
  const found = (query: unknown) => decimals.keys(query, { sort: ['kw1'] }).then((keys) => keys.join(''));
  for (const name of ['num1', 'nums1'])
    for (const [i, value] of ['0.1', 1.1, -2.3, 16_777_217].entries())
      assert.equal(await found({ term: { [name]: value } }), 'abcd'[i], `${name} ${value}`);
  assert.equal(await found({ term: { num2: 100.1 } }), 'd');
  assert.equal(await found({ terms: { num1: [1.1, -2.3] } }), 'bc');
  assert.equal(await found({ query_string: { query: 'num1:0.1 OR num2:"-2.3"' } }), 'ac');
  assert.equal(await found({ range: { num1: { lt: 0.1 } } }), 'c');
  assert.equal(await found({ range: { num1: { gte: 0.1, lte: 1.1 } } }), 'ab');
  assert.equal(await found({ nested: { path: 'nest1', query: { term: { 'nest1.num3': 1.1 } } } }), 'b');
  const { aggregations } = await decimals.search({
    size: 0,
    aggs: { values: { terms: { field: 'num1', include: [1.1] } } },
  });
  assert.deepEqual(Object(aggregations?.values).buckets, [{ key: 1.1, doc_count: 1 }]);
  const page = await decimals.search({ size: 2, sort: [{ num1: 'desc' }] });
  assert.deepEqual(
    page.hits.hits.map(({ sort }) => sort),
    [[16_777_217], [1.1]],
  );
  const next = await decimals.search({ size: 2, sort: [{ num1: 'desc' }], search_after: [1.1] });
  assert.deepEqual(
    next.hits.hits.map(({ sort }) => sort),
    [[0.1], [-2.3]],
  );
});
