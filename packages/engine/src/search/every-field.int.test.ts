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
