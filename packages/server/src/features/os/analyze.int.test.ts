import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DoorCaller, doorOf, startPlatform, type TestPlatform } from '@datasarana/testkit';

let at: TestPlatform;
let door: DoorCaller;

before(async () => {
  at = await startPlatform();
  door = await doorOf(at.url, await at.a.as('tenant administrator'));
});
after(() => at.stop());

const words = async (path: string, body: unknown): Promise<readonly string[]> =>
  (await door('POST', path, body)).json.tokens.map(({ token }: { readonly token: string }) => token);

const SETTINGS = {
  analysis: {
    filter: {
      ends: { type: 'edge_ngram', min_gram: 2, max_gram: 3 },
      same: { type: 'synonym', synonyms: ['car, auto'] },
    },
    analyzer: {
      start: { type: 'custom', tokenizer: 'standard', filter: ['lowercase', 'ends'] },
      alike: { type: 'custom', tokenizer: 'whitespace', filter: ['lowercase', 'asciifolding', 'same'] },
    },
  },
};

test('[TPL-31] texts are cut by the platform’s analysers, by ones put together in the call, with places', async () => {
  const { json } = await door('POST', '/_analyze', { analyzer: 'english', text: 'The running Foxes' });
  assert.deepEqual(json.tokens, [
    { token: 'run', start_offset: 4, end_offset: 11, type: '<ALPHANUM>', position: 1 },
    { token: 'fox', start_offset: 12, end_offset: 17, type: '<ALPHANUM>', position: 2 },
  ]);
  assert.deepEqual(await words('/_analyze', { tokenizer: 'whitespace', filter: ['uppercase'], text: 'a b' }), [
    'A',
    'B',
  ]);
  assert.equal((await door('POST', '/_analyze', { analyzer: 'nobody', text: 'a' })).status, 400);
  assert.equal((await door('POST', '/_analyze', {})).status, 400);
});

test('[TPL-31] an index puts analysers together for itself; its texts are stored and searched by them', async () => {
  const mappings = {
    properties: { name: { type: 'text', analyzer: 'start' }, about: { type: 'text', analyzer: 'alike' } },
  };
  assert.equal((await door('PUT', '/cut', { settings: SETTINGS, mappings })).status, 200);
  assert.deepEqual(await words('/cut/_analyze', { analyzer: 'start', text: 'House' }), ['ho', 'hou']);
  assert.deepEqual(await words('/cut/_analyze', { field: 'about', text: 'CAR' }), ['car', 'auto']);
  await door('PUT', '/cut/_doc/1', { name: 'Harbour', about: 'Café with cars' });
  await door('PUT', '/cut/_doc/2', { name: 'Hill', about: 'an AUTO' });
  const found = async (query: unknown): Promise<readonly string[]> =>
    (await door('POST', '/cut/_search', { query })).json.hits.hits
      .map(({ _id }: { readonly _id: string }) => _id)
      .sort();
  assert.deepEqual(await found({ term: { name: 'har' } }), ['1']);
  assert.deepEqual(await found({ match: { about: 'cafe' } }), ['1']);
  assert.deepEqual(await found({ match: { about: 'car' } }), ['2']);
  const unknown = await door('PUT', '/cut2', { mappings: { properties: { a: { type: 'text', analyzer: 'start' } } } });
  assert.equal(unknown.status, 400);
  assert.match(unknown.json.error.reason, /analyzer \[start\] has not been configured/);
});

test('[SEC-10] an expression of a dynamic template cannot hold the process up', async () => {
  const template = { match_pattern: 'regex', match: '(a+)+b', mapping: { type: 'keyword' } };
  await door('PUT', '/slow', { mappings: { dynamic_templates: [{ t: template }] } });
  const written = await door('PUT', '/slow/_doc/1', { ['a'.repeat(60)]: 'x' });
  assert.equal(written.status, 201);
});

test('[SEC-10] _analyze tells of more words than an answer holds, and how an index allows for more', async () => {
  const text = ['a '.repeat(6000), 'b '.repeat(6000)];
  const refused = await door('POST', '/_analyze', { analyzer: 'standard', text });
  assert.equal(refused.status, 400);
  assert.match(
    refused.json.error.reason,
    /exceeded the allowed maximum of \[10000\].*\[index.analyze.max_token_count\]/,
  );
  assert.equal((await words('/_analyze', { analyzer: 'standard', text: text[0] })).length, 6000);
  await door('PUT', '/wordy', { settings: { 'index.analyze.max_token_count': 20_000 } });
  assert.equal((await words('/wordy/_analyze', { analyzer: 'standard', text })).length, 12_000);
});
