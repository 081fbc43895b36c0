import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployTemplate, doorsForFile } from '@datasarana/testkit';

const { door, foreign, engineer } = await doorsForFile();

const TEMPLATE = {
  index_patterns: ['logs-*'],
  data_stream: {},
  template: {
    settings: { number_of_replicas: 0 },
    mappings: { properties: { kw1: { type: 'keyword' }, '@timestamp': { type: 'date' } } },
  },
};
await door('PUT', '/_index_template/logs', TEMPLATE);

const creates = (stream: string, ...documents: readonly object[]): string =>
  documents.map((each) => `{"create":{"_index":"${stream}"}}\n${JSON.stringify(each)}\n`).join('');

test('[IDX-04] a document without its time is refused among thousands that are alike, and the others are stored', async () => {
  const documents = Array.from({ length: 2000 }, (_, i) => ({
    '@timestamp': i === 1500 ? null : new Date(Date.UTC(2024, 0, 1) + i * 1000).toISOString(),
    kw1: `k${i % 7}`,
    num1: i,
  }));
  const { json } = await door('POST', '/_bulk', creates('logs-many', ...documents));
  const refused = json.items.flatMap(({ create }: { create: { status: number } }, place: number) =>
    create.status === 201 ? [] : [[place, create]],
  );
  assert.deepEqual(
    refused.map(([place, { status, error }]: [number, { status: number; error: { type: string } }]) => [
      place,
      status,
      error.type,
    ]),
    [[1500, 400, 'mapper_parsing_exception']],
  );
  assert.equal((await door('GET', '/logs-many/_count')).json.count, 1999);
  const again = await door('POST', '/_bulk', creates('logs-many', ...documents.slice(1499, 1502)));
  assert.deepEqual(
    again.json.items.map(({ create }: { create: { status: number } }) => create.status),
    [201, 400, 201],
  );
});

test('[IDX-04] several senders at once make one data stream', async () => {
  const one = { '@timestamp': '2024-01-01', kw1: 'a' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => door('POST', '/_bulk', creates('logs-at-once', one))),
  );
  assert.ok(answers.every(({ json }) => json.errors === false));
  assert.equal((await door('GET', '/logs-at-once/_count')).json.count, 8);
  const { data_streams: streams } = (await door('GET', '/_data_stream/logs-at-once')).json;
  assert.equal(streams[0].indices.length, 1);
});

test('[SEC-02] a data stream of one tenant is nowhere seen or changed by another', async () => {
  await door('PUT', '/_data_stream/logs-own');
  await door('POST', '/logs-own/_doc', { '@timestamp': '2024-01-01', kw1: 'secret' });
  for (const name of ['logs-own', '.ds-logs-own-000001']) {
    for (const address of [`/${name}/_search`, `/${name}/_count`, `/${name}`, `/${name}/_mapping`, `/${name}/_stats`])
      assert.equal((await foreign('GET', address)).status, 404, address);
  }
  assert.equal((await foreign('GET', '/_data_stream/logs-own')).status, 404);
  assert.equal((await foreign('GET', '/_data_stream/logs-own/_stats')).status, 404);
  assert.deepEqual((await foreign('GET', '/_data_stream')).json, { data_streams: [] });
  assert.equal((await foreign('GET', '/logs*/_count')).json.count, 0);
  assert.equal((await foreign('GET', '/_search?expand_wildcards=all')).json.hits.total.value, 0);
  assert.deepEqual((await foreign('GET', '/_resolve/index/*?expand_wildcards=all')).json.data_streams, []);
  assert.equal((await foreign('GET', '/_cluster/state/metadata')).json.metadata.data_stream, undefined);
  assert.equal((await foreign('POST', '/logs-own/_rollover')).status, 400);
  await foreign('DELETE', '/_data_stream/*');
  assert.equal((await door('GET', '/logs-own/_count')).json.count, 1);
  // a name of its own, without the template of the other
  await foreign('POST', '/logs-own/_doc', { kw1: 'mine' });
  assert.equal((await foreign('GET', '/logs-own/_count')).json.count, 1);
  assert.equal((await door('GET', '/logs-own/_count')).json.count, 1);
});

test('[IDX-01] no data stream takes the name of a template or an index, and nothing takes the name of a stream', async () => {
  await deployTemplate(engineer, 'logs deployed', [{ name: 'num1', value_type: 2 }]);
  const taken = await door('PUT', '/_data_stream/logs-deployed');
  assert.deepEqual([taken.status, taken.json.error.type], [400, 'resource_already_exists_exception']);
  const written = await door('POST', '/logs-deployed/_doc', { '@timestamp': '2024-01-01' });
  assert.equal(written.status, 403);
  await door('PUT', '/metrics', { aliases: { measured: {} } });
  await door('PUT', '/_index_template/metrics', { index_patterns: ['m*'], data_stream: {} });
  for (const name of ['metrics', 'measured']) {
    const { status, json } = await door('PUT', `/_data_stream/${name}`);
    assert.equal(status, 400);
    assert.match(json.error.reason, /names need to be unique/);
  }
  await door('PUT', '/_data_stream/logs-named');
  const alias = await door('PUT', '/metrics/_alias/logs-named');
  assert.match(alias.json.error.reason, /an index or data stream exists with the same name as the alias/);
  await door('PUT', '/metrics/_block/write');
  assert.equal((await door('PUT', '/metrics/_clone/logs-named')).status, 400);
  const { json } = await door('GET', '/_data_stream/logs-named');
  assert.equal(json.data_streams.length, 1);
});

test('[IDX-04] an alias of a template finds the documents of a stream, and its filter does not narrow the stream', async () => {
  const aliases = { 'only-a': { filter: { term: { kw1: 'a' } } } };
  await door('PUT', '/_index_template/seen', {
    ...TEMPLATE,
    index_patterns: ['seen-*'],
    template: { ...TEMPLATE.template, aliases },
  });
  const documents = ['a', 'b'].map((kw1) => ({ '@timestamp': '2024-01-01', kw1 }));
  await door('POST', '/_bulk', creates('seen-1', ...documents));
  const count = async (names: string) => (await door('GET', `/${names}/_count`)).json.count;
  assert.deepEqual(await Promise.all(['only-a', 'seen-1', 'only-a,seen-1', 'seen*'].map(count)), [1, 2, 2, 2]);
});

test('[IDX-04] a closed index makes a stream red, and is left out of its figures', async () => {
  await door('POST', '/logs-closed/_doc', { '@timestamp': '2024-01-01' });
  await door('POST', '/logs-closed/_rollover');
  await door('POST', '/.ds-logs-closed-000001/_close');
  const { json } = await door('GET', '/_data_stream/logs-closed');
  assert.equal(json.data_streams[0].status, 'RED');
  const { _shards, data_streams: streams } = (await door('GET', '/_data_stream/logs-closed/_stats?human')).json;
  assert.deepEqual([_shards.total, streams[0].backing_indices], [1, 1]);
  assert.match(streams[0].store_size, /b$/);
});
