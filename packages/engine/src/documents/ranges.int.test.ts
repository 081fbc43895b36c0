import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from './stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
});
after(() => sample.close());

const KINDS: readonly (readonly [type: string, one: unknown, three: unknown, four: unknown, five: unknown])[] = [
  ['integer_range', 1, 3, 4, 5],
  ['long_range', '9007199254740993', '9007199254740995', '9007199254740996', '9007199254740997'],
  ['float_range', 0.1, 0.3, 0.4, 0.7],
  ['double_range', 1e-9, 3e-9, 4e-9, 5e-9],
  ['date_range', '2017-09-01', '2017-09-03', '2017-09-04', '2017-09-05'],
  ['ip_range', '192.168.0.9', '192.168.0.30', '192.168.0.31', '::ffff:192.168.0.100'],
];

for (const [type, one, three, four, five] of KINDS) {
  test(`[IDX-09] ${type}: ranges that meet, hold or lie within another, and hold a value`, async () => {
    const name = `of_${type}`;
    await sample.index(name, { r: { type } });
    await sample.put(name, {
      a: { r: { gte: one, lte: five } },
      b: { r: { gte: one, lte: three } },
      c: { r: { gte: four, lte: five } },
      d: { r: null },
      e: { r: [{ lt: one }, { gt: five }] },
    });
    const ids = (limits: object) => sample.ids(name, { range: { r: limits } });
    assert.equal(await ids({ gte: three, lte: four }), 'abc');
    assert.equal(await ids({ gt: three, lt: five }), 'ac');
    assert.equal(await ids({ gte: three, lte: four, relation: 'contains' }), 'a');
    assert.equal(await ids({ gte: three, lte: five, relation: 'within' }), 'c');
    assert.equal(await ids({ gt: five }), 'e');
    assert.equal(await sample.ids(name, { term: { r: three } }), 'ab');
    assert.equal(await sample.ids(name, { terms: { r: [three, four] } }), 'abc');
    assert.equal(await sample.ids(name, { exists: { field: 'r' } }), 'abce');
  });
}

test('[IDX-09] an end that does not belong to a date range, rounding as its side wants', async () => {
  await sample.index('days', { r: { type: 'date_range' } });
  await sample.put('days', {
    a: { r: { gte: '2019-12-14T12:00:00Z', lt: '2019-12-14T13:00:00Z' } },
    b: { r: { gte: '2019-12-15T12:00:00Z', lt: '2019-12-15T13:00:00Z' } },
    c: { r: { gte: '2019-12-16T12:00:00Z', lt: '2019-12-16T13:00:00Z' } },
  });
  const within = (limits: object) => sample.ids('days', { range: { r: { ...limits, relation: 'within' } } });
  assert.equal(await within({ gt: '2019-12-15||/d' }), 'c');
  assert.equal(await within({ gte: '2019-12-15||/d' }), 'bc');
  assert.equal(await within({ lt: '2019-12-15||/d' }), 'a');
  assert.equal(await within({ lte: '2019-12-15||/d' }), 'ab');
  assert.equal(await sample.ids('days', { term: { r: '2019-12-14T13:00:00Z' } }), '');
});

test('[IDX-09] ends of a date range may be reckoned from a date, downwards, but not from now', async () => {
  await sample.index('reckoned', { r: { type: 'date_range' } });
  await sample.put('reckoned', {
    a: { r: { gte: '2024-01-15||/M', lte: '2024-01-15||/M' } },
    b: { r: { gt: '2024-01-01||+1M', lt: '2024-01-17||+2M/M' } },
  });
  const holds = (moment: string) => sample.ids('reckoned', { term: { r: moment } });
  assert.equal(await holds('2024-01-01'), 'a');
  assert.equal(await holds('2024-01-01T00:00:00.001Z'), '');
  assert.equal(await holds('2024-02-29T23:59:59.999Z'), 'b');
  assert.equal(await holds('2024-03-01'), '');
  const refused = await sample.put('reckoned', {
    c: { r: { gte: 'now-1d' } },
    d: { r: { gte: '2024-01-01||+1x' } },
    e: { r: { gte: 'x||/d' } },
  });
  assert.deepEqual(
    refused.map((result) => 'error' in result),
    [true, true, true],
  );
});

test('[IDX-09] addresses may be given as a network', async () => {
  await sample.index('networks', { r: { type: 'ip_range' } });
  await sample.put('networks', { a: { r: '10.0.0.0/8' }, b: { r: '2001:db8::/32' } });
  assert.equal(await sample.ids('networks', { term: { r: '10.255.0.1' } }), 'a');
  assert.equal(await sample.ids('networks', { term: { r: '2001:db8::1' } }), 'b');
});

test('[IDX-09] what is no range is refused with the reason', async () => {
  await sample.index('refused', { r: { type: 'integer_range' } });
  const results = await sample.put('refused', { a: { r: 5 }, b: { r: { from: 1 } }, c: { r: { gte: 3, lt: 3 } } });
  const reasons = results.map((result) => JSON.stringify('error' in result ? result.error.detail.openSearch : null));
  assert.match(reasons[0] ?? '', /expected an object but got 5/);
  assert.match(reasons[1] ?? '', /unknown parameter \[from\]/);
  assert.match(reasons[2] ?? '', /min value \(3\) is greater than max value \(2\)/);
});
