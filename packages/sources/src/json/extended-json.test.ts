import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from './extended-json.ts';

const read = (text: string): unknown => JSON.parse(JSON.stringify(parseDocument(text)));

test('[SRC-18] values of a MongoDB export are those that it wraps, in both forms', () => {
  const plain = { _id: '65b9f0a1', when: '2024-01-31T10:00:00.000Z', n: 5, d: 12.5, list: [1, { u: 'x' }], nil: null };
  for (const text of [
    '{"_id":{"$oid":"65b9f0a1"},"when":{"$date":{"$numberLong":"1706695200000"}},"n":{"$numberInt":"5"},"d":{"$numberDecimal":"12.50"},"list":[{"$numberLong":"1"},{"u":{"$uuid":"x"}}],"nil":null}',
    '{"_id": { "$oid" : "65b9f0a1"},"when":{"$date":1706695200000},"n":5,"d":{"$numberDouble":"12.5"},"list":[1,{"u":{"$symbol":"x"}}],"nil":null}',
  ])
    assert.deepEqual(read(text), plain);
  const date = '{"when":{"$date":"2024-01-31T10:00:00Z"}}';
  assert.deepEqual(read(date), { when: '2024-01-31T10:00:00Z' });
  assert.equal(JSON.stringify(parseDocument('{"n":{"$numberLong":"9007199254740993"}}')), '{"n":9007199254740993}');
});

test('[SRC-18] what only looks like it stays as it is', () => {
  for (const text of [
    '{"a":{"$oid":5}}',
    '{"a":{"$ref":"c","$id":"x"}}',
    '{"a":{"$toString":"x"}}',
    '{"a":{"$date":{"y":1}}}',
    '{"a":"{\\"$oid\\":\\"x\\"}"}',
  ])
    assert.deepEqual(read(text), JSON.parse(text));
  assert.deepEqual(read('{"d":{"$numberDouble":"NaN"}}'), { d: 'NaN' });
});
