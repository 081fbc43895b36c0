import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';

let at: TestPlatform;
let engineer: Caller;
let template: string;

before(async () => {
  at = await startPlatform();
  engineer = await at.a.as('data engineer');
  const items = [
    { name: 'long1', value_type: 3 },
    { name: 'kw1', value_type: 8 },
    { name: 'num1', value_type: 6 },
  ];
  template = await deployTemplate(engineer, 'Whole numbers', items);
});
after(() => at.stop());

/** A call whose body is sent as it is written: JavaScript would round its numbers. */
const send = (method: string, body: string) =>
  engineer.call(method, '/data/user', { query: { template }, body, type: 'application/json' });

test('[API-30] [API-31] a number sent as JSON keeps all its digits where they count', async () => {
  for (const digits of ['9007199254740992', '9007199254740993', '-9223372036854775808'])
    assert.equal((await send('PUT', `{"data":{"long1":${digits},"kw1":${digits},"num1":${digits}}}`)).code, 30);
  const ask = async (query: string) => {
    const { data } = await send('POST', `{"query":${query},"sort":[{"long1":"asc"}]}`);
    return data.hits.hits.map((hit: { readonly _source: { readonly long1: unknown } }) => hit._source.long1);
  };
  assert.deepEqual(await ask('{"term":{"long1":9007199254740993}}'), ['9007199254740993']);
  assert.deepEqual(await ask('{"term":{"kw1":9007199254740993}}'), ['9007199254740993']);
  assert.deepEqual(await ask('{"range":{"long1":{"gt":9007199254740992}}}'), ['9007199254740993']);
  assert.deepEqual(await ask('{"terms":{"long1":[-9223372036854775808]}}'), ['-9223372036854775808']);
  assert.equal((await ask('{"range":{"num1":{"gte":9007199254740992}}}')).length, 2);
});

test('[API-31] columns of a hit, of its inner hits and of a top_hits have every digit of a number', async () => {
  const items = [
    { name: 'long1', value_type: 3 },
    { name: 'nest1', value_type: 22, items: [{ name: 'num1', value_type: 3 }] },
  ];
  const query = { template: await deployTemplate(engineer, 'Columns', items) };
  const digits = '9007199254740993';
  const body = `{"data":{"long1":${digits},"nest1":[{"num1":${digits}}]}}`;
  assert.equal((await engineer.call('PUT', '/data/user', { query, body, type: 'application/json' })).code, 30);
  const wanted = (field: string) => ({ docvalue_fields: [field], fields: [field], _source: false });
  const nested = { path: 'nest1', query: { match_all: {} }, inner_hits: wanted('nest1.num1') };
  const asked = {
    ...wanted('long1'),
    query: { nested },
    aggs: { first: { top_hits: { docvalue_fields: ['long1'], _source: false } } },
  };
  const text = await (await engineer.raw('POST', '/data/user', { query, body: asked })).text();
  assert.deepEqual(text.match(/"(long1|num1|nest1\.num1)":\[[^\]]*\]/g), [
    `"long1":[${digits}]`,
    `"nest1.num1":[${digits}]`,
    `"long1":[${digits}]`,
    `"nest1.num1":[${digits}]`,
  ]);
});

test('[API-30] a number beyond every long is refused with the digits it came with', async () => {
  const refused = await send('PUT', '{"data":{"long1":9223372036854775808}}');
  assert.deepEqual([refused.http, refused.code], [422, 31]);
  assert.match(JSON.stringify(refused.error), /9223372036854775808/);
});

test('[STR-01] [API-31] a number with a fraction sent as JSON keeps all its digits in a text', async () => {
  const digits = '-12345678901234567890.12345678901';
  const items = [
    { name: 'kw1', value_type: 8 },
    { name: 'num1', value_type: 6 },
    { name: 'obj1', value_type: 21, items: [{ name: 'kw2', value_type: 8 }] },
  ];
  const query = { template: await deployTemplate(engineer, 'Fractions', items) };
  const line = `{"kw1":${digits},"num1":${digits},"obj1":{"kw2":${digits}}}`;
  const body = `${line}\n${line}\n`;
  const sent = await engineer.call('POST', '/feature/data', { query, body, type: 'application/x-ndjson' });
  assert.equal(sent.data.accepted, 2);
  const { data } = await engineer.call('POST', '/data/user', { query, body: { query: { match_all: {} } } });
  const found = data.hits.hits.map((hit: { readonly _source: Readonly<Record<string, unknown>> }) => hit._source);
  for (const { kw1, num1, obj1 } of found)
    assert.deepEqual({ kw1, num1, obj1 }, { kw1: digits, num1: Number(digits), obj1: { kw2: digits } });
});
