import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

test('[IDX-01] the state of the cluster is told without indexes that are not there, which Dashboards asks for', async () => {
  await door('PUT', '/there');
  const { status, json } = await door('GET', '/_cluster/state/metadata/there,absent');
  assert.deepEqual([status, Object.keys(json.metadata.indices)], [200, ['there']]);
  assert.equal((await door('GET', '/_cluster/state/metadata/absent?ignore_unavailable=false')).status, 404);
});

test('[IDX-01] a percent sign that stands for no byte is refused, as OpenSearch does', async () => {
  await door('PUT', '/there/_doc/1?refresh=true', { k: '50%' });
  for (const broken of ['q=%zz', 'q=50%', 'q=5%2', 'q=%u00e9']) {
    const { status, json } = await door('GET', `/there/_search?${broken}`);
    assert.equal(status, 400, broken);
    assert.match(json.error.reason, /^invalid escape sequence `%/);
  }
  assert.equal((await door('GET', '/there/_search?q=50%25')).json.hits.total.value, 1);
});

test('[IDX-01] an address whose path cannot be read is refused in the form of OpenSearch', async () => {
  for (const [path, status] of [
    ['/there/_doc/%E0%A4%A', 400],
    ['/%zz/_search?q=1', 400],
    [`/there/_doc/${'x'.repeat(3000)}`, 414],
  ] as const) {
    const { status: answered, json } = await door('GET', path);
    const { type, reason } = json.error.root_cause[0];
    assert.deepEqual([answered, json.status, type], [status, status, 'illegal_argument_exception']);
    assert.match(reason, status === 400 ? /write % as %25/ : /param length/);
  }
});

test('[IDX-01] an explanation looks through an alias at what its filter lets through', async () => {
  await door('PUT', '/behind', { mappings: { properties: { k: { type: 'keyword' } } } });
  await door('PUT', '/behind/_doc/1?refresh=true', { k: 'a' });
  await door('PUT', '/behind/_doc/2?refresh=true', { k: 'b' });
  await door('PUT', '/behind/_alias/only-a', { filter: { term: { k: 'a' } } });
  const query = { match_all: {} };
  const matched = async (id: string) => (await door('POST', `/only-a/_explain/${id}`, { query })).json.matched;
  assert.deepEqual([await matched('1'), await matched('2')], [true, false]);
});

test('[IDX-01] a count and an explanation hear a query and nothing else', async () => {
  await door('PUT', '/there/_doc/1?refresh=true', { k: '50%' });
  for (const path of ['/there/_count', '/there/_explain/1']) {
    const { status, json } = await door('POST', path, { query: { match_all: {} }, size: 1 });
    assert.deepEqual(
      [status, json.error.type, json.error.reason],
      [400, 'parsing_exception', 'request does not support [size]'],
    );
  }
});

test('[IDX-01] among several names _all is none, and nothing around a name is cut off', async () => {
  await door('PUT', '/there');
  const refused = async (address: string) => {
    const { status, json } = await door('GET', `/${address}/_search`);
    return [status, json.error?.type];
  };
  for (const address of ['_all,there', 'there,_all', '_all,-there', '_all,-absent'])
    assert.deepEqual(await refused(address), [400, 'invalid_index_name_exception'], address);
  for (const address of ['%20there', 'there%20', '%20', 'there,%20there', ',there', '*,-_all'])
    assert.deepEqual(await refused(address), [404, 'index_not_found_exception'], address);
  assert.deepEqual(await refused('_all,'), [200, undefined]);
});

test('[IDX-01] a name that comes to nothing is refused, and is not all indexes', async () => {
  await door('PUT', '/there');
  for (const method of ['GET', 'DELETE'] as const) {
    const { status, json } = await door(method, '/%3C%3E');
    assert.deepEqual([status, json.error.type, json.error.reason], [400, 'parse_exception', 'nothing captured']);
  }
  assert.equal((await door('HEAD', '/there')).status, 200);
});

test('[IDX-01] an address with a slash at its end says which ways it is called', async () => {
  const { status, json } = await door('PUT', '/there/_doc/', { k: 1 });
  assert.deepEqual(
    [status, json.error],
    [405, 'Incorrect HTTP method for uri [/there/_doc/] and method [PUT], allowed: [POST]'],
  );
});

test('[IDX-01] calls that say nothing without a body are refused for that', async () => {
  await door('PUT', '/there');
  for (const [method, path, reason] of [
    ['POST', '/_mget', 'request body or source parameter is required'],
    ['PUT', '/there/_settings', 'request body is required'],
  ] as const) {
    const { status, json } = await door(method, path);
    assert.deepEqual([status, json.error.type, json.error.reason], [400, 'parse_exception', reason], path);
  }
});
