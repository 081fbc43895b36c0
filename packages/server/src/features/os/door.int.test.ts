import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';
import fc from 'fast-check';

const { door, platform } = await doorsForFile();

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

test('[API-31] [SEC-13] thousands of documents come by _mget, each at its place, those that are not there too', async () => {
  const lines = Array.from({ length: 1500 }, (_, i) => `{"index":{"_id":"${i}"}}\n{"n":${i}}\n`);
  await door('POST', '/crowd/_bulk', lines.join(''));
  const ids = Array.from({ length: 3000 }, (_, i) => `${(i * 7) % 2000}`);
  const { json } = await door('POST', '/crowd/_mget', { ids });
  assert.deepEqual(
    json.docs.map(({ _id, found, _source }: { _id: string; found: boolean; _source?: { n: number } }) => [
      _id,
      found ? _source?.n : null,
    ]),
    ids.map((id) => [id, Number(id) < 1500 ? Number(id) : null]),
  );
  const mixed = await door('POST', '/_mget', {
    docs: [
      { _index: 'crowd', _id: '7' },
      { _index: 'nowhere', _id: '7' },
      { _index: 'crowd', _id: '' },
    ],
  });
  assert.deepEqual(
    mixed.json.docs.map((doc: { found?: boolean; error?: { type: string } }) => doc.found ?? doc.error?.type),
    [true, 'index_not_found_exception', 'illegal_argument_exception'],
  );
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
  const bare = await fetch(`${platform.url}/os/_bulk`, { method: 'HEAD' });
  assert.deepEqual([bare.status, bare.headers.get('allow')], [405, 'POST,PUT']);
  const asked = await fetch(`${platform.url}/os/_msearch`, { method: 'OPTIONS' });
  assert.deepEqual([asked.status, asked.headers.get('allow')], [200, 'POST,GET']);
  const root = await fetch(`${platform.url}/os/`, { method: 'OPTIONS' });
  assert.deepEqual([root.status, root.headers.get('allow')], [200, 'HEAD,GET']);
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

test('a pipeline that a search, or somebody who tries one out, names is refused, as there are none', async () => {
  await door('PUT', '/piped/_doc/1', { txt1: 'a' });
  const reasonOf = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const { status, json } = await door(method, path, body);
    return [status, json.error?.reason];
  };
  assert.deepEqual(await reasonOf('GET', '/piped/_search?search_pipeline=mine'), [400, 'Pipeline mine is not defined']);
  assert.equal((await door('GET', '/piped/_search?search_pipeline=_none')).status, 200);
  await door('PUT', '/piped/_settings', { 'index.search.default_pipeline': 'its-own' });
  await door('PUT', '/unpiped', { settings: { 'index.search.default_pipeline': '_none' } });
  const all = { query: { match_all: {} } };
  for (const [address, body] of [
    ['/piped/_search', all],
    ['/piped/_count', all],
    ['/piped/_delete_by_query', all],
    ['/piped/_update_by_query', all],
    ['/_reindex', { source: { index: 'piped' }, dest: { index: 'repiped' } }],
  ] as const)
    assert.deepEqual(await reasonOf('POST', address, body), [400, 'Pipeline its-own is not defined'], address);
  assert.equal((await door('GET', '/piped/_search?search_pipeline=_none')).status, 200);
  assert.equal((await door('GET', '/piped,unpiped/_search')).status, 200, 'indexes that name different ones have none');
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
