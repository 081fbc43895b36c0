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
