import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { arbitrarySearch, FIELDS } from '@datasarana/testkit/naive';
import fc from 'fast-check';
import { parseQuery, parseSearch, printSearch } from './search-request.ts';

function refusal(body: unknown): PlatformError {
  try {
    parseSearch(body);
  } catch (error) {
    assert.ok(error instanceof PlatformError, String(error));
    return error;
  }
  return assert.fail(`accepted ${JSON.stringify(body)}`);
}

test('[QRY-22] what is printed reads back as the same search', () => {
  fc.assert(
    fc.property(arbitrarySearch({ fields: FIELDS }), (body) => {
      const request = parseSearch(body);
      assert.deepEqual(parseSearch(printSearch(request)), request);
      assert.deepEqual(parseSearch(JSON.parse(JSON.stringify(printSearch(request)))), request);
    }),
    { numRuns: 500 },
  );
});

test('[QRY-22] every parameter around a query survives', () => {
  const request = parseSearch({
    query: { geo_distance: { distance: '5km', pt1: [106.8, -6.2] } },
    post_filter: { wildcard: { kw1: 'a*' } },
    from: 20,
    size: 5,
    sort: [
      'kw1',
      { num1: { order: 'desc', missing: '_first', unmapped_type: 'long', mode: 'avg' } },
      { 'n.a': { nested: { path: 'n', filter: { term: { 'n.b': 1 } }, nested: { path: 'n.m' } } } },
      '_score',
    ],
    _source: { includes: ['a*'], excludes: 'b' },
    track_total_hits: 500,
    track_scores: true,
    min_score: 0.5,
    include_named_queries_score: true,
    timeout: '30s',
    suggest: {
      text: 'a',
      s1: { term: { field: 'txt1', suggest_mode: 'popular', max_edits: 1, sort: 'frequency' } },
      s2: { text: 'b', phrase: { field: 'txt1', highlight: { pre_tag: '<', post_tag: '>' }, confidence: 0 } },
      s3: { regex: 'c+', completion: { field: 'kw1', skip_duplicates: true } },
      s4: {
        prefix: 'd',
        completion: {
          field: 'kw1',
          fuzzy: { fuzziness: 1 },
          contexts: { at: { lat: 1, lon: 2 }, as: [{ context: 'x', boost: 2, prefix: true }, 'y'] },
        },
      },
    },
    aggs: {
      t: {
        terms: { field: 'kw1', order: [{ 's.max': 'desc' }] },
        aggs: { s: { stats: { field: 'num1' } } },
        meta: { a: 1 },
      },
    },
  });
  assert.deepEqual(parseSearch(printSearch(request)), request);
  assert.equal(request.timeoutMs, 30_000);
  assert.deepEqual(request.source, { kind: 'fields', includes: ['a*'], excludes: ['b'] });
});

test('[API-31] an unknown clause, parameter or aggregation is error 33 with its path', () => {
  const cases: readonly (readonly [body: unknown, path: RegExp])[] = [
    [
      { query: { bool: { must: [{ term: { a: 1 } }, { parent_id: { a: 'b' } }] } } },
      /\[parent_id\] at query\.bool\.must\[1\]\.parent_id/,
    ],
    [
      { query: { match: { a: { query: 'x', fuzzyness: 'AUTO' } } } },
      /\[fuzzyness\] of match at query\.match\.a\.fuzzyness/,
    ],
    [
      { aggs: { a: { terms: { field: 'x' }, aggs: { b: { scripted_metric: {} } } } } },
      /Unknown aggregation type \[scripted_metric\].* at aggs\.a\.aggs\.b/,
    ],
    [{ aggs: { a: { avg: { script: 'x', field: 'y' } } } }, /\[script\] of avg at aggs\.a\.avg\.script/],
    [{ knn: {} }, /\[knn\] of the search body at knn/],
    [{ ext: { summary: {} } }, /Extension \[summary\] of a search at ext\.summary/],
  ];
  for (const [body, path] of cases) {
    const { detail, message } = refusal(body);
    assert.equal(detail.code, 33, message);
    assert.match(message, path);
  }
});

test('[API-31] a wrong shape is error 32 and says where and what was expected', () => {
  const cases: readonly (readonly [body: unknown, text: RegExp])[] = [
    [[], /^The body: expected an object with the parameters of the search body, got \[\]$/],
    [{ query: { term: {} } }, /query\.term: expected exactly one field name/],
    [{ query: { term: { a: 1 }, match: {} } }, /query: expected an object with exactly one clause/],
    [{ query: { range: { a: { gte: [1] } } } }, /query\.range\.a\.gte: expected a number, a text or a date, got \[1\]/],
    [{ query: { terms: { a: 'x' } } }, /query\.terms\.a: expected a list, got "x"/],
    [{ query: { terms: { a: Array(65_537).fill(1) } } }, /at most 65536 values/],
    [{ query: { bool: { minimum_should_match: 'many' } } }, /query\.bool\.minimum_should_match/],
    [{ size: -1 }, /^size: expected 0 or more, got -1/],
    [{ size: 'ten' }, /size: expected a number/],
    [{ sort: [{ a: 'up' }] }, /sort\[0\]\.a: expected one of asc, desc, got "up"/],
    [{ search_after: [1, 2], sort: ['a'] }, /search_after: expected 1 values/],
    [{ aggs: { a: {} } }, /Missing definition for aggregation \[a\]/],
    [
      { aggs: { a: { avg: { field: 'x' }, aggs: { b: { sum: { field: 'y' } } } } } },
      /Aggregator \[a\] of type \[avg\] cannot accept sub-aggregations: a metric holds no aggregations/,
    ],
    [{ aggs: { a: { date_histogram: { field: 'x' } } } }, /Invalid interval specified, must be non-null and non-empty/],
    [{ query: { query_string: { query: '(a' } } }, /expected a closing \) at the end/],
  ];
  for (const [body, text] of cases) {
    const { detail, message } = refusal(body);
    assert.equal(detail.code, 32, message);
    assert.match(message, text);
    assert.ok(detail.hint, message);
  }
});

test('[SEC-10] clauses and aggregations nest 32 deep and no deeper', () => {
  const nested = (depth: number): unknown => (depth === 1 ? { match_all: {} } : { bool: { must: nested(depth - 1) } });
  assert.equal(parseQuery(nested(32)).kind, 'bool');
  assert.equal(refusal({ query: nested(33) }).detail.code, 32);
  const deep = (depth: number): object => ({
    a: { missing: { field: 'x' }, ...(depth > 1 && { aggs: deep(depth - 1) }) },
  });
  parseSearch({ aggs: deep(32) });
  assert.equal(refusal({ aggs: deep(33) }).detail.code, 32);
  assert.equal(refusal({ query: { query_string: { query: '('.repeat(40) } } }).detail.code, 32);
});

test('[QRY-22] a parsed search cannot be changed', () => {
  const request = parseSearch({ query: { terms: { a: [1] } } });
  assert.ok(request.query.kind === 'terms' && Object.isFrozen(request.query.values));
  assert.throws(() => Object.assign(request, { size: 1 }), TypeError);
});

test('[API-31] nothing is read from the prototype of a body', () => {
  assert.equal(refusal(JSON.parse('{"query": {"constructor": {}}}')).detail.code, 33);
  assert.equal(refusal(JSON.parse('{"query": {"term": {"__proto__": 1}}}')).detail.code, 32);
  assert.equal(refusal(JSON.parse('{"aggs": {"a": {"toString": {}}}}')).detail.code, 33);
});

test('[QRY-02] groups within groups go no deeper', () => {
  for (const more of [{ inner_hits: {} }, { collapse: { field: 'c' } }]) {
    const collapse = { field: 'a', inner_hits: { collapse: { field: 'b', ...more } } };
    assert.match(refusal({ collapse }).message, /collapse\.inner_hits\.collapse: expected no (inner_hits|collapse)/);
  }
});

test('[QRY-22] a rescore survives, and has no order beside it', () => {
  const rescore_query = { match: { txt1: 'a' } };
  const rescore = [{ window_size: 3, query: { rescore_query, query_weight: 2, score_mode: 'max' } }];
  const request = parseSearch({ rescore });
  assert.deepEqual(parseSearch(printSearch(request)), request);
  assert.deepEqual(request.rescore?.[0]?.rescoreWeight, 1);
  assert.match(JSON.stringify(refusal({ rescore, sort: ['kw1'] }).detail.openSearch), /Cannot use \[sort\] option/);
  assert.match(JSON.stringify(refusal({ track_total_hits: -2 }).detail.openSearch), /must be positive .* got -2/);
});

test('[API-31] what is no query, and nothing in the place of a value, is a key nobody knows', () => {
  const told = (body: object) => refusal(body).detail.openSearch?.reason;
  assert.equal(told({ query: null }), 'Unknown key for a VALUE_NULL in [query].');
  assert.equal(told({ query: [] }), 'Unknown key for a START_ARRAY in [query].');
  assert.equal(told({ size: null }), 'Unknown key for a VALUE_NULL in [size].');
});

test('[API-31] clauses of a query have names, and nothing else takes one', () => {
  assert.ok(parseSearch({ query: { match: { a: { query: 'b', _name: 'x' } } } }));
  for (const body of [
    { _name: 'x' },
    { sort: [{ a: { order: 'asc', _name: 'x' } }] },
    { aggs: { a: { avg: { field: 'a', _name: 'x' } } } },
    { collapse: { field: 'a', _name: 'x' } },
    { highlight: { fields: { a: { _name: 'x' } } } },
    { rescore: { query: { rescore_query: { match_all: {} }, _name: 'x' } } },
    { suggest: { s: { text: 'a', term: { field: 'a', _name: 'x' } } } },
  ])
    assert.match(refusal(body).message, /_name/, JSON.stringify(body));
});

test('[API-31] fields that are not mapped are not shown, so that who asks for them is refused', () => {
  for (const name of ['include_unmapped', 'unmapped'])
    assert.match(refusal({ fields: [{ field: '*', [name]: true }] }).message, new RegExp(`fields\\[0\\].${name}`));
});

test('[API-31] script_fields may be there and empty, as dashboards send them; a script is refused', () => {
  assert.deepEqual(parseSearch({ script_fields: {} }), parseSearch({}));
  assert.throws(() => parseSearch({ script_fields: { a: { script: '1' } } }), /script_fields/);
  const topHits = (body: object) => parseSearch({ aggs: { a: { top_hits: body } } });
  assert.deepEqual(topHits({ script_fields: {} }), topHits({}));
  assert.throws(() => topHits({ script_fields: { a: { script: '1' } } }), /Field made by a script/);
});

test('[API-31] a number may stand for the separator of a phrase and for what stands around its corrections', () => {
  const phrase = { field: 'txt1', separator: 5, highlight: { pre_tag: 1, post_tag: true } };
  const [whole] = parseSearch({ suggest: { whole: { text: 'a', phrase } } }).suggest ?? [];
  assert.partialDeepStrictEqual(whole, { by: { separator: '5', highlight: { preTag: '1', postTag: 'true' } } });
});

test('what generates corrections of a phrase is held against what it takes', () => {
  const by = (generator: unknown) => ({
    suggest: { s: { text: 'a', phrase: { field: 'txt1', direct_generator: [generator] } } },
  });
  assert.ok(parseSearch(by({ field: 'txt1', suggest_mode: 'always', min_word_length: 1, pre_filter: 'reverse' })));
  assert.match(refusal(by({ field: 'txt1', foo: 1 })).message, /direct_generator\[0\]\.foo/);
  assert.match(refusal(by({ field: 'txt1', suggest_mode: 'foo' })).message, /suggest_mode/);
  assert.match(refusal(by({})).message, /\[field\]/);
});

test('what a suggestion does not know is told by its place', () => {
  const words = { text: 'a', term: { field: 'txt1' } };
  assert.match(refusal({ suggest: { words: { ...words, other: [] } } }).message, /at suggest\.words\.other is not/);
  assert.match(refusal({ suggest: { words: { text: 'a', other: {} } } }).message, /Suggester \[other\]/);
  assert.match(refusal({ suggest: { words: { ...words, phrase: {} } } }).message, /expected one of term, phrase/);
});

test('[QRY-07] the order of documents hears what is said of a field, as dashboards do', () => {
  const { sort } = parseSearch({ sort: [{ _doc: { order: 'desc', unmapped_type: 'boolean' } }] });
  assert.deepEqual(sort, [{ kind: '_doc', order: 'desc' }]);
  assert.match(refusal({ sort: [{ _doc: { nope: 1 } }] }).message, /nope/);
});

test('[API-31] what no highlight has is refused, and so is what only one of its fields has', () => {
  for (const [name, value] of [
    ['matched_fields', ['a']],
    ['fragment_offset', 1],
  ] as const) {
    assert.ok(parseSearch({ highlight: { fields: { a: { [name]: value } } } }));
    assert.match(refusal({ highlight: { [name]: value, fields: { a: {} } } }).message, new RegExp(name));
  }
  assert.match(refusal({ highlight: { fields: { a: { max_fragment_length: 3 } } } }).message, /max_fragment_length/);
});

test('[API-31] a completion by an expression has nothing to be near to', () => {
  const completion = { field: 'a', fuzzy: true };
  assert.ok(parseSearch({ suggest: { s: { prefix: 'f', completion } } }));
  assert.match(refusal({ suggest: { s: { regex: 'f', completion } } }).message, /can not use 'fuzzy' options/);
});
