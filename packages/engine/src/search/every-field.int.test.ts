import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('every', {
    flat1: { type: 'flat_object' },
    typed1: { type: 'completion' },
    txt1: { type: 'text' },
    num1: { type: 'unsigned_long' },
    ip1: { type: 'ip' },
    span1: { type: 'integer_range' },
    n: { type: 'nested', properties: { typed1: { type: 'completion' } } },
  });
  await sample.put('every', {
    a: { flat1: { k: 'alpha' } },
    b: { flat1: { k: 'alpha beta' } },
    c: { typed1: 'Alpha' },
    d: { typed1: { input: ['alpha beta', 'x'], weight: 2 } },
    e: { txt1: 'alpha' },
    f: { num1: 7 },
    g: { span1: { gte: 5, lte: 9 } },
    h: { ip1: '10.0.0.1' },
    i: { n: [{ typed1: 'alpha' }] },
  });
});
after(() => sample.close());

const CASES: readonly (readonly [title: string, query: object, ids: string])[] = [
  ['a word', { query_string: { query: 'alpha' } }, 'ace'],
  ['a word of a simple text', { simple_query_string: { query: 'alpha' } }, 'ace'],
  ['a word of multi_match', { multi_match: { query: 'ALPHA' } }, 'ce'],
  ['a phrase is a whole value where there are no places of words', { query_string: { query: '"alpha beta"' } }, 'bd'],
  ['words that a completion has in another order', { multi_match: { query: 'beta alpha' } }, 'e'],
  ['words over all fields as if they were one', { multi_match: { query: 'alpha beta', type: 'cross_fields' } }, 'bde'],
  ['a beginning', { query_string: { query: 'alp*' } }, 'abe'],
  ['a beginning in a simple text', { simple_query_string: { query: 'alp*' } }, 'abe'],
  ['a beginning in a named object', { query_string: { query: 'flat1:al*' } }, 'ab'],
  ['words near to one another', { query_string: { query: 'alpah~' } }, 'e'],
  ['texts between others', { query_string: { query: '[al TO alq]' } }, 'abe'],
  ['a number', { multi_match: { query: '7' } }, 'fg'],
  ['an address', { multi_match: { query: '10.0.0.1' } }, 'h'],
  ['a pattern of names', { multi_match: { query: 'alpha', fields: ['t*'] } }, 'ce'],
  ['a completion by name', { match: { typed1: 'ALPHA  beta' } }, 'd'],
  ['a completion by a phrase', { match_phrase: { typed1: 'Alpha' } }, 'c'],
  ['a completion by an analyser of the query', { match: { typed1: { query: 'Alpha', analyzer: 'keyword' } } }, ''],
  ['a completion by a text without words', { match: { typed1: '7' } }, ''],
  ['a completion by terms', { terms: { typed1: ['alpha', 'x'] } }, 'cd'],
  ['a completion in whatever case', { term: { typed1: { value: 'ALPHA', case_insensitive: true } } }, 'c'],
  ['a completion of nested objects', { nested: { path: 'n', query: { match: { 'n.typed1': 'ALPHA' } } } }, 'i'],
];

for (const [title, query, ids] of CASES) {
  test(`[QRY-02] every field: ${title}`, async () => assert.equal(await sample.ids('every', query), ids));
}

test('[QRY-02] what other fields than the best add is a share of their scores', async () => {
  const asked = (tie_breaker: number, fields: readonly string[]) =>
    sample.ids('every', { multi_match: { query: 'alpha', tie_breaker, fields } });
  for (const outside of [-1, 1.5]) {
    await assert.rejects(asked(outside, ['txt1', 'typed1']), /tieBreakerMultiplier must be in \[0, 1\]/);
    assert.equal(await asked(outside, ['txt1', 'absent']), 'e');
  }
  assert.equal(await asked(1, ['txt1', 'typed1']), 'ce');
});

test('[API-31] the one value of a constant_keyword is rare in no index, so that it scores as what it counts', async () => {
  await sample.index('constant', { kw1: { type: 'constant_keyword', value: 'same' } });
  await sample.put('constant', { a: { kw1: 'same' }, b: { kw1: 'same' } });
  const { hits } = await sample.search('constant', { query: { term: { kw1: { value: 'same', boost: 3 } } } });
  assert.deepEqual(
    hits.hits.map(({ _score }) => _score),
    [3, 3],
  );
});

test('[QRY-02] a document that others should be like has the words it is kept by, a text those that are looked for', async () => {
  await sample.index('liked', { txt1: { type: 'text', search_analyzer: 'whitespace' } });
  await sample.put('liked', { a: { txt1: 'red-brown one' }, b: { txt1: 'red-brown two' }, c: { txt1: 'red three' } });
  const like = (of: unknown, more: object = {}) =>
    sample.ids('liked', {
      more_like_this: {
        fields: ['txt1'],
        like: of,
        min_term_freq: 1,
        min_doc_freq: 2,
        minimum_should_match: 1,
        ...more,
      },
    });
  assert.equal(await like({ _id: 'a' }), 'bc');
  assert.equal(await like({ _id: 'a' }, { analyzer: 'keyword' }), 'bc');
  assert.equal(await like({ doc: { txt1: 'red-brown' } }), 'abc');
  assert.equal(await like('red-brown'), '');
  assert.equal(await like('red-brown', { analyzer: 'standard' }), 'abc');
});

test('[QRY-21] [AGG-28] what nested objects include in their document is found, counted and ordered by there', async () => {
  const members = {
    kw1: { type: 'keyword' },
    int1: { type: 'integer' },
    ts1: { type: 'date' },
    pt1: { type: 'geo_point' },
    txt1: { type: 'text', fields: { raw: { type: 'keyword' } } },
    obj1: { properties: { num1: { type: 'double' } } },
  };
  await sample.index('including', {
    root: { type: 'nested', include_in_root: true, properties: members },
    own: { type: 'nested', properties: members },
    obj2: {
      properties: {
        parent: {
          type: 'nested',
          include_in_parent: true,
          properties: {
            up: { type: 'nested', include_in_parent: true, properties: { int2: { type: 'integer' } } },
            kept: { type: 'nested', properties: { int2: { type: 'integer' } } },
          },
        },
      },
    },
  });
  const object = (kw1: string | readonly string[] | null, int1: number, txt1: string) => ({
    kw1,
    int1,
    ts1: `2024-0${int1}-01`,
    pt1: { lat: int1, lon: 0 },
    txt1,
    obj1: { num1: int1 / 2 },
  });
  const objects = {
    a: [object(['p', 'q'], 1, 'quick fox'), object('r', 4, 'lazy dog')],
    b: [object(null, 2, 'quick dog')],
    c: [object('q', 3, 'fox')],
  };
  await sample.put(
    'including',
    Object.fromEntries(
      Object.entries(objects).map(([id, root]) => {
        const int1 = root[0]?.int1 ?? 0;
        const parent = [{ up: [{ int2: int1 }, { int2: 9 }], kept: { int2: int1 } }];
        return [id, { root, own: root, obj2: { parent } }];
      }),
    ),
  );
  await sample.put('including', { d: {} });
  const found = async (query: object) => {
    const { hits } = await sample.search('including', { query, sort: ['_id'] });
    return hits.hits.map(({ _id }) => _id).join('');
  };
  const cases: readonly (readonly [query: object, ids: string])[] = [
    [{ term: { 'root.kw1': 'q' } }, 'ac'],
    [{ bool: { must: [{ term: { 'root.kw1': 'r' } }, { term: { 'root.int1': 1 } }] } }, 'a'],
    [{ range: { 'root.ts1': { gte: '2024-03' } } }, 'ac'],
    [{ geo_bounding_box: { 'root.pt1': { top_left: '2.5,-1', bottom_right: '1.5,1' } } }, 'b'],
    [{ range: { 'root.obj1.num1': { lt: 1.2 } } }, 'ab'],
    [{ match: { 'root.txt1': 'dog' } }, 'ab'],
    [{ match_phrase: { 'root.txt1': 'fox lazy' } }, ''],
    [{ prefix: { 'root.txt1': 'laz' } }, 'a'],
    [{ term: { 'root.txt1.raw': 'fox' } }, 'c'],
    [{ query_string: { query: 'fox' } }, 'ac'],
    [{ multi_match: { query: 'lazy', fields: ['root.*'], lenient: true } }, 'a'],
    [{ exists: { field: 'root' } }, 'abc'],
    [{ exists: { field: 'root.kw1' } }, 'ac'],
    [{ term: { 'obj2.parent.up.int2': 9 } }, 'abc'],
    [{ exists: { field: 'obj2.parent.up' } }, 'abc'],
    [{ term: { 'obj2.parent.kept.int2': 1 } }, ''],
    [{ exists: { field: 'own' } }, ''],
    [{ term: { 'own.kw1': 'q' } }, ''],
    [{ nested: { path: 'root', query: { term: { 'root.kw1': 'q' } } } }, 'ac'],
  ];
  for (const [query, ids] of cases) assert.equal(await found(query), ids, JSON.stringify(query));
  const { hits, aggregations } = await sample.search('including', {
    sort: [{ 'root.int1': { order: 'desc', mode: 'min' } }],
    aggs: {
      words: { terms: { field: 'root.kw1' } },
      sum: { sum: { field: 'root.int1' } },
      months: { date_histogram: { field: 'root.ts1', calendar_interval: 'month' } },
      none: { terms: { field: 'own.kw1' } },
    },
  });
  assert.deepEqual(
    hits.hits.map(({ _id }) => _id),
    ['c', 'b', 'a', 'd'],
  );
  const counts = (name: string) =>
    Object(aggregations?.[name]).buckets.map(({ key, doc_count }: Record<string, unknown>) => `${key} ${doc_count}`);
  assert.deepEqual(counts('words'), ['q 2', 'p 1', 'r 1']);
  assert.equal(counts('months').length, 4);
  assert.deepEqual(counts('none'), []);
  assert.deepEqual(aggregations?.sum, { value: 10 });
});
