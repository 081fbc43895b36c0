import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SchemaItem } from '../schema.ts';
import { ValueType } from '../value-type.ts';
import { decodeArray, decodeDate, decodeRecord, encodeDate, isTimestamp } from './codecs.ts';

const item = (name: string, value_type: ValueType, items: readonly SchemaItem[] = []): SchemaItem => ({
  id: name,
  name,
  value_type,
  items,
  mandatory: false,
  can_search: false,
  display_name: null,
  description: null,
  default_value: null,
  relationship: null,
  dependency: null,
});

const moment = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});

test('[REC-11] [REC-12] dates survive the way there and back in every notation', () => {
  fc.assert(
    fc.property(moment, (date) => {
      const time = date.getTime();
      assert.equal(encodeDate(date), time);
      assert.equal(decodeDate(time), time);
      assert.equal(decodeDate(date.toISOString()), time);
    }),
  );
});

test('[REC-12] an offset counts, a text without zone is UTC', () => {
  assert.equal(decodeDate('2026-01-31T18:30:00+07:00'), Date.UTC(2026, 0, 31, 11, 30));
  assert.equal(decodeDate('2026-01-31T18:30:00-0330'), Date.UTC(2026, 0, 31, 22));
  assert.equal(decodeDate('2026-01-31 18:30:00'), Date.UTC(2026, 0, 31, 18, 30));
  assert.equal(decodeDate('2026/01/31 18:30'), Date.UTC(2026, 0, 31, 18, 30));
  assert.equal(decodeDate('2026-01-31'), Date.UTC(2026, 0, 31));
  assert.equal(decodeDate('1769884200000'), 1_769_884_200_000);
});

test('[REC-12] what is no date gives null', () => {
  for (const bad of ['2026-02-30', '2026-13-01', '2026-01-01T25:00', 'soon', '', 1.5, Number.NaN, null, {}, 9e15])
    assert.equal(decodeDate(bad), null, String(bad));
});

test('[REC-13] [REC-14] lists from arrays, JSON text and plain text', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (values) => {
      assert.deepEqual(decodeArray(values), values);
      assert.deepEqual(decodeArray(JSON.stringify(values)), values);
    }),
  );
  assert.deepEqual(decodeArray('red, green'), ['red, green']);
  assert.deepEqual(decodeArray('[broken'), ['[broken']);
  assert.deepEqual(decodeArray('{"a":1}'), ['{"a":1}']);
  for (const nothing of ['', '  ', null, undefined]) assert.deepEqual(decodeArray(nothing), []);
});

test('[SCH-09] a long named ts or ts_… is a timestamp, any other is a number', () => {
  assert.equal(isTimestamp(item('ts', ValueType.Long)), true);
  assert.equal(isTimestamp(item('ts_modified', ValueType.Long)), true);
  assert.equal(isTimestamp(item('tsunami', ValueType.Long)), false);
  assert.equal(isTimestamp(item('ts_modified', ValueType.Integer)), false);
});

test('[REC-12] [REC-40] a record is decoded at every depth and keeps what is not known', () => {
  const items = [
    item('born', ValueType.Date),
    item('o', ValueType.Object, [item('tags', ValueType.Array)]),
    item('n', ValueType.Nested, [item('ts_seen', ValueType.Long)]),
  ];
  const wire = { born: '2001-02-03', o: { tags: '["a"]', more: 1 }, n: [{ ts_seen: '2001-02-03' }], extra: { x: 1 } };
  const time = Date.UTC(2001, 1, 3);
  assert.deepEqual(decodeRecord(items, wire), {
    born: time,
    o: { tags: ['a'], more: 1 },
    n: [{ ts_seen: time }],
    extra: { x: 1 },
  });
  assert.deepEqual(decodeRecord(items, { born: 'soon' }), { born: 'soon' });
});

test('[REC-19] [REC-37] what holds nothing is no value of any type, at every depth', () => {
  const types = {
    num1: 2,
    real1: 6,
    flag1: 10,
    day1: 9,
    long1: 3,
    ts_1: 3,
    kw1: 8,
    txt1: 7,
    list1: 20,
    objs1: 22,
  } as const;
  const items = Object.entries(types).map(([name, type]) => item(name, type));
  const all = (value: unknown) => Object.fromEntries(items.map(({ name }) => [name, value]));
  const none = { ...all(null), list1: [], objs1: [] };
  const whole = [...items, item('obj1', ValueType.Object, items)];
  for (const empty of [null, '', '  ', []]) {
    const text = typeof empty === 'string' ? { kw1: empty, txt1: empty } : {};
    const expected = { ...none, ...text };
    assert.deepEqual(decodeRecord(whole, { ...all(empty), obj1: all(empty) }), { ...expected, obj1: expected });
    assert.equal(decodeRecord(whole, { obj1: empty }).obj1, null);
  }
  assert.deepEqual(decodeRecord(items, { list1: ['a', [], ''], num1: 0, flag1: false }), {
    list1: ['a', null, ''],
    num1: 0,
    flag1: false,
  });
});
