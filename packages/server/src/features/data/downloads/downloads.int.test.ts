import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployTemplate, EVERY_TYPE, platformForFile } from '@datasarana/testkit';
import { DOWNLOAD_FORMATS } from './download.ts';
import { storedRecords } from './testing/stored-records.ts';

const { platform, engineer } = await platformForFile();

const SQUARE = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};
const RECORDS = [
  {
    code: 'full',
    byte1: -128,
    short1: 32767,
    int1: -2147483648,
    half1: 0.5,
    float1: 1.25,
    double1: 0.1,
    txt1: 'line one\nline "two", three\ttab',
    day1: 1_608_854_400_123,
    flag1: true,
    bin1: 'AAEC',
    list1: ['a', 'b, c', '"'],
    obj1: { num1: 7, at1: { lat: -1.5, lon: 2 } },
    nest1: [
      { kw1: 'x', num1: 1 },
      { kw1: 'y', num1: 9007199254740991 },
    ],
    at: { lat: 3.118, lon: 101.621 },
    area: SQUARE,
  },
  { code: '=1+1', txt1: "'=kept", flag1: false, day1: -62_000_000_000_000, at: { lat: -90, lon: 180 } },
  {
    code: '-cmd',
    txt1: '_x000D_ is no line end',
    day1: 0,
    double1: -1e-7,
    area: { type: 'Point', coordinates: [5, 6] },
  },
  { code: '007', txt1: '@you', day1: 1_700_000_000_000, list1: ['=a'] },
  { code: 'bare' },
];

const deployed = (name: string): Promise<string> => deployTemplate(engineer, name, EVERY_TYPE);

const take = (template: string, body: Uint8Array, more = {}) =>
  engineer.call('POST', '/data/file', { query: { template, ...more }, body, type: 'application/octet-stream' });
const get = (template: string, format: string, body: unknown = {}, more = {}) =>
  engineer.raw('POST', '/data/user/bulk', { query: { template, format, ...more }, body });

for (const format of DOWNLOAD_FORMATS) {
  test(`[API-32] [VIS-19] [SEC-04] a download as ${format} taken back in gives the same records, of every value type`, async () => {
    const origin = await deployed(`Origin ${format}`);
    const lines = RECORDS.map((record) => `${JSON.stringify(record)}\n`).join('');
    const long = lines.replace('{"code":"full"', '{"long1":9223372036854775807,"code":"full"');
    const sent = await engineer.call('POST', '/feature/data', {
      query: { template: origin },
      body: long,
      type: 'application/x-ndjson',
    });
    assert.equal(sent.data.accepted, RECORDS.length, JSON.stringify(sent.data.errors));
    const response = await get(origin, format);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('x-total-count'), String(RECORDS.length));
    const copy = await deployed(`Copy ${format}`);
    const back = await take(copy, new Uint8Array(await response.arrayBuffer()));
    assert.deepEqual([back.code, back.data?.accepted, back.data?.read], [30, 5, 5], JSON.stringify(back));
    assert.deepEqual(
      await storedRecords(engineer, copy, EVERY_TYPE),
      await storedRecords(engineer, origin, EVERY_TYPE),
    );
  });
}

test('[API-32] chosen rows and columns are delivered alone, with their number', async () => {
  const template = await deployed('Chosen');
  await engineer.call('POST', '/data/csv', { query: { template }, body: 'code,int1\nA,1\nB,2\nC,3\n' });
  const body = { query: { terms: { code: ['A', 'C'] } } };
  const csv = await get(template, 'csv', body, { columns: 'int1,code' });
  assert.equal(csv.headers.get('x-total-count'), '2');
  assert.equal(await csv.text(), 'int1,code\r\n1,A\r\n3,C\r\n');
  const unknown = await get(template, 'csv', body, { columns: 'nothing' });
  assert.equal(unknown.status, 422);
  const post = await get(template, 'csv', { post_filter: { term: { code: 'A' } } });
  assert.equal(post.status, 400);
});

test('[API-32] a column the template does not have is refused by its name in every format, as is a part of an object in a list', async () => {
  const template = await deployed('Refused');
  await engineer.call('POST', '/data/csv', { query: { template }, body: 'code,int1\nA,1\n' });
  for (const format of DOWNLOAD_FORMATS) {
    for (const column of ['nothing', 'nest1.num1', 'code.']) {
      const refused = await get(template, format, {}, { columns: `code,${column}` });
      assert.equal(refused.status, 422, `${format}: ${column}`);
      assert.match((await refused.json()).error.message, new RegExp(`no column '${column}'`));
    }
    assert.equal((await get(template, format, {}, { columns: 'code,obj1,nest1,at' })).status, 200, format);
  }
  const line = await get(template, 'ndjson', {}, { columns: 'code,_post_type' });
  const { _id, ...rest } = JSON.parse(await line.text());
  assert.deepEqual(rest, { code: 'A', _post_type: 'import' });
  const hits = await get(template, 'json', {}, { columns: 'code' });
  assert.equal(hits.status, 400);
  assert.match((await hits.json()).error.hint, /_source/);
});

test('[API-32] matches come in the order and with the part of each record that the body asks for', async () => {
  const template = await deployed('Ordered');
  const lines = Array.from({ length: 10_007 }, (_, row) => `${row},${row % 3 === 0 ? '' : row % 5},text ${row}\n`);
  await engineer.call('POST', '/data/csv', { query: { template }, body: `code,int1,txt1\n${lines.join('')}` });
  const body = { sort: [{ int1: 'desc' }, { code: 'asc' }], _source: ['code', 'in*'], size: 2 };
  const expected = lines
    .map((line) => line.split(','))
    .toSorted(([a = '', x = ''], [b = '', y = '']) => Number(y || -1) - Number(x || -1) || (a < b ? -1 : 1))
    .map(([code = '', int1 = '']) => `${code},${int1}`);
  const csv = (await (await get(template, 'csv', body)).text()).trimEnd().split('\r\n');
  assert.deepEqual([csv[0], csv.length - 1], ['_id,code,int1', lines.length]);
  assert.deepEqual(
    csv.slice(1).map((line) => line.slice(line.indexOf(',') + 1)),
    expected,
  );
  const ndjson = (await (await get(template, 'ndjson', body)).text()).trimEnd().split('\n');
  assert.deepEqual(
    ndjson.map((line) => JSON.parse(line)).map(({ _id, ...fields }) => fields),
    expected.map((row) => row.split(',')).map(([code, int1]) => ({ code, ...(int1 && { int1: Number(int1) }) })),
  );
  const { code, data, total } = await (await get(template, 'json', body)).json();
  assert.deepEqual([code, total, data.length], [30, lines.length, lines.length]);
  assert.deepEqual(
    data.map((hit: { _source: { code: string; int1?: number } }) => `${hit._source.code},${hit._source.int1 ?? ''}`),
    expected,
  );
  assert.deepEqual(
    [data[0].sort, data.at(-1).sort],
    [
      [4, '10004'],
      [null, '9999'],
    ],
  );
  const idsAlone = await get(template, 'csv', { ...body, _source: false });
  assert.equal((await idsAlone.text()).split('\r\n')[0], '_id');
});

test('[API-32] no match is lost between pages in the order of a date that is written as its year', async () => {
  const template = await deployed('By year');
  const days = Array.from({ length: 10_007 }, (_, row) => Date.UTC(2020, 0, 1) + row * 3_600_000);
  const lines = days.map((day1, row) => `${JSON.stringify({ code: `${row}`, day1 })}\n`).join('');
  await engineer.call('POST', '/feature/data', { query: { template }, body: lines, type: 'application/x-ndjson' });
  const body = { sort: [{ day1: { order: 'desc', format: 'yyyy' } }], _source: ['code'] };
  const rows = (await (await get(template, 'csv', body)).text()).trimEnd().split('\r\n').slice(1);
  assert.deepEqual(
    rows.map((row) => Number(row.slice(row.indexOf(',') + 1))),
    days.map((_, row) => days.length - 1 - row),
  );
  const { data } = await (await get(template, 'json', body)).json();
  assert.deepEqual([data.length, data[0].sort, data.at(-1).sort], [days.length, ['2021'], ['2020']]);
});

test('[API-32] what chooses hits beside the query is refused by its name', async () => {
  const template = await deployed('Beside');
  for (const [name, value] of Object.entries({ post_filter: { match_all: {} }, min_score: 1, search_after: [1] })) {
    const body = { [name]: value, sort: [{ int1: 'asc' }] };
    const reply = await engineer.call('POST', '/data/user/bulk', { query: { template, format: 'csv' }, body });
    assert.deepEqual([reply.http, reply.code], [400, 32]);
    assert.ok(reply.error?.message?.includes(`'${name}'`), reply.error?.message);
  }
});

test('[FMT-08] [VIS-19] dates are exported in ISO 8601 UTC in every format that has dates as text, those inside objects too', async () => {
  const items = [
    { name: 'day1', value_type: 9 },
    { name: 'at1', value_type: 30 },
    { name: 'obj1', value_type: 21, items: [{ name: 'day2', value_type: 9 }] },
    { name: 'nest1', value_type: 22, items: [{ name: 'day3', value_type: 9 }] },
  ];
  const template = await deployTemplate(engineer, 'Dates', items);
  const day = '1986-09-04T20:30:00+07:00';
  const data = { day1: day, at1: { lat: 3, lon: 4 }, obj1: { day2: day }, nest1: [{ day3: day }, {}] };
  const body = `${JSON.stringify({ data })}\n${JSON.stringify({ data: { at1: data.at1 } })}\n`;
  await engineer.call('POST', '/feature/data', { query: { template }, body, type: 'application/x-ndjson' });
  const text = async (format: string) => (await get(template, format, { sort: [{ day1: 'asc' }] })).text();
  const [written, moment] = ['1986-09-04T13:30:00.000Z', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/];
  const geo = JSON.parse(await text('geojson')).features.map((each: { properties: object }) => each.properties);
  const lines = (await text('ndjson')).trimEnd().split('\n');
  const { records } = JSON.parse(await text('datasarana'));
  for (const [record, empty] of [geo, lines.map((line) => JSON.parse(line)), records]) {
    assert.deepEqual([record.day1, record.obj1.day2, record.nest1[0].day3], [written, written, written]);
    assert.match(record._ts, moment);
    assert.equal(empty.day1 ?? null, null);
  }
  assert.ok((await text('csv')).includes(`,${written},`));
});

test('[VIS-19] records without a place are no GeoJSON, with a hint what to take instead', async () => {
  const template = await deployTemplate(engineer, 'Nowhere', [{ name: 'num1', value_type: 2 }]);
  const reply = await engineer.call('POST', '/data/user/bulk', { query: { template, format: 'geojson' }, body: {} });
  assert.deepEqual([reply.http, reply.code], [422, 31]);
  assert.match(reply.error?.hint ?? '', /CSV/);
});

test('[SEC-02] another tenant downloads nothing', async () => {
  const template = await deployed('Mine');
  const other = await platform.b.as('data engineer');
  for (const format of DOWNLOAD_FORMATS) {
    const reply = await other.call('POST', '/data/user/bulk', { query: { template, format }, body: {} });
    assert.deepEqual([reply.http, reply.code, reply.data], [200, 34, null]);
  }
});
