import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

const hidden = { type: 'text', index: false };

before(async () => {
  const properties = {
    txt1: { ...hidden, fields: { raw: { type: 'keyword' } } },
    kw1: { type: 'keyword', index: false, doc_values: false },
    kw2: { type: 'keyword', index: false },
    range1: { type: 'integer_range', index: false },
    nest1: { type: 'nested', properties: { txt2: hidden } },
    seen1: { type: 'text' },
  };
  await door('PUT', '/kept', { mappings: { properties } });
  const document = { txt1: 'hidden', kw1: 'x', kw2: 'x', range1: { gte: 1 }, nest1: [{ txt2: 'hidden' }] };
  await door('PUT', '/kept/_doc/1', { ...document, seen1: 'seen' });
});

const asked = async (query: object): Promise<number | string> => {
  const { status, json } = await door('POST', '/kept/_search', { query });
  return status === 200 ? json.hits.total.value : json.error.root_cause[0].reason;
};

const refusal = (field: string): string =>
  `failed to create query: Cannot search on field [${field}] since it is not indexed.`;

test('[IDX-09] nothing is looked for in a text with index: false, nor in a field without doc_values beside', async () => {
  for (const kind of ['match', 'match_phrase', 'term', 'prefix', 'wildcard', 'regexp', 'fuzzy', 'span_term'])
    assert.equal(await asked({ [kind]: { txt1: 'hidden' } }), refusal('txt1'), kind);
  const clause = { match: { 'nest1.txt2': 'hidden' } };
  assert.equal(await asked({ nested: { path: 'nest1', query: clause } }), refusal('nest1.txt2'));
  assert.equal(await asked({ range: { range1: { gte: 0 } } }), refusal('range1'));
  assert.equal(await asked({ multi_match: { query: 'seen', fields: ['txt1', 'seen1'] } }), refusal('txt1'));
  assert.match(
    String(await asked({ terms: { kw1: ['x'] } })),
    /both not indexed, and does not have doc_values enabled\.$/,
  );
  assert.equal(await asked({ term: { kw2: 'x' } }), 1);
  assert.equal(await asked({ match: { 'txt1.raw': 'hidden' } }), 1);
});

test('[IDX-09] what is looked for everywhere passes over fields with index: false, and nobody is known to have them', async () => {
  for (const clause of ['query_string', 'simple_query_string', 'multi_match']) {
    assert.equal(await asked({ [clause]: { query: 'seen' } }), 1, clause);
    assert.equal(await asked({ [clause]: { query: 'hidden', fields: ['txt1', 'seen1'], lenient: true } }), 0, clause);
  }
  assert.equal(await asked({ query_string: { query: 'txt1:hidden' } }), 0);
  const across = { query: 'seen', type: 'cross_fields', fields: ['txt1', 'seen1'] };
  assert.equal(await asked({ multi_match: { ...across, lenient: true } }), 1);
  assert.equal(await asked({ exists: { field: 'txt1' } }), 0);
  assert.equal(await asked({ exists: { field: 'kw1' } }), 0);
  assert.equal(await asked({ exists: { field: 'kw2' } }), 1);
});
