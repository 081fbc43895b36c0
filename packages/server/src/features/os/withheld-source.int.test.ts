import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { deployTemplate, doorsForFile } from '@datasarana/testkit';

let template: string;
let record: string;

const { door, engineer } = await doorsForFile();

before(async () => {
  const items = [
    { name: 'txt1', value_type: 7 },
    { name: 'num1', value_type: 2 },
  ];
  template = await deployTemplate(engineer, 'Kept back', items, { config: { search_enable_source: false } });
  const put = await engineer.call('PUT', '/data/user', {
    query: { template },
    body: { data: { txt1: 'secretword', num1: 3 } },
  });
  assert.equal(put.error, null);
  await door('PUT', '/free/_doc/1', { txt1: 'openword', num1: 4 });
  const { json } = await door('GET', '/kept-back/_search');
  record = json.hits.hits[0]._id;
});

const SHOWN = /secretword/;

test('[TPL-12] [IDX-01] records of a template without source are found, counted and ordered, and not shown', async () => {
  const highlight = { fields: { '*': {} } };
  const asked = { query: { match: { txt1: 'secretword' } }, highlight, docvalue_fields: ['num1'] };
  for (const name of ['kept-back', template, '*']) {
    const { text, json } = await door('POST', `/${name}/_search`, asked);
    assert.doesNotMatch(text, SHOWN, name);
    assert.deepEqual([json.hits.total.value, json.hits.hits[0].fields], [1, { num1: [3] }], name);
  }
  const { json } = await door('POST', '/*/_search', { sort: [{ num1: 'desc' }] });
  const sources = json.hits.hits.map(({ _source }: { readonly _source?: unknown }) => _source);
  assert.deepEqual(sources, [{ txt1: 'openword', num1: 4 }, undefined]);
});

test('[TPL-12] [IDX-01] nothing else at the door hands out the source of such a template', async () => {
  const name = 'kept-back';
  const top = { aggs: { all: { terms: { field: 'num1' }, aggs: { top: { top_hits: {} } } } } };
  const inner = { collapse: { field: 'num1', inner_hits: { name: 'same' } } };
  const first = await door('POST', `/${name}/_search?scroll=1m`, { size: 1 });
  const pit = { id: (await door('POST', `/${name}/_search/point_in_time?keep_alive=1m`)).json.pit_id };
  const lines = `${JSON.stringify({ index: name })}\n{}\n`;
  const answers = [
    first,
    await door('POST', '/_search/scroll', { scroll_id: first.json._scroll_id }),
    await door('POST', '/_search', { pit }),
    await door('POST', `/${name}/_search`, top),
    await door('POST', `/${name}/_search`, inner),
    await door('POST', '/_msearch', lines),
    await door('GET', `/${name}/_doc/${record}`),
    await door('GET', `/${name}/_doc/${record}?_source=txt1`),
    await door('POST', `/${name}/_mget`, { ids: [record] }),
    await door('POST', `/${name}/_explain/${record}?_source=true`, { query: { match_all: {} } }),
  ];
  for (const { status, text } of answers) {
    assert.equal(status, 200, text);
    assert.doesNotMatch(text, /"_source"|secretword/);
    assert.match(text, /"_index":"kept-back"|"hits":\[\]/);
  }
  const source = await door('GET', `/${name}/_source/${record}`);
  assert.deepEqual([source.status, source.json.error.reason], [404, `Source not found [${name}]/[${record}]`]);
  for (const asked of [{ _source: ['txt1'] }, { fields: ['txt1'] }]) {
    const refused = await door('POST', `/${name}/_search`, asked);
    assert.deepEqual([refused.status, SHOWN.test(refused.text)], [400, false]);
  }
  assert.deepEqual((await door('GET', `/${name}/_mapping`)).json[name].mappings._source, { enabled: false });
});

test('[TPL-12] [IDX-01] such records are neither copied nor looked up', async () => {
  const copied = await door('POST', '/_reindex', { source: { index: 'kept-back' }, dest: { index: 'copy' } });
  assert.equal(copied.status, 400);
  assert.match(copied.json.error.reason, /didn't store _source$/);
  const lookup = { terms: { num1: { index: 'kept-back', id: record, path: 'num1' } } };
  assert.equal((await door('POST', '/*/_count', { query: lookup })).json.count, 0);
});

test('[TPL-12] [IDX-01] the platform shows them all the same', async () => {
  const { data } = await engineer.call('POST', '/data/user', { query: { template }, body: {} });
  assert.equal(data.hits.hits[0]._source.txt1, 'secretword');
});

test('[IDX-01] a document that its index keeps back is not written anew empty', async () => {
  await door('PUT', '/hidden', { mappings: { _source: { enabled: false }, properties: { kw1: { type: 'keyword' } } } });
  await door('PUT', '/hidden/_doc/1', { kw1: 'a' });
  const { json } = await door('GET', '/hidden/_doc/1');
  assert.deepEqual([json.found, json._source], [true, undefined]);
  assert.equal((await door('GET', '/hidden/_source/1')).status, 404);
  assert.equal((await door('POST', '/hidden/_update_by_query')).status, 400);
  const change = { doc: { kw1: 'b' }, doc_as_upsert: true };
  const refused = (await door('POST', '/hidden/_update/1', change)).json;
  assert.deepEqual(
    [refused.status, refused.error.type, refused.error.reason],
    [400, 'document_source_missing_exception', '[1]: document source missing'],
  );
  const lines = ['1', '2'].flatMap((_id) => [{ update: { _id } }, change]).map((line) => JSON.stringify(line));
  const { items } = (await door('POST', '/hidden/_bulk', `${lines.join('\n')}\n`)).json;
  assert.deepEqual(
    items.map(({ update }: { readonly update: { readonly status: number } }) => update.status),
    [400, 201],
  );
  assert.equal((await door('GET', '/hidden/_count?q=kw1:a')).json.count, 1);
});
