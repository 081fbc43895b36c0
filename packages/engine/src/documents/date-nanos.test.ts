import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COERCE, Unfit } from './coerce.ts';

const read = (value: string | number | bigint) => COERCE.date_nanos?.(value, { type: 'date_nanos', parameters: {} });

function refusal(value: string | number | bigint): string {
  try {
    read(value);
  } catch (error) {
    assert.ok(error instanceof Unfit);
    return error.message;
  }
  return assert.fail(`accepted ${value}`);
}

test('[IDX-09] date_nanos holds what 64 bits of nanoseconds reach', () => {
  assert.deepEqual(read('1970-01-01T00:00:00Z'), { nanos: 0n });
  assert.deepEqual(read('2262-04-11T23:47:16.854775807Z'), { nanos: 2n ** 63n - 1n });
  assert.deepEqual(read('2024-05-01T17:00:00.123456789+07:00'), { nanos: 1_714_557_600_123_456_789n });
  assert.deepEqual(read('1714557600123.456789'), { nanos: 1_714_557_600_123_456_789n });
  assert.deepEqual(read(1_714_557_600_123), { nanos: 1_714_557_600_123_000_000n });
  const before = (text: string) =>
    `date[${text}] is before the epoch in 1970 and cannot be stored in nanosecond resolution`;
  assert.equal(refusal('1969-10-28T12:12:12.123456789Z'), before('1969-10-28T12:12:12.123456789Z'));
  assert.equal(refusal('1969-10-28T12:12:12.5Z'), before('1969-10-28T12:12:12.500Z'));
  assert.equal(refusal(-1), before('1969-12-31T23:59:59.999Z'));
  const after = 'is after 2262-04-11T23:47:16.854775807 and cannot be stored in nanosecond resolution';
  assert.equal(refusal('2262-04-11T23:47:16.854775808Z'), `date[2262-04-11T23:47:16.854775808Z] ${after}`);
  assert.equal(refusal(9_223_372_036_854_775_807n), `date[+292278994-08-17T07:12:55.807Z] ${after}`);
});

test('[IDX-09] a date holds what 64 bits of milliseconds reach, and keeps to these ends', () => {
  const date = (value: string | bigint) => COERCE.date?.(value, { type: 'date', parameters: {} });
  assert.equal(date('+292278993-12-31'), 9_223_372_017_043_200_000n);
  assert.equal(date(9_223_372_036_854_775_807n), 2n ** 63n - 1n);
  assert.equal(date('+999999999-01-01'), 2n ** 63n - 1n);
  assert.equal(date('-292275055-05-16T16:47:04.192Z'), -(2n ** 63n));
  assert.throws(() => date('9223372036854775808'), Unfit);
});
