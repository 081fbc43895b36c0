import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from './stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('flat', {
    o: { type: 'flat_object' },
    kw1: { type: 'keyword' },
    n: { type: 'nested', properties: { o: { type: 'flat_object' } } },
  });
  await sample.put('flat', {
    a: {
      o: { title: 'Red Fox', who: { given: 'Mike', age: 12 }, list: [['x', 1.5], 'y'] },
      n: [{ o: { k: { m: 'v' } } }],
    },
    b: { o: [{ title: 'Mike' }, { title: 'Other' }], n: { o: { k: { m: 'w' } } } },
    c: { kw1: 'Mike' },
  });
});
after(() => sample.close());

const CASES: readonly (readonly [title: string, query: object, ids: string])[] = [
  ['a leaf by its path', { term: { 'o.who.given': 'Mike' } }, 'a'],
  ['any leaf by the name of the object', { term: { o: 'Mike' } }, 'ab'],
  ['a path is not one that begins like it', { term: { 'o.who.give': 'Mike' } }, ''],
  ['a leaf is compared as a whole', { match: { 'o.title': 'Red Fox' } }, 'a'],
  ['several values', { terms: { 'o.title': ['Other', 'Red Fox'] } }, 'ab'],
  ['a number by its text', { term: { 'o.list': '1.5' } }, 'a'],
  ['a beginning', { prefix: { 'o.title': 'Ot' } }, 'b'],
  ['a range of texts', { range: { 'o.who.age': { gte: '10', lt: '13' } } }, 'a'],
  ['a leaf that is there', { exists: { field: 'o.who.given' } }, 'a'],
  ['the last name of a path that is there', { exists: { field: 'o.given' } }, 'a'],
  ['an object on the way', { exists: { field: 'o.who' } }, 'a'],
  ['an object that is there', { exists: { field: 'o' } }, 'ab'],
  ['beside other fields', { multi_match: { query: 'Mike', fields: ['kw1', 'o.who.given'] } }, 'ac'],
  ['in a search bar', { query_string: { query: 'o.title:Other' } }, 'b'],
  ['within a nested object', { nested: { path: 'n', query: { term: { 'n.o.k.m': 'w' } } } }, 'b'],
  ['any leaf within a nested object', { nested: { path: 'n', query: { term: { 'n.o': 'v' } } } }, 'a'],
];

for (const [title, query, ids] of CASES) {
  test(`[IDX-09] flat_object: ${title}`, async () => assert.equal(await sample.ids('flat', query), ids));
}

test('[IDX-09] flat_object: only objects fit, and no figures are made of leaves', async () => {
  const [refused] = await sample.put('flat', { x: { o: ['text'] } });
  assert.match(
    JSON.stringify(refused && 'error' in refused ? refused.error.detail.openSearch : null),
    /parsing_exception/,
  );
  const aggs = { a: { avg: { field: 'o.who.age' } } };
  await assert.rejects(
    sample.search('flat', { size: 0, aggs }),
    /Field \[o\.who\.age\] of type \[flat_object\] is not supported for aggregation \[avg\]/,
  );
});
