import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';
import { zipOf } from '@datasarana/testkit/corpus';

let platform: TestPlatform;
let engineer: Caller;
let other: Caller;
let template: string;
let converter: string;

const columns = [
  { name: 'Order', item_id: 'code', transform: [{ kind: 'upper' }] },
  { name: 'When', item_id: 'day1', format: 'dd/MM/yyyy' },
  { name: 'Rest', item_id: null },
];

async function deployed(caller: Caller): Promise<string> {
  const items = [
    { name: 'code', value_type: 8, is_key: true, mandatory: true },
    { name: 'day1', value_type: 9 },
    { name: 'num1', value_type: 2 },
  ];
  return deployTemplate(caller, 'Orders', items);
}
const keep = async (caller: Caller, body: object): Promise<string> =>
  (await caller.call('PUT', '/schema/source/converter', { body: { name: 'Orders', columns, ...body } })).data.id;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
  other = await platform.b.as('data engineer');
  template = await deployed(engineer);
  converter = await keep(engineer, { template });
});
after(() => platform.stop());

const FILE = 'Order,When,Rest\na1,03/04/2020,x\nb2,05/06/2020,y\n';
const send = (path: string, body: string, query: object, caller = engineer) =>
  caller.call('POST', path, {
    query: { template, source: converter, ...query },
    body,
    ...(path === '/feature/data' && { type: 'application/x-ndjson' }),
    ...(path === '/data/file' && { type: 'application/octet-stream' }),
  });
async function stored(template: string): Promise<readonly unknown[][]> {
  const { data } = await engineer.call('POST', '/data/user', {
    query: { template },
    body: { sort: [{ code: 'asc' }] },
  });
  return data.hits.hits.map(({ _source }: { _source: { code: string; day1?: unknown; num1?: unknown } }) => [
    _source.code,
    _source.day1,
    _source.num1,
  ]);
}
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);

for (const [path, body] of [
  ['/data/csv', FILE],
  ['/data/file', FILE],
  ['/feature/data', '{"Order":"a1","When":"03/04/2020","Rest":"x"}\n{"Order":"b2","When":"05/06/2020","Rest":"y"}\n'],
] as const) {
  test(`[STR-02] [API-82] source= on ${path} applies the columns, formats and functions of the converter`, async () => {
    const own = await deployed(engineer);
    const source = await keep(engineer, { name: path, template: own });
    const { data, error } = await send(path, body, { template: own, source });
    assert.deepEqual([data?.read, data?.rejected], [2, 0], JSON.stringify(error ?? data));
    const rows = await stored(own);
    assert.deepEqual(
      rows.map(([code, at]) => [code, typeof at === 'string' ? Date.parse(at) : at]),
      [
        ['A1', day('2020-04-03')],
        ['B2', day('2020-06-05')],
      ],
    );
  });
}

test('[STR-02] the id of a source picks its newest converter for the template, else its own columns', async () => {
  const kept = async (body: object): Promise<string> => {
    const settings = { type: 'Data', format: 'csv', provider: 'local_file', csv: { file: 'orders.csv' } };
    const { data, error } = await engineer.call('PUT', '/schema/source', { body: { ...settings, ...body } });
    assert.equal(error, null, JSON.stringify(error));
    return data.id;
  };
  const own = await deployed(engineer);
  const bare = await kept({ name: 'Bare orders' });
  const refused = await send('/data/csv', FILE, { template: own, source: bare });
  assert.deepEqual([refused.http, refused.code], [422, 31]);
  assert.match(refused.error?.error.fields?.source ?? '', /^The source 'Bare orders' has no columns for the template/);

  const [order, when, rest] = columns;
  const plain = [{ ...order, transform: [] }, when, rest].map((each, index) => ({ ...each, index }));
  const source = await kept({ name: 'Orders', columns: plain });
  assert.equal((await send('/data/csv', FILE, { template: own, source })).data?.accepted, 2);
  assert.deepEqual(
    (await stored(own)).map(([code]) => code),
    ['a1', 'b2'],
  );

  await keep(engineer, { name: 'Elsewhere', source, template });
  await keep(engineer, { name: 'Old', source, template: own, columns: [order, { name: 'When', item_id: null }, rest] });
  await keep(engineer, { name: 'New', source, template: own });
  assert.equal((await send('/data/csv', FILE, { template: own, source })).data?.accepted, 2);
  const rows = await stored(own);
  assert.deepEqual(
    rows.map(([code]) => code),
    ['A1', 'B2', 'a1', 'b2'],
  );
  assert.ok(rows[0]?.[1], 'the day that the older converter leaves out');
});

test('[STR-02] what the query says about a column comes before the converter', async () => {
  const query = { columns: '{"Rest":"num1"}', transforms: '{"Order":[{"kind":"trim"}]}', dry_run: true };
  const { data } = await send('/data/csv', 'Order,When,Rest\na1,03/04/2020,7\n', query);
  assert.deepEqual([data.read, data.accepted + data.replaced + data.unchanged, data.rejected], [1, 1, 0]);
  const refused = await send('/data/csv', 'Order,When,Rest,More\na1,03/04/2020,7,8\n', {});
  assert.deepEqual([refused.http, Object.keys(refused.error?.error.fields ?? {})], [422, ['More']]);
});

test("[STR-02] [SEC-01] a converter that is unknown, removed or another tenant's is not found", async () => {
  const foreign = await keep(other, {});
  const removed = await keep(engineer, { name: 'Gone' });
  const gone = await engineer.call('DELETE', `/schema/source/converter/${removed}`);
  assert.equal(gone.code, 30, JSON.stringify(gone.error));
  for (const source of ['nowhere', foreign, removed]) {
    for (const path of ['/data/csv', '/data/file', '/feature/data']) {
      const { http, code, error } = await send(path, FILE, { source });
      assert.deepEqual([http, code, error?.message], [404, 34, `There is no source or converter '${source}'.`]);
    }
  }
  const theirs = await deployed(other);
  assert.equal((await send('/data/csv', FILE, { template: theirs }, other)).http, 404);
});

test('[STR-02] a converter made for another template is refused with a sentence', async () => {
  const second = await deployed(engineer);
  const { http, code, error } = await send('/data/csv', FILE, { template: second });
  assert.deepEqual([http, code], [422, 31]);
  assert.match(error?.message ?? '', /The converter 'Orders' was made for the template '.+', not for '.+'\./);
  const free = await keep(engineer, { name: 'Any' });
  assert.equal((await send('/data/csv', FILE, { template: second, source: free })).data.accepted, 2);
});

test('[STR-02] [API-82] [SRC-31] a converter keeps how its file is opened: it is found by the columns the file shows by itself, and opens the next one', async () => {
  const own = await deployed(engineer);
  const detected = ['Report of orders', 'column_2', 'column_3'];
  const opening = { path: 'data.orders', beside: true };
  const source = await keep(engineer, { template: own, opening, detected_columns: detected });
  const search = async (body: object, caller = engineer) =>
    (await caller.call('POST', '/schema/source/converter', { body: { template: own, ...body } })).data;
  assert.deepEqual(
    (await search({ detected_columns: detected.toReversed() })).map((each: { id: string; opening: object }) => [
      each.id,
      each.opening,
    ]),
    [[source, opening]],
  );
  assert.equal((await search({ columns: ['Order', 'When', 'Rest'] }))[0].id, source);
  assert.deepEqual(await search({ columns: detected }), []);
  assert.deepEqual(await search({ detected_columns: ['Order', 'When', 'Rest'] }), []);
  assert.deepEqual(await search({ detected_columns: detected }, other), []);

  const rows = [{ Order: 'a1', When: '03/04/2020' }];
  const file = JSON.stringify({ data: { orders: rows, other: [{ x: 1 }, { x: 2 }] }, Rest: 'x' });
  const { data, error } = await send('/data/file', file, { template: own, source });
  assert.deepEqual([data?.read, data?.accepted], [1, 1], JSON.stringify(error ?? data));
  const elsewhere = await send('/data/file', file, { template: own, source, path: 'data.other', dry_run: true });
  assert.equal(elsewhere.data?.read ?? elsewhere.http, 422, 'what the query says comes before');

  const plain = await keep(engineer, { template: own });
  const [found] = await search({ detected_columns: ['Order', 'When', 'Rest'] });
  assert.deepEqual([found.id, found.opening], [plain, null], 'a file that opens by itself');
});

test('[STR-02] a converter opens delimited text by its header row and delimiter; an opening that does not exist is refused', async () => {
  const own = await deployed(engineer);
  const source = await keep(engineer, {
    template: own,
    opening: { header_row: 3, delimiter: '|', encoding: 'cp1252' },
  });
  const text = Buffer.from('Orders\n\nOrder|When|Rest\n\xe41|03/04/2020|x\n', 'latin1');
  for (const path of ['/data/csv', '/data/file'] as const) {
    const { data, error } = await send(path, text as never, { template: own, source });
    assert.deepEqual([data?.read, data?.rejected], [1, 0], JSON.stringify(error ?? data));
  }
  assert.deepEqual(
    (await stored(own)).map(([code]) => code),
    ['Ä1'],
  );
  const refused = async (opening: object) =>
    (await engineer.call('PUT', '/schema/source/converter', { body: { columns, opening } })).http;
  assert.deepEqual(
    [
      await refused({ delimiter: '%' }),
      await refused({ encoding: 'klingon' }),
      await refused({ header_row: -1 }),
      await refused({ escapes: 'some' }),
      await refused({ table: 2 }),
    ],
    [400, 400, 400, 400, 400],
  );
});

test('[STR-02] [SRC-31] a converter is found by a title with another date, and opens the file of an archive with another date in its name', async () => {
  const own = await deployed(engineer);
  const opening = { entry: 'orders-2026-11-28.csv' };
  const body = { template: own, opening, detected_columns: ['Report of 2026-11-28', 'column_2'] };
  const source = await keep(engineer, body);
  const search = async (title: string) =>
    (
      await engineer.call('POST', '/schema/source/converter', {
        body: { template: own, detected_columns: [title, 'column_2'] },
      })
    ).data.length;
  assert.deepEqual([await search('Report of 2026-12-5'), await search('Report on 2026-12-05')], [1, 0]);
  const zip = (...days: string[]): Buffer =>
    zipOf([
      { name: 'other.csv', bytes: Buffer.from('x,y\n1,2\n') },
      ...days.map((day) => ({ name: `orders-${day}.csv`, bytes: Buffer.from(FILE) })),
    ]);
  const sent = async (file: Buffer, query: object = {}) => {
    const { data, error } = await send('/data/file', file as never, { template: own, source, dry_run: true, ...query });
    return data?.read ?? error?.message;
  };
  assert.equal(await sent(zip('2026-12-05')), 2);
  assert.match(await sent(zip('2026-12-05', '2026-12-06')), /holds no file 'orders-2026-11-28.csv', but 3/);
  assert.match(
    await sent(zip('2026-12-05'), opening),
    /holds no file 'orders-2026-11-28.csv', but 2/,
    'a name that the query says',
  );
});
