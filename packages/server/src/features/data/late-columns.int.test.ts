import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';

let platform: TestPlatform;
let engineer: Caller;
let template: string;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
  template = await deployTemplate(engineer, 'Late', [
    { name: 'code', value_type: 8, is_key: true, mandatory: true },
    { name: 'num1', value_type: 2 },
    { name: 'day1', value_type: 9 },
    { name: 'list1', value_type: 20 },
    { name: 'obj1', value_type: 21, items: [{ name: 'in1', value_type: 2 }] },
  ]);
});
after(() => platform.stop());

/** More objects than are looked at before columns are known, and those with what only they have. */
const FIRST = Array.from({ length: 1100 }, (_, i) => ({ Order: `a${i}` }));
const LATE = [
  { Order: 'late', num1: 7, Day1: '2024-05-06', list1: ['x', 'y'], obj1: { in1: 3 } },
  { Order: 'wrong', num1: 'no number' },
  { Order: 'unknown', remark: 'nobody asked for it' },
  { Order: 'plain', remark: null },
];
const mapped = { columns: JSON.stringify({ Order: 'code' }) };

const send = (rows: readonly object[], lines: boolean, more: object = {}) =>
  engineer.call('POST', '/data/file', {
    query: { template, file: lines ? 'late.ndjson' : 'late.json', ...mapped, ...more },
    body: lines ? rows.map((row) => JSON.stringify(row)).join('\n') : JSON.stringify(rows),
    type: 'application/octet-stream',
  });
const stored = async (code: string) => {
  const body = { query: { term: { code } } };
  const { data } = await engineer.call('POST', '/data/user', { query: { template }, body });
  const { num1, day1, list1, obj1 } = data.hits.hits[0]._source;
  return { num1, day1, list1, obj1 };
};

for (const lines of [true, false])
  test(`[STR-03] [SRC-37] a field that occurs late in ${lines ? 'JSON lines' : 'a JSON list'} fills its field by its name; one that no field takes refuses its row alone`, async () => {
    const { data } = await send([...FIRST, ...LATE], lines, { dry_run: true });
    assert.deepEqual([data.read, data.accepted, data.rejected], [1104, 1102, 2]);
    assert.deepEqual(
      data.errors.map(({ line, field }: { line: number; field: string }) => [line, field]).sort(),
      [
        [1102, 'num1'],
        [1103, ''],
      ].sort(),
    );
    const reasons = data.errors.map(({ reason }: { reason: string }) => reason).join('\n');
    assert.match(reasons, /'remark' matches no field of the template/);
    const left = await send([...FIRST, ...LATE], lines, { dry_run: true, ignore_unknown: true });
    assert.deepEqual([left.data.accepted, left.data.rejected], [1103, 1]);
  });

test('[STR-03] what came late is stored in its field, and rows without it have none', async () => {
  const { data } = await send([...FIRST, ...LATE], true);
  assert.equal(data.accepted, 1102);
  const nothing = { num1: undefined, day1: undefined, list1: undefined, obj1: undefined };
  assert.deepEqual(await stored('late'), {
    num1: 7,
    day1: Date.parse('2024-05-06T00:00:00Z'),
    list1: ['x', 'y'],
    obj1: { in1: 3 },
  });
  assert.deepEqual([await stored('a7'), await stored('plain')], [nothing, nothing]);
});

for (const lines of [true, false])
  test(`[STR-03] [SRC-28] a field of ${lines ? 'JSON lines' : 'a JSON list'} that was mapped by name is taken in, changed and read by its format, wherever it occurs first`, async () => {
    const more = {
      columns: JSON.stringify({ Order: 'code', Amount: 'num1', When: 'day1', 'deep.er': 'obj1.in1', Rest: null }),
      transforms: JSON.stringify({ Amount: [{ kind: 'replace', find: ' pcs', by: '' }] }),
      formats: JSON.stringify({ When: 'dd.MM.yyyy' }),
    };
    const rows = [
      ...FIRST,
      { Order: 'chosen', Amount: '7 pcs', When: '06.05.2024', deep: { er: 3 }, Rest: 'left out' },
      { Order: 'bad', When: '2024-05-06' },
    ];
    const dry = await send(rows, lines, { ...more, dry_run: true });
    assert.deepEqual([dry.data?.read, dry.data?.rejected], [1102, 1], JSON.stringify(dry.error));
    const { data } = await send(rows, lines, more);
    assert.equal(data.accepted + data.replaced + data.unchanged, 1101);
    assert.deepEqual(
      data.errors.map(({ line, field }: { line: number; field: string }) => [line, field]),
      [[1102, 'day1']],
    );
    const { num1, day1, obj1 } = await stored('chosen');
    assert.deepEqual([num1, day1, obj1], [7, Date.parse('2024-05-06T00:00:00Z'), { in1: 3 }]);
  });

test('[STR-03] a name that no object of a short file has is told, as for every other file', async () => {
  const reply = await send(FIRST.slice(0, 3), false, { columns: JSON.stringify({ Order: 'code', Amount: 'num1' }) });
  assert.match(reply.error?.message ?? '', /no column 'Amount'/);
});
