import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  const typed = { type: 'search_as_you_type' };
  await sample.index('typed', {
    txt1: typed,
    txt2: { ...typed, max_shingle_size: 2 },
    txt3: { type: 'text', fields: { as: typed } },
    n: { type: 'nested', properties: { txt4: typed } },
  });
  await sample.put('typed', {
    a: { txt1: 'quick brown fox jump', txt2: 'quick brown fox', txt3: 'quick brown', n: [{ txt4: 'quick brown fox' }] },
    b: { txt1: 'brown quick fox lazy', txt3: 'brown quick', n: [{ txt4: 'quick' }, { txt4: 'brown' }] },
    c: { txt1: ['quick', 'brown dog'] },
  });
});
after(() => sample.close());

const CASES: readonly (readonly [title: string, query: object, ids: string])[] = [
  ['a pair of words', { match: { 'txt1._2gram': 'quick brown' } }, 'a'],
  ['any pair of a text', { match: { 'txt1._2gram': 'lazy quick brown dog' } }, 'ac'],
  ['every pair of a text', { match: { 'txt1._2gram': { query: 'quick brown dog', operator: 'and' } } }, ''],
  ['a word alone is no pair', { match: { 'txt1._2gram': 'quick' } }, ''],
  ['three words', { term: { 'txt1._3gram': 'quick brown fox' } }, 'a'],
  ['two words are not three', { term: { 'txt1._3gram': 'quick brown' } }, ''],
  ['several pairs', { terms: { 'txt1._2gram': ['brown dog', 'fox lazy'] } }, 'bc'],
  ['rows longer than the mapping says', { match: { 'txt2._3gram': 'quick brown fox' } }, ''],
  ['the beginning of a last word', { match_bool_prefix: { 'txt1._2gram': 'quick brown f' } }, 'a'],
  ['a last word that is complete', { match_bool_prefix: { 'txt1._2gram': 'quick bro ' } }, ''],
  ['a phrase of pairs', { match_phrase: { 'txt1._2gram': 'quick brown fox' } }, 'a'],
  ['a phrase that is begun', { match_phrase_prefix: { 'txt1._2gram': 'brown quick f' } }, 'b'],
  ['a beginning of any row', { prefix: { 'txt1._2gram': 'qui' } }, 'abc'],
  ['a beginning of a longer row', { prefix: { 'txt1._2gram': 'quick brown f' } }, 'a'],
  ['a beginning by its part', { term: { 'txt1._index_prefix': 'brown qu' } }, 'b'],
  ['beginnings of three words', { match: { 'txt1._index_prefix': 'quick brown fo' } }, 'a'],
  ['a part is there where its field is', { exists: { field: 'txt2._2gram' } }, 'a'],
  ['in a further reading of a text', { match: { 'txt3.as._2gram': 'brown quick' } }, 'b'],
  ['a text has no parts', { match: { 'txt3._2gram': 'brown quick' } }, ''],
  ['in a search bar', { query_string: { query: 'txt1._2gram:"quick brown"' } }, 'a'],
  ['within objects', { nested: { path: 'n', query: { match: { 'n.txt4._2gram': 'quick brown' } } } }, 'a'],
];

for (const [title, query, ids] of CASES) {
  test(`[QRY-21] parts of a search_as_you_type: ${title}`, async () => {
    assert.equal(await sample.ids('typed', query), ids);
  });
}

test('[QRY-21] intervals look in no part of a search_as_you_type', async () => {
  for (const [part, type] of [
    ['_2gram', 'search_as_you_type'],
    ['_index_prefix', 'prefix'],
  ] as const)
    await assert.rejects(
      sample.ids('typed', { intervals: { [`txt1.${part}`]: { match: { query: 'quick brown' } } } }),
      new RegExp(`use interval queries on text fields - not on \\[txt1.${part}\\] which is of type \\[${type}\\]`),
    );
});

test('[QRY-21] beginnings of a search_as_you_type are in no phrase', async () => {
  for (const [kind, use] of [
    ['match_phrase', 'phrase'],
    ['match_phrase_prefix', 'phrase prefix'],
  ] as const)
    await assert.rejects(
      sample.ids('typed', { [kind]: { 'txt1._index_prefix': 'quick brown fox' } }),
      new RegExp(`use ${use} queries on text fields - not on \\[txt1._index_prefix\\] which is of type \\[prefix\\]`),
    );
});

test('[QRY-21] what is typed stands first where its words stand beside each other', async () => {
  const fields = ['txt1', 'txt1._2gram', 'txt1._3gram'];
  const { hits } = await sample.search('typed', {
    query: { multi_match: { query: 'brown q', type: 'bool_prefix', fields } },
  });
  assert.deepEqual(
    hits.hits.map(({ _id, _score }) => [_id, (_score ?? 0) > 2]),
    [
      ['b', true],
      ['c', false],
      ['a', false],
    ],
  );
});
