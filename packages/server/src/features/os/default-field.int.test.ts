import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

const text = { type: 'text' };

before(async () => {
  const settings = { 'index.query.default_field': ['title^3', 'txt*', 'none'] };
  const properties = { title: text, txt1: text, other: text, num1: { type: 'long' } };
  await door('PUT', '/usual', { settings, mappings: { properties } });
  const documents = { a: { title: 'hello', other: 'x' }, b: { txt1: 'hello' }, c: { other: 'hello', title: 'x' } };
  for (const [id, document] of Object.entries(documents)) await door('PUT', `/usual/_doc/${id}`, document);
});

const ids = async (query: object): Promise<string> => {
  const { json } = await door('POST', '/usual/_search', { query });
  return json.hits.hits.map(({ _id }: { _id: string }) => _id).join('');
};

test('[QRY-01] a text is looked for in the fields an index names, each by its weight, where the search names none', async () => {
  const query = 'hello';
  for (const clause of ['query_string', 'simple_query_string', 'multi_match'])
    assert.equal(await ids({ [clause]: { query } }), 'ab', clause);
  const { json } = await door('GET', '/usual/_search?q=hello');
  assert.deepEqual(
    json.hits.hits.map(({ _id }: { _id: string }) => _id),
    ['a', 'b'],
  );
  assert.equal((await door('GET', '/usual/_count?q=hello')).json.count, 2);
});

test('[QRY-01] fields a search names are looked in, all of them too', async () => {
  for (const given of [{ fields: ['*'] }, { default_field: '*' }])
    assert.equal((await ids({ query_string: { query: 'hello', ...given } })).split('').sort().join(''), 'abc');
  assert.equal(await ids({ query_string: { query: 'hello', default_field: 'other' } }), 'c');
  assert.equal(await ids({ query_string: { query: 'other:hello' } }), 'c');
  for (const clause of ['simple_query_string', 'multi_match'])
    assert.equal((await ids({ [clause]: { query: 'hello', fields: ['*'] } })).length, 3, clause);
});

test('[QRY-01] words are marked in the fields an index names alone', async () => {
  const { json } = await door('POST', '/usual/_search', {
    query: { multi_match: { query: 'hello x' } },
    highlight: { fields: { '*': {} } },
    sort: ['_id'],
  });
  assert.deepEqual(
    json.hits.hits.map(({ highlight }: { highlight: object }) => highlight),
    [{ title: ['<em>hello</em>'] }, { txt1: ['<em>hello</em>'] }, { title: ['<em>x</em>'] }],
  );
});

test('[QRY-01] an index that names other fields is searched in those from then on', async () => {
  const found = async (fields: unknown) => {
    await door('PUT', '/usual/_settings', { 'index.query.default_field': fields });
    return (await ids({ query_string: { query: 'hello' } })).split('').sort().join('');
  };
  assert.equal(await found('other'), 'c');
  assert.equal(await found('title,other'), 'ac');
  assert.equal(await found('none'), '');
  assert.equal(await found(null), 'abc');
  assert.equal(await found('*'), 'abc');
});
