import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

/** Values that do not fit, by the types of their fields. */
const UNFIT = {
  long: 'x',
  date: 'x',
  ip: 'x',
  boolean: 'x',
  keyword: { a: 1 },
  scaled_float: 'x',
  geo_shape: 'x',
  integer_range: 'x',
  unsigned_long: -1,
};

const properties = Object.fromEntries(
  Object.keys(UNFIT).map((type) => [`${type}1`, { type, ...(type === 'scaled_float' && { scaling_factor: 10 }) }]),
);

test('[IDX-09] an index that ignores what is malformed keeps the document and notes the fields, whatever their types', async () => {
  await door('PUT', '/lenient', { settings: { 'index.mapping.ignore_malformed': true }, mappings: { properties } });
  for (const [type, value] of Object.entries(UNFIT)) {
    const { status } = await door('PUT', `/lenient/_doc/${type}`, { [`${type}1`]: value, txt1: 'kept' });
    assert.equal(status, 201, type);
  }
  const { json } = await door('POST', '/lenient/_search', { query: { match: { txt1: 'kept' } }, size: 20 });
  const ignored = json.hits.hits.map((hit: { _id: string; _ignored: string[] }) => [hit._id, hit._ignored]);
  assert.deepEqual(
    ignored,
    Object.keys(UNFIT).map((type) => [type, [`${type}1`]]),
  );
});

test('[IDX-09] a list keeps what fits of it, and a field that a document brought is as lenient', async () => {
  await door('PUT', '/bringing', { settings: { 'index.mapping.ignore_malformed': true } });
  const lines = [{ num1: 5 }, { num1: [1, 'x'] }, { num1: 'y' }].flatMap((each) => [{ index: {} }, each]);
  const written = await door('POST', '/bringing/_bulk', `${lines.map((each) => JSON.stringify(each)).join('\n')}\n`);
  assert.equal(written.json.errors, false);
  const { json } = await door('POST', '/bringing/_search', { size: 0, aggs: { sum: { sum: { field: 'num1' } } } });
  assert.deepEqual([json.hits.total.value, json.aggregations.sum.value], [3, 6]);
});

test('[IDX-09] what an index ignores is changed while it is closed', async () => {
  await door('PUT', '/strict', { mappings: { properties } });
  const change = { 'index.mapping.ignore_malformed': true };
  const open = await door('PUT', '/strict/_settings', change);
  assert.equal(open.status, 400);
  assert.match(open.json.error.reason, /^Can't update non dynamic settings \[\[index\.mapping\.ignore_malformed\]\]/);
  assert.equal((await door('PUT', '/strict/_doc/1', { long1: 'x' })).status, 400);
  await door('POST', '/strict/_close');
  assert.equal((await door('PUT', '/strict/_settings', change)).status, 200);
  await door('POST', '/strict/_open');
  assert.equal((await door('PUT', '/strict/_doc/1', { long1: 'x' })).status, 201);
});

test('[IDX-09] settings that are read when an index is opened are changed while it is closed, and those of its order never', async () => {
  await door('PUT', '/packed', { mappings: { properties: { kw1: { type: 'keyword' } } } });
  const put = async (change: object) => {
    const { status, json } = await door('PUT', '/packed/_settings', change);
    return [status, String(json.error?.reason ?? '').replace(/ for open indices .*/, '')];
  };
  const packing = { 'index.codec': 'best_compression', 'index.store.type': 'niofs' };
  const refused = "Can't update non dynamic settings [[index.codec, index.store.type]]";
  assert.deepEqual(await put(packing), [400, refused]);
  await door('POST', '/packed/_close');
  assert.deepEqual(await put(packing), [200, '']);
  const final = 'final packed setting [index.sort.field], not updateable';
  assert.deepEqual(await put({ 'index.sort.field': 'kw1' }), [400, final]);
  await door('POST', '/packed/_open');
});
