import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

test('[IDX-09] a mapping under the name of a type makes no index', async () => {
  const { status, json } = await door('PUT', '/typed', { mappings: { _doc: { properties: { kw1: {} } } } });
  assert.deepEqual(
    [status, json.error.type, json.error.reason],
    [400, 'illegal_argument_exception', 'The mapping definition cannot be nested under a type'],
  );
  assert.equal((await door('HEAD', '/typed')).status, 404);
});

test('[IDX-01] an expression that finds no index is there all the same, as its GET is', async () => {
  await door('PUT', '/found-1', {});
  const statusOf = async (address: string) => (await door('HEAD', address)).status;
  assert.equal(await statusOf('/found-*'), 200);
  assert.equal(await statusOf('/none-*'), 200);
  assert.equal(await statusOf('/none-*?allow_no_indices=false'), 404);
  assert.equal(await statusOf('/found-1,none'), 404);
  assert.equal(await statusOf('/none'), 404);
  assert.equal(await statusOf('/none?ignore_unavailable=true'), 200);
});

test('[IDX-01] what is taken away from a pattern has to be there, as what is named', async () => {
  await door('PUT', '/taken-1', {});
  await door('PUT', '/taken-2', {});
  const namesOf = async (address: string) => Object.keys((await door('GET', address)).json);
  const reasonOf = async (address: string) => {
    const { status, json } = await door('GET', address);
    return [status, json.error?.reason];
  };
  assert.deepEqual(await namesOf('/taken-*,-taken-2'), ['taken-1']);
  assert.deepEqual(await namesOf('/taken-*,-none?ignore_unavailable=true'), ['taken-1', 'taken-2']);
  assert.deepEqual(await namesOf('/taken-*,-none-*'), ['taken-1', 'taken-2']);
  assert.deepEqual(await namesOf('/taken-1,'), ['taken-1'], 'a comma at the end separates nothing');
  assert.deepEqual(await reasonOf('/taken-*,-none/_search'), [404, 'no such index [none]']);
  assert.deepEqual(await reasonOf('/taken-*,-none-*/_search?allow_no_indices=false'), [404, 'no such index [none-*]']);
});

test('[IDX-04] an alias takes no name of an index, and writes to one routing alone', async () => {
  await door('PUT', '/named', {});
  const taken = await door('POST', '/_aliases', { actions: [{ add: { index: 'named', alias: 'named' } }] });
  assert.deepEqual([taken.status, taken.json.error.type], [400, 'invalid_alias_name_exception']);
  const routed = await door('PUT', '/named/_alias/routed', { routing: '1,2' });
  assert.deepEqual(
    [routed.status, routed.json.error.reason],
    [400, 'alias [routed] has several index routing values associated with it'],
  );
  assert.equal((await door('PUT', '/named/_alias/routed', { search_routing: '1,2' })).status, 200);
});

test('[IDX-04] an alias does not stand for its indexes where they are removed or given other aliases', async () => {
  await door('PUT', '/behind', { aliases: { 'in-front': {} } });
  const actions = (action: object) => door('POST', '/_aliases', { actions: [action] });
  const asked = [
    await actions({ remove_index: { index: 'in-front' } }),
    await actions({ add: { index: 'in-front', alias: 'another' } }),
    await actions({ remove: { indices: ['behind', 'in-front'], alias: 'in-front' } }),
    await door('PUT', '/in-front/_alias/another'),
    await door('DELETE', '/in-front/_alias/in-front'),
    await door('DELETE', '/in-front'),
  ];
  for (const { status, json } of asked) {
    assert.equal(status, 400);
    assert.match(
      json.error.reason,
      /^The provided expression \[in-front\] matches an alias, specify the corresponding/,
    );
  }
  for (const kind of ['remove_index', 'add']) {
    const body = { index: 'in-f*', ...(kind === 'add' && { alias: 'another' }) };
    assert.deepEqual((await actions({ [kind]: body })).json.error.type, 'index_not_found_exception', kind);
  }
  assert.deepEqual((await door('GET', '/behind/_alias')).json, { behind: { aliases: { 'in-front': {} } } });
});

test('[IDX-04] no index is made with the name of an alias, nor with an alias of the name of an index or a stream', async () => {
  await door('PUT', '/owned', { aliases: { 'also-owned': {} } });
  const index = await door('PUT', '/also-owned');
  assert.deepEqual(
    [index.status, index.json.error.type, index.json.error.reason],
    [400, 'invalid_index_name_exception', 'Invalid index name [also-owned], already exists as alias'],
  );
  await door('PUT', '/_index_template/streamed', { index_patterns: ['streamed'], data_stream: {} });
  await door('PUT', '/_data_stream/streamed');
  await door('PUT', '/_index_template/owners', {
    index_patterns: ['owners-*'],
    template: { aliases: { owned: {} } },
  });
  await door('PUT', '/rolled-1', { aliases: { rolled: {} } });
  await door('PUT', '/owned/_block/write');
  const asked = [
    door('PUT', '/other', { aliases: { owned: {} } }),
    door('PUT', '/other', { aliases: { other: {} } }),
    door('PUT', '/other', { aliases: { streamed: {} } }),
    door('PUT', '/owners-1/_doc/1', {}),
    door('PUT', '/owned/_clone/other', { aliases: { owned: {} } }),
    door('POST', '/rolled/_rollover', { aliases: { owned: {} } }),
  ];
  for (const { status, json } of await Promise.all(asked))
    assert.deepEqual([status, json.error.type], [400, 'invalid_alias_name_exception']);
  for (const name of ['other', 'owners-1', 'rolled-000002'])
    assert.equal((await door('HEAD', `/${name}`)).status, 404, name);
  assert.deepEqual((await door('GET', '/_alias/owned')).status, 404);
});

test('[IDX-04] an alias is written to in one index at most, whichever way it comes to another', async () => {
  await door('PUT', '/wrote-1', { aliases: { wrote: { is_write_index: true } } });
  await door('PUT', '/wrote-2', {});
  const add = { index: 'wrote-2', alias: 'wrote', is_write_index: true };
  const asked = [
    await door('POST', '/_aliases', { actions: [{ add }] }),
    await door('PUT', '/wrote-2/_alias/wrote', { is_write_index: true }),
    await door('PUT', '/wrote-3', { aliases: { wrote: { is_write_index: true } } }),
  ];
  for (const { status, json } of asked) assert.deepEqual([status, json.error.type], [400, 'illegal_state_exception']);
  assert.equal(asked[0]?.json.error.reason, 'alias [wrote] has more than one write index [wrote-1,wrote-2]');
  assert.equal((await door('HEAD', '/wrote-3')).status, 404);
  const given = { 'wrote-1': { aliases: { wrote: { is_write_index: true } } } };
  assert.deepEqual((await door('GET', '/_alias/wrote')).json, given);
  const swap = [{ add }, { add: { index: 'wrote-1', alias: 'wrote', is_write_index: false } }];
  assert.equal((await door('POST', '/_aliases', { actions: swap })).status, 200);
  assert.equal((await door('PUT', '/wrote/_doc/1', {})).json._index, 'wrote-2');
});

test('[IDX-01] a name that begins with a point hides nothing, and patterns tell of open indexes', async () => {
  await door('PUT', '/.kept-1/_doc/1', { kw1: 'kept' });
  await door('PUT', '/kept-2', {});
  await door('PUT', '/kept-3', { settings: { 'index.hidden': true }, aliases: { 'kept-by': { is_hidden: true } } });
  await door('POST', '/kept-2/_close');
  const namesAt = async (address: string) => Object.keys((await door('GET', address)).json).toSorted();
  assert.equal((await door('GET', '/*kept*/_count')).json.count, 1);
  assert.equal((await door('GET', '/_search?q=kw1:kept')).json.hits.hits[0]._index, '.kept-1');
  const listed = await door('GET', '/_cat/indices/*kept-*?format=json&s=index&h=index');
  assert.deepEqual(listed.json, [{ index: '.kept-1' }, { index: 'kept-2' }]);
  for (const what of ['', '/_mapping', '/_settings'])
    assert.deepEqual(await namesAt(`/*kept-*${what}`), ['.kept-1'], what);
  assert.deepEqual(await namesAt('/*kept-*/_mapping?expand_wildcards=all'), ['.kept-1', 'kept-2', 'kept-3']);
  assert.deepEqual(await namesAt('/kept-2/_mapping'), ['kept-2']);
  assert.deepEqual(await namesAt('/kept-*/_alias'), ['kept-2', 'kept-3']);
  assert.deepEqual(await namesAt('/kept-b*/_alias'), ['kept-3']);
});

test('[IDX-01] of what patterns mean resolving takes away what an expression does', async () => {
  for (const name of ['meant-1', 'meant-2']) await door('PUT', `/${name}`, { aliases: { [`${name}-by`]: {} } });
  const resolved = async (expression: string) => {
    const { indices, aliases } = (await door('GET', `/_resolve/index/${expression}`)).json;
    return [...indices, ...aliases].map(({ name }: { name: string }) => name);
  };
  assert.deepEqual(await resolved('meant-*,-meant-1'), ['meant-2', 'meant-1-by', 'meant-2-by']);
  assert.deepEqual(await resolved('meant-*,-*by'), ['meant-1', 'meant-2']);
  assert.deepEqual(await resolved('meant-1,-meant-1'), ['meant-1']);
  assert.deepEqual(await resolved('meant-*?expand_wildcards=none'), []);
  assert.deepEqual(await resolved('_all'), [], 'a name as any other here');
});

test('[IDX-04] an alias is hidden with all of its indexes or with none', async () => {
  await door('PUT', '/hides-1', { aliases: { hides: { is_hidden: true } } });
  const { status, json } = await door('PUT', '/hides-2', { aliases: { hides: {} } });
  assert.deepEqual(
    [status, json.error.reason],
    [
      400,
      'alias [hides] has is_hidden set to true on indices [hides-1] but does not have is_hidden set to true on indices [hides-2]; alias must have the same is_hidden setting on all indices',
    ],
  );
  assert.equal((await door('PUT', '/hides-2', { aliases: { hides: { is_hidden: true } } })).status, 200);
});

test('[IDX-04] nothing is written through an alias that says its index is not the one', async () => {
  await door('PUT', '/unwritten-1', { aliases: { unwritten: { is_write_index: false } } });
  const asked = [
    await door('PUT', '/unwritten/_doc/1', {}),
    await door('POST', '/unwritten/_update/1', { doc: {} }),
    await door('DELETE', '/unwritten/_doc/1'),
    await door('POST', '/_reindex', { source: { index: 'unwritten-1' }, dest: { index: 'unwritten' } }),
  ];
  for (const { status, json } of asked)
    assert.deepEqual(
      [status, json.error.reason.split('. ')[0]],
      [400, 'no write index is defined for alias [unwritten]'],
    );
  const { json } = await door('POST', '/unwritten/_rollover');
  assert.equal(json.error.reason, 'rollover target [unwritten] does not point to a write index');
});

test('[IDX-04] an alias keeps its filter and routing when another index takes over', async () => {
  const options = { filter: { term: { kw1: 'a' } }, index_routing: 'q', search_routing: 'q' };
  await door('PUT', '/kept-1', { aliases: { kept: { ...options, is_write_index: true }, moved: options } });
  assert.equal((await door('POST', '/kept/_rollover')).json.new_index, 'kept-000002');
  await door('POST', '/moved/_rollover/moved-1');
  assert.deepEqual((await door('GET', '/_alias/kept,moved')).json, {
    'kept-000002': { aliases: { kept: { ...options, is_write_index: true } } },
    'kept-1': { aliases: { kept: { ...options, is_write_index: false } } },
    'moved-1': { aliases: { moved: options } },
  });
});

test('[IDX-04] a rollover that is refused makes no index, so that the next one finds its name free', async () => {
  await door('PUT', '/refused-1', { aliases: { refused: { is_write_index: true } } });
  await door('PUT', '/refused-1/_settings', { 'index.blocks.read_only': true });
  assert.equal((await door('POST', '/refused/_rollover')).status, 403);
  assert.equal((await door('HEAD', '/refused-000002')).status, 404);
  await door('PUT', '/refused-1/_settings', { 'index.blocks.read_only': null });
  assert.equal((await door('POST', '/refused/_rollover')).json.new_index, 'refused-000002');
});

test('[IDX-04] an alias that a template gives to the next index is not handed over', async () => {
  await door('PUT', '/_index_template/giving', { index_patterns: ['given-*'], template: { aliases: { given: {} } } });
  await door('PUT', '/given-1', {});
  const reason =
    'Rollover alias [given] can point to multiple indices, found duplicated alias [[given]] in index template [giving]';
  assert.equal((await door('POST', '/given/_rollover?dry_run=true')).json.error.reason, reason);
  assert.equal((await door('POST', '/given/_rollover')).json.error.reason, reason);
  assert.equal((await door('HEAD', '/given-000002')).status, 404);
});

test('[IDX-01] what reads or writes by a query passes over closed indexes where it may, and else refuses them', async () => {
  await door('PUT', '/ajar-1/_doc/1', { num1: 1 });
  await door('PUT', '/ajar-2', { mappings: { properties: { num1: { type: 'long' } } } });
  const moment = (await door('POST', '/ajar-2/_search/point_in_time?keep_alive=1m')).json.pit_id;
  await door('POST', '/ajar-2/_close');
  const updated = await door('POST', '/ajar-1,ajar-2/_update_by_query?ignore_unavailable=true');
  assert.deepEqual([updated.status, updated.json.updated], [200, 1]);
  assert.deepEqual((await door('GET', '/ajar-1,ajar-2/_field_caps?fields=num1')).json.indices, ['ajar-1']);
  const asked = [
    await door('POST', '/ajar-1,ajar-2/_update_by_query'),
    await door('POST', '/ajar-*/_search/point_in_time?keep_alive=1m&expand_wildcards=all'),
    await door('POST', '/_search', { pit: { id: moment } }),
  ];
  for (const { status, json } of asked) assert.deepEqual([status, json.error.type], [400, 'index_closed_exception']);
  await door('DELETE', '/_search/point_in_time', { pit_id: [moment] });
});

test('[IDX-01] a query is valid for no index that is closed or keeps its documents from being read', async () => {
  const validated = async (name: string) => (await door('GET', `/${name}/_validate/query`)).json;
  const refused = (error: string) => ({
    _shards: { total: 0, successful: 0, failed: 0 },
    valid: false,
    explanations: [{ valid: false, error }],
  });
  await door('PUT', '/kept-shut', {});
  await door('POST', '/kept-shut/_close');
  const shut = 'index [kept-shut] blocked by: [FORBIDDEN/4/index closed];';
  assert.deepEqual(await validated('kept-shut'), refused(shut));
  await door('PUT', '/kept-unread', { settings: { 'index.blocks.read': true } });
  const unread = 'index [kept-unread] blocked by: [FORBIDDEN/7/index read (api)];';
  assert.deepEqual(await validated('kept-unread'), refused(unread));
  await door('DELETE', '/kept-shut,kept-unread');
});

test('[IDX-01] how copies are made is one of the two ways there are', async () => {
  const made = (name: string, type: string) =>
    door('PUT', `/${name}`, { settings: { 'index.replication.type': type } });
  assert.equal((await made('copied', 'segment')).status, 200);
  const { status, json } = await made('uncopied', 'x');
  assert.deepEqual([status, json.error.reason], [400, 'Could not parse ReplicationStrategy for [x]']);
});

test('[IDX-09] a mapping for a pattern that finds no index is refused, not lost', async () => {
  const mapping = { properties: { kw1: { type: 'keyword' } } };
  for (const address of ['/absent-*/_mapping', '/absent/_mapping?ignore_unavailable=true']) {
    const { status, json } = await door('PUT', address, mapping);
    assert.deepEqual([status, json.error.type], [404, 'index_not_found_exception'], address);
  }
  assert.equal((await door('PUT', '/absent-*/_mapping?allow_no_indices=true', mapping)).status, 200);
});

test('[IDX-09] a mapping that is for the index that is written to is put there alone', async () => {
  await door('PUT', '/lone-1', { aliases: { lone: {}, nowhere: {} } });
  await door('PUT', '/lone-2', { aliases: { lone: { is_write_index: true }, nowhere: {} } });
  const put = (name: string) =>
    door('PUT', `/${name}/_mapping?write_index_only=true`, { properties: { kw1: { type: 'keyword' } } });
  assert.equal((await put('lone')).status, 200);
  const { json } = await door('GET', '/lone-*/_mapping');
  assert.deepEqual(json['lone-1'].mappings, {});
  assert.deepEqual(Object.keys(json['lone-2'].mappings.properties), ['kw1']);
  assert.match((await put('nowhere')).json.error.reason, /^no write index is defined for alias \[nowhere\]/);
  assert.match((await put('lone-*')).json.error.reason, /did not point to a single write-index$/);
});

test('[IDX-09] numbers since an epoch are no format of dates that are found in texts', async () => {
  const { status, json } = await door('PUT', '/epochs', {
    mappings: { dynamic_date_formats: ['yyyy', 'epoch_millis'] },
  });
  assert.deepEqual(
    [status, json.error.reason],
    [400, 'Failed to parse mapping [_doc]: Epoch [epoch_millis] is not supported as dynamic date format'],
  );
});

test('a moment without its id is refused as that', async () => {
  const { status, json } = await door('POST', '/_search', { pit: { keep_alive: '1m' } });
  assert.deepEqual([status, json.error.reason], [400, 'point int time id is not provided']);
});

test('the format of a table may be written in any case', async () => {
  await door('PUT', '/tabled', {});
  assert.deepEqual((await door('GET', '/_cat/indices/tabled?h=index&format=JSON')).json, [{ index: 'tabled' }]);
  assert.equal((await door('GET', '/_cat/indices/tabled?h=index,i,index')).text, 'tabled tabled\n');
});

test('[IDX-01] a table of `_cat` takes what OpenSearch takes for it, and nothing else', async () => {
  await door('PUT', '/catted-1', { aliases: { catting: {} } });
  await door('PUT', '/catted-1/_doc/1', { num1: 1 });
  await door('PUT', '/catted-1/_doc/2', { num1: 2 });
  const asked = async (address: string) => {
    const { status, text } = await door('GET', address);
    return [status, text.trim()];
  };
  assert.deepEqual(await asked('/_cat/indices/catted-*,none?ignore_unavailable=true&h=index'), [200, 'catted-1']);
  assert.deepEqual(await asked('/_cat/indices/none-*?allow_no_indices=true&timeout=1s'), [200, '']);
  assert.equal((await asked('/_cat/indices/none-*?allow_no_indices=false'))[0], 404);
  assert.deepEqual(await asked('/_list/indices/catted-1?ignore_unavailable=true&h=index'), [
    200,
    'catted-1\nnext_token null',
  ]);
  assert.deepEqual(await asked('/_cat/aliases?alias=catting&expand_wildcards=all&h=index'), [200, 'catted-1']);
  assert.deepEqual(await asked('/_cat/count/catted-1?q=num1:2&h=count'), [200, '1']);
  assert.deepEqual(await asked('/_cat/tasks?wait_for_completion=true&h=none'), [200, '']);
  for (const table of ['count?local', 'health?local', 'nodes?health=green', 'segments/catted-1?ignore_unavailable'])
    assert.match(
      (await door('GET', `/_cat/${table}`)).json.error.reason,
      /contains unrecognized parameter: \[\w+\]$/,
      table,
    );
});

test('[IDX-01] a refresh, a flush and a merge take each what OpenSearch takes for it', async () => {
  await door('PUT', '/flushed', {});
  const statusOf = async (address: string) => (await door('POST', `/flushed/${address}`)).status;
  assert.equal(await statusOf('_refresh?ignore_unavailable'), 200);
  assert.equal(await statusOf('_flush?force&wait_if_ongoing'), 200);
  assert.equal(await statusOf('_forcemerge?max_num_segments=1&primary_only'), 200);
  for (const address of ['_refresh?force', '_flush?max_num_segments=1', '_forcemerge?wait_if_ongoing'])
    assert.equal(await statusOf(address), 400, address);
});

test('[IDX-01] an action on aliases has nothing beside what it is for', async () => {
  await door('PUT', '/acted-1', {});
  await door('PUT', '/acted-2', {});
  const reasonOf = async (action: unknown) => {
    const { status, json } = await door('POST', '/_aliases', { actions: action });
    return [status, json.error?.reason];
  };
  const add = { index: 'acted-1', alias: 'acting' };
  assert.deepEqual(await reasonOf([{ add, remove: { index: 'acted-2', alias: 'acting' } }]), [
    400,
    'Too many operations declared on operation entry',
  ]);
  const refused: readonly (readonly [unknown, string])[] = [
    [[{ remove_index: add }], '[alias] is unsupported for [REMOVE_INDEX]'],
    [[{ remove: { ...add, filter: {} } }], '[remove] unknown field [filter]'],
    [[{ add: { ...add, must_exist: true } }], '[add] unknown field [must_exist]'],
    [[{ add: { ...add, fiter: {} } }], '[add] unknown field [fiter] did you mean [filter]?'],
    [[{ add: { ...add, indices: ['acted-2'] } }], 'Only one of [index] and [indices] is supported'],
    [[{ add: { ...add, is_write_index: null } }], "[add] is_write_index doesn't support values of type: VALUE_NULL"],
    [[{ add: { ...add, alias: 5 } }], "[add] alias doesn't support values of type: VALUE_NUMBER"],
    [[{ add: { ...add, alias: ['a', 'b'] } }], "[add] alias doesn't support values of type: START_ARRAY"],
    [[{ add: 'acted-1' }], "[alias_action] add doesn't support values of type: VALUE_STRING"],
    [[null], '[alias_action] Expected START_OBJECT but was: VALUE_NULL'],
    [[{ drop: add }], '[alias_action] unknown field [drop]'],
    [null, "[aliases] actions doesn't support values of type: VALUE_NULL"],
  ];
  for (const [actions, reason] of refused) assert.deepEqual(await reasonOf(actions), [400, reason]);
  assert.equal((await door('HEAD', '/acted-1')).status, 200, 'an index is not removed by a name of an alias');
  assert.deepEqual(await reasonOf({ add }), [200, undefined]);
  assert.deepEqual(Object.keys((await door('GET', '/_alias/acting')).json), ['acted-1']);
});

test('[IDX-01] settings and aliases of a new index or template that are no objects are refused, not lost', async () => {
  const refused = async (address: string, body: object, reason: RegExp) => {
    const { status, json } = await door('PUT', address, body);
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(json.error.reason, reason);
  };
  await refused('/unread', { aliases: ['a'] }, /^key \[aliases\] must be an object$/);
  await refused('/unread', { aliases: { a: 'b' } }, /^key \[aliases\.a\] must be an object$/);
  await refused('/unread', { settings: 'x' }, /^key \[settings\] must be an object$/);
  assert.equal((await door('HEAD', '/unread')).status, 404);
  const index_patterns = ['unread-*'];
  await refused('/_index_template/unread', { index_patterns, template: [] }, /template doesn't support values of type/);
  await refused('/_index_template/unread', { index_patterns, template: { aliases: ['a'] } }, /\[aliases\]/);
  const filter = { nope: {} };
  await refused('/_index_template/unread', { index_patterns, template: { aliases: { a: { filter } } } }, /alias \[a\]/);
  await refused('/_template/unread', { index_patterns, aliases: { a: 'b' } }, /\[aliases\.a\]/);
  assert.equal((await door('GET', '/_index_template/unread')).status, 404);
});

test('[QRY-01] a query to look at that is not sent is one of everything', async () => {
  await door('PUT', '/looked-at', {});
  for (const method of ['GET', 'POST'] as const)
    assert.equal((await door(method, '/looked-at/_validate/query')).json.valid, true);
  const { status, json } = await door('POST', '/looked-at/_validate/query', {});
  assert.deepEqual([status, json.error.reason], [400, 'Validation Failed: 1: query cannot be null;']);
});

test('[IDX-01] settings nobody gave are told when they are asked for, with an index too', async () => {
  await door('PUT', '/told', { settings: { 'index.search.idle.after': '1m' } });
  const asked = async (address: string) => (await door('GET', address)).json.told;
  const { settings, defaults } = await asked('/told/_settings?include_defaults&flat_settings');
  assert.equal(settings['index.search.idle.after'], '1m');
  assert.equal(defaults['index.search.idle.after'], undefined);
  assert.equal(defaults['index.search.slowlog.threshold.query.warn'], '-1');
  assert.deepEqual(defaults['index.composite_index.star_tree.field.default.metrics'], ['VALUE_COUNT', 'SUM']);
  assert.deepEqual(defaults['index.sort.field'], []);
  assert.equal(defaults['index.data_path'], '');
  assert.equal((await asked('/told?include_defaults=true')).defaults.index.max_inner_result_window, '100');
  assert.deepEqual((await door('GET', '/told/_settings/index.none*')).json, {});
});

test('[IDX-01] settings of the cluster nobody gave are told when they are asked for', async () => {
  const { defaults } = (await door('GET', '/_cluster/settings?include_defaults')).json;
  assert.equal(defaults.cluster.max_shards_per_node, '1000');
  assert.equal(defaults.cluster.routing.allocation.disk.watermark.low, '85%');
  assert.equal(defaults.search.max_buckets, '65535');
});

test('the one node says where it is called, and what it is not asked for by its name is refused', async () => {
  const { nodes } = (await door('GET', '/_nodes/http')).json;
  const [node] = Object.values<{ readonly http: { readonly publish_address: string } }>(nodes);
  assert.match(node?.http.publish_address ?? '', /^127\.0\.0\.1:[1-9]\d+$/);
  assert.equal((await door('GET', '/_nodes/stats?metric=os')).status, 200);
  const { status, json } = await door('GET', '/_nodes/stats?metric=bogus');
  assert.deepEqual([status, json.error.reason], [400, 'request [/_nodes/stats] contains unrecognized metric: [bogus]']);
});

test('[IDX-01] what moments are held open over is told as segments', async () => {
  await door('PUT', '/moment/_doc/1', {});
  const { pit_id } = (await door('POST', '/moment/_search/point_in_time?keep_alive=1m')).json;
  const asked = async (path: string, body?: object) =>
    (await door('GET', `/_cat/pit_segments${path}?h=index,docs.count&format=json`, body)).json;
  const segment = { index: 'moment', 'docs.count': '1' };
  assert.deepEqual(await asked('/_all'), [segment]);
  assert.deepEqual(await asked('', { pit_id: [pit_id] }), [segment]);
  assert.equal((await asked('')).error.reason, 'Validation Failed: 1: no pit ids specified;');
  await door('DELETE', '/_search/point_in_time', { pit_id });
  assert.deepEqual(await asked('', { pit_id }), []);
});

test('[IDX-04] what is taken away behind a star is not found through an alias that the star means, too', async () => {
  for (const name of ['taken-1', 'taken-2']) await door('PUT', `/${name}/_doc/1`, { num1: 1 });
  await door('POST', '/_aliases', { actions: [{ add: { indices: ['taken-1', 'taken-2'], alias: 'taken-all' } }] });
  const found = async (expression: string) => {
    const { json } = await door('POST', `/${expression}/_search`, {});
    return json.hits.hits.map(({ _index }: { readonly _index: string }) => _index).sort();
  };
  assert.deepEqual(await found('taken-*,-taken-1'), ['taken-2']);
  assert.deepEqual(await found('taken-*,-taken-a*'), []);
  assert.deepEqual(await found('taken-*,-taken-all'), ['taken-1', 'taken-2']);
  assert.deepEqual(await found('taken-*,-taken-1,taken-all'), ['taken-1', 'taken-2']);
  const deleted = await door('POST', '/taken-*,-taken-1/_delete_by_query', { query: { match_all: {} } });
  assert.equal(deleted.json.deleted, 1);
  const plain = await door('GET', '/taken-1,-taken-1/_search');
  assert.deepEqual([plain.status, plain.json.error?.reason], [404, 'no such index [-taken-1]']);
});

test('[API-31] the mapping of fields tells of those that every document has, too', async () => {
  await door('PUT', '/fielded', { mappings: { properties: { txt1: { type: 'text' }, _own: { type: 'keyword' } } } });
  const mapped = async (fields: string) =>
    (await door('GET', `/fielded/_mapping/field/${fields}`)).json.fielded.mappings;
  assert.deepEqual(await mapped('_id'), { _id: { full_name: '_id', mapping: {} } });
  assert.deepEqual(Object.keys(await mapped('_i*')).sort(), ['_id', '_ignored', '_index']);
  assert.equal(Object.keys(await mapped('*')).length, 14);
  assert.deepEqual(await mapped('txt1'), { txt1: { full_name: 'txt1', mapping: { txt1: { type: 'text' } } } });
});

test('[API-31] the mapping of fields tells of the parts of one that is typed in', async () => {
  const properties = { sayt1: { type: 'search_as_you_type', max_shingle_size: 2 } };
  await door('PUT', '/typed', { mappings: { properties } });
  const mapped = async (fields: string) => (await door('GET', `/typed/_mapping/field/${fields}`)).json.typed.mappings;
  assert.deepEqual(Object.keys(await mapped('s*')).sort(), ['sayt1', 'sayt1._2gram', 'sayt1._index_prefix']);
  assert.deepEqual(await mapped('sayt1._2gram'), {
    'sayt1._2gram': { full_name: 'sayt1._2gram', mapping: { 'sayt1._2gram': { type: 'shingle', doc_values: false } } },
  });
});
