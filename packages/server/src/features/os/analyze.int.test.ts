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

test('[TPL-31] _analyze explains what each step makes of texts', async () => {
  const analysis = {
    analyzer: { my: { tokenizer: 'whitespace', filter: ['lowercase', 'less'], char_filter: ['other'] } },
    filter: { less: { type: 'stop', stopwords: ['x'] } },
    char_filter: { other: { type: 'mapping', mappings: ['a=>b'] } },
    normalizer: { low: { filter: ['lowercase'] } },
  };
  const properties = {
    txt1: { type: 'text', analyzer: 'my' },
    kw1: { type: 'keyword', normalizer: 'low' },
    kw2: { type: 'keyword' },
  };
  await door('PUT', '/steps', { settings: { analysis }, mappings: { properties } });
  const detail = async (body: object) =>
    (await door('POST', '/steps/_analyze', { ...body, explain: true })).json.detail;
  const word = (token: string, start: number, position: number, bytes: string) => ({
    ...{ token, start_offset: start, end_offset: start + token.length, type: 'word', position },
    ...{ bytes, positionLength: 1, termFrequency: 1 },
  });
  const expected = {
    custom_analyzer: true,
    charfilters: [{ name: 'other', filtered_text: ['x bC', ' d'] }],
    tokenizer: {
      name: 'whitespace',
      tokens: [word('x', 0, 0, '[78]'), word('bC', 2, 1, '[62 43]'), word('d', 6, 102, '[64]')],
    },
    tokenfilters: [
      {
        name: 'lowercase',
        tokens: [word('x', 0, 0, '[78]'), word('bc', 2, 1, '[62 63]'), word('d', 6, 102, '[64]')],
      },
      { name: 'less', tokens: [word('bc', 2, 1, '[62 63]'), word('d', 6, 102, '[64]')] },
    ],
  };
  const text = ['x aC', ' d'];
  assert.deepEqual(await detail({ analyzer: 'my', text }), expected);
  assert.deepEqual(await detail({ field: 'txt1', text }), expected);
  const low = await detail({ normalizer: 'low', text: 'aC' });
  assert.deepEqual([low.tokenizer.name, low.tokenfilters[0].tokens[0].token], ['keyword', 'ac']);
  assert.deepEqual(await detail({ field: 'kw1', text: 'aC' }), low);
  assert.deepEqual(await detail({ field: 'kw2', text: 'aC' }), {
    custom_analyzer: false,
    analyzer: { name: '_keyword', tokens: [word('aC', 0, 0, '[61 43]')] },
  });
  const stemmed = await detail({ tokenizer: 'standard', filter: [{ type: 'stemmer' }], text: 'Foxes' });
  assert.equal(stemmed.tokenfilters[0].name, '__anonymous__stemmer');
  assert.equal(stemmed.tokenfilters[0].tokens[0].keyword, false);
  const whole = await detail({ analyzer: 'english', text: 'Foxes' });
  assert.equal(whole.analyzer.tokens[0].keyword, false, 'an analyser that stems tells whether a word is left alone');
  const chosen = await detail({ tokenizer: 'standard', text: 'a', attributes: ['positionLength'] });
  assert.deepEqual(Object.keys(chosen.tokenizer.tokens[0]).slice(5), ['positionLength']);
});

test('[API-31] the parts of a search_as_you_type are analysed as rows of words and their beginnings', async () => {
  const properties = {
    s: { type: 'search_as_you_type' },
    e: { type: 'search_as_you_type', analyzer: 'english', max_shingle_size: 2 },
  };
  await door('PUT', '/typed', { mappings: { properties } });
  const analysed = async (field: string, text: string | readonly string[]) => {
    const { tokens } = (await door('POST', '/typed/_analyze', { field, text })).json;
    return tokens.map((each: Record<string, unknown>) =>
      [each.token, each.start_offset, each.end_offset, each.position].join('/'),
    );
  };
  assert.deepEqual(await analysed('s._2gram', 'The quick fox'), ['the quick/0/9/0', 'quick fox/4/13/1']);
  assert.deepEqual(await analysed('s._3gram', 'The quick fox'), ['the quick fox/0/13/0']);
  assert.deepEqual(await analysed('s._2gram', 'one'), []);
  assert.deepEqual(await analysed('s._2gram', ['a b', 'c d']), ['a b/0/3/0', 'c d/4/7/1']);
  assert.deepEqual(await analysed('e._2gram', 'the foxes are running'), ['fox /4/9/1']);
  assert.deepEqual(await analysed('s._index_prefix', 'ab c'), [
    ...['a/0/4/0', 'ab/0/4/0', 'ab /0/4/0', 'ab c/0/4/0', 'ab c /0/4/0'],
    ...['c/3/4/1', 'c /3/4/1', 'c  /3/4/1'],
  ]);
  const long = 'abcdefghijklmnopqrstuvwxyz';
  assert.deepEqual((await analysed('e._index_prefix', long)).slice(-2), [
    `${long.slice(0, 20)}/0/26/0`,
    `${long} /0/26/0`,
  ]);
  assert.deepEqual(await analysed('s._4gram', 'a b'), ['a/0/1/0', 'b/2/3/1']);
});
