import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';
import { fieldsOfSource } from '../response.ts';
import { nearestStart } from './nearest-start.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('words', { txt1: { type: 'text' }, kw1: { type: 'keyword' } });
  await sample.put('words', {
    a: { txt1: 'Amsterdam meetup', kw1: 'Amsterdam' },
    b: { txt1: 'Amsterdam meeting', kw1: 'Amsterdam' },
    c: { txt1: 'Rotterdam meetup', kw1: 'Rotterdam' },
  });
  await sample.index('typed', {
    done: { type: 'completion' },
    coloured: { type: 'completion', contexts: [{ name: 'colour', type: 'category', path: 'colour' }] },
    placed: { type: 'completion', contexts: [{ name: 'at', type: 'geo', precision: '5km' }] },
    must: { type: 'completion', contexts: [{ name: 'colour', type: 'category' }] },
  });
  await sample.put('typed', {
    a: { done: { input: ['Red Fox', 'Reed'], weight: 3 }, coloured: 'foo one', colour: 'red' },
    b: { done: ['red fox', 'other'], coloured: { input: 'foo two', contexts: { colour: ['blue', 'green'] } } },
    c: {
      done: { input: 'Reddish', weight: 9 },
      placed: { input: 'Hotel A', contexts: { at: { lat: 52.22, lon: 4.53 } } },
    },
    d: { placed: { input: 'Hotel B', contexts: { at: { lat: 53.31, lon: 13.24 } } } },
  });
});
after(() => sample.close());

async function options(index: string, suggestion: object): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { suggest } = await sample.search(index, { suggest: { s: suggestion } });
  return (suggest?.s ?? []).flatMap((entry) => entry.options);
}
const texts = async (suggestion: object) => (await options('typed', suggestion)).map(({ text }) => text);

test('[QRY-02] terms: each word with its place and what it may have been meant to be', async () => {
  const { suggest, hits } = await sample.search('words', {
    suggest: { text: 'The Amsterdma meetpu', s: { term: { field: 'txt1' } } },
  });
  assert.deepEqual(suggest?.s, [
    { text: 'the', offset: 0, length: 3, options: [] },
    { text: 'amsterdma', offset: 4, length: 9, options: [{ text: 'amsterdam', score: 0.8888889, freq: 2 }] },
    { text: 'meetpu', offset: 14, length: 6, options: [{ text: 'meetup', score: 0.8333333, freq: 2 }] },
  ]);
  assert.deepEqual(hits, { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] });
});

test('[QRY-02] terms: on keywords, by mode and order', async () => {
  const found = (more: object) => options('words', { text: 'Amsterdan', term: { field: 'kw1', ...more } });
  assert.deepEqual(await found({}), [{ text: 'Amsterdam', score: 0.8888889, freq: 2 }]);
  assert.deepEqual(await found({ min_doc_freq: 3 }), []);
  assert.deepEqual(await found({ min_word_length: 10 }), []);
  assert.deepEqual(await found({ accuracy: 0.9 }), []);
  assert.deepEqual(await options('words', { text: 'Amsterdam', term: { field: 'kw1' } }), []);
});

test('[QRY-02] terms: a word that begins with another letter differs in that letter alone', async () => {
  const found = (text: string) => options('words', { text, term: { field: 'kw1', prefix_length: 0 } });
  assert.deepEqual(await found('amsterdam'), [{ text: 'Amsterdam', score: 0.8888889, freq: 2 }]);
  assert.deepEqual(await found('amsterdan'), []);
  assert.deepEqual(await found('Amsterdnn'), [{ text: 'Amsterdam', score: 0.7777778, freq: 2 }]);
});

test('[QRY-02] phrase: the text as a whole, changed words marked', async () => {
  const phrase = { field: 'txt1', highlight: { pre_tag: '<', post_tag: '>' } };
  const found = await options('words', { text: 'amsterdma meetup', phrase });
  assert.deepEqual(
    found.map(({ text, highlighted }) => [text, highlighted]),
    [['amsterdam meetup', '<amsterdam> meetup']],
  );
  assert.deepEqual(await options('words', { text: 'amsterdam meetup', phrase }), []);
});

test('[QRY-02] phrase: a text of more words than it is told to look at is not corrected', async () => {
  const corrected = async (limit: number) =>
    (await options('words', { text: 'amsterdma meetup', phrase: { field: 'txt1', token_limit: limit } })).length;
  assert.deepEqual([await corrected(2), await corrected(3)], [0, 1]);
  await assert.rejects(corrected(0), { message: /token_limit: expected a number of words, got 0/ });
});

test('[QRY-02] completion: by weight, one per document, with the document', async () => {
  const found = await options('typed', { prefix: 'RE', completion: { field: 'done' } });
  assert.deepEqual(
    found.map(({ text, _id, _score }) => [text, _id, _score]),
    [
      ['Reddish', 'c', 9],
      ['Red Fox', 'a', 3],
      ['red fox', 'b', 1],
    ],
  );
  assert.deepEqual(fieldsOfSource(found[2]?._source as never).done, ['red fox', 'other']);
  assert.deepEqual(await texts({ prefix: 'red f', completion: { field: 'done', size: 1 } }), ['Red Fox']);
  assert.deepEqual(await texts({ regex: 'r[aeo]e', completion: { field: 'done' } }), ['Reed']);
  const flagged = (flags: string) => texts({ regex: 'r@d', completion: { field: 'done', regex: { flags } } });
  assert.deepEqual(await flagged('ANYSTRING'), ['Reddish', 'Red Fox', 'red fox']);
  assert.deepEqual(await flagged('NONE'), []);
  await assert.rejects(flagged('ANY'), /ALL, NONE or of INTERSECTION/);
});

test('[QRY-02] completion: its documents tell what of them was not taken', async () => {
  await sample.index('noted', { done: { type: 'completion' }, num1: { type: 'long', ignore_malformed: true } });
  await sample.put('noted', { a: { done: 'red', num1: 'none' } });
  const [found] = await options('noted', { prefix: 're', completion: { field: 'done' } });
  assert.deepEqual(found?._ignored, ['num1']);
});

test('[QRY-02] completion: with typing errors', async () => {
  assert.deepEqual(await texts({ prefix: 'rde fox', completion: { field: 'done' } }), []);
  const fuzzy = { fuzziness: 1 };
  assert.deepEqual(await texts({ prefix: 'rde fox', completion: { field: 'done', fuzzy } }), ['Red Fox', 'red fox']);
  const near = (given: string, key: string, edits: number, transpositions = true) =>
    nearestStart([...given], [...key], { edits, transpositions });
  assert.equal(near('abc', 'abcdef', 0), 3);
  assert.equal(near('abc', 'abcdef', 1), 2);
  assert.equal(near('acb', 'abcdef', 1), 2);
  assert.equal(near('acb', 'abcdef', 1, false), 2);
  assert.equal(near('acbx', 'abcx', 1, false), null);
  assert.equal(near('acbx', 'abcx', 1), 4);
  assert.equal(near('xbc', 'abc', 1), 3);
  assert.equal(near('ba', 'ab', 1), 1);
  assert.equal(near('abc', '', 2), null);
});

test('[QRY-02] completion: contexts of the entry, or of the document', async () => {
  const by = (colour: unknown) => texts({ prefix: 'foo', completion: { field: 'coloured', contexts: { colour } } });
  assert.deepEqual(await by('red'), ['foo one']);
  assert.deepEqual(await by(['green']), ['foo two']);
  assert.deepEqual(await by([{ context: 'blu', prefix: true, boost: 5 }, 'red']), ['foo two', 'foo one']);
  await assert.rejects(by(null), /category context must be an object, string, number or boolean/);
  await assert.rejects(by([{ context: ['red'] }]), /category context must be/);
  const near = { field: 'placed', contexts: { at: { lat: 52.2263, lon: 4.543 } } };
  assert.deepEqual(await texts({ prefix: 'hot', completion: near }), ['Hotel A']);
  await assert.rejects(texts({ prefix: 'f', completion: { field: 'coloured' } }), /Missing mandatory contexts/);
});

test('[QRY-02] completion: contexts are read when a document comes in, and refuse it alone', async () => {
  const contexts = [
    { name: 'at', type: 'geo', precision: 4, path: 'p' },
    { name: 'in', type: 'category', path: 'k' },
  ];
  await sample.index('places', {
    c: { type: 'completion', contexts },
    p: { type: 'geo_point' },
    k: { type: 'keyword' },
  });
  const put = async (id: string, own: string, more = '') => {
    const source = `{"c":{"input":"s${id}"${own && `,"contexts":${own}`}}${more}}`;
    const [written] = await sample.tenant.documents.write('places', [{ kind: 'index', id, source }]);
    return written !== undefined && !('error' in written);
  };
  assert.ok(await put('1', '{"at":{"lat":12.0,"lon":20.0}}'));
  assert.ok(await put('2', '{"at":[[20.5,12.5],[1,2]]}'));
  assert.ok(await put('3', '{"at":[20.5,12.5],"in":[1.0,true]}'));
  assert.ok(await put('4', '{"in":12345678901234567890}'));
  assert.ok(await put('5', '', ',"p":[20.0,12.0],"k":1.0'));
  for (const wrong of ['{"at":5}', '{"at":null}', '{"at":[20.5]}', '{"in":{"a":1}}', '{"in":[null]}'])
    assert.equal(await put('w', wrong), false, wrong);
  const found = async (own: object) =>
    (await options('places', { prefix: 's', completion: { field: 'c', contexts: own } })).map(({ text }) => text);
  assert.deepEqual(await found({ at: { lat: 12.5, lon: 20.5 } }), ['s2', 's3']);
  assert.deepEqual(await found({ at: { lat: 12, lon: 20 } }), ['s1', 's5']);
  assert.deepEqual(await found({ in: ['1.0', '12345678901234567890'] }), ['s3', 's4', 's5']);
  const near = { context: { lat: 10, lon: 20 } };
  assert.deepEqual(await found({ at: { ...near, precision: 2 } }), [], 'a coarser cell has none around it');
});

test('[QRY-02] completion: the boost of a context and what was typed rightly are added, and are the score of what weighs nothing', async () => {
  await sample.index('weighed', {
    c: { type: 'completion', contexts: [{ name: 'in', type: 'category' }] },
    plain: { type: 'completion' },
  });
  await sample.put('weighed', {
    a: { c: { input: 'dog', weight: 1, contexts: { in: 'a' } } },
    b: { c: { input: 'dig', weight: 3, contexts: { in: 'b' } } },
    z: { c: { input: 'dxg', weight: 0, contexts: { in: 'a' } }, plain: { input: 'dxg', weight: 0 } },
  });
  const scores = async (field: string, more: object, prefix = 'dog') =>
    (await options('weighed', { prefix, completion: { field, ...more } })).map(({ _id, _score }) => [_id, _score]);
  const contexts = { in: [{ context: 'a', boost: 3 }, 'b'] };
  assert.deepEqual(await scores('c', { contexts, fuzzy: {} }), [
    ['b', 6],
    ['a', 5],
    ['z', 4],
  ]);
  assert.deepEqual(await scores('c', { contexts }, 'd'), [
    ['b', 3],
    ['a', 3],
    ['z', 3],
  ]);
  assert.deepEqual(await scores('plain', { fuzzy: {} }, 'dx'), [['z', 2]]);
  assert.deepEqual(await scores('plain', { fuzzy: { prefix_length: 0, fuzziness: 2 } }, 'xxg'), [['z', 0]]);
  assert.deepEqual(await scores('plain', {}, 'dx'), [['z', 0]]);
});

test('[QRY-02] completion: what does not fit its field is refused', async () => {
  const results = await sample.put('typed', { x: { must: { input: 'foo' } }, y: { done: { input: 'a', weight: -1 } } });
  const reasons = results.map((result) => JSON.stringify('error' in result ? result.error.detail.openSearch : null));
  assert.match(reasons[0] ?? '', /Contexts are mandatory in context enabled completion field \[must\]/);
  assert.match(reasons[1] ?? '', /weight must be in the interval \[0\.\.2147483647\]/);
  await assert.rejects(texts({ prefix: 'f', completion: { field: 'colour' } }), /is not a completion suggest field/);
  await assert.rejects(texts({ text: 'f', term: { field: 'nobody' } }), /no mapping found for field \[nobody\]/);
});

test('[QRY-02] completion: inputs go through the analyser of their field, what is typed through its search_analyzer', async () => {
  await sample.index('told', {
    plain: { type: 'completion' },
    numbered: { type: 'completion', analyzer: 'standard' },
    whole: { type: 'completion', analyzer: 'keyword', search_analyzer: 'standard' },
    spoken: { type: 'completion', analyzer: 'english' },
  });
  const input = '2nd Best Running';
  await sample.put('told', { a: { plain: input, numbered: input, whole: '2nd best', spoken: input } });
  const found = async (field: string, prefix: string) =>
    (await options('told', { prefix, completion: { field } })).map(({ text }) => text);
  assert.deepEqual(await found('plain', 'nd be'), [input]);
  assert.deepEqual(await found('numbered', 'nd be'), []);
  assert.deepEqual(await found('numbered', '2nd BE'), [input]);
  assert.deepEqual(await found('whole', '2ND'), ['2nd best']);
  assert.deepEqual(await found('spoken', '2nd best runs'), [input]);
});

test('[QRY-02] completions: contexts of a field that has none are refused', async () => {
  for (const contexts of [{ colour: 'red' }, {}])
    await assert.rejects(
      texts({ prefix: 're', completion: { field: 'done', contexts } }),
      /suggester \[done\] doesn't expect any context/,
    );
});
