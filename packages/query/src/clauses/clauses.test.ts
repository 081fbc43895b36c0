import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { parseQuery } from '../search/search-request.ts';
import { namedClauses } from './children.ts';
import { type Elsewhere, fillLookups } from './lookups.ts';
import { printQuery } from './query.ts';

const refusal = (query: unknown): PlatformError => {
  try {
    parseQuery(query);
  } catch (error) {
    assert.ok(error instanceof PlatformError, String(error));
    return error;
  }
  return assert.fail(`accepted ${JSON.stringify(query)}`);
};

const base = { match: { txt1: 'a' } };

test('[QRY-21] a wrapper is the clause it holds', () => {
  const wrapped = (text: string) => ({ wrapper: { query: Buffer.from(text).toString('base64') } });
  const inside = { match: { txt1: { query: 'été', boost: 2 } } };
  assert.deepEqual(printQuery(parseQuery({ bool: { must: [wrapped(JSON.stringify(inside))] } })), {
    bool: { must: [inside] },
  });
  assert.match(refusal({ wrapper: {} }).message, /query\.wrapper/);
  assert.match(
    refusal({ wrapper: { query: '@@' } }).message,
    /query\.wrapper\.query: expected a query of JSON, written as/,
  );
  assert.match(refusal(wrapped('{')).message, /query\.wrapper\.query: expected a query of JSON, written as/);
  assert.match(refusal(wrapped('{}')).message, /query\.wrapper: expected an object with exactly one clause/);
  assert.match(refusal(wrapped('{"trem":{"a":1}}')).message, /\[trem\] at query\.wrapper\.trem/);
  const deep = Array.from({ length: 40 }).reduce<object>((each) => wrapped(JSON.stringify(each)), { match_all: {} });
  assert.match(refusal(deep).message, /at most 32 clauses within each other/);
});

test('[QRY-22] every parameter of every clause survives reading and printing', () => {
  const queries: readonly object[] = [
    {
      fuzzy: {
        txt1: { value: 'a', fuzziness: 'auto:2,4', prefix_length: 1, max_expansions: 5, transpositions: false },
      },
    },
    { match: { txt1: { query: 'a', fuzziness: 1, prefix_length: 2, max_expansions: 3, fuzzy_transpositions: false } } },
    { match_phrase: { txt1: { query: 'a b', slop: 2, analyzer: 'english' } } },
    { match_phrase_prefix: { txt1: { query: 'a b', slop: 2, max_expansions: 7, boost: 2 } } },
    { match_bool_prefix: { txt1: { query: 'a b', operator: 'and', fuzziness: 'AUTO' } } },
    {
      multi_match: { query: 'a', fields: ['a^2'], type: 'cross_fields', tie_breaker: 0.3, minimum_should_match: '50%' },
    },
    { multi_match: { query: 'a', type: 'phrase_prefix', slop: 1, max_expansions: 9 } },
    { regexp: { kw1: { value: 'a~b', flags: 'INTERVAL|EMPTY', case_insensitive: true } } },
    { regexp: { kw1: { value: 'a', flags: 'NONE' } } },
    { span_term: { txt1: { value: 'a', boost: 2, _name: 'n' } } },
    {
      span_near: {
        clauses: [
          {
            span_or: { clauses: [{ span_term: { txt1: 'a' } }, { span_multi: { match: { prefix: { txt1: 'b' } } } }] },
          },
          { span_first: { match: { span_term: { txt1: 'c' } }, end: 3 } },
          {
            span_not: { include: { span_term: { txt1: 'd' } }, exclude: { span_term: { txt1: 'e' } }, pre: 1, post: 2 },
          },
          { span_within: { big: { span_term: { txt1: 'd' } }, little: { span_term: { txt1: 'e' } } } },
          { span_containing: { big: { span_term: { txt1: 'd' } }, little: { span_term: { txt1: 'e' } } } },
        ],
        slop: 2,
        in_order: false,
        boost: 2,
        _name: 'near',
      },
    },
    {
      intervals: {
        txt1: {
          all_of: {
            intervals: [
              {
                match: {
                  query: 'a b',
                  max_gaps: 0,
                  mode: 'ordered',
                  filter: { not_containing: { match: { query: 'c' } } },
                },
              },
              {
                any_of: {
                  intervals: [{ prefix: { prefix: 'a', analyzer: 'keyword' } }, { wildcard: { pattern: 'a*b' } }],
                },
              },
              { fuzzy: { term: 'abc', fuzziness: 1, transpositions: false } },
              { regexp: { pattern: 'a.', flags: 'NONE', case_insensitive: true } },
            ],
            mode: 'unordered_no_overlap',
          },
          boost: 2,
          _name: 'n',
        },
      },
    },
    { terms_set: { kw1: { terms: ['a', 'b'], minimum_should_match_field: 'num1', boost: 3 } } },
    { distance_feature: { field: 'ts1', origin: 'now', pivot: '7d', boost: 2 } },
    {
      more_like_this: {
        fields: ['txt1'],
        like: [
          'a b',
          { _index: 'i', _id: 1 },
          { doc: { txt1: 'c' }, fields: ['txt1'], per_field_analyzer: { txt1: 'simple' } },
        ],
        unlike: 'd',
        min_term_freq: 1,
        stop_words: ['a'],
        minimum_should_match: 2,
        boost_terms: 1.5,
        include: true,
      },
    },
    { constant_score: { filter: base, boost: 2 } },
    { boosting: { positive: base, negative: base, negative_boost: 0.5, boost: 2 } },
    { dis_max: { queries: [base, base], tie_breaker: 0.7 } },
    { nested: { path: 'n', query: base, score_mode: 'max', ignore_unmapped: true, inner_hits: { size: 2 } } },
    { geo_polygon: { pt1: { points: [[0, 0], 'POINT (1 0)', { lat: 1, lon: 1 }, [0, 0]] }, ignore_unmapped: true } },
    { geo_bounding_box: { pt1: { wkt: 'BBOX (-10, 10, 5, -5)' } } },
    { terms: { kw1: { index: 'i', id: '1', path: 'a.b', routing: 'r' }, boost: 2 } },
    {
      simple_query_string: {
        query: '+a | "b c"~2',
        fields: ['txt1^3'],
        flags: 'AND|SLOP|PHRASE',
        default_operator: 'and',
        fuzzy_prefix_length: 1,
        minimum_should_match: 2,
      },
    },
    {
      query_string: {
        query: 'a~ "b c"~2 /d.*/',
        fields: ['txt1', 'kw1^2'],
        type: 'most_fields',
        tie_breaker: 0.1,
        phrase_slop: 3,
        fuzziness: 1,
        fuzzy_max_expansions: 2,
        quote_field_suffix: '.exact',
        allow_leading_wildcard: false,
        minimum_should_match: '2<75%',
      },
    },
    {
      function_score: {
        query: base,
        functions: [
          { filter: base, weight: 2 },
          { field_value_factor: { field: 'num1', factor: 2, modifier: 'LOG1P', missing: 1 } },
          { random_score: { seed: 5, field: 'num1' }, weight: 3 },
          { gauss: { ts1: { origin: 'now', scale: '10d', offset: '1d', decay: 0.3 }, multi_value_mode: 'avg' } },
          { linear: { pt1: { origin: [1, 2], scale: '2km' } } },
        ],
        score_mode: 'avg',
        boost_mode: 'replace',
        max_boost: 9,
        min_score: 0.1,
      },
    },
  ];
  for (const query of queries) {
    const parsed = parseQuery(query);
    assert.deepEqual(parseQuery(printQuery(parsed)), parsed, JSON.stringify(query));
  }
});

test('[QRY-21] _name is read wherever OpenSearch takes it, and printed back', () => {
  const query = {
    bool: {
      must: [{ match: { txt1: { query: 'a', _name: 'one' } } }, { terms: { kw1: ['a'], _name: 'two' } }],
      filter: { geo_distance: { distance: '1km', pt1: [0, 0], _name: 'three' } },
      _name: 'all',
    },
  };
  const parsed = parseQuery(query);
  assert.deepEqual(
    namedClauses(parsed).map(({ name, kind }) => [name, kind]),
    [
      ['all', 'bool'],
      ['one', 'match'],
      ['two', 'terms'],
      ['three', 'geo_distance'],
    ],
  );
  assert.deepEqual(parseQuery(printQuery(parsed)), parsed);
});

test('[QRY-21] a _name may be a number or a boolean where OpenSearch takes its text, and nothing that is no value', () => {
  const nameOf = (query: object) => parseQuery(query).name;
  assert.equal(nameOf({ term: { kw1: { value: 'a', _name: 1.5 } } }), '1.5');
  assert.equal(nameOf({ nested: { path: 'n', query: base, _name: false } }), 'false');
  for (const _name of [null, [], ['a'], { a: 1 }]) {
    assert.match(refusal({ range: { num1: { gte: 1, _name } } }).message, /range\.num1\._name: expected a text/);
    assert.match(refusal({ exists: { field: 'a', _name } }).message, /exists\._name: expected a text/);
  }
  for (const [kind, body] of Object.entries({ bool: {}, match_all: {}, ids: { values: ['1'] } })) {
    assert.match(refusal({ [kind]: { ...body, _name: 7 } }).message, /_name: expected a text, got 7/);
  }
  assert.equal(
    refusal({ term: { kw1: { value: 'a' }, _name: 'x' } }).detail.openSearch?.reason,
    "[term] query doesn't support multiple fields, found [kw1] and [_name]",
  );
});

const reading = (fetch: Elsewhere['fetch']): Elsewhere => ({ fetch, indexes: async (pattern) => [pattern] });

test('[QRY-21] a terms lookup is filled with what stands in the other document, lists and objects included', async () => {
  const query = parseQuery({ bool: { filter: [{ terms: { kw1: { index: 'i', id: '7', path: 'a.b' } } }, base] } });
  const asked: unknown[] = [];
  const source = { a: [{ b: ['x', 'y'] }, { b: 3 }], 'a.b': 'z' };
  const filled = await fillLookups(
    query,
    reading(async (lookup) => {
      asked.push(lookup);
      return source;
    }),
  );
  assert.deepEqual(asked, [{ index: 'i', id: '7', path: 'a.b' }]);
  assert.deepEqual(filled, parseQuery({ bool: { filter: [{ terms: { kw1: ['x', 'y', 3, 'z'] } }, base] } }));
  const other = await fillLookups(
    query,
    reading(async () => ({ a: ['x', 5] })),
  );
  assert.deepEqual(other, parseQuery({ bool: { filter: [{ terms: { kw1: ['x', 5] } }, base] } }));
  const none = await fillLookups(
    query,
    reading(async () => null),
  );
  assert.deepEqual(none, parseQuery({ bool: { filter: [{ terms: { kw1: [] } }, base] } }));
});

test('[QRY-21] what asks for the name of an index asks for all the names it means, anything else stays', async () => {
  const indexes = async (pattern: string) => [pattern, `${pattern}-1`];
  const filled = async (body: unknown) => fillLookups(parseQuery(body), { fetch: async () => null, indexes });
  const ask = { bool: { should: [{ prefix: { _index: { value: 'a', boost: 2 } } }, base] } };
  const asked = { bool: { should: [{ terms: { _index: ['a*', 'a*-1'], boost: 2 } }, base] } };
  assert.deepEqual(await filled(ask), parseQuery(asked));
  const loud = { term: { _index: { value: 'A', case_insensitive: true, _name: 'n' } } };
  assert.deepEqual(await filled(loud), parseQuery({ terms: { _index: ['a', 'a-1'], _name: 'n' } }));
});

test('[QRY-21] a pattern may be given as a number or boolean, bare and in an object', () => {
  for (const kind of ['prefix', 'wildcard', 'regexp']) {
    const bare = parseQuery({ [kind]: { kw1: 12 } });
    assert.deepEqual(bare, parseQuery({ [kind]: { kw1: '12' } }));
    assert.deepEqual(parseQuery({ [kind]: { kw1: { value: 12 } } }), bare);
    assert.throws(() => parseQuery({ [kind]: { kw1: { value: ['1'] } } }), /expected text, got \["1"\]/);
  }
});

test('[QRY-21] a bitmap stands for its numbers: lists, runs and full containers', () => {
  const values = (bitmap: string) => {
    const query = parseQuery({ terms: { num1: [bitmap], value_type: 'bitmap' } });
    return query.kind === 'terms' ? query.values : [];
  };
  assert.deepEqual(values('OjAAAAEAAAAAAAEAEAAAAG8A3gA='), [111, 222]);
  const run = Buffer.from([0x3b, 0x30, 0, 0, 1, 2, 0, 3, 0, 1, 0, 5, 0, 3, 0]).toString('base64');
  assert.deepEqual(values(run), [131_077, 131_078, 131_079, 131_080]);
  assert.match(refusal({ terms: { a: ['AAAA'], value_type: 'bitmap' } }).message, /a Roaring bitmap as base64/);
  assert.match(refusal({ terms: { a: ['a', 'b'], value_type: 'bitmap' } }).message, /one bitmap/);
});

test('[QRY-21] a query of endless clauses is refused, with the first that is too many', () => {
  const asked = (times: number) => ({ bool: { should: [{ bool: { must: Array(times).fill(base) } }, base] } });
  assert.equal(parseQuery(asked(4093)).kind, 'bool');
  assert.match(refusal(asked(4094)).message, /query\.bool\.should\[1\]: expected at most 4096 clauses in one query/);
});

test('[API-31] what OpenSearch refuses in these clauses is refused', () => {
  const cases: readonly (readonly [query: unknown, text: RegExp])[] = [
    [{ fuzzy: { a: { value: 'x', fuzziness: -1 } } }, /fuzziness: 0, 1, 2, AUTO/],
    [{ fuzzy: { a: { value: 'x', fuzziness: 'AUTO:6,3' } } }, /low not above high/],
    [{ regexp: { a: 'x'.repeat(1001) } }, /at most 1000 characters/],
    [{ regexp: { a: '(x' } }, /query\.regexp\.a\.value: character 3: expected a closing \)/],
    [{ boosting: { positive: base, negative: base } }, /\[negative_boost\]/],
    [{ multi_match: { query: 'a', type: 'cross_fields', fuzziness: 1 } }, /no fuzziness for type \[cross_fields\]/],
    [{ function_score: { functions: [{ filter: base }] } }, /one of weight, field_value_factor/],
    [{ function_score: { weight: 2, functions: [{ weight: 2 }] } }, /not both/],
    [{ function_score: { gauss: { a: { scale: 1, decay: 1 } } } }, /between 0 and 1/],
    [
      {
        geo_polygon: {
          a: {
            points: [
              [0, 0],
              [1, 1],
              [0, 0],
            ],
          },
        },
      },
      /at least three points/,
    ],
    [{ geo_distance: { distance: '1km', a: [0, 95] } }, /from -90 to 90/],
    [{ nested: { path: 'n', query: base, score_mode: 'median' } }, /one of avg, max, min, sum, none/],
    [{ terms: { a: { index: 'i', id: 1, path: 'b' } } }, /query\.terms\.a\.id: expected text, got 1/],
  ];
  for (const [query, text] of cases) assert.match(refusal(query).message, text, JSON.stringify(query));
});

test('[QRY-21] validation_method coerce brings a point back onto the globe', () => {
  const centre = (lat: number, lon: number) => {
    const query = parseQuery({ geo_distance: { distance: '1km', a: { lat, lon }, validation_method: 'coerce' } });
    return query.kind === 'geo_distance' ? [query.centre.lat, query.centre.lon] : [];
  };
  assert.deepEqual(centre(10, 370), [10, 10]);
  assert.deepEqual(centre(95, 10), [85, -170]);
  assert.deepEqual(centre(-100, 0), [-80, 180]);
});

test('[API-31] refusals carry the type and the words of OpenSearch', () => {
  const cases: readonly (readonly [query: unknown, type: string, reason: string])[] = [
    [{ match: { a: { query: 'b', x: 1 } } }, 'parsing_exception', '[match] query does not support [x]'],
    [{}, 'illegal_argument_exception', 'query malformed, empty clause found'],
    [
      { match: { a: { query: 'b', operator: 'nope' } } },
      'illegal_argument_exception',
      'No enum constant org.opensearch.index.query.Operator.NOPE',
    ],
    [
      { query_string: { query: 'b', default_operator: 'nope' } },
      'illegal_argument_exception',
      'No enum constant org.opensearch.index.query.Operator.NOPE',
    ],
    [{ term: 'a' }, 'parsing_exception', '[term] query malformed, no start_object after query name'],
    [
      { term: { a: 1 }, match: {} },
      'parsing_exception',
      '[term] malformed query, expected [END_OBJECT] but found [FIELD_NAME]',
    ],
  ];
  for (const [query, type, reason] of cases) {
    assert.deepEqual(refusal(query).detail.openSearch, { type, reason }, JSON.stringify(query));
  }
  const { message, detail } = refusal({ bool: { mus: [] } });
  assert.equal(message, '[bool] unknown field [mus] did you mean [must]?');
  assert.deepEqual(detail.openSearch, { type: 'x_content_parse_exception' });
});

test('[API-31] a clause nobody knows is asked about, and named as the cause', () => {
  const unknown = (name: string, asked: string) => ({
    type: 'parsing_exception',
    reason: `unknown query [${name}]${asked}`,
    caused_by: { type: 'named_object_not_found_exception', reason: `unknown field [${name}]` },
  });
  assert.deepEqual(refusal({ boool: {} }).detail.openSearch, unknown('boool', ' did you mean [bool]?'));
  assert.deepEqual(refusal({ invalid_query: {} }).detail.openSearch, unknown('invalid_query', ''));
});

test('[QRY-21] spans hold spans only, and only the outermost scores', () => {
  const a = { span_term: { txt1: 'a' } };
  const reasonOf = (query: object) => refusal(query).detail.openSearch?.reason;
  assert.equal(
    reasonOf({ span_or: { clauses: [{ term: { txt1: 'a' } }] } }),
    'span_or [clauses] must be of type span query',
  );
  assert.equal(reasonOf({ span_near: { clauses: [] } }), 'span_near must include [clauses]');
  assert.equal(
    reasonOf({ span_multi: { match: { term: { txt1: 'a' } } } }),
    '[span_multi] [match] must be of type multi term query',
  );
  assert.equal(
    reasonOf({ span_near: { clauses: [a, { span_term: { txt1: { value: 'b', boost: 2 } } }] } }),
    "span_near [clauses] as a nested span clause can't have non-default boost value [2]",
  );
  assert.throws(() => parseQuery({ span_first: { match: a } }), /\[end\]/);
});

test('[QRY-21] names of spans within spans are found', () => {
  const named = { span_or: { clauses: [{ span_term: { txt1: { value: 'a', _name: 'inner' } } }] } };
  assert.deepEqual(
    namedClauses(parseQuery(named)).map(({ name }) => name),
    ['inner'],
  );
});

test('[SEC-10] a text that is looked for is not longer than can be cut into words while others wait', () => {
  const most = 'a '.repeat(50_000);
  const clauses = (query: string): readonly Readonly<Record<string, unknown>>[] => [
    { match: { txt1: query } },
    { match: { txt1: { query } } },
    { match_phrase: { txt1: query } },
    { match_phrase_prefix: { txt1: query } },
    { match_bool_prefix: { txt1: query } },
    { multi_match: { query, fields: ['txt1'] } },
    { simple_query_string: { query } },
    { intervals: { txt1: { match: { query } } } },
  ];
  for (const clause of clauses(`${most}b`))
    assert.match(
      refusal(clause).message,
      /query: expected a text of at most 100000 letters, got "a a /,
      Object.keys(clause)[0],
    );
  for (const clause of clauses(most).slice(0, 6))
    assert.deepEqual(Object.keys(parseQuery(clause)).includes('kind'), true);
});

test('[SEC-10] the texts of all rules of intervals have a hundred thousand letters together at most', () => {
  const asked = (times: number) => ({
    intervals: { txt1: { any_of: { intervals: Array(times).fill({ match: { query: 'a'.repeat(10_000) } }) } } },
  });
  assert.equal(parseQuery(asked(10)).kind, 'intervals');
  const expected = /query\.intervals\.txt1: expected texts of at most 100000 letters together, got 110000/;
  assert.match(refusal(asked(11)).message, expected);
});

test('[SEC-10] texts that documents should be like have a million letters together at most', () => {
  const like = (length: number) => ({ more_like_this: { fields: ['txt1'], like: ['a'.repeat(length)], unlike: 'b' } });
  assert.equal(parseQuery(like(999_999)).kind, 'more_like_this');
  assert.match(
    refusal(like(1_000_000)).message,
    /at most 1000000 letters in \[like\] and \[unlike\] together, got 1000001/,
  );
});

test('[QRY-21] of several limits of one end of a range the last counts, and what is said of including it', () => {
  const limits = (body: object) => printQuery(parseQuery({ range: { num1: body } }));
  const expected = (body: object) => ({ range: { num1: body } });
  assert.deepEqual(limits({ gte: 1, include_lower: false, lt: 5, include_upper: true }), expected({ gt: 1, lte: 5 }));
  assert.deepEqual(limits({ include_lower: false, gte: 1 }), expected({ gte: 1 }));
  assert.deepEqual(limits({ gt: 5, gte: 3 }), expected({ gte: 3 }));
  assert.deepEqual(limits({ gte: 3, from: 4, to: 9, include_upper: false }), expected({ gte: 4, lt: 9 }));
  assert.deepEqual(limits({ from: null, to: 9 }), expected({ lte: 9 }));
});
