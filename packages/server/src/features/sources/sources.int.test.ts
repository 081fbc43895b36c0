import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MASKED } from '@datasarana/schema';
import { type Caller, startPlatform, type TestPlatform, until } from '@datasarana/testkit';
import { type DataServer, ROWS, startDataServer } from './data-server.fixture.ts';

let at: TestPlatform;
let engineer: Caller;
let outside: DataServer;

before(async () => {
  at = await startPlatform();
  engineer = await at.a.as('data engineer');
  outside = await startDataServer();
});
after(async () => {
  outside.close();
  await at.stop();
});

const address = (path: string): string => `http://127.0.0.1:${outside.port}${path}`;
const allow = async (entries: readonly string[]) =>
  (await at.a.as('cluster administrator')).call('PATCH', '/cluster/outbound', { body: { allow: entries } });
const source = (more: object = {}) => ({
  name: 'Shop',
  type: 'Data',
  format: 'database',
  provider: 'mysql',
  db: { host: 'db.local', port: 3306, uid: 'ann', pwd: 'tulip', database: 'shop', table: 'orders' },
  ...more,
});
const save = (body: object, caller = engineer) => caller.call('PUT', '/schema/source', { body });

async function template(name: string): Promise<string> {
  const items = [
    { name: 'code', value_type: 8 },
    { name: 'num1', value_type: 2 },
  ];
  const { data } = await engineer.call('PUT', '/schema/data/template', { body: { name, items } });
  const deployed = await engineer.call('PATCH', '/schema/data/template', {
    query: { mode: 'deploy' },
    body: { id: data.id },
  });
  assert.equal(deployed.code, 30, JSON.stringify(deployed));
  return data.id;
}

test('[API-81] [SRC-05] [SRC-14] a source is kept, its password is never read back, and stays when the mask is sent', async () => {
  const { data } = await save(source());
  assert.equal(data.db.pwd, MASKED);
  const read = await engineer.call('GET', `/schema/source/${data.id}`);
  assert.deepEqual([read.code, read.data.db.pwd, read.data.db.host], [30, MASKED, 'db.local']);
  const renamed = await save({ ...read.data, name: 'Shop 2' });
  assert.deepEqual([renamed.code, renamed.data.name, renamed.data.db.pwd], [30, 'Shop 2', MASKED]);
  const { records, config } = at.platform.services;
  const scope = { cluster: config.clusterId, tenant: at.a.id, user: 'x', roles: [], groups: [], requestId: 'x' };
  assert.equal(
    (Reflect.get(Object((await records.get(scope, 'data.source', data.id))?.doc), 'db') as { pwd: string }).pwd,
    'tulip',
  );
  const moved = await save({
    ...read.data,
    db: { ...read.data.db, host: 'evil.example' },
    ts_modified: renamed.data.ts_modified,
  });
  assert.deepEqual([moved.http, Object.keys(moved.error?.error.fields ?? {})], [422, ['db.pwd']]);
  const found = await engineer.call('POST', '/schema/source', { body: { keyword: 'shop' } });
  assert.deepEqual([found.total, found.data[0].name, found.data[0].db.pwd], [1, 'Shop 2', MASKED]);
  const stale = await save({ ...read.data, name: 'Shop 3', ts_modified: 1 });
  assert.equal(stale.http, 409);
});

test('[SRC-05] [SRC-12] [SRC-04] what cannot be saved says so field by field', async () => {
  const fields = async (body: object) => Object.keys((await save(body)).error?.error.fields ?? {});
  assert.deepEqual(await fields(source({ name: '' })), ['name']);
  assert.deepEqual(await fields(source({ provider: 'postgresql' })), ['provider']);
  assert.deepEqual(await fields(source({ csv: { file: 'x' } })), ['settings']);
  assert.deepEqual(await fields(source({ columns: [{ name: 'a', sample: Array(11).fill('x') }] })), ['columns.0']);
});

test('[SEC-02] a source belongs to its tenant: another one neither reads, changes, runs, lists nor removes it', async () => {
  const { data } = await save(source({ name: 'Ours alone' }));
  const other = await at.b.as('data engineer');
  assert.deepEqual((await other.call('GET', `/schema/source/${data.id}`)).data, null);
  assert.equal((await other.call('POST', '/schema/source', { body: {} })).total, 0);
  assert.equal((await other.call('DELETE', `/schema/source/${data.id}`)).http, 404);
  assert.equal((await other.call('POST', '/schema/source/delete', { body: { ids: [data.id] } })).data.removed, 0);
  assert.equal(
    (
      await other.call('POST', '/db/mysql/database', {
        body: { host: 'db.local', uid: 'ann', pwd: MASKED, source: data.id },
      })
    ).http,
    404,
  );
  assert.equal((await other.call('POST', '/data/source', { query: { source: data.id, template: 'x' } })).http, 404);
  await save({ ...data, name: 'Theirs', db: { ...data.db, pwd: 'x' } }, other);
  assert.equal((await engineer.call('GET', `/schema/source/${data.id}`)).data.name, 'Ours alone');
  assert.deepEqual((await engineer.call('DELETE', `/schema/source/${data.id}`)).data, { id: data.id });
  assert.equal((await engineer.call('GET', `/schema/source/${data.id}`)).data, null);
});

test('[API-82] [SRC-07] [SRC-31] a converter shows ten rows, is kept with the version of its template, and is found again by the columns of a file', async () => {
  const id = await template('Converted');
  const columns = [
    {
      name: 'Code',
      item_id: 'code',
      value_type: 1,
      transform: [{ kind: 'upper' }, { kind: 'template', text: '{{value}}!' }],
      sample: ['a', 'b'],
    },
    { name: 'Num 1', item_id: 'num1', value_type: 2, transform: [], sample: ['1', '2'] },
    { name: 'Rest', item_id: null, sample: ['x', 'y'] },
  ];
  const preview = await engineer.call('PUT', '/schema/source/converter', { body: { columns, preview: true } });
  assert.deepEqual(preview.data.rows, [
    { code: 'A!', num1: '1' },
    { code: 'B!', num1: '2' },
  ]);
  assert.deepEqual(preview.data.before[0], ['a', '1', 'x']);
  assert.equal(
    (await engineer.call('POST', '/schema/source/converter', { body: {} })).total,
    0,
    'a preview keeps nothing',
  );
  const kept = await engineer.call('PUT', '/schema/source/converter', {
    body: { name: 'Codes', template: id, columns },
  });
  assert.deepEqual([kept.data.template, kept.data.template_version], [id, '1.0']);
  const found = (names: readonly string[], caller = engineer) =>
    caller.call('POST', '/schema/source/converter', { body: { columns: names } });
  assert.equal((await found(['REST', 'num_1', 'code'])).data[0].id, kept.data.id);
  assert.equal((await found(['code', 'num_1'])).total, 0);
  assert.equal((await found(['Code', 'Num 1', 'Rest'], await at.b.as('data engineer'))).total, 0);
  const bad = await engineer.call('PUT', '/schema/source/converter', {
    body: { columns: [{ name: 'a', transform: [{ kind: 'nope' }] }] },
  });
  assert.deepEqual(Object.keys(bad.error?.error.fields ?? {}), ['columns.0']);
});

test('[SEC-07] only a cluster administrator keeps the allow list, and each entry is checked', async () => {
  await allow([]);
  const refusal = await engineer.call('POST', '/schema/rest/request', { body: { url: address('/key') } });
  assert.equal(refusal.http, 422);
  assert.match(refusal.error?.hint ?? '', new RegExp(`127\\.0\\.0\\.1:${outside.port}.*Outbound addresses`));
  const database = await engineer.call('POST', '/db/mysql/database', {
    body: { host: '127.0.0.1', port: 3306, uid: 'x', pwd: 'y' },
  });
  assert.match(database.error?.hint ?? '', /127\.0\.0\.1:3306.*Outbound addresses/);
  assert.equal(
    (await (await at.a.as('tenant administrator')).call('PATCH', '/cluster/outbound', { body: { allow: ['a:1'] } }))
      .http,
    403,
  );
  const bad = await allow(['db.local:3306', 'http://x']);
  assert.deepEqual(Object.keys(bad.error?.error.fields ?? {}), ['allow.1']);
  assert.deepEqual((await allow([`127.0.0.1:${outside.port}`])).data, { allow: [`127.0.0.1:${outside.port}`] });
});

const AUTHS: readonly (readonly [string, object])[] = [
  ['/key', { type: 'API Key', name: 'X-Key', api_key: 'k1' }],
  ['/bearer', { type: 'Bearer Token', token: 't1' }],
  ['/basic', { type: 'Basic', username: 'ann', password: 'p:ß' }],
  ['/digest?x=1', { type: 'Digest', username: 'ann', password: 'pw' }],
  [
    '/oauth1?b=2&a=x%20y',
    { type: 'OAuth1', consumer_key: 'ck', client_secret: 'cs', access_token: 'tk', secret: 'ts' },
  ],
  ['/oauth2', { type: 'OAuth2', token_url: '/token', client_id: 'id1', client_secret: 'cs', scope: 'read' }],
  ['/ntlm', { type: 'NTLM', username: 'User', password: 'Password', domain: 'Domain' }],
];

test('[SRC-20] [API-84] all kinds of authentication, each verified by the other side', async () => {
  await allow([`127.0.0.1:${outside.port}`]);
  for (const [path, given] of AUTHS) {
    const auth = 'token_url' in given ? { ...given, token_url: address('/token') } : given;
    const { data, error } = await engineer.call('POST', '/schema/rest/request', { body: { url: address(path), auth } });
    assert.deepEqual([data?.status, data?.body], [200, JSON.stringify(ROWS)], `${path} ${error?.message}`);
    const wrong = Object.fromEntries(
      Object.entries(auth).map(([name, value]) => [
        name,
        /^(api_key|token|password|client_secret)$/.test(name) ? 'wrong' : value,
      ]),
    );
    const refused = await engineer.call('POST', '/schema/rest/request', { body: { url: address(path), auth: wrong } });
    assert.ok(
      refused.data?.status === 401 || refused.code === 36,
      `${path} with a wrong secret: ${JSON.stringify(refused)}`,
    );
  }
  const missing = await engineer.call('POST', '/schema/rest/request', {
    body: { url: address('/'), auth: { type: 'Basic', username: 'x' } },
  });
  assert.deepEqual(Object.keys(missing.error?.error.fields ?? {}), ['auth.password']);
});

test('[SRC-20] [SRC-21] verbs and bodies go over the wire as chosen; HEADER is sent as HEAD', async () => {
  const send = async (verb: string, body?: object) =>
    (
      await engineer.call('POST', '/schema/rest/request', {
        body: { url: address('/echo'), verb, ...(body && { body }) },
      })
    ).data;
  const last = () => outside.seen.at(-1);
  assert.equal((await send('HEADER')).status, 200);
  assert.equal(last()?.method, 'HEAD');
  await send('GET', { kind: 'raw', raw: 'text', text: 'not sent' });
  assert.deepEqual([last()?.method, last()?.body], ['GET', '']);
  for (const [raw, type] of [
    ['text', 'text/plain'],
    ['json', 'application/json'],
    ['html', 'text/html'],
    ['xml', 'application/xml'],
  ]) {
    await send('POST', { kind: 'raw', raw, text: '<ü>' });
    assert.deepEqual([last()?.headers['content-type'], last()?.body], [`${type}; charset=utf-8`, '<ü>']);
  }
  await send('PATCH', { kind: 'x-www-form-urlencoded', fields: [{ name: 'a b', value: 'c&d' }] });
  assert.deepEqual([last()?.method, last()?.body], ['PATCH', 'a+b=c%26d']);
  await send('POST', { kind: 'form-data', fields: [{ name: 'n', value: 'v' }] });
  assert.match(
    last()?.body ?? '',
    /^--datasarana-\w+\r\nContent-Disposition: form-data; name="n"\r\n\r\nv\r\n--datasarana-\w+--\r\n$/,
  );
  await send('POST', { kind: 'binary', base64: 'AQI=' });
  assert.deepEqual([last()?.headers['content-type'], last()?.body], ['application/octet-stream', '\u0001\u0002']);
});

test('[SRC-20] [SRC-33] [ERR-25] rows of a data server come in page by page: next link, Link header, offset, cursor; the ledger is that of an import', async () => {
  const id = await template('Paged');
  const run = async (ds: object, format = 'json', query: object = {}) => {
    const made = await save({ name: 'Rest', type: 'Data', format, provider: 'rest', ds: { ...ds }, columns: [] });
    assert.equal(made.code, 30, JSON.stringify(made));
    return engineer.call('POST', '/data/source', { query: { source: made.data.id, template: id, ...query } });
  };
  const pages: readonly object[] = [
    { url: address('/next'), path: 'items', paging: { kind: 'next', path: 'links.next' } },
    { url: address('/link'), paging: { kind: 'next' } },
    { url: address('/offset'), paging: { kind: 'offset', param: 'skip', limit: 2, limit_param: 'take' } },
    { url: address('/cursor'), path: 'data', paging: { kind: 'cursor', param: 'after', path: 'next' } },
    { url: address('/basic'), auth: { type: 'Basic', username: 'ann', password: 'p:ß' } },
  ];
  for (const ds of pages) {
    const { data, error } = await run(ds);
    assert.deepEqual([data?.read, data?.rejected], [5, 0], `${JSON.stringify(ds)} ${error?.message}`);
  }
  const dry = await run(pages[0] ?? {}, 'json', { dry_run: true });
  assert.deepEqual([dry.data.batch, dry.data.read], [null, 5]);
  assert.match(
    (await run({ url: address('/circle'), path: 'items', paging: { kind: 'next', path: 'next' } })).error?.message ??
      '',
    /back to/,
  );
});

test('[SRC-32] the address of a GeoJSON data server is reached with POST, another only by choice', async () => {
  const id = await template('From a data server');
  const run = async (settings: object) => {
    const made = await save({
      name: 'Geo',
      type: 'Data',
      format: 'spatial',
      provider: 'rest',
      columns: [],
      ...settings,
    });
    const { data, error } = await engineer.call('POST', '/data/source', {
      query: { source: made.data.id, template: id },
    });
    assert.equal(data?.read, 2, error?.message);
    const last = outside.seen.at(-1);
    return [last?.method, last?.url];
  };
  assert.deepEqual(await run({ ds: { url: address('/geo') } }), ['POST', '/geo']);
  assert.deepEqual(await run({ spatial: { url: address('/geo') } }), ['POST', '/geo']);
  assert.deepEqual(await run({ ds: { url: address('/geo'), verb: 'GET' } }), ['GET', '/geo']);
});

test('[SRC-22] a data server’s reply that is not a FeatureCollection is refused, and nothing of it is stored', async () => {
  const id = await template('Features of a server');
  const make = async (ds: object, format: string) =>
    (await save({ name: 'Rest', type: 'Data', format, provider: 'rest', ds, columns: [] })).data.id;
  const run = (source: string) => engineer.call('POST', '/data/source', { query: { source, template: id } });
  const columns = [{ name: 'code', item_id: 'code' }];
  const paged = { url: address('/second-page'), paging: { kind: 'next', path: 'next' } };
  const whole = ['/feature', '/objects', '/no-features', '/text'].map((path) => ({ url: address(path) }));
  for (const ds of [...whole, paged]) {
    const source = await make(ds, 'spatial');
    const refused = await run(source);
    assert.deepEqual(
      [refused.http, refused.code, refused.error?.message],
      [422, 1010, 'Not a valid GeoJSON data'],
      ds.url,
    );
    if (ds === paged) continue;
    const preview = await engineer.call('PUT', '/schema/source/converter', {
      body: { source, columns, preview: true },
    });
    assert.deepEqual([preview.code, preview.error?.message], [1010, 'Not a valid GeoJSON data'], ds.url);
  }
  const count = async () =>
    (await engineer.call('POST', '/data/user', { query: { template: id }, body: { size: 0 } })).data.hits.total.value;
  assert.equal(await count(), 0, 'the first page of a server whose second is refused included');
  assert.equal(
    (await run(await make({ url: address('/objects') }, 'json'))).data.accepted,
    5,
    'as objects it is taken',
  );
});

test('[SRC-19] a file behind an address that is asked for as features must be a FeatureCollection', async () => {
  const id = await template('Features of a url');
  const columns = [{ name: 'code', item_id: 'code' }];
  const made = async (path: string) =>
    (await save({ name: 'Url', type: 'Data', format: 'spatial', provider: 'url', ds: { url: address(path) }, columns }))
      .data.id;
  const run = (source: string) => engineer.call('POST', '/data/source', { query: { source, template: id } });
  const preview = (source: string) =>
    engineer.call('PUT', '/schema/source/converter', { body: { source, columns, preview: true } });
  for (const path of ['/feature', '/objects', '/text', '/file.csv']) {
    const source = await made(path);
    for (const refused of [await run(source), await preview(source)])
      assert.deepEqual(
        [refused.http, refused.code, refused.error?.message],
        [422, 1010, 'Not a valid GeoJSON file'],
        path,
      );
  }
  const good = await made('/geo');
  assert.deepEqual((await preview(good)).data.rows, [{ code: 'f1' }, { code: 'f2' }]);
  assert.equal((await run(good)).data.accepted, 2);
});

test('[SRC-33] a Url is downloaded and read like an upload; a missing one says so', async () => {
  const id = await template('From a url');
  const made = async (path: string, columns: readonly object[] = []) =>
    (await save({ name: 'Url', type: 'Data', format: 'csv', provider: 'url', ds: { url: address(path) }, columns }))
      .data.id;
  const run = (source: string, query: object = {}) =>
    engineer.call('POST', '/data/source', { query: { source, template: id, ...query } });
  const { data } = await run(
    await made('/file.csv', [
      { name: 'Code', item_id: 'code', transform: [{ kind: 'upper' }] },
      { name: 'Num 1', item_id: 'num1' },
    ]),
  );
  assert.deepEqual([data.read, data.accepted, data.rejected, data.errors[0].line], [3, 2, 1, 3]);
  assert.match((await run(await made('/missing'))).error?.message ?? '', /status 404/);
  const slow = await run(await made('/slow.csv'), { wait: 'started' });
  assert.equal(slow.http, 202);
  const watched = await engineer.call('GET', `/data/batch/${slow.data.batch}`);
  assert.equal(watched.data.state, 'running');
  assert.equal((await engineer.call('POST', `/data/batch/${slow.data.batch}/cancel`)).data.state, 'cancelled');
});

test('[SRC-12] [SEC-07] an SQLite source is kept for an ingestor, the platform opens no path; a SQL Server is reached by the list only', async () => {
  const id = await template('From a file');
  const source = { name: 'Shop', type: 'Data', format: 'database', columns: [] };
  const kept = await save({ ...source, provider: 'sqlite', db: { file: '/etc/passwd', table: 'users' } });
  assert.equal(kept.code, 30, JSON.stringify(kept));
  const run = await engineer.call('POST', '/data/source', { query: { source: kept.data.id, template: id } });
  assert.deepEqual([run.http, Object.keys(run.error?.error.fields ?? {})], [422, ['provider']]);
  assert.match(run.error?.message ?? '', /local ingestor/);
  const db = { host: 'db.local', uid: 'x', pwd: 'y', database: 'd', table: 't' };
  const server = await save({ ...source, provider: 'sqlserver', db: { ...db, host: '127.0.0.1' } });
  assert.deepEqual([server.code, server.data?.db.pwd], [30, MASKED]);
  const refused = await engineer.call('POST', '/data/source', { query: { source: server.data.id, template: id } });
  assert.match(refused.error?.hint ?? '', /127\.0\.0\.1:1433.*Outbound addresses/);
  const reach = { host: '127.0.0.1', uid: 'x', pwd: MASKED, source: server.data.id };
  for (const path of ['database', 'table', 'column', 'query']) {
    const body = { ...reach, db: 'd', table: 't', query: 'select 1' };
    const asked = await engineer.call('POST', `/db/sqlserver/${path}`, { body });
    assert.match(asked.error?.hint ?? '', /127\.0\.0\.1:1433.*Outbound addresses/, path);
  }
  const mysql = await engineer.call('POST', '/db/mysql/database', { body: { ...reach, port: 1433 } });
  assert.deepEqual(
    Object.keys(mysql.error?.error.fields ?? {}),
    ['pwd'],
    'the password is not sent to another kind of server',
  );
});

test('[SRC-02] [SRC-35] the type decides: a schema gives no rows, an archive comes once, a replica needs a key and brings changes', async () => {
  const keyless = await template('Without a key');
  const items = [
    { name: 'code', value_type: 8, is_key: true, mandatory: true },
    { name: 'num1', value_type: 2 },
  ];
  const { data: made } = await engineer.call('PUT', '/schema/data/template', { body: { name: 'With a key', items } });
  await engineer.call('PATCH', '/schema/data/template', { query: { mode: 'deploy' }, body: { id: made.id } });
  const source = async (type: string) => {
    const settings = {
      name: type,
      type,
      format: 'json',
      provider: 'rest',
      ds: { url: address('/bearer') },
      columns: [],
    };
    const auth = { type: 'Bearer Token', token: 't1' };
    const { data } = await save({ ...settings, ds: { ...settings.ds, auth } });
    return { id: String(data.id), settings: { ...settings, ds: { ...settings.ds, auth } } };
  };
  const run = (id: string, into: string, query: object = {}) =>
    engineer.call('POST', '/data/source', { query: { source: id, template: into, ...query } });
  const faultsOf = async (id: string, into: string) => (await run(id, into)).error?.error.fields ?? {};

  const { id: schema } = await source('Schema');
  assert.match((await faultsOf(schema, made.id)).type ?? '', /gives columns only/);

  const { id: archive, settings } = await source('Archive');
  assert.equal((await run(archive, keyless, { dry_run: true })).data.accepted, 5);
  const taken = await run(archive, keyless);
  assert.equal(taken.data.accepted, 5);
  assert.match(
    (await faultsOf(archive, keyless)).type ?? '',
    new RegExp(`taken already, by the batch ${taken.data.batch}`),
  );
  await save({ ...settings, id: archive, name: 'Archive, renamed' });
  assert.match((await faultsOf(archive, keyless)).type ?? '', /taken already/, 'an edit does not make it new');
  assert.equal((await engineer.call('POST', `/data/batch/${taken.data.batch}/undo`, { body: {} })).code, 30);
  assert.equal((await run(archive, keyless)).data.accepted, 5, 'what was undone may be taken again');

  const { id: replica } = await source('Replica');
  assert.match((await faultsOf(replica, keyless)).template ?? '', /choose a template with a key field/);
  assert.equal((await run(replica, made.id)).data.accepted, 5);
  assert.equal((await run(replica, made.id)).data.unchanged, 5);
});

test('[SRC-35] an archive that is being taken is not taken a second time, also not in the same instant', async () => {
  const into = await template('Taken once');
  const ds = { url: address('/held') };
  const { data: archive } = await save({
    name: 'Held',
    type: 'Archive',
    format: 'json',
    provider: 'rest',
    ds,
    columns: [],
  });
  const run = (query: object = {}) =>
    engineer.call('POST', '/data/source', { query: { source: archive.id, template: into, ...query } });
  const both = await Promise.all([run({ wait: 'started' }), run({ wait: 'started' })]);
  const [first, ...others] = both.filter(({ code }) => code === 30);
  assert.equal(others.length, 0, 'one of the two is refused');
  const taken = new RegExp(`taken already, by the batch ${first?.data.batch}`);
  const refused = both.find(({ code }) => code !== 30);
  assert.match(refused?.error?.error.fields?.type ?? '', taken);
  assert.match((await run()).error?.error.fields?.type ?? '', taken, 'its rows are still to come');
  outside.letGo();
  const state = async () => (await engineer.call('GET', `/data/batch/${first?.data.batch}`)).data.state;
  await until(state, (now) => now === 'done');
  assert.match((await run()).error?.error.fields?.type ?? '', taken);
  const { data } = await engineer.call('POST', '/data/user', { query: { template: into }, body: {} });
  assert.equal(data.hits.total.value, 5);
});
