import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';
import { numberedLines } from './numbered-lines.fixture.ts';

const { door } = await doorsForFile();

test('a bad document in the middle of a long bulk leaves all the others stored', async () => {
  await door('PUT', '/bulk', { mappings: { properties: { n: { type: 'integer' } } } });
  const body = `${numberedLines(0, 6000)}{"index":{"_id":"bad"}}\n{"n":"x"}\n${numberedLines(6000, 12000)}`;
  const { json } = await door('POST', '/bulk/_bulk', body);
  assert.equal(json.errors, true);
  assert.equal(json.items.length, 12001);
  assert.equal(json.items[6000].index.error.type, 'mapper_parsing_exception');
  assert.equal(json.items[6001].index._id, '6000', 'items stand in the order they were sent');
  assert.equal((await door('GET', '/bulk/_count')).json.count, 12000);
});

test('[IDX-09] documents that are given no id are answered one by one, however they are asked for, and are found by their ids', async () => {
  await door('PUT', '/unnamed', { mappings: { properties: { n: { type: 'integer' }, kw1: { type: 'keyword' } } } });
  await door('POST', '/unnamed/_bulk', '{"index":{}}\n{"n":-1,"kw1":"first"}\n');
  const lines = (kind: string): string =>
    Array.from({ length: 1200 }, (_, n) => `{"${kind}":{}}\n{"n":${n},"kw1":"k${n}"}\n`).join('');
  const answers = await Promise.all([
    door('POST', '/unnamed/_bulk', lines('index')),
    door('POST', '/unnamed/_bulk?pretty', lines('create')),
    door('POST', '/unnamed/_bulk?refresh=true', `${lines('index')}{"delete":{"_id":"nobody"}}\n${lines('create')}`),
  ]);
  const items = answers.flatMap(({ json }) => json.items);
  assert.deepEqual(
    answers.map(({ status, json }) => [status, json.errors, json.items.length]),
    [
      [200, false, 1200],
      [200, false, 1200],
      [200, false, 2401],
    ],
  );
  assert.deepEqual(Object.keys(items[1200]), ['create']);
  const { _id, _seq_no, ...rest } = items[5].index;
  assert.deepEqual(rest, {
    _index: 'unnamed',
    _version: 1,
    result: 'created',
    _shards: { total: 2, successful: 1, failed: 0 },
    _primary_term: 1,
    status: 201,
  });
  assert.equal(items[2400].index.forced_refresh, true);
  const written: { _id: string; _seq_no: number }[] = items.flatMap(Object.values);
  const numbers = written.map((item) => item._seq_no).toSorted((a, b) => a - b);
  assert.deepEqual(
    numbers,
    Array.from({ length: 4801 }, (_, i) => i + 1),
  );
  const ids = [0, 1199, 1200, 2400, 3599, 3601, 4800].map((at) => String(written[at]?._id));
  const { json: got } = await door('POST', '/unnamed/_mget', { ids });
  const found: { _source: { n: number } }[] = got.docs;
  assert.deepEqual(
    found.map((doc) => doc._source.n),
    [0, 1199, 0, 0, 1199, 0, 1199],
  );
  const few = await door('POST', '/unnamed/_bulk?filter_path=errors', lines('index'));
  assert.deepEqual(few.json, { errors: false });
  const count = await door('POST', '/unnamed/_count', { query: { term: { kw1: 'k7' } } });
  assert.equal(count.json.count, 5);
});

test('[IDX-08] documents of a data stream that tell no time are refused alone, among others of the same shape', async () => {
  await door('PUT', '/_index_template/told', { index_patterns: ['told-*'], data_stream: {} });
  const line = (time: string | null): string => `{"create":{}}\n${JSON.stringify({ '@timestamp': time, n: 1 })}\n`;
  const time = '2024-01-02T03:04:05Z';
  await door('POST', '/told-a/_bulk', line(time));
  await door('POST', '/told-a/_bulk', line(time));
  const { json } = await door('POST', '/told-a/_bulk', line(time) + line(null) + line(time));
  const items: { create: { status: number } }[] = json.items;
  assert.deepEqual(
    items.map(({ create }) => create.status),
    [201, 400, 201],
  );
  assert.equal((await door('GET', '/told-a/_count')).json.count, 4);
});

test('a line that is no action stops a bulk and says which one it is', async () => {
  const reply = await door('POST', '/stops/_bulk', `${numberedLines(0, 2)}{"nothing":{}}\n{}\n`);
  assert.equal(reply.status, 400);
  assert.equal(reply.json.error.type, 'illegal_argument_exception');
  assert.match(reply.json.error.reason, /^Malformed action\/metadata line \[5\]/);
});

test('an action without a document behind it is refused with its line', async () => {
  const { status, json } = await door('POST', '/behind/_bulk', '{"index":{}}\n{}\n{"index":{"_id":"1"}}\n');
  const reason =
    'The bulk request must be terminated by a newline [\\n]: the action on line [3] has no document behind it';
  assert.deepEqual([status, json.error.reason], [400, reason]);
  assert.equal((await door('HEAD', '/behind')).status, 404);
});

test('[IDX-09] actions of a bulk need the routing their index wants, as single writes do', async () => {
  await door('PUT', '/wanting', { mappings: { _routing: { required: true } } });
  await door('PUT', '/wanting/_doc/1?routing=r', { num1: 1 });
  const lines = [
    { index: { _id: '2' } },
    { num1: 2 },
    { index: { _id: '3', routing: 'r' } },
    { num1: 3 },
    { delete: { _id: '1' } },
    { update: { _id: '1' } },
    { doc: { num1: 9 } },
    { index: {} },
    { num1: 4 },
  ];
  const { json } = await door('POST', '/wanting/_bulk', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  const acts: { status: number; error?: { type: string } }[] = json.items.flatMap(Object.values);
  assert.deepEqual(
    acts.map(({ status, error }) => [status, error?.type]),
    [
      [400, 'routing_missing_exception'],
      [201, undefined],
      [400, 'routing_missing_exception'],
      [400, 'routing_missing_exception'],
      [400, 'routing_missing_exception'],
    ],
  );
  assert.equal((await door('GET', '/wanting/_count')).json.count, 2);
  assert.equal((await door('GET', '/wanting/_explain/1?q=num1:1')).json.error.type, 'routing_missing_exception');
});

test('[IDX-04] what is written and read through an alias has the routing it brings along, and no other', async () => {
  const mappings = { _routing: { required: true } };
  await door('PUT', '/led-1', { mappings, aliases: { led: { routing: 'q' } } });
  assert.equal((await door('PUT', '/led/_doc/1', { num1: 1 })).status, 201);
  const body = '{"index":{"_id":"2"}}\n{"num1":2}\n{"index":{"_id":"3","routing":"z"}}\n{}\n{"delete":{"_id":"2"}}\n';
  const acts: { status: number }[] = (await door('POST', '/led/_bulk', body)).json.items.flatMap(Object.values);
  assert.deepEqual(
    acts.map(({ status }) => status),
    [201, 400, 200],
  );
  assert.equal((await door('POST', '/led/_update/1', { doc: { num1: 5 } })).status, 200);
  const { json } = await door('GET', '/led/_doc/1');
  assert.deepEqual([json._routing, json._source], ['q', { num1: 5 }]);
  assert.equal((await door('POST', '/led/_mget', { ids: ['1'] })).json.docs[0].found, true);
  const reason =
    'Alias [led] has index routing associated with it [q], and was provided with routing value [y], rejecting operation';
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    assert.equal(
      (await door(method, '/led/_doc/1?routing=y', method === 'PUT' ? {} : undefined)).json.error.reason,
      reason,
    );
  await door('PUT', '/unled/_doc/7?routing=y', { num1: 7 });
  const copied = await door('POST', '/_reindex', { source: { index: 'unled' }, dest: { index: 'led' } });
  assert.deepEqual([copied.status, copied.json.failures[0].cause.reason], [400, reason]);
  assert.equal((await door('DELETE', '/led/_doc/1')).status, 200);
});

test('a write through a pipeline is refused, not stored without it', async () => {
  const body =
    '{"index":{"_id":"1"}}\n{}\n{"index":{"_id":"2","pipeline":"geoip"}}\n{}\n{"index":{"_id":"3","pipeline":"_none"}}\n{}\n';
  const { json } = await door('POST', '/piped/_bulk', body);
  assert.deepEqual(
    json.items.map(({ index }: { index: { status: number } }) => index.status),
    [201, 400, 201],
  );
  assert.equal(json.items[1].index.error.reason, 'pipeline with id [geoip] does not exist');
  assert.equal((await door('PUT', '/piped/_doc/4?pipeline=geoip', {})).status, 400);
  assert.equal((await door('POST', '/piped/_bulk?pipeline=geoip', '{"index":{}}\n{}\n')).json.errors, true);
  for (const path of ['/piped/_doc?pipeline=', '/piped/_bulk?pipeline='] as const) {
    const nameless = await door('POST', path, '{"index":{}}\n{}\n');
    assert.deepEqual(
      [nameless.status, nameless.json.error.reason],
      [400, 'Validation Failed: 1: pipeline cannot be an empty string;'],
      path,
    );
  }
  assert.equal((await door('GET', '/piped/_count')).json.count, 2);
});

test('an index whose documents should pass a pipeline takes none without it', async () => {
  for (const setting of ['default_pipeline', 'final_pipeline']) {
    const settings = { [setting]: 'geoip' };
    await door('PUT', `/own-${setting}`, { settings });
    const { status, json } = await door('PUT', `/own-${setting}/_doc/1`, {});
    assert.deepEqual([status, json.error.reason], [400, 'pipeline with id [geoip] does not exist']);
    const bulk = await door('POST', `/own-${setting}/_bulk`, '{"index":{"_id":"1"}}\n{}\n{"create":{}}\n{}\n');
    assert.deepEqual(
      bulk.json.items.map((item: object) => Object.values(item)[0].status),
      [400, 400],
    );
    assert.equal((await door('GET', `/own-${setting}/_count`)).json.count, 0);
  }
  assert.equal((await door('PUT', '/own-default_pipeline/_doc/1?pipeline=_none', {})).status, 201);
  await door('PUT', '/own-none', { settings: { default_pipeline: '_none' } });
  assert.equal((await door('PUT', '/own-none/_doc/1', {})).status, 201);
});

test('the address of a bulk may ask for parts of updated documents', async () => {
  await door('PUT', '/got/_doc/1', { a: 1, b: 2 });
  const { json } = await door('POST', '/got/_bulk?_source_includes=a', '{"update":{"_id":"1"}}\n{"doc":{"a":3}}\n');
  assert.deepEqual(json.items[0].update.get._source, { a: 3 });
  const flag = await door('POST', '/got/_bulk?_source=true', '{"update":{"_id":"1"}}\n{"doc":{"a":4}}\n');
  assert.deepEqual(flag.json.items[0].update.get._source, { a: 4, b: 2 });
  const listed = await door('POST', '/got/_bulk', '{"update":{"_id":"1","_source":["a"]}}\n{"doc":{"a":5}}\n');
  assert.match(listed.json.error.reason, /expected a simple value for field \[_source\] but found \[START_ARRAY\]/);
});

test('a text as _source of an update in a bulk names a field, "true" as any other', async () => {
  await door('PUT', '/named/_doc/1', { a: 1 });
  const bulk =
    '{"update":{"_id":"1","_source":"true"}}\n{"doc":{}}\n{"update":{"_id":"1"}}\n{"doc":{},"_source":"a"}\n';
  const { json } = await door('POST', '/named/_bulk', bulk);
  assert.deepEqual(
    json.items.map((item: { update: { get: { _source: unknown } } }) => item.update.get._source),
    [{}, { a: 1 }],
  );
});

test('[API-31] a removal goes to an index where an alias is required of all that is written', async () => {
  const lines = [
    '{"index":{"_id":"1"}}',
    '{}',
    '{"delete":{"_id":"2","require_alias":true}}',
    '{"delete":{"_id":"1"}}',
  ];
  await door('PUT', '/plain/_doc/1', {});
  const { json } = await door('POST', '/plain/_bulk?require_alias=true', `${lines.join('\n')}\n`);
  const statuses = json.items.flatMap((item: object) => Object.values(item).map(({ status }) => status));
  assert.deepEqual(statuses, [404, 404, 200]);
  assert.equal(json.items[2].delete.result, 'deleted');
});
