import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Caller, startPlatform, type TestPlatform } from '@datasarana/testkit';

const PATH = '/schema/data/template';
const ITEMS = [
  { name: 'code', value_type: 8, is_key: true },
  { name: 'num1', value_type: 2 },
];

let platform: TestPlatform;
let engineer: Caller;
let member: Caller;
let other: Caller;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
  member = await platform.a.as('member');
  other = await platform.b.as('data engineer');
});
after(() => platform.stop());

async function added(body: Record<string, unknown> = {}): Promise<string> {
  const reply = await engineer.call('PUT', PATH, { body: { name: 'Strikes', items: ITEMS, ...body } });
  assert.equal(reply.code, 30, JSON.stringify(reply.error));
  return reply.data.id;
}
const save = (body: Record<string, unknown>, mode?: string) =>
  engineer.call('PATCH', PATH, { body, ...(mode && { query: { mode } }) });
const read = async (id: string) => (await engineer.call('GET', `${PATH}/${id}`)).data;
const versionOf = (data: Record<string, unknown>) => `${data.version_major}.${data.version_minor}`;

describe('templates', () => {
  test('[TPL-20] [TPL-21] [TPL-22] [API-70] a save counts minor up, a deploy major, and minor starts again', async () => {
    const id = await added();
    assert.deepEqual([versionOf(await read(id)), (await read(id)).deployed], ['0.0', false]);
    assert.equal(versionOf((await save({ id, description: 'x' })).data), '0.1');
    assert.equal(versionOf((await save({ id, tags: ['a'] }, 'deep')).data), '0.2');
    const deployed = await save({ id }, 'deploy');
    assert.deepEqual([versionOf(deployed.data), deployed.data.deployed, deployed.data.description], ['1.0', true, 'x']);
    const changed = await save({ id, items: [...ITEMS, { name: 'txt1', value_type: 7 }] });
    assert.deepEqual([versionOf(changed.data), changed.data.changed], ['1.1', true]);
    assert.equal(versionOf((await save({ id }, 'deploy')).data), '2.0');
    const wrong = await save({ id }, 'sideways');
    assert.deepEqual([wrong.http, wrong.code], [400, 32]);
  });

  test('[SCH-21] [REC-37] a field is linked with a schema or template that is there, with an item it has', async () => {
    const id = await added();
    const linked = (relationship: string) => save({ id, items: [...ITEMS, { name: 'link', relationship }] });
    for (const there of ['user', 'user#id', 'data.template#name', 'Strikes', `${id}#code`])
      assert.equal((await linked(there)).code, 30, there);
    const path = 'items.2.relationship';
    for (const [wrong, told] of [
      ['nope', /no schema or template 'nope'/],
      ['constructor', /no schema or template 'constructor'/],
      ['user#nope', /'user' has no item 'nope'/],
    ] as const) {
      const refused = await linked(wrong);
      assert.equal(refused.http, 422, wrong);
      assert.match(refused.error?.error.fields?.[path] ?? '', told);
    }
    const inside = [{ name: 'part', value_type: 21, items: [{ name: 'link', relationship: 'nope' }] }];
    const made = await engineer.call('PUT', PATH, { body: { name: 'Parts', items: inside } });
    assert.deepEqual(Object.keys(made.error?.error.fields ?? {}), ['items.0.items.0.relationship']);
    const gone = await added({ name: 'Gone' });
    assert.equal((await linked('Gone')).code, 30);
    await engineer.call('DELETE', PATH, { body: { id: gone } });
    assert.equal((await linked('Gone')).code, 30, 'what was there when it was named stays');
  });

  test('[TPL-33] [API-72] every saved version is kept, listed and read', async () => {
    const id = await added();
    await save({ id, name: 'Renamed' });
    await save({ id }, 'deploy');
    const listed = await engineer.call('GET', `${PATH}/version`, { query: { id } });
    assert.deepEqual(
      listed.data.map((row: { version: string }) => row.version),
      ['1.0', '0.1', '0.0'],
    );
    assert.equal((await engineer.call('GET', `${PATH}/version/count`, { query: { id } })).data.count, 3);
    const first = await engineer.call('GET', `${PATH}/version`, { query: { id, version: '0.0' } });
    assert.deepEqual([first.data.name, first.data.items.length], ['Strikes', 2]);
    assert.equal((await engineer.call('GET', `${PATH}/version`, { query: { id, version: '9.9' } })).code, 34);
  });

  test('[TPL-32] a deploy that changes a stored type is refused naming the fields; a new field is taken', async () => {
    const id = await added();
    await save({ id }, 'deploy');
    await engineer.call('POST', '/data/csv', { query: { template: id }, body: 'code,num1\nA,1\n' });
    const { items } = await read(id);
    const changed = items.map((item: { name: string }) => (item.name === 'num1' ? { ...item, value_type: 8 } : item));
    const refused = await save({ id, items: changed }, 'deploy');
    assert.deepEqual([refused.http, refused.code], [409, 31]);
    assert.deepEqual(refused.error?.error.fields, { num1: 'num1 is stored as integer, not as keyword' });
    assert.equal(versionOf(await read(id)), '1.0');
    const wider = await save({ id, items: [...items, { name: 'txt1', value_type: 7 }] }, 'deploy');
    assert.equal(versionOf(wider.data), '2.0', JSON.stringify(wider.error));
    const reply = await engineer.call('POST', '/data/csv', {
      query: { template: id },
      body: 'code,txt1\nB,words here\n',
    });
    assert.equal(reply.data.accepted, 1, JSON.stringify(reply));
    const body = { query: { match: { txt1: 'words' } } };
    const found = await engineer.call('POST', '/data/user', { query: { template: id }, body });
    assert.equal(found.data.hits.total.value, 1);
    const keys = (await read(id)).items.map((item: object) => ({ ...item, is_key: false }));
    assert.match((await save({ id, items: keys }, 'deploy')).error?.message ?? '', /key fields from code to none/);
  });

  test('[REC-38] a save based on an older state is refused with the current one', async () => {
    const id = await added();
    const { ts_modified } = await read(id);
    await save({ id, name: 'Theirs' });
    const reply = await save({ id, name: 'Mine', ts_modified: ts_modified - 1 });
    assert.deepEqual([reply.http, reply.code], [409, 31]);
    assert.deepEqual(reply.data, await read(id));
    assert.equal(reply.data.name, 'Theirs');
  });

  test('[API-79] [API-80] fields are listed with system fields, added, changed and removed as saves', async () => {
    const id = await added();
    const list = await engineer.call('GET', `${PATH}/item`, { query: { id } });
    assert.equal(list.data.length, 2 + 14);
    assert.deepEqual(
      list.data.slice(0, 3).map((item: { name: string }) => item.name),
      ['code', 'num1', '_id'],
    );
    const item = await engineer.call('PUT', `${PATH}/item`, { query: { id }, body: { name: 'txt1', value_type: 7 } });
    assert.equal(item.data.sequence, 3);
    const data_id: string = item.data.data_id;
    const changed = await engineer.call('PATCH', `${PATH}/item`, {
      query: { id },
      body: { data_id, display_name: 'Words' },
    });
    assert.deepEqual([changed.data.display_name, changed.data.value_type], ['Words', 7]);
    assert.deepEqual((await engineer.call('DELETE', `${PATH}/item`, { query: { id, data_id } })).data, { id: data_id });
    assert.equal((await engineer.call('DELETE', `${PATH}/item`, { query: { id, data_id } })).http, 404);
    assert.equal(versionOf(await read(id)), '0.3');
  });

  test('[API-80] [TPL-05] [TPL-08] a field sent without a name is new_field, a Keyword; a system field is refused and saves nothing', async () => {
    const id = await added();
    const add = (body: object) => engineer.call('PUT', `${PATH}/item`, { query: { id }, body });
    for (const name of ['new_field', 'new_field_1', 'new_field_2']) {
      const { data } = await add({});
      assert.deepEqual([data.name, data.value_type, data.contributor], [name, 8, 'Anyone']);
    }
    const inner = { name: 'obj1', value_type: 21 };
    const parent = (await add(inner)).data.data_id;
    const { data } = await engineer.call('PUT', `${PATH}/item`, { query: { id, parent }, body: { value_type: 2 } });
    assert.deepEqual([data.name, data.value_type], ['new_field', 2]);
    for (const body of [{ name: '_id' }, { name: '_ts', value_type: 9 }, { name: 'num2', system: true }]) {
      const refused = await add(body);
      assert.deepEqual([refused.http, refused.code], [422, 31]);
      assert.match(refused.error?.error.fields?.name ?? '', /is a system field/);
    }
    assert.deepEqual(Object.keys((await add({ name: '' })).error?.error.fields ?? {}), ['items.6.name']);
    assert.equal(versionOf(await read(id)), '0.5');
  });

  test('[API-76] configuration is read and changed by itself; a wrong setting is refused by name', async () => {
    const id = await added();
    assert.equal((await engineer.call('GET', `${PATH}/configuration`, { query: { id } })).data.kafka_shard, 3);
    const changed = await engineer.call('PATCH', `${PATH}/configuration`, { body: { id, kafka_shard: 5 } });
    assert.deepEqual([changed.data.kafka_shard, changed.data.search_shard], [5, 3]);
    const wrong = await engineer.call('PATCH', `${PATH}/configuration`, { body: { id, search_partition: 'Century' } });
    assert.deepEqual(Object.keys(wrong.error?.error.fields ?? {}), ['config.search_partition']);
  });

  test('[API-73] [IDX-05] [IDX-06] [IDX-08] [IDX-11] [STR-09] statistics and health in plain words', async () => {
    const id = await added();
    const stats = (metric: string) => engineer.call('GET', `${PATH}/stats`, { query: { id, metric } });
    assert.deepEqual([(await stats('os-health')).data.status, (await stats('os-stats')).data.documents], ['red', 0]);
    await save({ id }, 'deploy');
    await engineer.call('POST', '/data/csv', { query: { template: id }, body: 'code\nA\nB\n' });
    const health = (await stats('os-health')).data;
    assert.deepEqual([health.status, health.active_shards, health.unassigned_shards], ['yellow', 3, 6]);
    assert.match(health.reason, /Ask for 0 \(search_replica/);
    assert.deepEqual([(await stats('os-stats')).data.documents, (await stats('os-stats')).data.replicas], [2, 0]);
    const [partition, ...more] = (await stats('os-stats')).data.partitions;
    assert.deepEqual([partition.name, partition.documents, more], [`${id}_${new Date().getUTCFullYear()}`, 2, []]);
    const kafka = (await stats('kafka-stats')).data;
    assert.deepEqual(
      [kafka.partitions.length, kafka.messages, kafka.lag, kafka.replicas, kafka.requested_replicas],
      [3, 2, 0, 1, 2],
    );
    assert.deepEqual((await stats('weather')).code, 32);
  });

  test('[SCR-01] [IDX-06] [SEC-02] one call tells size and health of many templates, of the own tenant only', async () => {
    const [full, single, bare] = [await added(), await added({ config: { search_replica: 0 } }), await added()];
    for (const id of [full, single]) await save({ id }, 'deploy');
    await engineer.call('POST', '/data/csv', { query: { template: full }, body: 'code\nA\nB\n' });
    const told = async (ids: readonly string[], who = engineer) =>
      (await who.call('GET', `${PATH}/overview`, { query: { ids: ids.join() } })).data as Record<string, unknown>[];
    const lines = await told([full, single, bare, full, 'nobody']);
    assert.deepEqual(
      lines.map(({ id, documents, status }) => [id, documents, status]),
      [
        [full, 2, 'yellow'],
        [single, 0, 'green'],
        [bare, 0, 'red'],
      ],
    );
    assert.match(String(lines[0]?.reason), /2 copies are asked for and only one node runs/);
    assert.equal(
      (await engineer.call('GET', `${PATH}/stats`, { query: { id: full, metric: 'os-stats' } })).data.bytes,
      lines[0]?.bytes,
    );
    assert.deepEqual(await told([full, single], await platform.b.as('tenant administrator')), []);
    assert.deepEqual((await engineer.call('GET', `${PATH}/overview`)).data, []);
    const many = Array.from({ length: 201 }, (_, i) => `t${i}`);
    const refused = await engineer.call('GET', `${PATH}/overview`, { query: { ids: many.join() } });
    assert.deepEqual([refused.http, refused.code], [400, 32]);
    await engineer.call('DELETE', `${PATH}/${single}`);
    assert.deepEqual(await told([single]), []);
  });

  test('[TPL-35] a copy has fields and settings of the first, and a version of its own', async () => {
    const id = await added({ config: { kafka_shard: 7 } });
    await save({ id }, 'deploy');
    const copy = await engineer.call('PUT', `${PATH}/copy`, { body: { id, name: 'Second' } });
    assert.notEqual(copy.data.id, id);
    assert.deepEqual([copy.data.name, versionOf(copy.data), copy.data.deployed], ['Second', '0.0', false]);
    assert.deepEqual([copy.data.items.length, copy.data.config.kafka_shard], [2, 7]);
  });

  test('[API-69] [API-13] search, count, remove and delete', async () => {
    const id = await added({ name: 'Unmistakable' });
    const found = await engineer.call('POST', PATH, { body: { key: 'name', keyword: 'mistak' } });
    assert.deepEqual([found.total, found.data[0].id], [1, id]);
    const count = (await engineer.call('GET', `${PATH}/count`)).data.count;
    assert.deepEqual((await engineer.call('POST', `${PATH}/delete`, { body: { ids: [id, 'none'] } })).data, {
      removed: 1,
    });
    assert.equal((await engineer.call('GET', `${PATH}/count`)).data.count, count - 1);
    assert.equal((await engineer.call('GET', `${PATH}/${id}`)).code, 34);
    assert.equal((await engineer.call('DELETE', `${PATH}/${id}`)).http, 404);
    // each is looked up by itself, while all others wait
    const many = Array.from({ length: 10_001 }, (_, i) => `none${i}`);
    assert.equal((await engineer.call('POST', `${PATH}/delete`, { body: { ids: many } })).http, 400);
  });

  test('[API-77] the owner is who made it', async () => {
    const id = await added();
    const owner = await engineer.call('GET', `${PATH}/owner`, { query: { id } });
    assert.equal(owner.data.id, platform.a.people.get('data engineer')?.user);
  });
});

describe('index and stream commands', () => {
  test('[API-74] [IDX-01] [IDX-03] commands that read answer as OpenSearch does; others are 33', async () => {
    const id = await added();
    const run = (command: string, body?: unknown) =>
      engineer.call('POST', `${PATH}/index`, {
        body: { template: id, method: 'POST', command, ...(body !== undefined && { body }) },
      });
    assert.equal((await run('_count')).http, 409);
    await save({ id }, 'deploy');
    assert.equal((await engineer.call('PUT', `${PATH}/index`, { body: { id } })).data.shards, 3);
    await engineer.call('POST', '/data/csv', { query: { template: id }, body: 'code,num1\nA,1\nB,2\n' });
    assert.equal((await run('_count', { query: { term: { code: 'A' } } })).data.count, 1);
    const { hits } = (await run('_search')).data.hits;
    assert.equal((await run(`_doc/${hits[0]._id}`)).data._source.code, hits[0]._source.code);
    assert.deepEqual((await run('_mapping')).data[id].mappings.properties.num1, { type: 'integer' });
    assert.equal((await run('_reindex')).code, 33);
    assert.deepEqual((await engineer.call('DELETE', `${PATH}/index/${id}`)).data, { id });
    const refused = await engineer.call('POST', '/data/csv', { query: { template: id }, body: 'code\nC\n' });
    assert.deepEqual([refused.http, refused.code], [409, 31]);
  });

  test('[API-75] [STR-05] [STR-06] [STR-07] the topic has the partitions asked for, one copy, and its messages are read by offset', async () => {
    const id = await added({ config: { kafka_shard: 1 } });
    await save({ id }, 'deploy');
    const made = await engineer.call('PUT', `${PATH}/stream`, { body: { id } });
    assert.deepEqual([made.data.partitions, made.data.replicas, made.data.requested_replicas], [1, 1, 2]);
    assert.match(made.data.note, /more nodes/);
    await engineer.call('POST', '/data/csv', { query: { template: id }, body: 'code,num1\nA,1\nB,2\n' });
    const messages = await engineer.call('POST', `${PATH}/stream`, { body: { id, partition: 0, offset: 1, size: 5 } });
    assert.deepEqual(
      messages.data.map((m: { offset: number; value: string }) => [m.offset, m.value]),
      [[1, 'B,2']],
    );
    assert.equal((await engineer.call('POST', `${PATH}/stream`, { body: { id, size: 101 } })).code, 32);
    assert.deepEqual((await engineer.call('DELETE', `${PATH}/stream/${id}`)).data, { id });
    assert.equal((await engineer.call('DELETE', `${PATH}/stream/${id}`)).http, 404);
  });
});

describe('who sees a template', () => {
  test('[SEC-02] another tenant finds nothing, reads nothing and changes nothing', async () => {
    const id = await added();
    assert.equal((await other.call('GET', `${PATH}/${id}`)).code, 34);
    assert.equal((await other.call('POST', PATH, { body: {} })).total, 0);
    const tries: readonly [string, string, Record<string, unknown>?][] = [
      ['PATCH', PATH, { body: { id, name: 'Stolen' } }],
      ['PATCH', `${PATH}?mode=deploy`, { body: { id } }],
      ['DELETE', `${PATH}/${id}`],
      ['PUT', `${PATH}/copy`, { body: { id } }],
      ['PUT', `${PATH}/item?id=${id}`, { body: { name: 'x' } }],
      ['PATCH', `${PATH}/configuration`, { body: { id, kafka_shard: 1 } }],
    ];
    for (const [method, path, options] of tries)
      assert.equal((await other.call(method, path, options)).http, 404, path);
    for (const path of ['owner', 'group', 'configuration', 'schema']) {
      assert.equal((await other.call('GET', `${PATH}/${path}`, { query: { id } })).code, 34, path);
    }
    assert.equal((await read(id)).name, 'Strikes');
  });

  test('[ROL-09] [API-78] a member sees what is shared with own groups, and changes nothing', async () => {
    const id = await added();
    assert.equal((await member.call('GET', `${PATH}/${id}`)).code, 34);
    const { records, config } = platform.platform.services;
    const scope = {
      cluster: config.clusterId,
      tenant: platform.a.id,
      user: 'system',
      roles: [],
      groups: [],
      requestId: 't',
    };
    const user = platform.a.people.get('member')?.user ?? '';
    await records.write(scope, [
      { op: 'add', kind: 'user.group', id: 'G1', doc: { name: 'Group one' } },
      { op: 'link', label: 'group.template', from: 'G1', to: id },
      { op: 'link', label: 'group.user', from: 'G1', to: user },
    ]);
    assert.equal((await member.call('GET', `${PATH}/${id}`)).data.id, id);
    assert.deepEqual(
      (await member.call('POST', PATH, { body: {} })).data.map((row: { id: string }) => row.id),
      [id],
    );
    const groups = await engineer.call('GET', `${PATH}/group`, { query: { id } });
    assert.deepEqual(
      groups.data.map((group: { name: string }) => group.name),
      ['Group one'],
    );
    assert.equal((await member.call('PATCH', PATH, { body: { id, name: 'x' } })).http, 403);
    assert.equal((await platform.anonymous.call('GET', `${PATH}/${id}`)).code, 34);
    await save({ id, is_public: true });
    assert.equal((await platform.anonymous.call('GET', `${PATH}/${id}`)).data?.id, id);
  });
});
