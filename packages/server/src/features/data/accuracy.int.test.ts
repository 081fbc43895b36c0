import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Caller,
  type DoorCaller,
  deployTemplate,
  doorOf,
  startPlatform,
  type TestPlatform,
} from '@datasarana/testkit';

let at: TestPlatform;
let engineer: Caller;
let door: DoorCaller;
let template: string;

const ROWS = [
  ['a', 1],
  ['a', 2],
  ['b', 30],
  ['ö', 401],
] as const;

before(async () => {
  at = await startPlatform();
  engineer = await at.a.as('data engineer');
  door = await doorOf(at.url, await at.a.as('tenant administrator'));
  const items = [
    { name: 'kw1', value_type: 8 },
    { name: 'num1', value_type: 6 },
  ];
  template = await deployTemplate(engineer, 'Samples', items);
  for (const [i, [kw1, num1]] of ROWS.entries()) {
    await engineer.call('PUT', '/data/user', { query: { template }, body: { data: { kw1, num1 } } });
    await door('PUT', `/rows/_doc/${i}?refresh=true`, { kw1, num1 });
  }
});
after(() => at.stop());

const KW1 = { own: 'kw1', door: 'kw1.keyword' };
const hdr = { number_of_significant_value_digits: 2 };
const TOP = { at: 'top ö', kind: 'partial', shown: 2, of: 4 };
const NEAR = { at: 'near', kind: 'approximate', bound: 0.01 };
const bodyFor = (field: string, ...names: readonly string[]) => {
  const all: Record<string, object> = {
    all: { terms: { field } },
    exact: { percentiles: { field: 'num1' } },
    'top ö': { terms: { field, size: 1 } },
    near: { percentiles: { field: 'num1', hdr } },
  };
  return { size: 0, aggs: Object.fromEntries(names.map((name) => [name, all[name]])) };
};

const CASES = [
  { names: ['all', 'exact'], kind: 'exact', notes: [] },
  { names: ['near'], kind: 'approximate', notes: [NEAR] },
  { names: ['top ö'], kind: 'partial', notes: [TOP] },
  { names: ['all', 'near', 'top ö'], kind: 'partial', notes: [NEAR, TOP] },
];

test('[QRY-24] the platform says of each answer whether it is exact, approximate within a bound, or a part of more', async () => {
  for (const { names, kind, notes } of CASES) {
    const { data } = await engineer.call('POST', '/data/user', {
      query: { template },
      body: bodyFor(KW1.own, ...names),
    });
    assert.deepEqual(data.accuracy, { kind, notes }, names.join());
  }
});

test('[QRY-24] at the door the same stands beside the body, which is OpenSearch’s', async () => {
  const said = (header: unknown) => {
    const [kind, notes] = String(header).split('; ');
    return { kind, notes: JSON.parse(notes ?? '[]') };
  };
  for (const { names, kind, notes } of CASES) {
    const { headers, json } = await door('POST', '/rows/_search', bodyFor(KW1.door, ...names));
    assert.deepEqual(said(headers['x-accuracy']), { kind, notes }, names.join());
    assert.deepEqual(Object.keys(json).sort(), ['_shards', 'aggregations', 'hits', 'timed_out', 'took']);
    assert.deepEqual(json._shards.failed, 0);
  }
  const { headers, json } = await door('POST', '/rows/_search', { track_total_hits: 2 });
  assert.deepEqual(json.hits.total, { value: 2, relation: 'gte' });
  assert.deepEqual(said(headers['x-accuracy']), {
    kind: 'partial',
    notes: [{ at: 'hits', kind: 'partial', shown: 2 }],
  });
});

test('[QRY-24] of several searches in one request the notes say which they are of', async () => {
  const lines = [{}, bodyFor(KW1.door, 'all'), { index: 'absent' }, {}, {}, bodyFor(KW1.door, 'near')];
  const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  const { headers, json } = await door('POST', '/rows/_msearch', body, { 'content-type': 'application/x-ndjson' });
  assert.deepEqual(
    json.responses.map(({ status }: { readonly status: number }) => status),
    [200, 404, 200],
  );
  assert.equal(headers['x-accuracy'], 'approximate; [{"at":"responses[2].near","kind":"approximate","bound":0.01}]');
});

test('[QRY-24] [SEC-10] the header stays short enough for every client, however many notes there are or how long a name is', async () => {
  const line = JSON.stringify(bodyFor(KW1.door, 'near'));
  const body = `{}\n${line}\n`.repeat(400);
  const many = await door('POST', '/rows/_msearch', body, { 'content-type': 'application/x-ndjson' });
  const [kind, notes, more] = String(many.headers['x-accuracy']).split('; ');
  assert.equal(kind, 'approximate');
  const { length } = JSON.parse(notes ?? '');
  assert.ok(length > 10 && length < 100, `${length} notes`);
  assert.equal(more, `${400 - length} more`);
  const name = 'ö\r\nset-cookie: a=b; '.repeat(1000);
  const long = await door('POST', '/rows/_search', {
    size: 0,
    aggs: { [name]: { percentiles: { field: 'num1', hdr } } },
  });
  assert.equal(long.headers['x-accuracy'], 'approximate; []; 1 more');
  assert.equal(long.headers['set-cookie'], undefined);
});

test('[QRY-24] [AGG-19] terms that leave values over count them, without an error', async () => {
  const { json } = await door('POST', '/rows/_search', bodyFor(KW1.door, 'top ö'));
  const { doc_count_error_upper_bound: bound, sum_other_doc_count: others } = json.aggregations['top ö'];
  assert.deepEqual([bound, others], [0, 2]);
});
