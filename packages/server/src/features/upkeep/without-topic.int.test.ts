import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, EVERY_TYPE, startPlatform, type TestPlatform, until } from '@datasarana/testkit';
import { systemScope } from '../../access/system-scope.ts';
import { Upkeep } from './upkeep.ts';

let platform: TestPlatform;
let engineer: Caller;
let other: Caller;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
  other = await platform.b.as('data engineer');
});
after(() => platform.stop());

const ITEMS = [
  { name: 'code', value_type: 8, mandatory: true },
  { name: 'note', value_type: 7 },
  { name: 'num1', value_type: 2 },
];
const KEYED = ITEMS.map((item) => (item.name === 'code' ? { ...item, is_key: true } : item));
const TEMPLATE = '/schema/data/template';
const REBUILD = `${TEMPLATE}/index/rebuild`;

const load = (template: string, rows: readonly string[]) =>
  engineer.call('POST', '/data/csv', { query: { template }, body: `code,note,num1\n${rows.join('\n')}\n` });

const deploy = (id: string, config: object) =>
  engineer.call('PATCH', TEMPLATE, { query: { mode: 'deploy' }, body: { id, config } });

const topic = async (id: string, who = engineer) =>
  (await who.call('GET', `${TEMPLATE}/stats`, { query: { id, metric: 'kafka-stats' } })).data;

const upkeep = (id: string): Promise<void> => {
  const { services } = platform.platform;
  return new Upkeep(services).topic(systemScope(services.config.clusterId, platform.a.id), id, true);
};

const count = async (template: string): Promise<number> =>
  (await engineer.call('POST', '/data/user', { query: { template }, body: { size: 0 } })).data.hits.total.value;

const kept = (id: string) =>
  until(
    () => topic(id),
    (stats) => stats.kept,
  );

async function compared(id: string) {
  const begun = await engineer.call('POST', REBUILD, { body: { id, from: 'topic' } });
  assert.equal(begun.http, 202, JSON.stringify(begun.error));
  const { data } = await until(
    () => engineer.call('GET', REBUILD, { query: { id } }),
    ({ data: { state } }) => state !== 'running',
  );
  assert.equal(data.state, 'done', data.reason);
  return [data.documents, data.comparison.missing, data.comparison.extra];
}

test('[TPL-36] [TPL-13] without kafka_index messages go once they are applied, and reading, reset and rebuild say so', async () => {
  const id = await deployTemplate(engineer, 'No topic', ITEMS, { config: { kafka_index: false } });
  const { data } = await load(id, ['a,one,1', 'b,two,2', 'c,three,x']);
  assert.deepEqual([data.read, data.accepted, data.rejected], [3, 2, 1]);
  await upkeep(id);
  const stats = await topic(id);
  assert.deepEqual([stats.kept, stats.messages, stats.lag], [false, 0, 0]);
  assert.equal(await count(id), 2);
  const refused = [
    engineer.call('POST', `${TEMPLATE}/stream`, { body: { id, partition: 0, offset: 0, size: 10 } }),
    engineer.call('POST', `${TEMPLATE}/stream/reset`, { body: { id, partitions: [{ partition: 0, last_offset: 0 }] } }),
    engineer.call('POST', REBUILD, { body: { id, from: 'topic' } }),
  ];
  for (const { http, code, error } of await Promise.all(refused)) {
    assert.deepEqual([http, code], [409, 31]);
    assert.match(error?.message ?? '', /keeps no topic: its messages go once they are applied/);
    assert.match(error?.hint ?? '', /Switch kafka_index on/);
  }
  const rows = [{ line: 4, raw: { code: 'c', note: 'three', num1: '3' } }];
  const mended = await engineer.call('POST', `/data/batch/${data.batch}/replay`, { body: { rows } });
  assert.equal(mended.data.accepted, 1);
  assert.equal((await engineer.call('POST', `/data/batch/${data.batch}/undo`, { body: {} })).data.removed, 3);
});

test('[TPL-36] [STR-08] a topic that is switched on and off twice has each record once, and nothing is applied twice', async () => {
  const id = await deployTemplate(engineer, 'Topic on and off', KEYED, { config: { kafka_index: false } });
  await load(id, ['a,one,1', 'b,two,2', 'x,refused,x']);
  await engineer.call('PUT', '/data/user', { query: { template: id }, body: { code: 'single', note: 'put', num1: 9 } });
  let records = 3;
  for (const round of [1, 2]) {
    await load(id, [`a,again ${round},1${round}`, `r${round},more,${round}`]);
    records += 1;
    const on = await deploy(id, { kafka_index: true });
    assert.equal(on.code, 30, JSON.stringify(on));
    const stats = await kept(id);
    assert.deepEqual([stats.messages, stats.lag], [records, 0]);
    assert.deepEqual(await compared(id), [records, 0, 0]);
    const partitions = stats.partitions.map(({ partition, first_offset }: Record<string, number>) => ({
      partition,
      last_offset: first_offset,
    }));
    const reset = await engineer.call('POST', `${TEMPLATE}/stream/reset`, { body: { id, partitions } });
    assert.deepEqual([reset.code, reset.data.batches], [30, 0]);
    assert.equal(await count(id), records);
    await load(id, [`s${round},behind the fill,1`, 'b,replaced behind the fill,3']);
    records += 1;
    await upkeep(id);
    assert.deepEqual(await compared(id), [records, 0, 0]);
    assert.equal((await deploy(id, { kafka_index: false })).code, 30);
    const off = await until(
      () => topic(id),
      ({ messages }) => messages === 0,
    );
    assert.equal(off.kept, false);
  }
});

const NDJSON = { 'content-type': 'application/x-ndjson' };
const VALUES = [
  {
    code: 'plain',
    byte1: -128,
    short1: 32767,
    int1: -2147483648,
    half1: 1.5,
    float1: 0.1,
    double1: 1e300,
    flag1: false,
  },
  { code: 'long', long1: '9223372036854775807', txt1: 'a "quoted"\nline, and more', day1: '2024-02-29T12:30:00.123Z' },
  {
    code: 'lists',
    list1: ['x', '', 'y'],
    nest1: [{ kw1: 'a', num1: '9007199254740993' }, { kw1: 'b' }],
    bin1: 'aGVsbG8=',
  },
  { code: 'places', at: { lat: -6.2, lon: 106.8 }, obj1: { num1: 7, day1: '1969-12-31', at1: { lat: 1, lon: 2 } } },
  {
    code: 'area',
    area: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    },
  },
];

test('[TPL-36] the topic is filled with values of every type as they are', async () => {
  const id = await deployTemplate(engineer, 'Every type', EVERY_TYPE, { config: { kafka_index: false } });
  const body = VALUES.map((row) => JSON.stringify(row)).join('\n');
  const { data } = await engineer.call('POST', '/feature/data', { query: { template: id }, body, headers: NDJSON });
  assert.equal(data.accepted, VALUES.length, JSON.stringify(data));
  const meta = { title: 'put by itself', tags: ['x', 'y'], location: { lat: 1, lon: 2 }, device_id: 'd1' };
  await engineer.call('PUT', '/data/user', { query: { template: id }, body: { meta, data: { code: 'single' } } });
  await deploy(id, { kafka_index: true });
  assert.equal((await kept(id)).messages, VALUES.length + 1);
  assert.deepEqual(await compared(id), [VALUES.length + 1, 0, 0]);
});

test('[TPL-36] archive alone, then topic and index beside it: each is filled from what keeps the rows', async () => {
  const config = { search_index: false, kafka_index: false };
  const id = await deployTemplate(engineer, 'Archive alone', ITEMS, { config });
  await load(id, ['a,one,1', 'b,two,2']);
  await upkeep(id);
  assert.equal((await topic(id)).messages, 0);
  await deploy(id, { kafka_index: true });
  assert.equal((await kept(id)).messages, 2);
  await load(id, ['c,three,3']);
  await deploy(id, { search_index: true });
  await until(
    () => engineer.call('POST', '/data/user', { query: { template: id }, body: {} }),
    ({ http }) => http === 200,
  );
  assert.equal(await count(id), 3);
  assert.deepEqual(await compared(id), [3, 0, 0]);
});

test('[TPL-36] a topic that keeps rows alone goes on until the index it fills is there', async () => {
  const id = await deployTemplate(engineer, 'Handed over', ITEMS, { config: { search_index: false, s3_index: false } });
  await load(id, ['a,one,1', 'b,two,2']);
  await upkeep(id);
  assert.equal((await deploy(id, { search_index: true, kafka_index: false })).code, 30);
  await until(
    () => topic(id),
    (stats) => !stats.kept && stats.messages === 0,
  );
  assert.equal(await count(id), 2);
});

test('[TPL-36] [SEC-02] what another tenant does leaves the topic as it is', async () => {
  const id = await deployTemplate(engineer, 'Topic of a', ITEMS, { config: { kafka_index: false } });
  await load(id, ['a,one,1']);
  const body = { id, config: { kafka_index: true } };
  assert.equal((await other.call('PATCH', TEMPLATE, { query: { mode: 'deploy' }, body })).http, 404);
  assert.equal(await topic(id, other), null);
  assert.equal((await topic(id)).kept, false);
});
