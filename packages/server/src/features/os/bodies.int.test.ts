import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { doorsForFile } from '@datasarana/testkit';
import { numberedLines } from './numbered-lines.fixture.ts';

const { door } = await doorsForFile();

test('bodies may come packed, and answers leave packed for who asks', async () => {
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/x-ndjson' };
  const sent = await door('POST', '/packed/_bulk', gzipSync(numberedLines(0, 300)), headers);
  assert.equal(sent.json.items.length, 300);
  const packed = await door('GET', '/packed/_search?size=300', undefined, { 'accept-encoding': 'gzip' });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  const plain = await door('GET', '/packed/_search?size=300');
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.deepEqual(packed.json.hits, plain.json.hits);
  const short = await door('GET', '/packed/_count', undefined, { 'accept-encoding': 'gzip' });
  assert.equal(short.headers['content-encoding'], undefined, 'a short answer is not worth it');
});

test('a body that only says it is packed is a bad request', async () => {
  const reply = await door('POST', '/packed/_search', '{"size":1}', { 'content-encoding': 'gzip' });
  assert.equal(reply.status, 400);
});

test('[SEC-10] behind a body that is refused in its middle the connection serves the next call', async () => {
  const packed = { 'content-encoding': 'gzip' };
  const bomb = gzipSync(`{"txt1":"${'x'.repeat(101 * 1024 * 1024)}"}`);
  const broken = (bytes: number) => Buffer.concat([gzipSync('{"size":1}'), Buffer.alloc(bytes, 'no gzip')]);
  for (const [body, status] of [
    [bomb, 413],
    // some of them are here as a whole, and half read
    ...[17, 33, 66, 90, 130, 200, 400, 1024].map((kb) => [broken(kb * 1024), 400] as const),
  ] as const) {
    const refused = await door('POST', '/packed/_search', body, packed);
    assert.equal(refused.status, status);
    assert.equal(refused.headers.connection, 'keep-alive');
    assert.equal((await door('GET', '/')).status, 200);
  }
});

test('filter_path keeps the parts that are named, and leaves out those with a minus', async () => {
  await door('PUT', '/parts/_doc/1?refresh=true', { a: { b: 1, c: 2 }, d: 3 });
  const some = await door('GET', '/parts/_search?filter_path=hits.total.value,hits.hits._source.a.*');
  assert.deepEqual(some.json, { hits: { total: { value: 1 }, hits: [{ _source: { a: { b: 1, c: 2 } } }] } });
  const others = await door('GET', '/parts/_search?filter_path=hits.hits,-hits.hits._source.a');
  assert.deepEqual(Object.keys(others.json.hits.hits[0]._source), ['d']);
  assert.deepEqual((await door('GET', '/parts/_search?filter_path=nothing')).json, {});
  // what holds nothing any more is not told
  assert.deepEqual((await door('GET', '/parts/_search?filter_path=hits.hits,-hits.hits._*')).json, {});
  assert.deepEqual((await door('GET', '/parts/_mapping?filter_path=-parts.mappings.properties')).json, {});
  const whole = await door('GET', '/parts/_search?filter_path=hits.hits,-hits.nothing&q=a.b:none');
  assert.deepEqual(whole.json, { hits: { hits: [] } });
  // of a parameter that is given twice the last counts
  const last = await door('GET', '/parts/_search?filter_path=hits.hits._id&filter_path=hits.total.value');
  assert.deepEqual(last.json, { hits: { total: { value: 1 } } });
});

test('a body in another language than JSON is refused in OpenSearch’s words, not read as something else', async () => {
  for (const type of ['application/cbor', 'application/smile']) {
    const { status, json } = await door('POST', '/_search', 'size: 1', { 'content-type': type });
    assert.equal(status, 406);
    assert.deepEqual(json, { error: `Content-Type header [${type}] is not supported`, status: 406 });
  }
  assert.equal((await door('GET', '/', undefined, { 'content-type': 'application/yaml' })).status, 200);
  assert.equal((await door('POST', '/_search', '{}', { 'content-type': 'nonsense' })).status, 400);
});

test('a body may stand in the address, for clients that send none with GET', async () => {
  await door('PUT', '/inaddress/_doc/1', { txt1: 'fox' });
  const said = (body: unknown): string =>
    `source=${encodeURIComponent(typeof body === 'string' ? body : JSON.stringify(body))}&source_content_type=application/json`;
  const dog = { query: { match: { txt1: 'dog' } } };
  assert.equal((await door('GET', `/inaddress/_count?${said(dog)}`)).json.count, 0);
  assert.equal((await door('GET', `/inaddress/_mget?${said({ ids: ['1'] })}`)).json.docs[0].found, true);
  const searches = await door('GET', `/inaddress/_msearch?${said(`{}\n${JSON.stringify(dog)}\n`)}`);
  assert.equal(searches.json.responses[0].hits.total.value, 0);
  const nameless = await door('GET', '/inaddress/_count?source={}');
  assert.equal(nameless.status, 400);
  assert.match(nameless.text, /source and source_content_type parameters are required/);
});

test('[API-31] filter_path and YAML keep every digit of a number', async () => {
  const source = '{"num1":9007199254740993,"num2":0.12345678901234567890,"num3":1}';
  await door('PUT', '/digits/_doc/1', source);
  assert.equal((await door('GET', '/digits/_doc/1?filter_path=_source')).text, `{"_source":${source}}`);
  const asked = { docvalue_fields: ['num1'], sort: ['num1'], _source: false };
  for (const filter of ['hits.hits.fields,hits.hits.sort', '**.fields,**.sort', 'hits.hits,-hits.hits._*'])
    assert.equal(
      (await door('POST', `/digits/_search?filter_path=${filter}`, asked)).text,
      '{"hits":{"hits":[{"fields":{"num1":[9007199254740993]},"sort":[9007199254740993]}]}}',
      filter,
    );
  assert.match((await door('GET', '/digits/_doc/1?format=yaml')).text, /\n {2}num1: 9007199254740993\n/);
});

test('what is asked and answered may be YAML, by format, by what is accepted, and by the body', async () => {
  await door('PUT', '/inyaml/_doc/1', { txt1: 'fox: "a"', num1: 9007199254740993n.toString() });
  const yaml = { 'content-type': 'application/yaml' };
  const found = await door('POST', '/inyaml/_search', '---\nquery:\n  match:\n    txt1: fox\nsize: 1\n', yaml);
  assert.match(String(found.headers['content-type']), /^application\/yaml/);
  assert.match(found.text, /^---\ntook: \d+\n/);
  assert.match(found.text, /\n {2}hits:\n {2}- _index: "inyaml"\n/);
  assert.match(found.text, /txt1: "fox: \\"a\\""/);
  const counted = await door('GET', '/_cat/count/inyaml?format=yaml&h=count');
  assert.equal(counted.text, '---\n- count: "1"\n');
  assert.match((await door('GET', '/none/_search?format=yaml')).text, /^---\nerror:\n {2}root_cause:\n {2}- type:/);
  assert.match(
    (await door('GET', '/_cluster/pending_tasks', undefined, { accept: 'application/yaml' })).text,
    /^---\ntasks: \[\]\n/,
  );
  assert.equal((await door('POST', '/_bulk', '---\nindex: {}\n', yaml)).status, 406);
  assert.equal((await door('POST', '/inyaml/_count', 'a: &x 1\nb: *x\n', yaml)).status, 400);
  assert.equal((await door('POST', '/inyaml/_count', '- [', yaml)).status, 400);
  assert.equal((await door('PUT', '/inyaml/_doc/2', 'num2: 9007199254740993\n', yaml)).status, 201);
  assert.match((await door('GET', '/inyaml/_source/2')).text, /9007199254740993/);
  assert.equal((await door('GET', '/_cat/count?format=cbor')).status, 406);
});

test('YAML that would hold everybody up is refused, and a long answer stays JSON, which is YAML, too', async () => {
  const yaml = { 'content-type': 'application/yaml' };
  const wide = Array.from({ length: 8000 }, (_, i) => `key${i}: 1`).join('\n');
  const refused = await door('PUT', '/inyaml/_doc/3', wide, yaml);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /A body in YAML may have 65536 characters, this one has 86889: send it as JSON/);
  await door('PUT', '/inyaml/_doc/4', { txt1: 'x'.repeat(600_000) });
  const long = await door('GET', '/inyaml/_doc/4?format=yaml');
  assert.match(String(long.headers['content-type']), /^application\/yaml/);
  assert.equal(JSON.parse(long.text)._source.txt1.length, 600_000);
});

test('[API-15] bodies of bytes that are no UTF-8 are refused, and a mark of their order before them is passed over', async () => {
  const [mark, foreign] = [Buffer.of(0xef, 0xbb, 0xbf), Buffer.of(0xff)];
  const sent = (method: 'PUT' | 'POST', address: string, ...parts: readonly (string | Buffer)[]) =>
    door(method, address, Buffer.concat(parts.map((part) => Buffer.from(part))));
  assert.equal(
    (await sent('PUT', '/marked', mark, '{"mappings":{"properties":{"txt1":{"type":"text"}}}}')).status,
    200,
  );
  assert.equal((await sent('PUT', '/marked/_doc/1', mark, '{"txt1":"é"}')).status, 201);
  assert.equal((await sent('POST', '/marked/_search', mark, '{"size":0}')).json.hits.total.value, 1);
  assert.equal((await sent('POST', '/marked/_bulk', mark, '{"index":{"_id":"2"}}\n{"txt1":"b"}\n')).json.errors, false);
  for (const [method, address] of [
    ['PUT', '/marked/_doc/3'],
    ['POST', '/marked/_search'],
    ['POST', '/marked/_msearch'],
  ] as const) {
    const { status, json } = await sent(method, address, '{"txt1":"', foreign, '"}\n');
    assert.deepEqual([status, json.error.reason], [400, 'The body is not UTF-8'], address);
  }
  const lines = ['{"index":{"_id":"3"}}\n{"txt1":"', foreign, '"}\n{"index":{"_id":"4"}}\n{"txt1":"c"}\n'] as const;
  const { items } = (await sent('POST', '/marked/_bulk', ...lines)).json;
  assert.deepEqual(
    items.map(
      ({ index }: { readonly index: { readonly status: number; readonly error?: { readonly type: string } } }) => [
        index.status,
        index.error?.type,
      ],
    ),
    [
      [400, 'mapper_parsing_exception'],
      [201, undefined],
    ],
  );
  assert.deepEqual((await door('GET', '/marked/_source/1')).json, { txt1: 'é' });
  assert.equal((await door('GET', '/marked/_count')).json.count, 3);
});
