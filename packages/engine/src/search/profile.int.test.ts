import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

test('[API-31] a profile tells of every clause and aggregation what it took and found', async () => {
  const { profile } = await sample.search({
    profile: true,
    query: { bool: { must: [{ match: { txt1: 'quick' } }], filter: [{ range: { int1: { gte: 2 } } }] } },
    aggs: { byKey: { terms: { field: 'kw1' }, aggs: { most: { max: { field: 'int1' } } } } },
  });
  const least = 'IndexOrDocValuesQuery(indexQuery=int1:[2 TO 2147483647], dvQuery=int1:[2 TO 2147483647])';
  const [shard, ...more] = profile?.shards ?? [];
  assert.ok(shard !== undefined && more.length === 0);
  const [
    {
      query: [whole],
      collector,
      rewrite_time,
    } = { query: [], collector: [], rewrite_time: 0 },
  ] = shard.searches;
  assert.ok(whole !== undefined);
  assert.equal(whole.type, 'BooleanQuery');
  assert.equal(whole.description, `+txt1:quick #${least}`);
  assert.equal(whole.breakdown.next_doc_count, 1);
  assert.equal(whole.breakdown.score_count, 1);
  assert.deepEqual(
    whole.children?.map(({ type, description, breakdown }) => [type, description, breakdown.next_doc_count]),
    [
      ['MatchQuery', 'txt1:quick', 2],
      ['RangeQuery', least, 2],
    ],
  );
  for (const { breakdown, time_in_nanos } of [whole, ...(whole.children ?? []), ...shard.aggregations]) {
    const steps = Object.entries(breakdown).filter(([step]) => !step.endsWith('_count'));
    const sum = steps.reduce((all, [, nanos]) => all + nanos, 0);
    assert.equal(sum, time_in_nanos);
    assert.ok(time_in_nanos > 0);
  }
  assert.ok(rewrite_time > 0);
  assert.deepEqual(
    collector.map(({ reason, time_in_nanos }) => [reason, time_in_nanos > 0]),
    [
      ['search_top_hits', true],
      ['aggregation', true],
    ],
  );
  assert.deepEqual(
    shard.aggregations.map(({ type, description }) => [type, description]),
    [['terms', 'byKey with most']],
  );
});

test('[API-31] without being asked for there is no profile', async () => {
  assert.equal('profile' in (await sample.search({ profile: false })), false);
});
