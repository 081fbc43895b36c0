import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Caller, type CallOptions, callerFor, startPlatform, type TestPlatform } from '@datasarana/testkit';
import avsc from 'avsc';
import protobuf from 'protobufjs';

const PATH = '/schema/data/template';
let at: TestPlatform;
let engineer: Caller;
let developer: Caller;
before(async () => {
  at = await startPlatform();
  engineer = await at.a.as('data engineer');
  developer = await at.a.as('developer');
});
after(() => at.stop());

const ITEMS = [
  { name: 'code', value_type: 8, is_key: true },
  { name: 'txt1', value_type: 7 },
];

async function deployed(items: readonly object[] = ITEMS, config: object = {}): Promise<string> {
  const made = await engineer.call('PUT', PATH, { body: { name: 'Facts', items, config } });
  assert.equal(made.code, 30, JSON.stringify(made.error));
  const { id } = made.data;
  const reply = await engineer.call('PATCH', PATH, { query: { mode: 'deploy' }, body: { id } });
  assert.equal(reply.code, 30, JSON.stringify(reply.error));
  return id;
}

const load = (id: string, csv: string) => engineer.call('POST', '/data/csv', { query: { template: id }, body: csv });
const countOf = async (id: string, query: object = { match_all: {} }): Promise<number> =>
  (await engineer.call('POST', '/data/user', { query: { template: id }, body: { query, size: 0 } })).data.hits.total
    .value;

test('[TPL-11] a template has its name, texts, flags, versions, owner, configuration and items', async () => {
  const body = { name: 'Trees', description: 'All of them', tags: ['a', 'b'], type: 't', category: 'c' };
  const more = { minor_category: 'm', classification: 'Public', avatar: 'data:,x', is_public: true };
  const { data } = await engineer.call('PUT', PATH, { body: { ...body, ...more, items: ITEMS } });
  const { id, label, status, ts, ts_modified, ts_status, changed, config, items, owner, ...own } = data;
  assert.deepEqual(own, { ...body, ...more, version_major: 0, version_minor: 0, deployed: false });
  assert.equal(owner.id, at.a.people.get('data engineer')?.user);
  assert.deepEqual([config.search_shard, items.length, changed, label], [3, 2, false, 'data.template']);
  assert.ok(id && status === 'Active' && ts === ts_modified && ts === ts_status);
});

test('[TPL-03] text is found by single words, a keyword by its whole value', async () => {
  const id = await deployed();
  await load(id, 'code,txt1\nred oak,a tall red oak\nash,grey ash\n');
  assert.equal(await countOf(id, { match: { txt1: 'oak' } }), 1);
  assert.equal(await countOf(id, { term: { code: 'red oak' } }), 1);
  assert.equal(await countOf(id, { term: { code: 'oak' } }), 0);
  assert.equal(await countOf(id, { match: { code: 'oak' } }), 0);
});

test('[API-70] a missing mode means deep; another one is 32 and saves nothing', async () => {
  const made = await engineer.call('PUT', PATH, { body: { name: 'Modes', items: ITEMS } });
  const save = (query?: Record<string, string>) =>
    engineer.call('PATCH', PATH, { body: { id: made.data.id, description: 'x' }, ...(query && { query }) });
  const { data } = await save();
  assert.deepEqual([data.version_major, data.version_minor, data.deployed], [0, 1, false]);
  const wrong = await save({ mode: 'shallow' });
  assert.deepEqual([wrong.http, wrong.code], [400, 32]);
  assert.match(wrong.error?.message ?? '', /'shallow' is neither deep nor deploy/);
  assert.equal((await engineer.call('GET', `${PATH}/${made.data.id}`)).data.version_minor, 1);
});

test('[API-71] [TPL-23] the schema text comes in the notation asked for, and their own parsers take it', async () => {
  const id = await deployed();
  const asked = (type: string) => engineer.call('GET', `${PATH}/schema`, { query: { id, type } });
  assert.equal(avsc.Type.forSchema(JSON.parse((await asked('avro')).data)).typeName, 'record');
  assert.ok(protobuf.parse((await asked('proto')).data).root.lookupType('datasarana.Facts').fields.code);
  assert.deepEqual(Object.keys(JSON.parse((await asked('jsons')).data).properties), ['code', 'txt1']);
  assert.equal(JSON.parse((await asked('ds')).data).format, 'datasarana.template');
  const wrong = await asked('xsd');
  assert.deepEqual([wrong.http, wrong.code], [400, 32]);
  assert.equal((await engineer.call('GET', `${PATH}/schema`, { query: { id: 'none', type: 'avro' } })).code, 34);
});

test('[API-75] [STR-08] a reset takes the stream up again from the offsets given; what the index holds is not doubled', async () => {
  const id = await deployed([{ name: 'txt1', value_type: 8 }], { kafka_shard: 1 });
  await load(id, 'txt1\na\nb\nc\n');
  await load(id, 'txt1\nd\ne\n');
  const reset = (last_offset: number, partition = 0) =>
    engineer.call('POST', `${PATH}/stream/reset`, { body: { id, partitions: [{ partition, last_offset }] } });
  assert.deepEqual((await reset(0)).data, { id, partitions: [{ partition: 0, last_offset: 0 }], batches: 0 });
  assert.equal(await countOf(id), 5, 'nothing is doubled');

  assert.equal((await engineer.call('DELETE', `${PATH}/index/${id}`)).code, 30);
  assert.equal((await reset(0)).http, 409, 'without an index there is nothing to go on into');
  assert.equal((await engineer.call('PUT', `${PATH}/index`, { body: { id } })).code, 30);
  assert.equal(await countOf(id), 0);
  assert.equal((await reset(5)).data.batches, 0, 'from the end on there is nothing');
  assert.equal((await reset(4)).data.batches, 1, 'the batch that holds the offset');
  assert.equal(await countOf(id), 2);
  assert.equal((await reset(0)).data.batches, 1, 'the other one');
  assert.equal(await countOf(id), 5);
  const { data: stats } = await engineer.call('GET', `${PATH}/stats`, { query: { id, metric: 'kafka-stats' } });
  assert.equal((await reset(0)).data.batches, 0);
  assert.deepEqual([stats.messages, stats.partitions[0].last_offset], [5, 4]);

  for (const refused of [await reset(6), await reset(-1), await reset(0, 1)])
    assert.deepEqual([refused.http, refused.code], [400, 32], JSON.stringify(refused.error));
  assert.match((await reset(6)).error?.message ?? '', /outside what is kept: 0 to 5/);
  const twice = [0, 0].map((partition) => ({ partition, last_offset: 0 }));
  assert.equal((await engineer.call('POST', `${PATH}/stream/reset`, { body: { id, partitions: twice } })).code, 32);
});

type StreamCall = readonly [method: string, path: string, options: CallOptions, wrong: CallOptions];

/** Every call of the stream service with a body that is taken and one that is not. */
const streamCalls = (id: string): readonly StreamCall[] => {
  const rows = { query: { template: id } };
  return [
    ['POST', '/data/csv', { ...rows, body: 'code,txt1\nA,oak\n' }, { body: 'code\nB\n' }],
    [
      'POST',
      '/feature/data',
      { ...rows, type: 'application/x-ndjson', body: '{"data":{"code":"C"}}\n' },
      { type: 'application/x-ndjson', body: '{"data":{"code":"C"}}\n' },
    ],
    ['PUT', `${PATH}/stream`, { body: { id } }, { body: { id: 1 } }],
    [
      'POST',
      `${PATH}/stream`,
      { body: { id, partition: 0, offset: 0, size: 1 } },
      { body: { id, partition: 0, offset: 0, size: 101 } },
    ],
    [
      'POST',
      `${PATH}/stream/reset`,
      { body: { id, partitions: [{ partition: 0, last_offset: 0 }] } },
      { body: { id, partitions: [], x: 1 } },
    ],
    ['GET', `${PATH}/stats`, { query: { id, metric: 'kafka-stats' } }, { query: { id, metric: 'none' } }],
    ['DELETE', `${PATH}/stream/${id}`, {}, {}],
  ];
};

test('[STR-11] the stream service speaks the envelope, headers and errors of the platform, and checks the same tokens', async () => {
  const id = await deployed();
  const other = await at.b.as('data engineer');
  const [member, cluster] = [await at.a.as('member'), await at.a.as('cluster administrator')];
  const { token: ended, call: endedCall } = await at.b.as('developer');
  assert.equal((await endedCall('DELETE', '/session/user')).code, 30);
  for (const [method, path, options, wrong] of streamCalls(id)) {
    const what = `${method} ${path}`;
    for (const token of [null, 'a.b.c', `${engineer.token}x`, ended]) {
      const { http, code, data, error } = await callerFor(at.url, token).call(method, path, options);
      assert.deepEqual([http, code, data, error?.error.type], [401, 14, null, 'authentication'], what);
    }
    const refused = await (path.startsWith(PATH) ? member : cluster).call(method, path, options);
    assert.deepEqual(
      [refused.http, refused.code, refused.error?.error.type, refused.error?.error.status],
      [403, 31, 'authorisation', 1],
      what,
    );
    assert.equal((await other.call(method, path, options)).code, 34, `${what}: another tenant`);
    if (method !== 'DELETE') {
      const malformed = await engineer.call(method, path, wrong);
      assert.deepEqual([malformed.http, malformed.code, malformed.error?.error.type], [400, 32, 'malformed'], what);
    }
    const requestId = randomUUID();
    const began = Date.now();
    const response = await engineer.raw(method, path, { ...options, requestId });
    assert.equal(response.headers.get('request_id'), requestId, what);
    const { code, ts, took, data, error, ...more } = await response.json();
    assert.deepEqual([response.status, code, error, Object.keys(more)], [200, 30, null, []], what);
    assert.ok(ts >= began && took >= 0 && data !== null, what);
  }
});

test('[IDX-04] ten commands are offered, any other is 33; a developer runs only those that read', async () => {
  const id = await deployed();
  await load(id, 'code,txt1\nA,red oak\nB,grey ash\nC,red ash\n');
  const run = (caller: Caller, command: string, body?: unknown) =>
    caller.call('POST', `${PATH}/index`, {
      body: { template: id, method: 'POST', command, ...(body !== undefined && { body }) },
    });
  const [hit] = (await run(developer, '_search', { query: { term: { code: 'A' } } })).data.hits.hits;
  for (const command of ['_search', '_count', '_mapping', '_settings', '_stats', '_health', `_doc/${hit._id}`])
    for (const caller of [engineer, developer]) assert.equal((await run(caller, command)).code, 30, command);
  const red = { query: { match: { txt1: 'red' } } };
  for (const command of ['_refresh', '_forcemerge', '_delete_by_query']) {
    const refused = await run(developer, command, red);
    assert.deepEqual([refused.http, refused.code, refused.error?.error.status], [403, 31, 1], command);
  }
  assert.deepEqual((await run(developer, '_count')).data, { count: 3 });
  assert.equal((await run(engineer, '_refresh')).data._shards.failed, 0);
  assert.equal((await run(engineer, '_forcemerge')).data._shards.failed, 0);
  const { total, deleted, failures } = (await run(engineer, '_delete_by_query', red)).data;
  assert.deepEqual([total, deleted, failures], [2, 2, []]);
  assert.deepEqual((await run(engineer, '_count')).data, { count: 1 });
  for (const command of ['_reindex', '_bulk', '', 'toString'])
    assert.deepEqual((await run(engineer, command)).code, 33, command);
});

test('[IDX-03] [IDX-04] a command that asks for something else than is offered is refused, and removes nothing', async () => {
  const id = await deployed();
  await load(id, 'code,txt1\nA,red oak\nB,grey ash\n');
  const run = (command: string, method: string, body?: unknown) =>
    engineer.call('POST', `${PATH}/index`, {
      body: { template: id, method, command, ...(body !== undefined && { body }) },
    });
  const [hit] = (await run('_search', 'GET')).data.hits.hits;
  for (const [command, method] of [
    [`_doc/${hit._id}`, 'DELETE'],
    [`_doc/${hit._id}`, 'PUT'],
    ['_mapping', 'PUT'],
    ['_search', 'TRACE'],
  ] as const) {
    const { http, code } = await run(command, method);
    assert.deepEqual([http, code], [405, 33], `${method} ${command}`);
  }
  for (const [command, body] of [
    ['_mapping', { properties: { more: { type: 'keyword' } } }],
    [`_doc/${hit._id}`, { code: 'C' }],
    ['_delete_by_query', undefined],
    ['_delete_by_query', {}],
  ] as const) {
    const { http, code } = await run(command, 'POST', body);
    assert.deepEqual([http, code], [400, 32], command);
  }
  const least = await run('_delete_by_query', 'POST', { query: { match_all: {} }, max_docs: 1 });
  assert.deepEqual([least.http, least.code], [501, 33]);
  assert.deepEqual((await run('_count', 'get')).data, { count: 2 });
});

test('[IDX-04] [IDX-05] the command for statistics tells what the metric tells', async () => {
  const id = await deployed();
  await load(id, 'code,txt1\nA,red oak\n');
  const { data } = await engineer.call('POST', `${PATH}/index`, {
    body: { template: id, method: 'GET', command: '_stats' },
  });
  assert.deepEqual(data, (await engineer.call('GET', `${PATH}/stats`, { query: { id, metric: 'os-stats' } })).data);
  assert.deepEqual([data.shards, data.partitions[0].name], [3, `${id}_${new Date().getUTCFullYear()}`]);
});

test('[IDX-02] removing the index by the template’s id takes every yearly part of it', async () => {
  const id = await deployed();
  for (const year of [2024, 2025])
    await engineer.call('PUT', '/data/user', {
      query: { template: id },
      body: { meta: { ts: Date.UTC(year, 5, 1) }, data: { code: String(year) } },
    });
  const stats = async () => (await engineer.call('GET', `${PATH}/stats`, { query: { id, metric: 'os-stats' } })).data;
  const parts: readonly { readonly name: string }[] = (await stats()).partitions;
  assert.deepEqual(parts.map(({ name }) => name).sort(), [`${id}_2024`, `${id}_2025`]);
  assert.deepEqual((await engineer.call('DELETE', `${PATH}/index/${id}`)).data, { id });
  assert.deepEqual([(await stats()).partitions, (await stats()).documents], [[], 0]);
});

test('[IDX-05] [API-12] a template that was removed has no statistics, as it has nothing else', async () => {
  const id = await deployed();
  assert.equal((await engineer.call('DELETE', `${PATH}/${id}`)).code, 30);
  for (const metric of ['os-stats', 'os-health', 'kafka-stats']) {
    const { http, code, data } = await engineer.call('GET', `${PATH}/stats`, { query: { id, metric } });
    assert.deepEqual([http, code, data], [200, 34, null], metric);
  }
});

test('[ROL-12] a developer reads templates, exports and statistics and runs reading commands, and writes none of it', async () => {
  const id = await deployed();
  for (const [path, query] of [
    [`${PATH}/${id}`, {}],
    [`${PATH}/schema`, { id, type: 'avro' }],
    [`${PATH}/stats`, { id, metric: 'os-stats' }],
  ] as const)
    assert.equal((await developer.call('GET', path, { query })).code, 30, path);
  const count = await developer.call('POST', `${PATH}/index`, {
    body: { template: id, method: 'GET', command: '_count' },
  });
  assert.deepEqual(count.data, { count: 0 });
  const stream = await developer.call('POST', `${PATH}/stream`, { body: { id } });
  assert.deepEqual([stream.code, stream.data], [30, []]);
  const writes: readonly (readonly [string, string, object?])[] = [
    ['PUT', PATH, { name: 'x', items: [] }],
    ['PATCH', PATH, { id, name: 'x' }],
    ['DELETE', `${PATH}/${id}`],
    ['PUT', `${PATH}/index`, { id }],
    ['DELETE', `${PATH}/index/${id}`],
    ['DELETE', `${PATH}/stream/${id}`],
    ['POST', `${PATH}/stream/reset`, { id, partitions: [{ partition: 0, last_offset: 0 }] }],
  ];
  for (const [method, path, body] of writes) {
    const reply = await developer.call(method, path, body && { body });
    assert.deepEqual([reply.http, reply.code, reply.error?.error.status], [403, 31, 1], `${method} ${path}`);
  }
});

test('[ROL-13] a data engineer keeps projects, templates, index, stream and workspaces, and no accounts or passwords', async () => {
  const id = await deployed();
  for (const [path, body] of [
    ['/schema/data/project', { name: 'p' }],
    [`${PATH}/index`, { id }],
    [`${PATH}/stream`, { id }],
    ['/record/visual.workspace', { name: 'w' }],
  ] as const)
    assert.equal((await engineer.call('PUT', path, { body })).code, 30, path);
  const account = at.a.people.get('member')?.account;
  for (const [method, path, body] of [
    ['POST', '/tenant/user/account', {}],
    ['PUT', '/tenant/user/account', { user: 'x', login_id: 'x', password: 'harbour-violin-31' }],
    ['POST', '/tenant/user/account/password', { id: account, password: 'harbour-violin-31' }],
    ['PATCH', '/user/password', { id: account, password: 'harbour-violin-31', admin: true }],
    ['PUT', '/tenant/user', { full_name: 'x', date_of_birth: 0 }],
  ] as const)
    assert.equal((await engineer.call(method, path, { body })).http, 403, path);
});

test('[ROL-11] a tenant administrator does everything inside the own tenant and nothing in another', async () => {
  const admin = await at.a.as('tenant administrator');
  const made = await admin.call('PUT', PATH, { body: { name: 'Own', items: ITEMS } });
  assert.equal((await admin.call('PATCH', PATH, { query: { mode: 'deploy' }, body: { id: made.data.id } })).code, 30);
  const user = await admin.call('PUT', '/tenant/user', { body: { full_name: 'New', date_of_birth: 0 } });
  const account = { user: user.data.id, login_id: 'new.one', password: 'harbour-violin-31', scope: ['Developer'] };
  assert.equal((await admin.call('PUT', '/tenant/user/account', { body: account })).code, 30);
  assert.equal((await admin.call('PATCH', '/tenant', { body: { id: at.a.id, department: 'trees' } })).code, 30);
  assert.equal((await admin.call('PATCH', '/tenant', { body: { id: at.b.id, department: 'trees' } })).http, 404);
  assert.equal((await admin.call('GET', `/tenant/${at.b.id}`)).code, 34);
  const foreign = await (await at.b.as('tenant administrator')).call('GET', `${PATH}/${made.data.id}`);
  assert.equal(foreign.code, 34);
});

test('[ENT-48] a data record is meta of who, where, which template and version, beside its data', async () => {
  const id = await deployed();
  const body = { meta: { location: { lat: 3.1, lon: 101.6 } }, data: { code: 'A', txt1: 'words' } };
  const { data: put } = await engineer.call('PUT', '/data/user', { query: { template: id }, body });
  const { data } = await engineer.call('GET', '/data/user', { query: { template: id, id: put.id } });
  assert.deepEqual(data.data, { code: 'A', txt1: 'words' });
  const { meta } = data;
  assert.deepEqual(
    [meta.id, meta.user_id, meta.user_name, meta.template_id, meta.template_name, meta.schema_version],
    [put.id, at.a.people.get('data engineer')?.user, 'a data engineer', id, 'Facts', '1.0'],
  );
  assert.deepEqual(meta.location, { lat: 3.1, lon: 101.6 });
  for (const name of ['group_id', 'group_name']) assert.ok(name in meta, name);
});

test('[IDX-01] [API-74] [API-75] a template that was never deployed, or lost index or stream, refuses each call alike', async () => {
  const { data } = await engineer.call('PUT', PATH, {
    body: { name: 'Draft', items: [{ name: 'txt1', value_type: 8 }] },
  });
  const id: string = data.id;
  const into = { query: { template: id } };
  const ofIndex: readonly (readonly [string, string, object])[] = [
    ['POST', `${PATH}/index`, { body: { template: id, command: '_count' } }],
    [
      'POST',
      `${PATH}/index`,
      { body: { template: id, command: '_delete_by_query', body: { query: { match_all: {} } } } },
    ],
    ['POST', '/data/user', { ...into, body: {} }],
    ['POST', '/data/user/bulk', { ...into, body: {} }],
    ['PUT', '/data/user', { ...into, body: { data: { txt1: 'a' } } }],
    ['POST', '/data/csv', { ...into, body: 'txt1\na\n' }],
    ['POST', `${PATH}/stream/reset`, { body: { id, partitions: [{ partition: 0, last_offset: 0 }] } }],
  ];
  const ofStream: typeof ofIndex = [
    ['POST', `${PATH}/stream`, { body: { id } }],
    ['POST', '/data/csv', { ...into, body: 'txt1\na\n' }],
    ['POST', `${PATH}/stream/reset`, { body: { id, partitions: [{ partition: 0, last_offset: 0 }] } }],
  ];
  const refused = async (calls: typeof ofIndex, why: RegExp, hint: RegExp) => {
    for (const [method, path, options] of calls) {
      const reply = await engineer.call(method, path, options);
      assert.deepEqual([reply.http, reply.code], [409, 31], `${method} ${path} ${JSON.stringify(reply)}`);
      assert.match(reply.error?.message ?? '', why, path);
      assert.match(reply.error?.hint ?? '', hint, path);
    }
  };
  const making = [
    ['PUT', `${PATH}/index`, { body: { id } }],
    ['PUT', `${PATH}/stream`, { body: { id } }],
  ] as const;
  await refused([...making, ...ofIndex, ...ofStream], /'Draft' is not deployed/, /Deploy the template first/);
  assert.equal((await engineer.call('PATCH', PATH, { query: { mode: 'deploy' }, body: { id } })).code, 30);
  assert.equal((await engineer.call('DELETE', `${PATH}/index/${id}`)).code, 30);
  await refused(ofIndex, /index of this template was removed/, /Create it again: PUT .+\/index/);
  assert.equal((await engineer.call('PUT', `${PATH}/index`, { body: { id } })).code, 30);
  assert.equal((await engineer.call('DELETE', `${PATH}/stream/${id}`)).code, 30);
  await refused(ofStream, /There is no stream/, /Create it again: PUT .+\/stream/);
  assert.equal((await engineer.call('PUT', `${PATH}/stream`, { body: { id } })).code, 30);
  assert.equal((await engineer.call('POST', '/data/csv', { ...into, body: 'txt1\na\n' })).data.accepted, 1);
});

test('[IDX-04] a command that is none is 33, whatever template it is asked of', async () => {
  for (const template of [await deployed(), 'none']) {
    const reply = await engineer.call('POST', `${PATH}/index`, { body: { template, command: '_reindex' } });
    assert.equal(reply.code, 33);
  }
});
