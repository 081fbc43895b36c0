import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Explanation } from './response.ts';
import { OpenedSample } from './sample.fixture.ts';

let sample: OpenedSample;
before(async () => {
  sample = await OpenedSample.open([
    { kw1: 'a', txt1: 'quick brown fox', int1: 1 },
    { kw1: 'b', txt1: 'quick quick dog jumps', int1: 2 },
    { kw1: 'c', txt1: 'lazy dog', int1: 3 },
  ]);
});
after(() => sample.close());

const explain = async (query: object, key: string, more: object = {}): Promise<Explanation> => {
  const { hits } = await sample.search({ query, explain: true, ...more });
  const hit = hits.hits.find(({ _source }) => _source?.kw1 === key);
  assert.ok(hit?._explanation, `no explanation of ${key}`);
  if (hit._score !== null) assert.ok(Math.abs(hit._explanation.value - hit._score) < 1e-5);
  return hit._explanation;
};
const figures = (given: Explanation): Readonly<Record<string, number>> =>
  Object.assign({ [given.description]: given.value }, ...given.details.map(figures));

test('[API-31] a word is explained by boost, rarity and frequency', async () => {
  const found = figures(await explain({ match: { txt1: { query: 'quick', boost: 2 } } }, 'b'));
  assert.equal(found['n, number of documents containing term'], 2);
  assert.equal(found['N, total number of documents with field'], 3);
  assert.equal(found['freq, occurrences of term within document'], 2);
  assert.equal(found['dl, length of field'], 4);
  assert.equal(found['avgdl, average length of field'], 3);
  assert.equal(found.boost, 4.4);
  const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
  const tf = 2 / (2 + 1.2 * (0.25 + (0.75 * 4) / 3));
  assert.ok(Math.abs((found['score(freq=2.0), computed as boost * idf * tf from:'] ?? 0) - 4.4 * idf * tf) < 1e-5);
});

test('[API-31] a bool is the sum of what matches in it; its filters give nothing', async () => {
  const query = {
    bool: {
      must: [{ match: { txt1: 'quick dog' } }],
      filter: [{ range: { int1: { gte: 1 } } }],
      should: [{ constant_score: { filter: { term: { kw1: 'b' } }, boost: 3 } }, { term: { kw1: 'nobody' } }],
      boost: 2,
    },
  };
  const { description, details, value } = await explain(query, 'b');
  assert.equal(description, 'sum of:');
  assert.deepEqual(
    details.map((each) => each.description),
    ['sum of:', 'ConstantScore', 'match on required clause, product of:'],
  );
  assert.deepEqual([details[1]?.value, details[2]?.value], [6, 0]);
  const sum = details.reduce((all, each) => all + each.value, 0);
  assert.ok(Math.abs(sum - value) < 1e-5);
});

test('[API-31] the score is explained too where the order is another, or scores are changed afterwards', async () => {
  const query = { term: { txt1: 'quick' } };
  assert.match((await explain(query, 'a', { sort: ['int1'] })).description, /^weight\(txt1:quick in \d+\)/);
  const rescore = { window_size: 5, query: { rescore_query: { match_all: {} } } };
  const { details, description } = await explain(query, 'a', { rescore });
  assert.match(description, /after what changes scores/);
  assert.match(details[0]?.description ?? '', /^weight/);
});

test('[API-31] a phrase is as rare as its words together, and counts how often it is there', async () => {
  const found = figures(await explain({ match_phrase: { txt1: { query: 'quick dog', slop: 1 } } }, 'b'));
  const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
  assert.ok(Math.abs((found['idf, sum of:'] ?? 0) - 2 * idf) < 1e-5);
  assert.deepEqual(
    Object.keys(found).filter((each) => each.startsWith('phraseFreq')),
    ['phraseFreq=1.0'],
  );
  assert.equal(found['dl, length of field'], 4);
});

test('[API-31] the best of several is told with the others and the tie breaker', async () => {
  const queries = [{ match: { txt1: 'quick' } }, { constant_score: { filter: { term: { int1: 1 } }, boost: 3 } }];
  const { description, details, value } = await explain({ dis_max: { queries, tie_breaker: 0.5, boost: 2 } }, 'a');
  assert.equal(description, 'max plus 0.5 times others of:');
  const [word, constant] = details.map((each) => each.value);
  assert.equal(constant, 6);
  assert.ok(Math.abs(value - (6 + 0.5 * (word ?? 0))) < 1e-5);
});

test('[API-31] less is told by its factor', async () => {
  const query = {
    boosting: { positive: { match: { txt1: 'quick' } }, negative: { term: { int1: 1 } }, negative_boost: 0.2 },
  };
  const { description, details } = await explain(query, 'a');
  assert.equal(description, 'product of:');
  assert.equal(details[1]?.value, 0.2);
  assert.match((await explain(query, 'b')).description, /^weight/);
});

const MODES = [
  ['sum', 'avg', 'avg of'],
  ['multiply', 'multiply', 'function score, product of:'],
  ['avg', 'sum', 'sum of'],
  ['max', 'replace', 'replace of:'],
  ['first', 'min', 'min of'],
] as const;

for (const [score_mode, boost_mode, told] of MODES) {
  test(`[API-31] functions are told one by one: ${score_mode}, ${boost_mode}`, async () => {
    const functions = [
      { field_value_factor: { field: 'int1', factor: 2 }, weight: 3 },
      { filter: { term: { kw1: 'b' } }, weight: 4 },
    ];
    const score = { query: { match: { txt1: 'quick' } }, functions, score_mode, boost_mode, max_boost: 20, boost: 2 };
    for (const query of [{ function_score: score }, { bool: { should: [{ function_score: score }], boost: 3 } }]) {
      const { description, details } = await explain(query, 'b');
      assert.equal(description, told);
      assert.match(details[0]?.description ?? '', /^weight/);
      const [combined, most] = details[1]?.details ?? [];
      assert.deepEqual([combined?.details.map(({ value }) => value), most?.value], [[12, 4], 20]);
      const [factored, filtered] = (await explain(query, 'a')).details[1]?.details[0]?.details ?? [];
      assert.deepEqual([factored?.value, filtered], [6, undefined]);
    }
  });
}
