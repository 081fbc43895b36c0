import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';

let platform: TestPlatform;
let engineer: Caller;
let member: Caller;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
  member = await platform.a.as('member');
});
after(() => platform.stop());

const KEYED = [
  { name: 'code', value_type: 8, is_key: true },
  { name: 'txt1', value_type: 7 },
  { name: 'num1', value_type: 2 },
];
const FREE = [
  { name: 'name', value_type: 8 },
  {
    name: 'place',
    value_type: 21,
    items: [
      { name: 'city', value_type: 8 },
      { name: 'size', value_type: 6 },
    ],
  },
  { name: 'at', value_type: 30 },
  { name: 'secret_note', value_type: 8, is_private: true },
  { name: 'verdict', value_type: 8, contributor: 'Data Engineer' },
];

async function deployed(items: readonly unknown[] = KEYED, more: Record<string, unknown> = {}): Promise<string> {
  return deployTemplate(engineer, 'Records', items, more);
}

const put = (template: string, data: unknown, requestId?: string, caller = engineer, meta: unknown = {}) =>
  caller.call('PUT', '/data/user', { query: { template }, body: { meta, data }, ...(requestId && { requestId }) });
const search = (template: string, body: unknown = {}, caller = engineer) =>
  caller.call('POST', '/data/user', { query: { template }, body });

/** Shares a template with a group the member belongs to, straight in the store. */
async function shareWithMember(template: string): Promise<void> {
  const { records, config } = platform.platform.services;
  const scope = {
    cluster: config.clusterId,
    tenant: platform.a.id,
    user: 'system',
    roles: [],
    groups: [],
    requestId: 't',
  };
  const groups = await platform.a.people.get('member');
  const group = `group-${template}`;
  await records.write(scope, [
    { op: 'add', kind: 'user.group', id: group, doc: { name: group, users: [groups?.user] } },
    { op: 'link', label: 'group.template', from: group, to: template },
    { op: 'link', label: 'group.user', from: group, to: groups?.user ?? '' },
  ]);
}

describe('single records', () => {
  test('[API-30] [IDX-10] a record is added, replaced by its key or unchanged, and found at once', async () => {
    const template = await deployed();
    const added = await put(template, { code: 'A', num1: 1, txt1: 'hello there' });
    assert.deepEqual([added.code, added.data.result, added.data.version], [30, 'added', 1], JSON.stringify(added));
    assert.equal((await put(template, { code: 'A', num1: 1, txt1: 'hello there' })).data.result, 'unchanged');
    const replaced = await put(template, { code: 'A', num1: 2 });
    assert.deepEqual([replaced.data.result, replaced.data.id, replaced.data.version], ['replaced', added.data.id, 2]);
    const found = await search(template, { query: { range: { num1: { gte: 2 } } } });
    assert.deepEqual(found.data.hits.hits[0]._source.num1, 2);
  });

  test('[API-29] [TPL-27] GET answers meta filled by the server, never a foreign user', async () => {
    const template = await deployed();
    const { data } = await put(template, { code: 'A' }, undefined, engineer, { user_id: 'someone else', tags: ['x'] });
    const read = await engineer.call('GET', '/data/user', { query: { template, id: data.id } });
    const { meta } = read.data;
    assert.equal(meta.user_id, platform.a.people.get('data engineer')?.user);
    assert.deepEqual([meta.template_id, meta.template_name, meta.schema_version], [template, 'Records', '1.0']);
    assert.deepEqual([meta.post_type, meta.tags, read.data.data.code], ['single', ['x'], 'A']);
    const absent = await engineer.call('GET', '/data/user', { query: { template, id: 'nothing' } });
    assert.deepEqual([absent.code, absent.http, absent.data], [34, 200, null]);
  });

  test('[TPL-27] [REC-37] meta that cannot be kept is refused by name, not left out', async () => {
    const template = await deployed();
    const wrong = { location: { lat: 91, lon: 0 }, ts: 'now', tags: [{}], title: 5, device_id: 'a\0', post_type: 'x' };
    const { http, code, error } = await put(template, { code: 'A' }, undefined, engineer, wrong);
    assert.deepEqual([http, code], [422, 31]);
    assert.deepEqual(
      Object.keys(error?.error.fields ?? {}).sort(),
      Object.keys(wrong)
        .map((name) => `meta.${name}`)
        .sort(),
    );
  });

  test('[API-30] [TPL-27] other tags or another place are a change of a record whose values are as they were', async () => {
    const told = { tags: ['x', 'y'], location: '1.5, 2' };
    for (const fields of [undefined, FREE]) {
      const template = await deployed(fields);
      const first = await put(template, fields ? { name: 'a' } : { code: 'A' });
      const again = async (meta: object) => {
        const body = { meta, data: fields ? { name: 'a' } : { code: 'A' } };
        return (await engineer.call('PUT', '/data/user', { query: { template, id: first.data.id }, body })).data;
      };
      const changed = await again(told);
      assert.deepEqual([changed.id, changed.version, changed.result], [first.data.id, 2, 'replaced']);
      assert.deepEqual([(await again(told)).result, (await again({})).result], ['unchanged', 'unchanged']);
      const { data } = await engineer.call('GET', '/data/user', { query: { template, id: first.data.id } });
      assert.deepEqual([data.meta.tags, data.meta.location, data.version], [['x', 'y'], { lat: 1.5, lon: 2 }, 2]);
      assert.equal((await again({ tags: [] })).result, 'replaced');
    }
  });

  test('[TPL-33] a record keeps the version of the template it was written with', async () => {
    const template = await deployed();
    const versionOf = async (id: string) =>
      (await engineer.call('GET', '/data/user', { query: { template, id } })).data.meta.schema_version;
    const { data: first } = await put(template, { code: 'A' });
    const again = await engineer.call('PATCH', '/schema/data/template', {
      query: { mode: 'deploy' },
      body: { id: template, description: 'second' },
    });
    assert.deepEqual([again.data.version_major, again.data.version_minor], [2, 0]);
    const { data: second } = await put(template, { code: 'B' });
    assert.deepEqual([await versionOf(first.id), await versionOf(second.id)], ['1.0', '2.0']);
  });

  test('[STR-04] the same request_id twice makes one record', async () => {
    const template = await deployed(FREE);
    const [first, second] = await Promise.all([
      put(template, { name: 'a' }, 'once-1'),
      put(template, { name: 'a' }, 'once-1'),
    ]);
    assert.deepEqual(second?.data, first?.data);
    assert.equal((await put(template, { name: 'a' }, 'once-2')).data.result, 'added');
    assert.equal((await search(template)).data.hits.total.value, 2);
  });

  test('[STR-04] another record under the same request_id is another request: neither is lost', async () => {
    const template = await deployed(FREE);
    const [first] = [await put(template, { name: 'a' }, 'both'), await put(template, { name: 'b' }, 'both')];
    assert.equal((await search(template)).data.hits.total.value, 2);
    const at = (name: string) =>
      engineer.call('PUT', '/data/user', {
        query: { template, id: first.data.id },
        body: { data: { name } },
        requestId: 'changes',
      });
    assert.deepEqual(
      [(await at('c')).data.version, (await at('d')).data.version, (await at('d')).data.version],
      [2, 3, 3],
    );
  });

  test('[REC-38] with the version it was read at, a record changed meanwhile is not written over, however close the two are', async () => {
    const template = await deployed();
    const put = (num1: number, version?: number) =>
      engineer.call('PUT', '/data/user', {
        query: { template, ...(version !== undefined && { version }) },
        body: { data: { code: 'a', num1 } },
      });
    const added = await put(1, 0);
    assert.deepEqual([added.data.result, added.data.version], ['added', 1]);
    const taken = await put(2, 0);
    assert.deepEqual([taken.http, taken.code], [409, 31]);
    assert.match(String(taken.error?.message), /a record with this key already/);
    const replies = await Promise.all([10, 11, 12, 13].map((num1) => put(num1, 1)));
    assert.deepEqual(replies.map(({ http }) => http).sort(), [200, 409, 409, 409]);
    const won = replies.find(({ http }) => http === 200);
    const { id } = won?.data ?? {};
    const lost = await engineer.call('PUT', '/data/user', {
      query: { template, id, version: 1 },
      body: { data: { code: 'a', num1: 99 } },
    });
    assert.equal(lost.http, 409);
    assert.equal(lost.data?.version, 2, 'the record as it is now stands beside');
    assert.equal((await engineer.call('DELETE', '/data/user', { query: { template, id } })).code, 30);
    const gone = await put(5, 2);
    assert.match(String(gone.error?.message), /not there any more/);
  });

  test('[TPL-34] what breaks the template is 422 with a message per field', async () => {
    const template = await deployed();
    const reply = await put(template, { num1: 'x', other: 1 });
    assert.deepEqual([reply.http, reply.code], [422, 31]);
    assert.deepEqual(Object.keys(reply.error?.error.fields ?? {}).sort(), ['code', 'num1', 'other']);
  });

  test('[API-06] [ERR-05] DELETE removes one record; what is not there is 404/34', async () => {
    const template = await deployed();
    const { data } = await put(template, { code: 'A' });
    const query = { template, id: data.id };
    assert.deepEqual((await engineer.call('DELETE', '/data/user', { query })).data, { id: data.id });
    assert.deepEqual((await engineer.call('DELETE', '/data/user', { query })).http, 404);
    assert.equal((await search(template)).data.hits.total.value, 0);
  });

  test('[API-13] a record is deleted by its id at the end of the path as well, which an id in the query has to agree with', async () => {
    const template = await deployed();
    const { data } = await put(template, { code: 'A' });
    const remove = (path: string, id?: string) =>
      engineer.call('DELETE', `/data/user${path}`, { query: { template, ...(id !== undefined && { id }) } });
    assert.equal((await remove('')).http, 400);
    assert.equal((await remove(`/${data.id}`, 'other')).http, 400);
    assert.deepEqual((await remove(`/${data.id}`, data.id)).data, { id: data.id });
    assert.equal((await remove(`/${data.id}`)).http, 404);
  });
});

describe('search and download', () => {
  test('[API-31] a clause that is not offered is error 33 naming it and its place', async () => {
    const template = await deployed();
    const reply = await search(template, { query: { bool: { must: [{ wormhole: {} }] } } });
    assert.deepEqual([reply.http, reply.code], [501, 33]);
    assert.match(reply.error?.message ?? '', /wormhole/);
  });

  test('[API-32] [SEC-04] a download has every match, flattened, with formulas made harmless', async () => {
    const template = await deployed(FREE);
    const rows = [
      { name: '=cmd()', place: { city: 'Oslo', size: -1.5 }, at: { lat: 1, lon: 2 } },
      { name: '-12', place: { city: '@x' } },
      { name: 'a,"b"\nc' },
    ];
    for (const row of rows) await put(template, row);
    const ask = (format: string) => engineer.raw('POST', '/data/user/bulk', { query: { template, format }, body: {} });
    const csv = await (await ask('csv')).text();
    assert.match(csv, /^_id,name,place\.city,place\.size,at\.lat,at\.lon,secret_note,verdict\r\n/);
    assert.match(csv, /,'=cmd\(\),Oslo,-1\.5,1,2,/);
    assert.match(csv, /,-12,'@x,/);
    assert.match(csv, /,"a,""b""\nc",/);
    const lines = (await (await ask('ndjson')).text()).trim().split('\n');
    assert.deepEqual(lines.map((line) => JSON.parse(line).name).sort(), rows.map((row) => row.name).sort());
    const hits = await engineer.call('POST', '/data/user/bulk', { query: { template }, body: {} });
    assert.deepEqual([hits.total, hits.data.length], [3, 3]);
  });
});

describe('rights', () => {
  test('[ROL-09] a member reaches only templates shared with own groups', async () => {
    const template = await deployed(FREE);
    assert.equal((await search(template, {}, member)).code, 34);
    await shareWithMember(template);
    assert.equal((await search(template, {}, member)).code, 30);
    assert.equal((await put(template, { name: 'mine' }, undefined, member)).data?.result, 'added');
  });

  test('[TPL-30] private fields stay hidden: in hits, records, filters, buckets, sort and downloads', async () => {
    const template = await deployed(FREE);
    await shareWithMember(template);
    const { data } = await put(template, { name: 'a', secret_note: 'hush' });
    const found = await search(template, {}, member);
    const source = found.data.hits.hits[0]._source;
    assert.deepEqual([source.name, 'secret_note' in source], ['a', false]);
    assert.equal((await search(template)).data.hits.hits[0]._source.secret_note, 'hush');
    const read = await member.call('GET', '/data/user', { query: { template, id: data.id } });
    assert.equal(read.data.data.secret_note, undefined);
    for (const body of [
      { query: { term: { secret_note: 'hush' } } },
      { query: { bool: { filter: [{ exists: { field: 'secret_note' } }] } } },
      { sort: [{ secret_note: 'asc' }] },
      { aggs: { a: { terms: { field: 'secret_note' } } } },
    ]) {
      assert.deepEqual((await search(template, body, member)).http, 403, JSON.stringify(body));
    }
    const everywhere = { query: { query_string: { query: 'hush' } } };
    assert.equal((await search(template, everywhere)).data.hits.total.value, 1);
    assert.equal((await search(template, everywhere, member)).data.hits.total.value, 0);
    const csv = await (
      await member.raw('POST', '/data/user/bulk', { query: { template, format: 'csv' }, body: {} })
    ).text();
    assert.ok(!csv.includes('secret_note') && !csv.includes('hush'));
  });

  test('[TPL-30] [ROL-19] a change by someone who cannot see or write a field leaves it as it is', async () => {
    const template = await deployed(FREE);
    await shareWithMember(template);
    const whole = { name: 'a', secret_note: 'hush', verdict: 'good' };
    const { data } = await put(template, whole, undefined, engineer, { title: 'T' });
    const query = { template, id: data.id };
    const before = await engineer.call('GET', '/data/user', { query });
    const change = (body: object) => member.call('PUT', '/data/user', { query, body: { meta: {}, data: body } });
    assert.equal((await change({ name: 'b', verdict: 'good' })).data.result, 'replaced');
    const after = await engineer.call('GET', '/data/user', { query });
    assert.deepEqual(after.data.data, { name: 'b', secret_note: 'hush', verdict: 'good' });
    assert.equal(after.data.meta.group_id, before.data.meta.group_id, 'a record stays in its group');
    await change({ name: 'c' });
    assert.equal((await engineer.call('GET', '/data/user', { query })).data.data.verdict, 'good');
    assert.equal((await change({ name: 'c', verdict: 'bad' })).http, 403);
    await engineer.call('PUT', '/data/user', { query, body: { meta: {}, data: { name: 'd' } } });
    assert.deepEqual((await engineer.call('GET', '/data/user', { query })).data.data, { name: 'd' });
  });

  test('[TPL-30] [ROL-19] [API-30] a record replaced by its key keeps what the caller cannot see or write', async () => {
    const items = FREE.map((item) => (item.name === 'name' ? { ...item, is_key: true } : item));
    const template = await deployed([...items, { name: 'note', value_type: 8 }]);
    await shareWithMember(template);
    const { data } = await put(template, { name: 'a', secret_note: 'hush', verdict: 'good', note: 'x' });
    const replaced = await put(template, { name: 'a', note: 'y' }, undefined, member);
    assert.deepEqual([replaced.data?.id, replaced.data?.result], [data.id, 'replaced'], JSON.stringify(replaced.error));
    const query = { template, id: data.id };
    const after = await engineer.call('GET', '/data/user', { query });
    assert.deepEqual(after.data.data, { name: 'a', secret_note: 'hush', verdict: 'good', note: 'y' });
    assert.equal((await put(template, { name: 'a', note: 'y' }, undefined, member)).data?.result, 'unchanged');
    assert.equal((await put(template, { name: 'b', note: 'y' }, undefined, member)).data?.result, 'added');
  });

  test('[ROL-19] [API-30] a record put by its key without an id may carry what it has in fields of other contributors, not what is hidden', async () => {
    const keyed = FREE.map((item) => (item.name === 'name' ? { ...item, is_key: true } : item));
    const items = [...keyed, { name: 'judged', value_type: 8, is_private: true, contributor: 'Data Engineer' }];
    const template = await deployed([...items, { name: 'note', value_type: 8, mandatory: true }]);
    await shareWithMember(template);
    await put(template, { name: 'a', verdict: 'good', judged: 'yes', note: 'x' });
    const changed = (more: object) => put(template, { name: 'a', note: 'y', ...more }, undefined, member);
    assert.equal((await changed({ verdict: 'good' })).data?.result, 'replaced');
    assert.equal((await changed({ verdict: 'bad' })).http, 403);
    for (const judged of ['yes', 'no']) assert.equal((await changed({ judged })).http, 403, `the guess '${judged}'`);
    assert.equal((await put(template, { name: 'b', note: 'y', verdict: 'good' }, undefined, member)).http, 403);
  });

  test('[ROL-19] only contributors write a field that names some', async () => {
    const template = await deployed(FREE);
    await shareWithMember(template);
    const refused = await put(template, { name: 'a', verdict: 'good' }, undefined, member);
    assert.deepEqual([refused.http, refused.code], [403, 31]);
    assert.match(refused.error?.message ?? '', /VERDICT/);
    const imported = await member.call('POST', '/data/csv', { query: { template }, body: 'name,verdict\na,good\n' });
    assert.equal(imported.http, 403);
    const line = await member.call('POST', '/feature/data', {
      query: { template },
      body: '{"verdict":"x"}',
      type: 'application/x-ndjson',
    });
    assert.equal(line.http, 403);
    assert.equal((await put(template, { name: 'a', verdict: 'good' })).code, 30);
  });
});
