import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, doorOf, startPlatform, type TestPlatform, until } from '@datasarana/testkit';
import { systemScope } from '../../access/system-scope.ts';
import { Upkeep } from './upkeep.ts';

let platform: TestPlatform;
let engineer: Caller;
let other: Caller;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
  other = await platform.b.as('data engineer');
});
after(() => platform.stop());

const ITEMS = [
  { name: 'code', value_type: 8, mandatory: true },
  { name: 'note', value_type: 7 },
  { name: 'num1', value_type: 2 },
];
const OFF = { search_index: false, s3_batch_size: 1 };
const REBUILD = '/schema/data/template/index/rebuild';
const TEMPLATE = '/schema/data/template';

const load = (template: string, rows: readonly string[], who = engineer) =>
  who.call('POST', '/data/csv', { query: { template }, body: `code,note,num1\n${rows.join('\n')}\n` });

const search = (template: string) => engineer.call('POST', '/data/user', { query: { template }, body: { size: 100 } });

const deploy = (id: string, config: object) =>
  engineer.call('PATCH', TEMPLATE, { query: { mode: 'deploy' }, body: { id, config } });

const stats = async (id: string, metric: string) =>
  (await engineer.call('GET', `${TEMPLATE}/stats`, { query: { id, metric } })).data;

const upkeep = (id: string): Promise<void> => {
  const { services } = platform.platform;
  return new Upkeep(services).topic(systemScope(services.config.clusterId, platform.a.id), id, true);
};

/** What the rows are, once the index is filled. */
async function filled(id: string): Promise<readonly unknown[]> {
  const { data } = await until(
    () => search(id),
    ({ http }) => http === 200,
  );
  const rebuild = await until(
    async () => (await engineer.call('GET', REBUILD, { query: { id } })).data,
    ({ state }) => state !== 'running',
  );
  assert.deepEqual([rebuild.state, rebuild.swapped, rebuild.reason], ['done', true, null]);
  assert.equal(data.hits.total.value, rebuild.documents);
  return data.hits.hits
    .map(({ _source: { code, note, num1 } }: { _source: Record<string, unknown> }) => [code, note, num1])
    .sort();
}

const ROWS = [
  ['a', 'one rainy day', 1],
  ['b', 'two', 2],
  ['c', 'three', 3],
];
const text = (rows: readonly (readonly unknown[])[]): string[] => rows.map((row) => row.join(','));

test('[TPL-36] [TPL-12] without search_index rows are judged, counted and archived, and whoever asks for them hears where they are', async () => {
  const id = await deployTemplate(engineer, 'No index', ITEMS, { config: OFF });
  const { data } = await load(id, [...text(ROWS), 'd,four,x']);
  assert.deepEqual([data.read, data.accepted, data.rejected], [4, 3, 1]);
  const refused = [
    search(id),
    engineer.call('POST', '/data/user/bulk', { query: { template: id, format: 'csv' } }),
    engineer.call('PUT', '/data/user', { query: { template: id }, body: { code: 'z' } }),
    engineer.call('GET', '/data/user', { query: { template: id, id: 'x' } }),
    engineer.call('DELETE', '/data/user', { query: { template: id, id: 'x' } }),
    engineer.call('POST', `/data/batch/${data.batch}/undo`, { body: {} }),
    engineer.call('POST', `${TEMPLATE}/index`, { body: { template: id, command: '_search' } }),
    engineer.call('PUT', `${TEMPLATE}/index`, { body: { id } }),
    engineer.call('DELETE', `${TEMPLATE}/index/${id}`),
    engineer.call('POST', REBUILD, { body: { id, from: 'archive' } }),
  ];
  for (const reply of await Promise.all(refused)) {
    assert.deepEqual([reply.http, reply.code], [409, 31], JSON.stringify(reply));
    assert.match(reply.error?.message ?? '', /no search index: its rows are kept in the archive/);
    assert.match(reply.error?.hint ?? '', /Switch search_index on/);
  }
  const rows = [{ line: 5, raw: { code: 'd', note: 'four', num1: '4' } }];
  const mended = await engineer.call('POST', `/data/batch/${data.batch}/replay`, { body: { rows } });
  assert.equal(mended.data.accepted, 1, JSON.stringify(mended));
  await upkeep(id);
  const { data: archive } = await engineer.call('GET', `${TEMPLATE}/archive`, { query: { id } });
  assert.deepEqual([archive.objects, archive.states, archive.pending], [1, 4, 0]);
  assert.equal((await stats(id, 'os-stats')).documents, 0);
  assert.match((await stats(id, 'os-health')).reason, /kept in the archive/);
  await load(id, ['e,five,5']);
  await upkeep(id);
  const { data: again } = await engineer.call('GET', `${TEMPLATE}/archive`, { query: { id } });
  assert.deepEqual([again.objects, again.states, again.pending], [2, 5, 0]);
  const fill = await deploy(id, { search_index: true });
  assert.equal(fill.code, 30, JSON.stringify(fill));
  assert.deepEqual(await filled(id), [...ROWS, ['d', 'four', 4], ['e', 'five', 5]]);
  const query = { match: { note: 'rainy' } };
  const found = await engineer.call('POST', '/data/user', { query: { template: id }, body: { query } });
  assert.equal(found.data.hits.total.value, 1);
});

test('[TPL-36] an index that is switched off and on twice has every record each time, and rows that came between', async () => {
  const id = await deployTemplate(engineer, 'On and off', ITEMS);
  await load(id, text(ROWS));
  await engineer.call('PUT', '/data/user', { query: { template: id }, body: { code: 'single', note: 'put', num1: 9 } });
  const expected: unknown[][] = [...ROWS, ['single', 'put', 9]];
  for (const round of [1, 2]) {
    const off = await deploy(id, { search_index: false });
    assert.equal(off.code, 30, JSON.stringify(off));
    assert.equal((await search(id)).http, 409);
    const { data } = await load(id, [`r${round},between,${round}`]);
    assert.equal(data.accepted, 1);
    if (round === 2) await upkeep(id);
    expected.push([`r${round}`, 'between', round]);
    assert.equal((await deploy(id, { search_index: true })).code, 30);
    assert.deepEqual(await filled(id), expected.toSorted());
  }
});

test('[TPL-36] an index that is switched on while rows come in without a pause is filled, and has each of them once', async () => {
  const id = await deployTemplate(engineer, 'Index beside imports', ITEMS, { config: OFF });
  const many = Array.from({ length: 3000 }, (_, i) => `early ${i},x,${i}`);
  assert.equal((await load(id, many)).data.accepted, many.length);
  let [isFilled, sent] = [false, 0];
  const senders = Array.from({ length: 4 }, async () => {
    while (!isFilled) {
      const name = `late ${sent++}`;
      assert.equal((await load(id, [`${name},x,1`])).data.accepted, 1);
    }
  });
  assert.equal((await deploy(id, { search_index: true })).code, 30);
  await until(
    () => search(id),
    ({ http }) => http === 200,
  );
  isFilled = true;
  await Promise.all(senders);
  const size = { size: 0, aggs: { codes: { cardinality: { field: 'code', precision_threshold: 40_000 } } } };
  const { data } = await engineer.call('POST', '/data/user', { query: { template: id }, body: size });
  assert.deepEqual([data.hits.total.value, data.aggregations.codes.value], [many.length + sent, many.length + sent]);
});

test('[TPL-36] the topic alone keeps the rows when nothing is archived, as long as it has them all', async () => {
  const config = { s3_index: false };
  const id = await deployTemplate(engineer, 'Topic alone', ITEMS, { config });
  await load(id, [...text(ROWS), 'x,bad,x']);
  assert.equal((await deploy(id, { search_index: false })).code, 30);
  await load(id, ['d,four,4']);
  await upkeep(id);
  assert.deepEqual((await engineer.call('GET', `${TEMPLATE}/archive`, { query: { id } })).data.objects, 0);
  const moved = await deploy(id, { s3_index: true });
  assert.equal(moved.http, 409);
  assert.match(moved.error?.message ?? '', /kept in the topic, and s3_index decides that/);
  assert.equal((await deploy(id, { search_index: true, s3_index: true })).code, 30);
  assert.deepEqual(await filled(id), [...ROWS, ['d', 'four', 4]]);
});

test('[TPL-36] an index is not switched off when the topic has not all its records, or would bring back removed ones', async () => {
  const id = await deployTemplate(engineer, 'Not whole', ITEMS, { config: { s3_index: false } });
  await load(id, text(ROWS));
  await engineer.call('PUT', '/data/user', { query: { template: id }, body: { code: 'single' } });
  const { data } = await search(id);
  const gone = data.hits.hits.find(({ _source }: { _source: { code: string } }) => _source.code === 'a')._id;
  await engineer.call('DELETE', '/data/user', { query: { template: id, id: gone } });
  const off = await deploy(id, { search_index: false });
  assert.equal(off.http, 409);
  assert.match(
    off.error?.message ?? '',
    /of its 3 records 1 are not in the topic, and 1 rows of the topic were removed/,
  );
  assert.equal((await search(id)).data.hits.total.value, 3);
  assert.equal((await deploy(id, { search_index: false, s3_index: true })).code, 30);
  assert.equal((await deploy(id, { search_index: true })).code, 30);
  assert.equal((await filled(id)).length, 3);
});

test('[TPL-36] [ERR-02] flags that would keep the rows nowhere, or keys without an index, are refused at save', async () => {
  const none = { search_index: false, kafka_index: false, s3_index: false };
  const body = { name: 'Nowhere', items: ITEMS, config: none };
  const refused = await engineer.call('PUT', TEMPLATE, { body });
  assert.equal(refused.http, 422);
  assert.match(refused.error?.error.fields?.['config.search_index'] ?? '', /Nothing would keep the rows/);
  const keyed = { name: 'Keyed', items: [{ name: 'code', value_type: 8, is_key: true }], config: OFF };
  const key = await engineer.call('PUT', TEMPLATE, { body: keyed });
  assert.match(key.error?.error.fields?.['config.search_index'] ?? '', /replaced by the key fields \(code\)/);
});

test('[TPL-36] [SEC-02] another tenant neither sees nor fills rows without an index', async () => {
  const id = await deployTemplate(engineer, 'Of a', ITEMS, { config: OFF });
  await load(id, text(ROWS));
  await upkeep(id);
  assert.equal((await load(id, ['z,stranger,1'], other)).http, 404);
  const body = { id, config: { search_index: true } };
  assert.equal((await other.call('PATCH', TEMPLATE, { query: { mode: 'deploy' }, body })).http, 404);
  assert.equal((await other.call('POST', '/data/user', { query: { template: id }, body: {} })).data, null);
  const folders = await readdir(join(platform.folder, 'archive'));
  assert.ok(folders.includes(platform.a.id) && !folders.includes(platform.b.id));
});

test('[TPL-36] at the OpenSearch door a template without an index is one that is not there, which says why', async () => {
  const id = await deployTemplate(engineer, 'Door closed', ITEMS, { config: OFF });
  const door = await doorOf(platform.url, await platform.a.as('tenant administrator'));
  const found = await door('GET', '/door-closed/_search');
  assert.equal(found.status, 404);
  assert.equal(found.json.error.type, 'index_not_found_exception');
  assert.match(found.json.error.reason, /no such index \[door-closed\].*no search index.*search_index/);
  assert.equal((await door('GET', `/${id}/_count`)).status, 404);
  const all = await door('GET', '/_cat/indices?format=json');
  assert.ok(!JSON.stringify(all.json).includes('door-closed'));
});
