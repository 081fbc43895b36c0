import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

test('[API-31] a copy of documents that cannot be preferred, and an early end that cannot be, are refused', async () => {
  await door('PUT', '/preferred/_doc/1', { txt1: 'a' });
  for (const preference of [
    'mine',
    '_local',
    '_primary_first',
    '_shards:0,1|_local',
    '_only_nodes:_local,a',
    '_prefer_nodes:a',
  ])
    assert.equal((await door('GET', `/preferred/_search?preference=${preference}`)).status, 200, preference);
  for (const address of ['_search', '_count', '_doc/1', '_source/1']) {
    const { status, json } = await door('GET', `/preferred/${address}?preference=_mine`);
    assert.deepEqual([status, json.error?.reason], [400, 'no Preference for [_mine]'], address);
  }
  const lines = ['{"preference":"_mine"}', '{}', '{"preference":"mine"}', '{}'];
  const { responses } = (await door('POST', '/preferred/_msearch', `${lines.join('\n')}\n`)).json;
  assert.deepEqual(
    responses.map(({ status }: { status: number }) => status),
    [400, 200],
  );
  for (const [key, value, reason] of [
    ['search_type', 'nope', 'No search type for [nope]'],
    ['expand_wildcards', 'nope', 'No valid expand wildcard value [nope]'],
  ] as const) {
    const wrong = ['{}', '{}', JSON.stringify({ [key]: value }), '{}'];
    const { status, json } = await door('POST', '/preferred/_msearch', `${wrong.join('\n')}\n`);
    assert.deepEqual([status, json.error?.reason], [400, reason], 'the searches before it are refused, too');
  }
  const ended = await door('GET', '/preferred/_search?terminate_after=-1');
  assert.deepEqual([ended.status, ended.json.error?.reason], [400, 'terminateAfter must be > 0']);
});

test('[API-31] who reads an index shard by shard has every document once', async () => {
  await door('PUT', '/sharded', {
    settings: { number_of_shards: 2 },
    aliases: { one: { filter: { term: { n: 1 } } } },
  });
  for (const n of [1, 2, 3]) await door('PUT', `/sharded/_doc/${n}?refresh=true`, { n });
  const shards = (await door('GET', '/sharded/_search_shards')).json.shards.flat();
  const found: string[] = [];
  for (const { shard } of shards) {
    const { json } = await door('GET', `/sharded/_search?scroll=1m&preference=_shards:${shard}|_local`);
    found.push(...json.hits.hits.map(({ _id }: { _id: string }) => _id));
  }
  assert.deepEqual([shards.length, found.toSorted()], [2, ['1', '2', '3']]);
  const { json } = await door('GET', '/one/_search_shards?preference=_shards:1');
  assert.deepEqual(json.indices, { sharded: { aliases: ['one'], filter: { term: { n: 1 } } } });
  assert.deepEqual(
    json.shards.flat().map(({ shard }: { shard: number }) => shard),
    [1],
  );
  assert.equal((await door('GET', '/sharded/_count?preference=_shards:5')).json.count, 0);
});

test('[API-31] a shard that is no number and a node that is not there are refused', async () => {
  await door('PUT', '/preferred');
  const asked = async (preference: string) => {
    const { status, json } = await door('GET', `/preferred/_search?preference=${preference}`);
    return [status, json.error?.type, json.error?.reason];
  };
  assert.deepEqual(await asked('_shards:x'), [400, 'number_format_exception', 'For input string: "x"']);
  assert.deepEqual(await asked('_only_nodes:nope'), [
    400,
    'illegal_argument_exception',
    'no data nodes with criteria [nope] found for shard: [preferred][0]',
  ]);
});

test('[API-31] a scroll goes on by itself: a place to begin behind is refused', async () => {
  await door('PUT', '/preferred');
  const { status, json } = await door('POST', '/preferred/_search?scroll=1m', { sort: ['_doc'], search_after: [1] });
  assert.deepEqual([status, json.error.reason], [400, '`search_after` cannot be used in a scroll context.']);
});
