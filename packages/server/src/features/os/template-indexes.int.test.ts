import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { deployTemplate, doorsForFile } from '@datasarana/testkit';
import { slugOf } from './template-names.ts';

const { door, foreign, engineer } = await doorsForFile();

before(async () => {
  const items = [
    { name: 'city', value_type: 8 },
    { name: 'size', value_type: 2 },
  ];
  const { data } = await engineer.call('PUT', '/schema/data/template', {
    body: { name: 'Große Städte (2024)', items },
  });
  await engineer.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: data.id } });
  for (const [city, size] of [
    ['Berlin', 3],
    ['Jakarta', 10],
  ]) {
    await engineer.call('PUT', '/data/user', { query: { template: data.id }, body: { data: { city, size } } });
  }
  await door('PUT', '/free/_doc/1', { city: 'Oslo', size: 1 });
});

test('[IDX-01] the name of a template becomes the plain name of an index', () => {
  assert.equal(slugOf('Flight Delays (2024)'), 'flight-delays-2024');
  assert.equal(slugOf('  --A/B--  '), 'a-b');
  assert.equal(slugOf('(((('), '');
});

test('[IDX-01] rows of a template are searched and counted at the door by its slug, beside free indexes', async () => {
  const { json } = await door('GET', '/*/_search', { query: { range: { size: { gte: 1 } } }, sort: [{ size: 'asc' }] });
  const hits: readonly { readonly _index: string; readonly _source: { readonly city: string } }[] = json.hits.hits;
  assert.deepEqual(
    hits.map(({ _source }) => _source.city),
    ['Oslo', 'Berlin', 'Jakarta'],
  );
  const slug = hits[1]?._index ?? '';
  assert.match(slug, /^gro.*dte-2024$|^große-sta.*te-2024$/);
  const address = `/${encodeURIComponent(slug)}`;
  assert.equal((await door('GET', `${address}/_count`)).json.count, 2);
  const described = (await door('GET', address)).json[slug];
  assert.equal(described.mappings.properties.city.type, 'keyword');
  assert.equal((await door('HEAD', address)).status, 200);
});

test('[IDX-01] a template is taken away from a pattern by its slug', async () => {
  const slug = slugOf('Große Städte (2024)');
  const countOf = async (expression: string) =>
    (await door('GET', `/${encodeURIComponent(expression)}/_count`)).json.count;
  assert.equal(await countOf(`*,-${slug}`), 1);
  assert.equal(await countOf('*,-gro*'), 1);
  assert.equal(await countOf('*,-free'), 2);
  assert.equal(await countOf(`*,-${slug},${slug}`), 3);
});

test('[IDX-01] what a template holds is not written at the door, and not seen by another tenant', async () => {
  const slug = slugOf('Große Städte (2024)');
  const refused = await door('PUT', `/${encodeURIComponent(slug)}/_doc/1`, { city: 'Paris' });
  assert.equal(refused.status, 403);
  assert.match(refused.json.error.reason, /index of a template and read-only here/);
  assert.equal((await foreign('GET', `/${encodeURIComponent(slug)}/_search`)).status, 404);
  assert.equal((await foreign('GET', '/*/_count')).json.count, 0);
});

test('[IDX-01] no index, alias, copy or target of a rollover takes the name of a template', async () => {
  const slug = slugOf('Große Städte (2024)');
  const address = `/${encodeURIComponent(slug)}`;
  await door('PUT', '/other-000001', { aliases: { others: {} } });
  const tries = [
    await door('PUT', address, {}),
    await door('PUT', '/other-2', { aliases: { [slug]: {} } }),
    await door('PUT', `/other-000001/_alias${address}`),
    await door('POST', '/_aliases', { actions: [{ add: { index: 'other-000001', alias: slug } }] }),
    await door('POST', `/others/_rollover${address}`),
    await door('POST', '/others/_rollover/other-3', { aliases: { [slug]: {} } }),
  ];
  await door('PUT', '/other-000001/_block/write');
  tries.push(await door('PUT', `/other-000001/_clone${address}`));
  tries.push(await door('PUT', '/other-000001/_clone/other-4', { aliases: { [slug]: {} } }));
  for (const [i, { status, json }] of tries.entries())
    assert.deepEqual([status, json.error?.type], [400, 'resource_already_exists_exception'], `${i}`);
  assert.equal((await door('GET', `${address}/_count`)).json.count, 2);
  await door('DELETE', '/other-000001');
});

const idOf = async (slug: string): Promise<string> => {
  const rows = (await door('GET', '/_cat/indices?format=json&h=index,uuid,docs.count')).json;
  return rows.find((row: { readonly index: string }) => row.index === slug).uuid;
};

test('[IDX-01] [IDX-05] a template is told of and counted in tables and figures, by its slug and its id', async () => {
  const slug = slugOf('Große Städte (2024)');
  const id = await idOf(slug);
  for (const name of [encodeURIComponent(slug), id]) {
    assert.equal((await door('GET', `/${name}/_count`)).json.count, 2, name);
    assert.equal((await door('GET', `/${name}/_search`)).json.hits.hits[0]._index, slug);
    assert.deepEqual(Object.keys((await door('GET', `/${name}/_mapping`)).json), [slug]);
    assert.equal((await door('GET', `/${name}/_stats`)).json.indices[slug].total.docs.count, 2);
    assert.equal((await door('GET', `/_cat/count/${name}?h=count`)).text.trim(), '2');
    assert.equal((await door('PUT', `/${name}/_doc/1`, { city: 'Paris' })).status, 403, name);
    assert.notEqual((await door('DELETE', `/${name}`)).status, 200, name);
    assert.equal((await foreign('GET', `/${name}/_search`)).status, 404, `${name}: another tenant`);
    assert.equal((await foreign('GET', `/${name}/_stats`)).status, 404, `${name}: another tenant`);
  }
  assert.deepEqual((await door('GET', '/*/_stats/docs')).json._all.total, { docs: { count: 3, deleted: 0 } });
  assert.deepEqual((await foreign('GET', '/_cat/indices?format=json')).json, []);
});

test('[IDX-01] one record of a template is read at the door by its id, with its version', async () => {
  const slug = slugOf('Große Städte (2024)');
  const id = await idOf(slug);
  const [hit] = (await door('GET', `/${id}/_search?q=city:Berlin`)).json.hits.hits;
  for (const name of [encodeURIComponent(slug), id]) {
    const { json } = await door('GET', `/${name}/_doc/${hit._id}`);
    assert.deepEqual([json._index, json.found, json._source], [slug, true, hit._source]);
    assert.deepEqual((await door('GET', `/${name}/_source/${hit._id}`)).json, hit._source);
    assert.equal((await door('GET', `/${name}/_doc/${hit._id}?version=9`)).status, 409);
    assert.equal((await door('GET', `/${name}/_doc/none`)).json.found, false);
    assert.equal((await foreign('GET', `/${name}/_doc/${hit._id}`)).status, 404);
  }
  const { docs } = (await door('POST', `/${id}/_mget`, { ids: [hit._id, 'none'] })).json;
  assert.deepEqual(
    docs.map(({ found }: { readonly found: boolean }) => found),
    [true, false],
  );
});

test('[IDX-08] a partition is searched by its name, alone and beside others; what is no partition is not there', async () => {
  const config = { search_partition: 'Year' };
  const id = await deployTemplate(engineer, 'Yearly', [{ name: 'num1', value_type: 2 }], { config });
  await engineer.call('POST', '/data/csv', { query: { template: id }, body: 'num1\n1\n2\n3\n' });
  const { data } = await engineer.call('GET', '/schema/data/template/stats', { query: { id, metric: 'os-stats' } });
  const [{ name }] = data.partitions;
  const year = Number(name.slice(-4));
  const count = async (expression: string) => (await door('GET', `/${expression}/_count`)).json.count;
  assert.equal(await count(name), 3);
  assert.equal(await count(`${id}_${year - 1}`), 0);
  assert.equal(await count(`${id}_${year - 1},free`), 1);
  assert.equal(await count(`${id}_${year - 1},${name}`), 3);
  assert.equal(await count(`${id}_${year - 1},yearly`), 3);
  assert.equal((await foreign('GET', `/${name}/_count`)).status, 404);
  for (const none of [`${id}_${year}-01`, `${id}_99`, `${id}_`]) {
    assert.equal((await door('GET', `/${none}/_count`)).status, 404, none);
  }
});

test('[IDX-01] what can be done with the fields of a template is told as of those of any index', async () => {
  const slug = slugOf('Große Städte (2024)');
  const asked = (filter: object) => door('POST', `/${encodeURIComponent(slug)},free/_field_caps?fields=*`, filter);
  const { json } = await asked({});
  assert.deepEqual(json.indices.toSorted(), ['free', slug]);
  assert.equal(json.fields.city.keyword.aggregatable, true);
  const filtered = await asked({ index_filter: { term: { city: 'Berlin' } } });
  assert.deepEqual(filtered.json.indices, [slug]);
  assert.equal((await foreign('GET', `/${encodeURIComponent(slug)}/_field_caps?fields=*`)).status, 404);
});

test('[IDX-01] a moment, a scroll and an explanation are asked of a template by its slug, id and partition', async () => {
  const slug = slugOf('Große Städte (2024)');
  const id = await idOf(slug);
  const [hit] = (await door('GET', `/${id}/_search?q=city:Berlin`)).json.hits.hits;
  for (const name of [encodeURIComponent(slug), id]) {
    const opened = await door('POST', `/${name}/_search/point_in_time?keep_alive=1m`);
    assert.equal(opened.status, 200, name);
    const pit = { id: opened.json.pit_id };
    const found = (await door('POST', '/_search', { pit, query: { match_all: {} } })).json.hits;
    assert.deepEqual([found.total.value, found.hits[0]._index], [2, slug]);
    await door('DELETE', '/_search/point_in_time', { pit_id: [pit.id] });
    const first = (await door('POST', `/${name}/_search?scroll=1m`, { size: 1 })).json;
    const second = (await door('POST', '/_search/scroll', { scroll_id: first._scroll_id })).json;
    assert.deepEqual([first.hits.hits[0]._index, second.hits.hits[0]._index], [slug, slug]);
    const explained = await door('POST', `/${name}/_explain/${hit._id}`, { query: { term: { city: 'Berlin' } } });
    assert.deepEqual([explained.json._index, explained.json.matched], [slug, true]);
    assert.equal((await door('POST', `/${name}/_explain/none`, { query: { match_all: {} } })).status, 404);
    assert.equal((await foreign('POST', `/${name}/_search/point_in_time?keep_alive=1m`)).status, 404);
    assert.equal((await foreign('POST', `/${name}/_explain/${hit._id}`, { query: { match_all: {} } })).status, 404);
  }
});

test('[IDX-01] health, segments and lookups tell of a template as of any index', async () => {
  const slug = slugOf('Große Städte (2024)');
  const name = encodeURIComponent(slug);
  const [hit] = (await door('GET', `/${name}/_search?q=city:Berlin`)).json.hits.hits;
  const health = await door('GET', `/_cluster/health/${name}?level=indices`);
  assert.deepEqual([health.status, health.json.status, Object.keys(health.json.indices)], [200, 'green', [slug]]);
  assert.equal((await foreign('GET', `/_cluster/health/${name}?timeout=0s`)).status, 408);
  assert.equal((await door('GET', `/_cat/segments/${name}?h=docs.count`)).text.trim(), '2');
  assert.match((await door('GET', `/_cat/recovery/${name}`)).text, /done/);
  const lookup = { terms: { city: { index: slug, id: hit._id, path: 'city' } } };
  assert.equal((await door('POST', `/${name}/_count`, { query: lookup })).json.count, 1);
  const validated = await door('POST', `/${name}/_validate/query?explain=true`, {
    query: { term: { city: 'Berlin' } },
  });
  assert.deepEqual(validated.json.explanations, [{ index: slug, valid: true, explanation: 'city:Berlin' }]);
});
