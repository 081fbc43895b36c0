import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { MASKED } from '@datasarana/schema';
import { type Caller, deployTemplate, EVERY_TYPE, startPlatform, type TestPlatform } from '@datasarana/testkit';

let here: TestPlatform;
let there: TestPlatform;
let engineer: Caller;
let origin: Caller;
let token: string;
let theirs: string;
type Fate = 'pass' | 'cut' | 'busy';
/** Stands between the two: what it does with a request is up to the test. */
let between: Server;
let meddle: (path: string) => Fate | Promise<Fate> = () => 'pass';
let searches = 0;

const port = (server: Server): number => (server.address() as AddressInfo).port;
const way = (): string => `http://127.0.0.1:${port(between)}`;

before(async () => {
  [here, there] = await Promise.all([startPlatform(), startPlatform()]);
  engineer = await here.a.as('data engineer');
  origin = await there.a.as('data engineer');
  const made = await origin.call('PUT', '/session/token', { body: { name: 'for the other platform' } });
  token = made.data.token;
  between = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/api/data/user')) searches++;
    const fate = await meddle(path);
    if (fate === 'busy') return void response.writeHead(503).end('busy');
    const target = new URL(path, there.url);
    const onward = ask(target, { method: request.method, headers: request.headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      if (fate === 'pass') return void reply.pipe(response);
      reply.once('data', (chunk: Buffer) => response.write(chunk.subarray(0, 100), () => response.socket?.destroy()));
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  await fill();
});
after(async () => {
  between.closeAllConnections();
  between.close();
  await Promise.all([here.stop(), there.stop()]);
});

const RECORDS = [
  '{"code":"full","byte1":-128,"short1":32767,"int1":-2147483648,"long1":9223372036854775807,"half1":0.5,"float1":1.25,"double1":0.1,"txt1":"one\\n\\"two\\", three\\ttab","day1":1608854400123,"flag1":true,"bin1":"AAEC","list1":["a","b, c","\\""],"obj1":{"num1":7,"day1":20240101,"at1":{"lat":-1.5,"lon":2}},"nest1":[{"kw1":"x","num1":1},{"kw1":"y","num1":9007199254740993}],"at":{"lat":3.118,"lon":101.621},"area":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}',
  '{"code":"=1+1","txt1":"\'=kept","flag1":false,"day1":-62000000000000,"at":{"lat":-90,"lon":180}}',
  '{"code":"-cmd","txt1":"_x000D_ is no line end","day1":20240101,"double1":-1e-7,"area":{"type":"Point","coordinates":[5,6]}}',
  '{"code":"007","txt1":"@you, [1] {\\"a\\":1}","day1":-62135596800000,"list1":["=a"]}',
  '{"code":" spaced ","txt1":"null"}',
  '{"code":"bare"}',
];
const MANY = 4500;

async function deployed(caller: Caller, name: string, items: readonly object[]): Promise<string> {
  return deployTemplate(caller, name, items);
}

async function recordsOf(caller: Caller, template: string): Promise<readonly string[]> {
  const body = { size: 10_000, sort: [{ code: 'asc' }], _source: EVERY_TYPE.map(({ name }) => name) };
  const text = await (await caller.raw('POST', '/data/user', { query: { template }, body })).text();
  return [...text.matchAll(/"_source":(\{.*?\}),"sort":/g)].map(([, source = '']) => source);
}

async function sameRecords(ours: string): Promise<void> {
  const [mine, wanted] = [await recordsOf(engineer, ours), await recordsOf(origin, theirs)];
  assert.equal(mine.length, RECORDS.length + MANY);
  const other = mine.findIndex((record, i) => record !== wanted[i]);
  assert.deepEqual(mine[other], wanted[other]);
}

const allow = async () =>
  (await here.a.as('cluster administrator')).call('PATCH', '/cluster/outbound', {
    body: { allow: [new URL(way()).host, new URL(there.url).host] },
  });
const save = (ds: object) =>
  engineer.call('PUT', '/schema/source', {
    body: { name: 'Other platform', type: 'Data', format: 'platform', provider: 'platform', ds, columns: [] },
  });
const run = (source: string, template: string, query: object = {}) =>
  engineer.call('POST', '/data/source', { query: { source, template, ...query } });

async function fill(): Promise<void> {
  theirs = await deployed(origin, 'Everything', EVERY_TYPE);
  const many = Array.from({ length: MANY }, (_, i) => `{"code":"n${i}","int1":${i}}`);
  const body = `${[...RECORDS, ...many].join('\n')}\n`;
  const sent = await origin.call('POST', '/feature/data', {
    query: { template: theirs },
    body,
    type: 'application/x-ndjson',
  });
  assert.equal(sent.data.accepted, RECORDS.length + MANY, JSON.stringify(sent.data.errors));
}

test('[SEC-07] another platform inside the network is called only when the list names it', async () => {
  const refused = await engineer.call('POST', '/schema/platform/template', { body: { url: way(), token } });
  assert.equal(refused.http, 422);
  assert.match(refused.error?.hint ?? '', /Outbound addresses/);
});

test('[SRC-37] templates, fields, ten rows, and every record of every value type as it was, page by page', async () => {
  await allow();
  const reach = { url: `${way()}/`, token };
  const { data: found } = await engineer.call('POST', '/schema/platform/template', { body: reach });
  assert.deepEqual(found, { templates: [{ id: theirs, name: 'Everything' }] });
  const { data: told } = await engineer.call('POST', '/schema/platform/field', {
    body: { ...reach, template: theirs },
  });
  assert.deepEqual(
    told.fields.map(({ name, value_type }: { name: string; value_type: number }) => ({ name, value_type })),
    EVERY_TYPE.map(({ name, value_type }) => ({ name, value_type })),
  );
  const { data: like } = await engineer.call('PUT', '/schema/data/template', {
    body: { name: 'Like it', items: told.items },
  });
  const shape = (items: readonly Readonly<Record<string, unknown>>[]): unknown =>
    items
      .filter(({ system }) => system !== true)
      .map(({ name, value_type, is_key, items: inner }) => [
        name,
        value_type,
        is_key === true,
        shape((inner ?? []) as never),
      ]);
  assert.deepEqual(
    shape(like.items),
    shape(EVERY_TYPE),
    'a template like it has the same fields, those of objects too',
  );
  const kept = await save({ ...reach, template: theirs });
  assert.equal(kept.data?.ds.token, MASKED, JSON.stringify(kept));
  const sample = await engineer.call('PUT', '/schema/source/converter', {
    body: { source: kept.data.id, columns: [], preview: true },
  });
  assert.deepEqual([sample.data.columns.length, sample.data.before.length], [EVERY_TYPE.length + 1, 10]);
  const ours = await deployed(engineer, 'Copy', EVERY_TYPE);
  const before = searches;
  const { data, error } = await run(kept.data.id, ours);
  assert.deepEqual(
    [data?.read, data?.accepted, data?.rejected],
    [RECORDS.length + MANY, RECORDS.length + MANY, 0],
    JSON.stringify(data?.errors ?? error),
  );
  assert.equal(searches - before, 4, 'three pages and the empty one behind them');
  await sameRecords(ours);
  const again = await run(kept.data.id, ours);
  assert.deepEqual([again.data.accepted, again.data.unchanged], [0, RECORDS.length + MANY]);
});

test('[SRC-37] a search narrows what is read; a search that cannot be read is told with its field', async () => {
  const ours = await deployed(engineer, 'Some', EVERY_TYPE);
  const some = await save({ url: way(), token, template: theirs, search: 'int1:[10 TO 19]' });
  assert.equal((await run(some.data.id, ours)).data?.accepted, 10);
  const bad = await save({ url: way(), token, template: theirs, search: 'int1:[10 TO' });
  const refused = await run(bad.data.id, ours);
  assert.deepEqual([refused.http, Object.keys(refused.error?.error.fields ?? {})], [422, ['ds.search']]);
});

test('[SRC-37] a connection that breaks off or a busy platform is asked again behind the last record', async () => {
  const ours = await deployed(engineer, 'Broken', EVERY_TYPE);
  const source = await save({ url: way(), token, template: theirs });
  const fates = ['pass', 'cut', 'busy', 'cut', 'pass', 'cut', 'pass'] as const;
  let at = 0;
  meddle = (path) => (path.startsWith('/api/data/user') ? (fates[at++] ?? 'pass') : 'pass');
  const { data, error } = await run(source.data.id, ours);
  assert.deepEqual([data?.read, data?.accepted], [RECORDS.length + MANY, RECORDS.length + MANY], JSON.stringify(error));
  assert.ok(at >= fates.length);
  meddle = () => 'pass';
  await sameRecords(ours);
});

test('[SRC-37] [ERR-07] one that stays away ends the import with a sentence, and nothing of it is stored', async () => {
  const ours = await deployed(engineer, 'Away', EVERY_TYPE);
  const source = await save({ url: way(), token, template: theirs });
  let at = 0;
  meddle = (path) => (path.startsWith('/api/data/user') && at++ > 0 ? 'cut' : 'pass');
  const refused = await run(source.data.id, ours);
  meddle = () => 'pass';
  assert.deepEqual([refused.http, refused.code], [504, 36]);
  assert.match(refused.error?.message ?? '', /broke off after 2000 records.*Nothing of this import was stored/);
  assert.equal((await recordsOf(engineer, ours)).length, 0);
});

const CHANGES: readonly (readonly [
  what: string,
  lost: string,
  change: (items: readonly object[]) => readonly object[],
])[] = [
  ['a field that is taken away', 'txt1', ([code, , obj]) => [code, obj] as object[]],
  [
    'a field inside an object that is taken away',
    'obj1.int1',
    ([code, txt, obj]) => [code as object, txt as object, { ...obj, items: [{ name: 'kw1', value_type: 8 }] }],
  ],
  [
    'a field that becomes private',
    'txt1',
    ([code, txt, obj]) => [
      code as object,
      { ...txt, is_private: true, contributor: 'tenant administrator' },
      obj as object,
    ],
  ],
];
for (const [what, lost, change] of CHANGES)
  test(`[SRC-37] ${what} while records are read refuses the import, as the later ones lack it`, async () => {
    const inner = [
      { name: 'kw1', value_type: 8 },
      { name: 'int1', value_type: 2 },
    ];
    const items = [
      { name: 'code', value_type: 8, is_key: true },
      { name: 'txt1', value_type: 8 },
      { name: 'obj1', value_type: 21, items: inner },
    ];
    const changing = await deployed(origin, 'Changing', items);
    const lines = Array.from({ length: 2500 }, (_, i) => `{"code":"n${i}","txt1":"t","obj1":{"kw1":"k","int1":${i}}}`);
    await origin.call('POST', '/feature/data', {
      query: { template: changing },
      body: `${lines.join('\n')}\n`,
      type: 'application/x-ndjson',
    });
    const ours = await deployed(engineer, 'Changed', items);
    const source = await save({ url: way(), token, template: changing });
    let pages = 0;
    meddle = async (path): Promise<Fate> => {
      if (!path.startsWith('/api/data/user') || ++pages !== 2) return 'pass';
      const body = { id: changing, items: change(items) };
      await origin.call('PATCH', '/schema/data/template?mode=deep', { body });
      await origin.call('PATCH', '/schema/data/template?mode=deploy', { body: { id: changing } });
      return 'pass';
    };
    const refused = await run(source.data.id, ours);
    meddle = () => 'pass';
    assert.deepEqual([refused.http, Object.keys(refused.error?.error.fields ?? {})], [422, ['ds.template']]);
    assert.match(
      refused.error?.message ?? '',
      new RegExp(`changed while it was read: it lost ${lost.replace('.', '\\.')},.*run it again`),
    );
    assert.equal((await recordsOf(engineer, ours)).length, 0);
    await origin.call('DELETE', `/schema/data/template/${changing}`);
  });

test('[SRC-37] a wrong token, a template that is gone and a server that is no platform are told with the field to look at', async () => {
  const fields = async (path: string, body: object) => {
    const { error, http } = await engineer.call('POST', path, { body });
    return [http, Object.keys(error?.error.fields ?? {}), error?.message];
  };
  const [http, names, message] = await fields('/schema/platform/template', { url: way(), token: `${token}0` });
  assert.deepEqual([http, names], [422, ['ds.token']]);
  assert.match(String(message), /refused this token.*Make a new one/);
  assert.deepEqual((await fields('/schema/platform/template', { url: way(), token: 'secret' }))[1], ['ds.token']);
  const bound = await origin.call('PUT', '/session/token', { body: { name: 'writes', templates: [theirs] } });
  const reader = await fields('/schema/platform/field', { url: way(), token: bound.data.token, template: theirs });
  assert.deepEqual(reader.slice(0, 2), [422, ['ds.token']]);
  assert.match(String(reader[2]), /does not let this token read that: .*Make a token without `templates`/);
  const gone = await fields('/schema/platform/field', { url: way(), token, template: 'nope' });
  assert.deepEqual(gone.slice(0, 2), [422, ['ds.template']]);
  assert.match(String(gone[2]), /has no template 'nope' any more/);
  const strange = createServer((_request, response) => void response.end('<html>hello</html>')).listen(0, '127.0.0.1');
  await once(strange, 'listening');
  const url = `http://127.0.0.1:${port(strange)}`;
  await (await here.a.as('cluster administrator')).call('PATCH', '/cluster/outbound', {
    body: { allow: [new URL(url).host] },
  });
  const other = await fields('/schema/platform/template', { url, token });
  assert.deepEqual(other.slice(0, 2), [422, ['ds.url']]);
  assert.match(String(other[2]), /not as a Datasarana platform/);
  strange.close();
  await allow();
});

test('[SEC-02] [SRC-14] the token of a saved source stays with its tenant and its address', async () => {
  const source = await save({ url: way(), token, template: theirs });
  const body = { url: way(), token: MASKED, source: source.data.id };
  assert.equal((await engineer.call('POST', '/schema/platform/template', { body })).data?.templates.length, 1);
  const elsewhere = await engineer.call('POST', '/schema/platform/template', { body: { ...body, url: there.url } });
  assert.deepEqual(Object.keys(elsewhere.error?.error.fields ?? {}), ['ds.token']);
  const stranger = await here.b.as('data engineer');
  assert.equal((await stranger.call('POST', '/schema/platform/template', { body })).http, 404);
  assert.equal(
    (await stranger.call('POST', '/data/source', { query: { source: source.data.id, template: 'x' } })).http,
    404,
  );
});

test('[SRC-37] a backslash of another platform is a letter, and signs that no file of text holds are those of its texts', async () => {
  await allow();
  const items = [
    { name: 'num1', value_type: 2, is_key: true, mandatory: true },
    { name: 'txt1', value_type: 8 },
  ];
  const rows = ['\\N', 'a\\tb', 'c\\\\d', '\u0001\u0002\u0003'.repeat(200)].map((txt1, num1) => ({ num1, txt1 }));
  const letters = await deployed(origin, 'Letters', items);
  const body = `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
  await origin.call('POST', '/feature/data', { query: { template: letters }, body, type: 'application/x-ndjson' });
  const ours = await deployed(engineer, 'Letters', items);
  const kept = await save({ url: way(), token, template: letters });
  assert.equal((await run(kept.data.id, ours)).data?.accepted, rows.length);
  const found = await engineer.call('POST', '/data/user', {
    query: { template: ours },
    body: { sort: [{ num1: 'asc' }] },
  });
  assert.deepEqual(
    found.data.hits.hits.map(({ _source: { num1, txt1 } }: { _source: Record<string, unknown> }) => ({ num1, txt1 })),
    rows,
  );
});
