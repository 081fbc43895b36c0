import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type DoorCaller, doorOf, startPlatform, type TestPlatform } from '@datasarana/testkit';
import fc from 'fast-check';

let now = Date.now();
let at: TestPlatform;
let door: DoorCaller;
before(async () => {
  at = await startPlatform({}, () => now);
  door = await doorOf(at.url, await at.a.as('tenant administrator'));
});
after(() => at.stop());

test('a write bound to a sequence number loses against one that came before it', async () => {
  const made = (await door('PUT', '/cas/_doc/1', { n: 1 })).json;
  const bound = `/cas/_doc/1?if_seq_no=${made._seq_no}&if_primary_term=${made._primary_term}`;
  const second = await door('PUT', bound, { n: 2 });
  assert.equal(second.status, 200);
  assert.equal(second.json._version, 2);
  const late = await door('PUT', bound, { n: 3 });
  assert.equal(late.status, 409);
  assert.equal(late.json.error.type, 'version_conflict_engine_exception');
  assert.equal(late.json.status, 409);
  assert.equal((await door('GET', '/cas/_doc/1')).json._source.n, 2);
});

test('of many who change the same document at once exactly one wins each round', async () => {
  await door('PUT', '/race/_doc/1', { n: 0 });
  for (let round = 1; round <= 5; round++) {
    const { _seq_no: seq, _source: source } = (await door('GET', '/race/_doc/1')).json;
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        door('PUT', `/race/_doc/1?if_seq_no=${seq}&if_primary_term=1`, { n: source.n + 1 }),
      ),
    );
    assert.deepEqual(
      replies.map(({ status }) => status).sort(),
      [200, 409, 409, 409, 409, 409, 409, 409],
      `round ${round}`,
    );
  }
  assert.equal((await door('GET', '/race/_doc/1')).json._source.n, 5);
});

test('external versions only go up', async () => {
  const put = (version: number, type = 'external') =>
    door('PUT', `/ext/_doc/1?version=${version}&version_type=${type}`, { version });
  assert.equal((await put(7)).json._version, 7);
  assert.equal((await put(7)).status, 409);
  assert.equal((await put(6)).status, 409);
  assert.equal((await put(7, 'external_gte')).status, 200);
  assert.equal((await put(9)).json._version, 9);
});

test('a scroll, and a copy in an order, lose nothing behind a date that is written as its year', async () => {
  const days = ['2020-01-03', '2020-01-01', '2021-05-05', '2020-01-02', '2021-02-02'];
  await door('PUT', '/dated', { mappings: { properties: { day1: { type: 'date' }, day2: { type: 'date_nanos' } } } });
  for (const day of days) await door('PUT', `/dated/_doc/${day}`, { day1: day, day2: day });
  for (const field of ['day1', 'day2']) {
    const sort = [{ [field]: { order: 'desc', format: 'yyyy' } }];
    let { json } = await door('POST', '/dated/_search?scroll=1m', { size: 2, sort });
    const seen: unknown[] = [];
    while (json.hits.hits.length > 0) {
      for (const { _id, sort: values } of json.hits.hits) seen.push([_id, ...values]);
      json = (await door('POST', '/_search/scroll', { scroll_id: json._scroll_id, scroll: '1m' })).json;
    }
    assert.deepEqual(
      seen,
      days
        .toSorted()
        .toReversed()
        .map((day) => [day, day.slice(0, 4)]),
    );
    const source = { index: 'dated', size: 2, sort };
    const copied = await door('POST', '/_reindex', { source, dest: { index: `copy-${field}` } });
    assert.equal(copied.json.created, days.length, JSON.stringify(copied.json));
  }
});

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `{"index":{"_id":"${from + i}"}}\n{"n":${from + i}}\n`).join('');

test('a bad document in the middle of a long bulk leaves all the others stored', async () => {
  await door('PUT', '/bulk', { mappings: { properties: { n: { type: 'integer' } } } });
  const body = `${lines(0, 6000)}{"index":{"_id":"bad"}}\n{"n":"x"}\n${lines(6000, 12000)}`;
  const { json } = await door('POST', '/bulk/_bulk', body);
  assert.equal(json.errors, true);
  assert.equal(json.items.length, 12001);
  assert.equal(json.items[6000].index.error.type, 'mapper_parsing_exception');
  assert.equal(json.items[6001].index._id, '6000', 'items stand in the order they were sent');
  assert.equal((await door('GET', '/bulk/_count')).json.count, 12000);
});

test('a line that is no action stops a bulk and says which one it is', async () => {
  const reply = await door('POST', '/stops/_bulk', `${lines(0, 2)}{"nothing":{}}\n{}\n`);
  assert.equal(reply.status, 400);
  assert.equal(reply.json.error.type, 'illegal_argument_exception');
  assert.match(reply.json.error.reason, /^Malformed action\/metadata line \[5\]/);
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

test('bodies may come packed, and answers leave packed for who asks', async () => {
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/x-ndjson' };
  const sent = await door('POST', '/packed/_bulk', gzipSync(lines(0, 300)), headers);
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

test('[API-31] what an _mget does not know is refused in the words of OpenSearch', async () => {
  await door('PUT', '/several/_doc/1', { n: 1 });
  const cases: readonly (readonly [body: object, type: string, reason: string])[] = [
    [{ docs: [{ _id: '1', n: 1 }] }, 'parse_exception', 'failed to parse multi get request. unknown field [n]'],
    [
      { docs: [{ _id: '1', _type: 'a' }] },
      'parse_exception',
      'failed to parse multi get request. unknown field [_type]',
    ],
    [{ n: [] }, 'parsing_exception', 'unknown key [n] for a START_ARRAY, expected [docs] or [ids]'],
    [{ ids: '1' }, 'parsing_exception', 'unexpected token [VALUE_STRING], expected [FIELD_NAME] or [START_ARRAY]'],
  ];
  for (const [body, type, reason] of cases) {
    const { status, json } = await door('POST', '/several/_mget', body);
    assert.deepEqual({ status, type: json.error.type, reason: json.error.reason }, { status: 400, type, reason });
  }
});

test('[API-31] a name nobody knows is the cause of a search that is refused, with its place', async () => {
  await door('PUT', '/named/_doc/1', { n: 1 });
  const causeOf = async (body: string) => (await door('POST', '/named/_search', body)).json.error.caused_by;
  const unknown = (place: string, name: string) => ({
    type: 'named_object_not_found_exception',
    reason: `[${place}] unknown field [${name}]`,
  });
  assert.deepEqual(await causeOf('{"query":{"mach":{"n":1}}}'), unknown('1:18', 'mach'));
  assert.deepEqual(await causeOf('{"aggs":{"a":{"term":{"field":"n"}}}}'), unknown('1:22', 'term'));
  const checked = await door('POST', '/named/_validate/query?explain=true', { query: { mach: { n: 1 } } });
  assert.equal(checked.json.error, 'unknown query [mach] did you mean [match]?');
});

test('[API-31] a query is not held against indexes of which there are none, unless the address lets it be', async () => {
  const query = { match_all: {} };
  for (const address of ['nobody*', 'nobody?ignore_unavailable=true']) {
    const [name, more = ''] = address.split('?');
    const { status, json } = await door('POST', `/${name}/_validate/query?${more}`, { query });
    assert.deepEqual([status, json.error?.type], [404, 'index_not_found_exception'], address);
  }
  const allowed = await door('POST', '/nobody*/_validate/query?allow_no_indices=true', { query });
  assert.deepEqual([allowed.status, allowed.json.valid], [200, true]);
});

test('a scroll ends when its time is over, and lives on when it is read', async () => {
  await door('POST', '/scrolled/_bulk', lines(0, 10));
  const { _scroll_id: id } = (await door('GET', '/scrolled/_search?scroll=1m&size=2')).json;
  now += 59_000;
  assert.equal((await door('POST', '/_search/scroll', { scroll_id: id, scroll: '1m' })).json.hits.hits.length, 2);
  now += 59_000;
  assert.equal((await door('POST', '/_search/scroll', { scroll_id: id })).status, 200);
  now += 61_000;
  const late = await door('POST', '/_search/scroll', { scroll_id: id });
  assert.equal(late.status, 404);
  assert.equal(late.json.error.type, 'search_context_missing_exception');
});

test('a point in time sees nothing of later writes and ends when its time is over', async () => {
  await door('POST', '/pit/_bulk', lines(0, 3));
  const { pit_id: id } = (await door('POST', '/pit/_search/point_in_time?keep_alive=1m')).json;
  await door('POST', '/pit/_bulk', lines(3, 6));
  await door('DELETE', '/pit/_doc/0');
  const seen = async () => door('POST', '/_search', { size: 0, pit: { id } });
  assert.equal((await seen()).json.hits.total.value, 3);
  assert.equal((await door('GET', '/pit/_count')).json.count, 5);
  now += 61_000;
  assert.equal((await seen()).status, 404);
});

test('a point in time that is over is closed once more without a fault', async () => {
  await door('PUT', '/closed', {});
  const { pit_id } = (await door('POST', '/closed/_search/point_in_time?keep_alive=1m')).json;
  for (const time of ['first', 'second']) {
    const { status, json } = await door('DELETE', '/_search/point_in_time', { pit_id });
    assert.deepEqual([status, json], [200, { pits: [{ pit_id, successful: true }] }], time);
  }
});

test('explained hits, and those within them, tell the shard and the node that have them', async () => {
  await door('PUT', '/explained/_doc/1', { key1: 'a', txt1: 'hello' });
  const inner_hits = { name: 'all', explain: true };
  const asked = { explain: true, query: { match: { txt1: 'hello' } }, collapse: { field: 'key1.keyword', inner_hits } };
  const [hit] = (await door('POST', '/explained/_search', asked)).json.hits.hits;
  const [inner] = hit.inner_hits.all.hits.hits;
  const nodes = (await door('GET', '/_nodes')).json.nodes;
  for (const each of [hit, inner]) {
    assert.equal(each._shard, '[explained][0]');
    assert.deepEqual([each._node], Object.keys(nodes));
  }
  const plain = (await door('POST', '/explained/_search', {})).json.hits.hits;
  assert.equal(plain[0]._shard, undefined);
});

test('errors carry type, reason, root cause and status', async () => {
  const { json } = await door('POST', '/absent/_search', {});
  assert.equal(json.status, 404);
  assert.equal(json.error.type, 'index_not_found_exception');
  assert.equal(json.error.reason, 'no such index [absent]');
  assert.equal(json.error.root_cause[0].type, 'index_not_found_exception');
});

test('[SEC-05] hostile names, ids and values are only text: nothing breaks, all come back', async () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      `'; DROP TABLE sequences; --`,
      `"); DELETE FROM names; --`,
      `$1`,
      `\\`,
      `%_`,
      `a' OR '1'='1`,
      '{{7*7}}',
      '\u0000',
      'constructor',
      '__proto__x',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  );
  const fieldName = hostile.map((text) => `f ${text.replaceAll('.', '')}`);
  await door('PUT', '/hostile', { mappings: { date_detection: false } });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(hostile, fieldName, hostile, async (id, field, value) => {
      const made = await door('PUT', `/hostile/_doc/${encodeURIComponent(`${count++} ${id}`)}`, { [field]: value });
      assert.equal(made.status, 201, made.text);
      const got = await door('GET', `/hostile/_doc/${encodeURIComponent(made.json._id)}`);
      assert.deepEqual(got.json._source, { [field]: value });
      const query = {
        bool: { filter: [{ ids: { values: [made.json._id] } }, { term: { [`${field}.keyword`]: value } }] },
      };
      const found = await door('POST', '/hostile/_search', { query });
      assert.equal(found.json.hits?.total.value, 1, `${found.text} for ${JSON.stringify([field, value])}`);
    }),
    { numRuns: 40 },
  );
  assert.equal((await door('GET', '/hostile/_count')).json.count, count);
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

test('one document is asked whether it matches, and scores as it does in a search', async () => {
  await door('PUT', '/why/_doc/1', { word: 'moon moon', n: 1 });
  await door('PUT', '/why/_doc/2', { word: 'moon and sun', n: 2 });
  const query = { match: { word: 'moon' } };
  const hits: readonly { readonly _id: string; readonly _score: number }[] = (
    await door('POST', '/why/_search', { query })
  ).json.hits.hits;
  for (const { _id: id, _score: score } of hits) {
    const { status, json } = await door('POST', `/why/_explain/${id}?_source=n`, { query });
    assert.equal(status, 200);
    assert.equal(json.matched, true);
    assert.equal(json.explanation.value, score);
    assert.match(json.explanation.description, /^weight\(word:moon in \d+\)/);
    assert.deepEqual(json.get._source, { n: Number(id) });
  }
  assert.equal(hits.length, 2);
  const other = (await door('GET', '/why/_explain/1?q=word:sun')).json;
  assert.deepEqual([other.matched, other.explanation.value], [false, 0]);
  const gone = await door('POST', '/why/_explain/9', { query });
  assert.equal(gone.status, 404);
  assert.deepEqual(gone.json, { _index: 'why', _id: '9', matched: false });
  assert.equal((await door('POST', '/why/_explain/1', {})).json.error.type, 'action_request_validation_exception');
});

test('a date in the name of an index is filled in wherever an index is named', async () => {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
  const name = encodeURIComponent('<dated-{now/d}>');
  const made = await door('PUT', `/${name}`, {});
  assert.equal(made.json.index, `dated-${day}`);
  assert.equal((await door('PUT', `/${name}/_doc/1`, { n: 1 })).json._index, `dated-${day}`);
  assert.equal((await door('POST', `/${name}/_update/1`, { doc: { n: 2 } })).json._index, `dated-${day}`);
  assert.equal((await door('GET', `/${name}/_doc/1`)).json._source.n, 2);
  const bulk = '{"index":{"_index":"<fresh-{now/y{uuuu}}>","_id":"1"}}\n{"n":1}\n';
  const [item] = (await door('POST', '/_bulk', bulk)).json.items;
  assert.equal(item.index._index, `fresh-${day.slice(0, 4)}`);
  const found = await door('POST', '/_mget', { docs: [{ _index: '<dated-{now/d}>', _id: '1' }] });
  assert.equal(found.json.docs[0]._index, `dated-${day}`);
  const copied = { source: { index: '<dated-{now/d}>' }, dest: { index: '<copied-{now/d}>' } };
  assert.equal((await door('POST', '/_reindex', copied)).json.created, 1);
  assert.equal((await door('GET', `/copied-${day}/_count`)).json.count, 1);
  assert.equal((await door('DELETE', `/${name}`)).status, 200);
  assert.equal((await door('GET', `/dated-${day}/_count`)).status, 404);
  assert.equal((await door('PUT', `/${encodeURIComponent('<dated-{now/d>')}`, {})).status, 400);
});

test('an address of its own is no index, whatever the method', async () => {
  const refused = async (method: 'DELETE' | 'GET' | 'PUT', path: string) => {
    const { status, json } = await door(method, path);
    return [status, String(json.error).replace(/.* allowed/, 'allowed')];
  };
  assert.deepEqual(await refused('GET', '/_bulk'), [405, 'allowed: [POST, PUT]']);
  assert.deepEqual(await refused('DELETE', '/_bulk'), [405, 'allowed: [POST, PUT]']);
  assert.deepEqual(await refused('PUT', '/_msearch'), [405, 'allowed: [POST, GET]']);
  assert.deepEqual(await refused('DELETE', '/_msearch'), [405, 'allowed: [POST, GET]']);
  assert.deepEqual(await refused('PUT', '/_reindex'), [405, 'allowed: [POST]']);
  const bare = await fetch(`${at.url}/os/_bulk`, { method: 'HEAD' });
  assert.deepEqual([bare.status, bare.headers.get('allow')], [405, 'POST,PUT']);
  const asked = await fetch(`${at.url}/os/_msearch`, { method: 'OPTIONS' });
  assert.deepEqual([asked.status, asked.headers.get('allow')], [200, 'POST,GET']);
});

test('an address called in a way it is not made for says which ways it is', async () => {
  const { status, json } = await door('PUT', '/absent/_search', '{}');
  assert.equal(status, 405);
  const error = 'Incorrect HTTP method for uri [/absent/_search] and method [PUT], allowed: [POST, GET]';
  assert.deepEqual(json, { error, status: 405 });
  assert.equal((await door('GET', '/absent/_nothing/here', undefined)).status, 400);
  const unknown = await door('GET', '/_search?sizee=1', undefined);
  assert.equal(unknown.status, 400);
  assert.match(JSON.stringify(unknown.json), /request \[\/_search\] contains unrecognized parameter: \[sizee\]/);
});

test('a parameter that a call does not know is refused before anything is done, with what may have been meant', async () => {
  const { status, json } = await door('PUT', '/unmade?wait_for_active_shard=1&nope=1', '{}');
  assert.equal(status, 400);
  assert.match(
    JSON.stringify(json),
    /request \[\/unmade\] contains unrecognized parameters: \[nope\], \[wait_for_active_shard\] -> did you mean \[wait_for_active_shards\]\?/,
  );
  assert.equal((await door('GET', '/unmade', undefined)).status, 404);
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

test('a search that may end early says that it looked at everything', async () => {
  await door('POST', '/_bulk', '{"index":{"_index":"ended"}}\n{}\n{"index":{"_index":"ended"}}\n{}\n');
  const search = await door('POST', '/ended/_search', { terminate_after: 1 });
  assert.deepEqual([search.json.hits.total.value, search.json.terminated_early], [2, false]);
  const count = await door('GET', '/ended/_count?terminate_after=1');
  assert.deepEqual([count.json.count, count.json.terminated_early], [2, false]);
  assert.equal((await door('POST', '/ended/_search', { terminate_after: 0 })).json.terminated_early, undefined);
});

test('[API-31] what a path may name may stand behind the question mark: other indexes are left alone', async () => {
  for (const name of ['asked', 'beside']) await door('PUT', `/${name}/_doc/1`, { kw1: name });
  assert.equal((await door('GET', '/_count?index=asked')).json.count, 1);
  assert.equal((await door('GET', '/beside/_search?index=asked')).json.hits.hits[0]._index, 'beside');
  await door('PUT', '/_settings?index=asked', { 'index.blocks.write': true });
  const written = [await door('PUT', '/asked/_doc/2', {}), await door('PUT', '/beside/_doc/2', {})];
  assert.deepEqual(
    written.map(({ status }) => status),
    [403, 201],
  );
  assert.equal((await door('POST', '/_refresh?index=nobody')).status, 404);
  assert.deepEqual(Object.keys((await door('GET', '/_mapping?index=beside')).json), ['beside']);
  assert.equal((await door('GET', '/_cat/count?index=beside&h=count')).text.trim(), '2');
});

test('[API-31] what a client calls its request by comes back with the answer, and with a refusal', async () => {
  const calling = { 'x-opaque-id': 'import-7' };
  const answers = [await door('GET', '/', undefined, calling), await door('GET', '/nobody', undefined, calling)];
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers['x-opaque-id']]),
    [
      [200, 'import-7'],
      [404, 'import-7'],
    ],
  );
  assert.equal((await door('GET', '/')).headers['x-opaque-id'], undefined);
});

test('an update that says nothing is refused for that', async () => {
  await door('PUT', '/idle/_doc/1', { txt1: 'a' });
  const { status, json } = await door('POST', '/idle/_update/1');
  assert.deepEqual([status, json.error?.reason], [400, 'Validation Failed: 1: script or doc is missing;']);
});

test('[IDX-09] a document that is made is bound to no version, alone and in a bulk', async () => {
  const of = (what: string) => `Validation Failed: 1: create operations ${what}. use index instead;`;
  const told = {
    'version=1': of('do not support explicit versions'),
    'version_type=external&version=1': of('only support internal versioning'),
    'version_type=external': of('only support internal versioning'),
    'if_seq_no=0&if_primary_term=1': of('do not support compare and set'),
  };
  for (const [bound, reason] of Object.entries(told)) {
    for (const [method, address] of [
      ['PUT', `/bound/_create/1?${bound}`],
      ['PUT', `/bound/_doc/1?op_type=create&${bound}`],
      ['POST', `/bound/_doc?${bound}`],
    ] as const) {
      const { status, json } = await door(method, address, { num1: 1 });
      assert.deepEqual([status, json.error?.reason], [400, reason], address);
    }
    for (const action of [{ create: { _id: '1' } }, { index: { _id: '1', op_type: 'create' } }]) {
      const [[kind, meta] = ['', {}]] = Object.entries(action);
      const line = { [kind]: { ...meta, ...Object.fromEntries(new URLSearchParams(bound)) } };
      const { status, json } = await door('POST', '/bound/_bulk', `${JSON.stringify(line)}\n{"num1":1}\n`);
      assert.deepEqual([status, json.error?.reason], [400, reason], JSON.stringify(line));
    }
  }
  assert.equal((await door('GET', '/bound/_count')).status, 404, 'nothing was made');
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

test('a pipeline that a search, or somebody who tries one out, names is refused, as there are none', async () => {
  await door('PUT', '/piped/_doc/1', { txt1: 'a' });
  const reasonOf = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const { status, json } = await door(method, path, body);
    return [status, json.error?.reason];
  };
  assert.deepEqual(await reasonOf('GET', '/piped/_search?search_pipeline=mine'), [400, 'Pipeline mine is not defined']);
  assert.equal((await door('GET', '/piped/_search?search_pipeline=_none')).status, 200);
  const tried = { pipeline: { processors: [{ set: { field: 'a', value: 1 } }] }, docs: [{ _source: {} }] };
  const told = [400, 'pipelines are not run here: change documents before they are sent'];
  assert.deepEqual(await reasonOf('POST', '/_ingest/pipeline/_simulate', tried), told);
  assert.equal((await door('GET', '/piped/_search?allow_partial_search_results=maybe')).status, 400);
});

test('who waits for all copies of an index, of which one has no place, waits in vain', async () => {
  await door('PUT', '/copied', { settings: { number_of_replicas: 1 } });
  await door('PUT', '/alone', { settings: { number_of_replicas: 0 } });
  const waited = async (name: string) =>
    (await door('GET', `/_cluster/health/${name}?wait_for_active_shards=all&timeout=1ms`)).status;
  assert.deepEqual([await waited('copied'), await waited('alone')], [408, 200]);
  assert.equal((await door('POST', '/copied/_flush/synced')).status, 200, 'as old clients still ask for it');
});
