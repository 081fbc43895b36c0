import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { definitionOf } from './definition.ts';
import { readMapping } from './read-mapping.ts';
import { StoredSample } from './stored.fixture.ts';

const ANALYSIS = {
  normalizer: {
    low: { type: 'custom', filter: ['lowercase', 'asciifolding'] },
    up: { filter: ['uppercase', 'trim'] },
    both: { filter: ['keep'] },
  },
  filter: { keep: { type: 'asciifolding', preserve_original: true } },
};
const low = { type: 'keyword', normalizer: 'low' };

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index(
    'words',
    {
      k: low,
      short: { type: 'keyword', normalizer: 'lowercase', ignore_above: 3, null_value: 'NV' },
      up: { type: 'keyword', normalizer: 'up', fields: { low, raw: { type: 'keyword' } } },
      w: { type: 'wildcard', normalizer: 'low' },
      txt: { type: 'text', copy_to: 'copy', fields: { key: low } },
      copy: low,
      n: { type: 'nested', properties: { k: low } },
      plain: { type: 'keyword', normalizer: 'default' },
    },
    { analysis: ANALYSIS },
  );
  await sample.put('words', {
    a: { k: 'Çelik', short: 'ABC', up: ' Zug ', w: 'Wild Ünicorn', txt: 'Big Bär', n: [{ k: 'Foo' }, { k: 'BAR' }] },
    b: { k: ['apple', 'Apple', 'BERRY'], short: 'ABCD', up: 'zug', w: 'wild thing', plain: 'Plain' },
    c: { k: '', short: null },
  });
});
after(() => sample.close());

const sent = (hit: { readonly _source?: unknown } | undefined): unknown => JSON.parse(Object(hit?._source).text);

const ids = (query: unknown) => sample.ids('words', query);

test('[TPL-31] a keyword is found by what its normalizer makes of a value', async () => {
  assert.equal(await ids({ term: { k: 'ÇELIK' } }), 'a');
  assert.equal(await ids({ term: { k: 'celik' } }), 'a');
  assert.equal(await ids({ term: { k: { value: 'Celik', case_insensitive: true } } }), 'a');
  assert.equal(await ids({ term: { k: '' } }), 'c');
  assert.equal(await ids({ terms: { k: ['APPLE', 'çelik'] } }), 'ab');
  assert.equal(await ids({ term: { up: ' zug' } }), 'ab');
  assert.equal(await ids({ term: { 'up.raw': 'zug' } }), 'b');
  assert.equal(await ids({ term: { 'up.low': ' ZUG ' } }), 'a');
  assert.equal(await ids({ term: { plain: 'plain' } }), '');
  assert.equal(await ids({ exists: { field: 'k' } }), 'abc');
});

test('[TPL-31] further readings, copies and nested objects have normalizers of their own', async () => {
  assert.equal(await ids({ term: { 'txt.key': 'BIG BAR' } }), 'a');
  assert.equal(await ids({ term: { copy: 'big bär' } }), 'a');
  assert.equal(await ids({ nested: { path: 'n', query: { term: { 'n.k': 'FOO' } } } }), 'a');
});

test('[TPL-31] limits, beginnings, patterns and close words go through the normalizer', async () => {
  assert.equal(await ids({ range: { k: { gte: 'B', lt: 'CF' } } }), 'ab');
  assert.equal(await ids({ prefix: { k: 'ÇE' } }), 'a');
  assert.equal(await ids({ prefix: { up: 'z ' } }), 'ab');
  assert.equal(await ids({ wildcard: { k: 'Ç*K' } }), 'a');
  assert.equal(await ids({ wildcard: { up: 'z *' } }), 'ab');
  assert.equal(await ids({ wildcard: { w: '*Üni*' } }), 'a');
  assert.equal(await ids({ regexp: { k: 'ÇEL.+' } }), 'a');
  assert.equal(await ids({ fuzzy: { k: 'ÇELIX' } }), 'a');
});

test('[TPL-31] a keyword is matched by what its normalizer makes of the words', async () => {
  assert.equal(await ids({ match: { k: 'BERRY' } }), 'b');
  assert.equal(await ids({ match: { k: { query: 'BERRX', fuzziness: 1 } } }), 'b');
  assert.equal(await ids({ match_phrase: { k: 'BERRY' } }), 'b');
  assert.equal(await ids({ match_bool_prefix: { k: 'BERR' } }), 'b');
  assert.equal(await ids({ multi_match: { query: 'BERRY', fields: ['k', 'up'] } }), 'b');
  assert.equal(await ids({ multi_match: { query: 'BIG BÄR', fields: ['k', 'txt.key'], type: 'cross_fields' } }), 'a');
  for (const query of ['k:BERRY', 'k:BER*', 'k:BERRX~1', 'k:[BA TO BF]', 'k:/BER.*/', 'BERRY']) {
    assert.equal(await ids({ query_string: { query } }), 'b', query);
  }
  assert.equal(await ids({ simple_query_string: { query: 'BER*', fields: ['k'] } }), 'b');
  const like = { fields: ['k'], like: 'BERRY', min_term_freq: 1, min_doc_freq: 1 };
  assert.equal(await ids({ more_like_this: like }), 'b');
});

test('[TPL-31] values longer than ignore_above as they were sent are left out; a stand-in is normalized', async () => {
  assert.equal(await ids({ term: { short: 'abc' } }), 'a');
  assert.equal(await ids({ term: { short: 'abcd' } }), '');
  assert.equal(await ids({ term: { short: 'nv' } }), 'c');
});

test('[AGG-01] buckets, orders and what is fetched show normalized values, the source what was sent', async () => {
  const { hits, aggregations } = await sample.search('words', {
    sort: ['k'],
    docvalue_fields: ['k', 'up'],
    fields: ['k', 'up.low', 'short', 'n.k'],
    highlight: { fields: { k: {} } },
    query: { bool: { should: [{ match: { k: 'BERRY' } }, { match_all: {} }] } },
    aggs: {
      k: { terms: { field: 'k' } },
      none: { terms: { field: 'k', include: ['BERRY'] } },
      different: { cardinality: { field: 'up' } },
      pairs: { composite: { sources: [{ up: { terms: { field: 'up' } } }] } },
    },
  });
  const [c, b, a] = hits.hits;
  assert.deepEqual([c?.sort, b?.sort, a?.sort], [[''], ['apple'], ['celik']]);
  assert.deepEqual(sent(a), {
    ...{ k: 'Çelik', short: 'ABC', up: ' Zug ', w: 'Wild Ünicorn', txt: 'Big Bär', n: [{ k: 'Foo' }, { k: 'BAR' }] },
  });
  assert.deepEqual(a?.fields, {
    k: ['celik'],
    up: ['ZUG'],
    'up.low': [' zug '],
    short: ['abc'],
    'n.k': ['foo', 'bar'],
  });
  assert.deepEqual(b?.highlight, { k: ['<em>berry</em>'] });
  const keys = (found: unknown) =>
    Object(found).buckets.map(({ key }: { readonly key: unknown }) => Object(key).up ?? key);
  assert.deepEqual(keys(aggregations?.k), ['', 'apple', 'berry', 'celik']);
  assert.deepEqual(keys(aggregations?.none), []);
  assert.deepEqual(Object(aggregations?.different).value, 1);
  assert.deepEqual(keys(aggregations?.pairs), ['ZUG']);
});

test('[TPL-31] documents of one shape have their further readings normalized, however they are read', async () => {
  await sample.index('shapes', { k: { type: 'keyword', fields: { low } }, s: low }, { analysis: ANALYSIS });
  const documents = Array.from({ length: 40 }, (_, i) => [`d${i}`, { k: i % 2 ? 'Été' : 'ÉTÉ' }] as const);
  await sample.put('shapes', Object.fromEntries(documents.slice(0, 20)));
  await sample.put('shapes', Object.fromEntries(documents.slice(20)));
  await sample.put('shapes', { e: { k: ['ABC', 'Été'] }, f: { s: 'ABC' }, g: { s: 'ABC' } });
  const { aggregations, hits } = await sample.search('shapes', {
    size: 100,
    query: { terms: { 'k.low': ['été'] } },
    aggs: { low: { terms: { field: 'k.low' } }, k: { terms: { field: 'k' } } },
  });
  const buckets = (found: unknown) =>
    Object(found).buckets.map((each: { readonly key: string; readonly doc_count: number }) => [
      each.key,
      each.doc_count,
    ]);
  assert.deepEqual(buckets(aggregations?.low), [
    ['ete', 41],
    ['abc', 1],
  ]);
  assert.deepEqual(buckets(aggregations?.k), [
    ['Été', 21],
    ['ÉTÉ', 20],
    ['ABC', 1],
  ]);
  assert.equal(hits.hits.filter((hit) => Object(sent(hit)).k === 'Été').length, 20);
  const kept = await sample.search('shapes', { query: { term: { s: 'abc' } } });
  assert.deepEqual(kept.hits.hits.map(sent), [{ s: 'ABC' }, { s: 'ABC' }]);
});

test('[TPL-31] an index made before normalizers were heard keeps its values as they came', async () => {
  const stored = { uuid: 'u', created: 0, settings: { 'index.analysis.normalizer.low.filter': ['lowercase'] } };
  const mapping = readMapping({ properties: { k: low, x: { type: 'keyword', normalizer: 'nope' } } });
  const { fields } = definitionOf('old', { ...stored, mapping, lists: [], closed: false });
  assert.deepEqual(
    fields.map(({ analyser }) => analyser),
    [undefined, undefined],
  );
});

test('[TPL-31] a normalizer that makes several words of a value refuses it', async () => {
  await sample.index('two', { k: { type: 'keyword', normalizer: 'both' } }, { analysis: ANALYSIS });
  const [good, bad] = await sample.put('two', { good: { k: 'Ab' }, bad: { k: 'Äb' } });
  assert.equal(Object(good).result, 'created');
  assert.match(Object(bad).error.message, /failed to parse field \[k\] of type \[keyword\]/);
  assert.equal(await sample.ids('two', { term: { k: 'Äb' } }), 'good');
});

test('[TPL-31] a normalizer nobody knows and one that is exchanged are refused', async () => {
  const nope = { type: 'keyword', normalizer: 'nope' };
  await assert.rejects(sample.index('unknown', { k: nope }), /normalizer \[nope\] not found for field \[k\]/);
  const put = (properties: unknown) => sample.tenant.documents.putMapping('words', { properties });
  await assert.rejects(put({ zz: nope }), /normalizer \[nope\] not found for field \[zz\]/);
  await assert.rejects(
    put({ k: { type: 'keyword', normalizer: 'up' } }),
    /Cannot update parameter \[normalizer\] from \[low\] to \[up\]/,
  );
  await assert.rejects(
    put({ k: { type: 'keyword' } }),
    /Cannot update parameter \[normalizer\] from \[low\] to \[default\]/,
  );
});
