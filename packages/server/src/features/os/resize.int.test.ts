import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { deployTemplate, doorsForFile } from '@datasarana/testkit';

const { door, foreign, platform } = await doorsForFile();

before(async () => {
  await door('PUT', '/one', {
    settings: { number_of_replicas: 0, refresh_interval: '5s' },
    mappings: { properties: { kw1: { type: 'keyword' } } },
  });
  await door('PUT', '/four', { settings: { number_of_shards: 4, 'index.blocks.write': true } });
  await door('PUT', '/one/_doc/1', { kw1: 'a' });
  await door('PUT', '/one/_doc/1', { kw1: 'b' });
  await door('PUT', '/one/_doc/2?routing=r', { kw1: 'c' });
});

const settled = (shards: number) => ({ settings: { 'index.number_of_shards': shards } });
const reasonOf = async (path: string, body?: object) => {
  const { status, json } = await door('PUT', path, body);
  return [status, json.error?.reason];
};

test('[IDX-01] a clone has the documents, their versions, mapping and settings of an index that is written no more', async () => {
  assert.deepEqual(await reasonOf('/one/_clone/copy'), [
    500,
    'index one must block write operations to resize index. use "index.blocks.write=true"',
  ]);
  await door('PUT', '/one/_block/write');
  const made = await door('POST', '/one/_clone/copy', { aliases: { like: {} } });
  assert.deepEqual(made.json, { acknowledged: true, shards_acknowledged: true, index: 'copy' });
  const { copy } = (await door('GET', '/copy')).json;
  assert.deepEqual(
    [copy.mappings, Object.keys(copy.aliases)],
    [{ properties: { kw1: { type: 'keyword' } } }, ['like']],
  );
  const { index } = copy.settings;
  assert.deepEqual([index.refresh_interval, index.number_of_replicas, index.blocks.write], ['5s', '1', 'true']);
  assert.equal(index.resize.source.name, 'one');
  const { json } = await door('GET', '/copy/_doc/1');
  assert.deepEqual([json._version, json._source], [2, { kw1: 'b' }]);
  assert.equal((await door('GET', '/copy/_doc/2?routing=r')).json._routing, 'r');
  assert.equal((await door('PUT', '/copy/_doc/3', {})).status, 403);
  assert.equal((await door('PUT', '/one/_clone/copy')).status, 400);
});

test('[IDX-01] a clone has documents with fields that its mapping would no longer take, and its mapping does not grow', async () => {
  const object = (dynamic: unknown) => ({ type: 'object', dynamic, properties: { kw1: { type: 'keyword' } } });
  await door('PUT', '/loose', { mappings: { dynamic: false, properties: { o: object(false) } } });
  await door('PUT', '/loose/_doc/1', { other: 1, o: { other: 2, kw1: 'a' } });
  await door('PUT', '/loose/_mapping', { dynamic: 'strict', properties: { o: { type: 'object', dynamic: true } } });
  await door('PUT', '/loose/_block/write');
  assert.equal((await door('PUT', '/loose/_clone/tight')).status, 200);
  const { tight } = (await door('GET', '/tight/_mapping')).json;
  assert.deepEqual(tight.mappings, (await door('GET', '/loose/_mapping')).json.loose.mappings);
  assert.equal(tight.mappings.dynamic, 'strict');
  assert.deepEqual((await door('GET', '/tight/_source/1')).json, { other: 1, o: { other: 2, kw1: 'a' } });
  assert.equal((await door('GET', '/tight/_count?q=o.kw1:a')).json.count, 1);
});

test('[IDX-01] numbers of shards that cannot be are refused as OpenSearch does', async () => {
  await door('PUT', '/one/_block/write');
  const told = [
    ['/one/_clone/x', 2, 'the number of target shards (2) must be the same as the number of source shards (1)'],
    ['/one/_shrink/x', 1, "can't shrink an index with only one shard"],
    ['/one/_shrink/x', 2, 'the number of target shards [2] must be less that the number of source shards [1]'],
    ['/four/_shrink/x', 3, 'the number of source shards [4] must be a multiple of [3]'],
    ['/four/_split/x', 2, 'the number of source shards [4] must be less that the number of target shards [2]'],
    ['/four/_split/x', 6, 'the number of source shards [4] must be a factor of [6]'],
  ] as const;
  for (const [path, shards, reason] of told) assert.deepEqual(await reasonOf(path, settled(shards)), [400, reason]);
  assert.deepEqual(await reasonOf('/four/_split/x', settled(12)), [
    500,
    'the number of routing shards [1024] must be a multiple of the target shards [12]',
  ]);
  assert.match((await reasonOf('/one/_split/x'))[1], /index.number_of_shards is required for split operations/);
  assert.equal((await door('PUT', '/one/_split/wide', settled(3))).status, 200);
  assert.equal((await door('GET', '/wide/_count')).json.count, 2);
  assert.equal((await door('PUT', '/four/_shrink/narrow')).status, 200);
  assert.equal((await door('GET', '/narrow/_settings')).json.narrow.settings.index.number_of_shards, '1');
});

test('[SEC-02] [IDX-01] neither the index of another tenant nor that of a template is cloned', async () => {
  const engineer = await platform.a.as('data engineer');
  await deployTemplate(engineer, 'Plain', [{ name: 'num1', value_type: 2 }]);
  assert.equal((await foreign('PUT', '/one/_clone/mine')).status, 404);
  assert.equal((await door('PUT', '/plain/_clone/mine')).status, 404);
  assert.equal((await foreign('GET', '/mine')).status, 404);
});
