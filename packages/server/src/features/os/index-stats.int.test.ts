import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorOf, platformForFile } from '@datasarana/testkit';

const { platform, engineer } = await platformForFile();
const door = await doorOf(platform.url, engineer);
for (const [index, ids] of [
  ['one', ['1', '2']],
  ['two', ['1']],
] as const)
  for (const id of ids) await door('PUT', `/${index}/_doc/${id}`, { num1: 1 });

test('[IDX-05] _stats tells of the metrics that are asked for, of each index and of all', async () => {
  const { json } = await door('GET', '/_stats');
  const sections =
    'docs store indexing get search merges refresh flush warmer query_cache fielddata completion segments translog request_cache recovery'.split(
      ' ',
    );
  for (const figures of [json._all.primaries, json._all.total, json.indices.one.total])
    assert.deepEqual(Object.keys(figures), sections);
  assert.deepEqual([json._all.total.docs.count, json._all.total.indexing.index_total], [3, 3]);
  assert.equal(json._all.total.segments.count, 2);
  const docs = (await door('GET', '/one/_stats/docs,merge')).json;
  assert.deepEqual(docs.indices.one.total.docs, { count: 2, deleted: 0 });
  assert.deepEqual(Object.keys(docs._all.total), ['docs', 'merges']);
  assert.deepEqual(Object.keys((await door('GET', '/one/_stats/_all')).json._all.total), sections);
  const unknown = await door('GET', '/one/_stats/nope,docs');
  assert.equal(unknown.status, 400);
  assert.match(
    unknown.json.error.reason,
    /^request \[\/one\/_stats\/nope,docs\] contains unrecognized metric: \[nope\]$/,
  );
  assert.equal((await door('GET', '/_stats/_all,docs')).status, 400);
});

test('[IDX-05] _stats counts what was done with an index, and tells it by index, by shard or for all', async () => {
  await door('PUT', '/done', { mappings: { properties: { num1: { type: 'long' } } } });
  await door('PUT', '/done/_doc/1', { num1: 1 });
  await door('PUT', '/done/_doc/1', { num1: 2 });
  await door('PUT', '/done/_doc/2', { num1: 'x' });
  for (const id of ['1', '3']) await door('GET', `/done/_doc/${id}`);
  for (let i = 0; i < 3; i++) await door('POST', '/done/_search', {});
  await door('DELETE', '/done/_doc/1');
  const asked = async (query: string) => (await door('GET', `/done/_stats/indexing,get,search${query}`)).json;
  const { indexing, get, search } = (await asked('')).indices.done.total;
  assert.deepEqual([indexing.index_total, indexing.index_failed, indexing.delete_total], [2, 1, 1]);
  assert.deepEqual(indexing.doc_status, { '2xx': 3, '4xx': 1 });
  assert.deepEqual([get.total, get.exists_total, get.missing_total], [2, 1, 1]);
  assert.deepEqual([search.query_total, search.fetch_total], [3, 3]);
  assert.equal((await asked('?level=cluster')).indices, undefined);
  const [shard] = (await asked('?level=shards')).indices.done.shards[0];
  assert.deepEqual([shard.routing.primary, shard.indexing], [true, indexing]);
  assert.equal((await door('GET', '/done/_stats?level=nodes')).status, 400);
  await door('DELETE', '/done');
  await door('PUT', '/done', {});
  const anew = (await asked('')).indices.done.total.indexing;
  assert.deepEqual([anew.index_total, anew.index_failed, anew.delete_total, anew.doc_status], [0, 0, 0, {}]);
});

test('[IDX-05] _stats tells groups of searches, updates that changed nothing, and sizes of fields that are named', async () => {
  const bar = { type: 'text', fielddata: true, fields: { typed: { type: 'completion' } } };
  await door('PUT', '/told', { mappings: { properties: { bar, baz: bar } } });
  await door('PUT', '/told/_doc/1', { bar: 'red wine', baz: 'b' });
  await door('POST', '/told/_update/1', { doc: { baz: 'b' } });
  await door('POST', '/told/_search', { stats: ['one', 'other'], query: { match_all: {} } });
  await door('POST', '/told/_search', { suggest: { s: { prefix: 'r', completion: { field: 'bar.typed' } } } });
  const asked = async (query: string) => (await door('GET', `/told/_stats${query}`)).json.indices.told.total;
  const plain = await asked('');
  assert.deepEqual([plain.indexing.noop_update_total, plain.search.suggest_total], [1, 1]);
  assert.deepEqual(
    [plain.search.groups, plain.fielddata.fields, plain.completion.fields],
    [undefined, undefined, undefined],
  );
  assert.equal(plain.fielddata.memory_size_in_bytes, 'redwineb'.length);
  const named = await asked('?groups=o*e&fields=bar*&human=true');
  assert.deepEqual(Object.keys(named.search.groups), ['one']);
  assert.equal(named.search.groups.one.query_total, 1);
  assert.deepEqual(named.fielddata.fields, { bar: { memory_size: '7b', memory_size_in_bytes: 7 } });
  assert.deepEqual(Object.keys(named.completion.fields), ['bar.typed']);
  assert.equal((await asked('?fielddata_fields=*')).completion.fields, undefined);
});

test('a document asked for in another version than it has is refused, its source too', async () => {
  for (const path of ['_doc', '_source']) {
    assert.equal((await door('GET', `/one/${path}/1?version=1`)).status, 200, path);
    for (const method of ['GET', 'HEAD'])
      assert.equal((await door(method, `/one/${path}/1?version=2`)).status, 409, `${method} ${path}`);
    assert.equal((await door('GET', `/one/${path}/1?version=x`)).status, 400, path);
  }
});

test('settings of the cluster come flat or within each other, with those that were not set when they are asked for', async () => {
  await door('PUT', '/_cluster/settings', { persistent: { 'action.auto_create_index': 'false' } });
  const read = async (query: string) => (await door('GET', `/_cluster/settings${query}`)).json;
  assert.deepEqual(await read(''), { persistent: { action: { auto_create_index: 'false' } }, transient: {} });
  const flat = await read('?flat_settings&include_defaults');
  assert.deepEqual(flat.persistent, { 'action.auto_create_index': 'false' });
  assert.equal(flat.defaults['cluster.name'], 'datasarana');
  assert.equal(flat.defaults['action.auto_create_index'], undefined);
  assert.equal((await read('?include_defaults=true')).defaults.cluster.name, 'datasarana');
  const changed = { persistent: { action: { auto_create_index: null }, search: { max_buckets: 1 } } };
  const { json } = await door('PUT', '/_cluster/settings', changed);
  assert.deepEqual(json, { acknowledged: true, persistent: { search: { max_buckets: '1' } }, transient: {} });
  assert.deepEqual((await read('')).persistent, { search: { max_buckets: '1' } }, 'taken back within each other, too');
  for (const [name, reason] of [
    ['search.a', 'transient setting [search.a], not recognized'],
    ['path.data', 'transient setting [path.data], not dynamically updateable'],
  ] as const) {
    const refused = await door('PUT', '/_cluster/settings', {
      persistent: { 'logger.a': 'x' },
      transient: { [name]: 1 },
    });
    assert.equal(refused.json.error.reason, reason);
  }
  assert.deepEqual(
    (await read('')).persistent,
    { search: { max_buckets: '1' } },
    'nothing of a refused change is kept',
  );
});

test('[API-31] figures of a closed index are told to who does not forbid closed ones', async () => {
  await door('PUT', '/shut');
  await door('POST', '/shut/_close');
  const asked = async (address: string) => {
    const { status, json } = await door('GET', address);
    return [status, json.error?.type ?? Object.keys(json.indices).includes('shut')];
  };
  assert.deepEqual(await asked('/shut/_stats'), [400, 'index_closed_exception']);
  assert.deepEqual(await asked('/_stats?expand_wildcards=closed'), [400, 'illegal_argument_exception']);
  assert.deepEqual(await asked('/_stats'), [200, false]);
  assert.deepEqual(await asked('/shut/_stats?ignore_unavailable=true'), [200, false]);
  assert.deepEqual(await asked('/shut/_stats?forbid_closed_indices=false'), [200, true]);
  const shards = async (address: string) => {
    const { status, text } = await door('GET', `/_cat/shards${address}?h=index`);
    return status === 200 ? text.includes('shut') : status;
  };
  assert.deepEqual([await shards('/shut'), await shards('/sh*'), await shards('')], [400, false, true]);
});
