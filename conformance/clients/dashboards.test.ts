import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Door, openDoor } from '../door.ts';

/** What dashboards and log shippers send when they start, in the forms OpenSearch Dashboards, Grafana, Vector and Fluent Bit send it. */
let door: Door;

before(async () => {
  door = await openDoor();
  const properties = {
    '@timestamp': { type: 'date' },
    message: { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } },
    level: { type: 'keyword' },
    bytes: { type: 'long' },
  };
  const template = { mappings: { properties }, aliases: { logs: {} } };
  await ask('PUT', '/_index_template/logs', { index_patterns: ['logs-*'], template });
  const lines = Array.from({ length: 30 }, (_, i) => [
    { create: { _index: `logs-2026.11.0${(i % 3) + 1}` } },
    {
      '@timestamp': `2026-11-0${(i % 3) + 1}T10:00:00Z`,
      message: `GET /x ${i}`,
      level: i % 2 ? 'warn' : 'info',
      bytes: i * 10,
    },
  ]);
  const shipped = await ask('POST', '/_bulk?filter_path=took,errors,items.*.error,items.*.status', lines.flat());
  assert.equal(shipped.body.errors, false);
  assert.deepEqual(Object.keys(shipped.body).sort(), ['errors', 'items', 'took']);
});
after(() => door?.stop());

type Body = Readonly<Record<string, unknown>>;
type Answer = { readonly status: number; readonly body: Body };

/** What stands at a place of an answer. */
const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inside, step) => Reflect.get(Object(inside), step), value);

/** A member of each entry of a list. */
const each = (list: unknown, ...path: readonly string[]): readonly unknown[] =>
  (Array.isArray(list) ? list : []).map((entry) => at(entry, ...path));

async function ask(method: string, path: string, body?: object | readonly object[]): Promise<Answer> {
  const text = Array.isArray(body) ? body.map((line) => `${JSON.stringify(line)}\n`).join('') : JSON.stringify(body);
  const answer = await fetch(door.url + path, {
    method,
    headers: {
      authorization: `Bearer ${door.token}`,
      'content-type': Array.isArray(body) ? 'application/x-ndjson' : 'application/json',
    },
    ...(body !== undefined && { body: text }),
  });
  const said = await answer.text();
  return { status: answer.status, body: (said === '' ? {} : JSON.parse(said)) as Body };
}

test('what Dashboards asks about the cluster when it starts', async () => {
  const { body } = await ask('GET', '/_nodes?filter_path=nodes.*.version%2Cnodes.*.http.publish_address%2Cnodes.*.ip');
  assert.match(String(at(Object.values(Object(body.nodes)), 0, 'version')), /^2\.19\./);
  assert.equal((await ask('GET', '/_cluster/settings?include_defaults=true')).status, 200);
  assert.deepEqual((await ask('GET', '/_cat/plugins?format=json')).body, []);
  assert.equal(at((await ask('GET', '/_cat/cluster_manager?format=json')).body, 'length'), 1);
  assert.equal((await ask('HEAD', '/.kibana')).status, 404);
  assert.equal((await ask('GET', '/_alias/.kibana')).status, 404);
  assert.deepEqual((await ask('GET', '/_ingest/pipeline')).body, {});
  assert.equal((await ask('GET', '/_ingest/pipeline/geoip')).status, 404);
  assert.deepEqual((await ask('GET', '/_snapshot')).body, {});
});

test('index patterns are resolved to indexes and aliases', async () => {
  const { body } = await ask('GET', '/_resolve/index/logs*');
  assert.deepEqual(each(body.indices, 'name'), ['logs-2026.11.01', 'logs-2026.11.02', 'logs-2026.11.03']);
  assert.deepEqual(at(body, 'indices', 0, 'attributes'), ['open']);
  assert.deepEqual(body.aliases, [
    { name: 'logs', indices: ['logs-2026.11.01', 'logs-2026.11.02', 'logs-2026.11.03'] },
  ]);
  assert.deepEqual(body.data_streams, []);
  const nothing = { indices: [], aliases: [], data_streams: [] };
  assert.deepEqual((await ask('GET', '/_resolve/index/absent')).body, nothing);
  assert.deepEqual((await ask('GET', '/_data_stream')).body, { data_streams: [] });
  assert.equal((await ask('GET', '/_data_stream/absent')).status, 404);
  assert.equal(at((await ask('GET', '/logs-*/_search_shards')).body, 'shards', 'length'), 3);
});

test('fields of an index pattern, as Discover reads them', async () => {
  const { body } = await ask('GET', '/logs-*/_field_caps?fields=*&ignore_unavailable=true&allow_no_indices=false');
  assert.equal(at(body, 'fields', '@timestamp', 'date', 'aggregatable'), true);
  assert.equal(at(body, 'fields', 'message', 'text', 'aggregatable'), false);
  assert.equal(at(body, 'fields', 'message.keyword', 'keyword', 'aggregatable'), true);
});

test('the search of Discover', async () => {
  const range = { '@timestamp': { gte: '2026-11-01', lte: '2026-11-30', format: 'strict_date_optional_time' } };
  const histogram = { field: '@timestamp', fixed_interval: '12h', time_zone: 'Europe/Berlin', min_doc_count: 1 };
  const { status, body } = await ask(
    'POST',
    '/logs-*/_search?ignore_unavailable=true&track_total_hits=true&timeout=30000ms&preference=1790000000000',
    {
      sort: [{ '@timestamp': { order: 'desc', unmapped_type: 'boolean' } }],
      size: 500,
      version: true,
      aggs: { 2: { date_histogram: histogram } },
      stored_fields: ['*'],
      script_fields: {},
      docvalue_fields: [{ field: '@timestamp', format: 'date_time' }],
      _source: { excludes: [] },
      query: {
        bool: {
          must: [{ match: { message: 'get' } }],
          filter: [{ match_all: {} }, { range }],
          should: [],
          must_not: [],
        },
      },
      highlight: {
        pre_tags: ['@hl@'],
        post_tags: ['@/hl@'],
        fields: { '*': {} },
        fragment_size: 2_147_483_647,
      },
    },
  );
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(at(body, 'hits', 'total'), { value: 30, relation: 'eq' });
  assert.equal(at(body, 'aggregations', 2, 'buckets', 'length'), 3);
  const hit = at(body, 'hits', 'hits', 0);
  assert.equal(at(hit, '_version'), 1);
  assert.deepEqual(at(hit, 'fields', '@timestamp'), ['2026-11-03T10:00:00.000Z']);
  assert.match(String(at(hit, 'highlight', 'message', 0)), /^@hl@GET@\/hl@ /);
});

test('the searches of a Grafana panel', async () => {
  const range = { '@timestamp': { gte: 1_790_000_000_000, lte: 1_800_000_000_000, format: 'epoch_millis' } };
  const words = { analyze_wildcard: true, query: 'level:info' };
  const days = { interval: '1d', field: '@timestamp', min_doc_count: 0, format: 'epoch_millis' };
  const { status, body } = await ask('POST', '/_msearch?max_concurrent_shard_requests=5', [
    { search_type: 'query_then_fetch', ignore_unavailable: true, index: 'logs-*' },
    {
      size: 0,
      query: { bool: { filter: [{ range }, { query_string: words }] } },
      aggs: { 2: { date_histogram: days, aggs: { 1: { avg: { field: 'bytes' } } } } },
    },
    { ignore_unavailable: true, index: 'logs-*' },
    { size: 0, aggs: { find: { terms: { field: 'level', order: { _term: 'asc' }, size: 500 } } } },
  ]);
  assert.equal(status, 200);
  assert.equal(at(body, 'responses', 0, 'aggregations', 2, 'buckets', 'length'), 3);
  assert.equal(at(body, 'responses', 0, 'aggregations', 2, 'buckets', 0, 'key_as_string'), '1793491200000');
  assert.deepEqual(each(at(body, 'responses', 1, 'aggregations', 'find', 'buckets'), 'key'), ['info', 'warn']);
});

test('a shipper reads what became of each line', async () => {
  const { body } = await ask('POST', '/_bulk', [
    { create: { _index: 'logs-2026.11.04', _id: 'a' } },
    { '@timestamp': '2026-11-04', bytes: 1 },
    { create: { _index: 'logs-2026.11.04', _id: 'a' } },
    { '@timestamp': '2026-11-04', bytes: 1 },
    { create: { _index: 'logs-2026.11.04', _id: 'b' } },
    { '@timestamp': 'yesterday', bytes: 1 },
  ]);
  assert.equal(body.errors, true);
  assert.deepEqual(each(body.items, 'create', 'status'), [201, 409, 400]);
  assert.equal(at(body, 'items', 2, 'create', 'error', 'type'), 'mapper_parsing_exception');
});
