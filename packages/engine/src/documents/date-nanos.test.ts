import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COERCE, Unfit } from './coerce.ts';

const read = (value: string) => COERCE.date_nanos?.(value, { type: 'date_nanos', parameters: {} });

test('[IDX-09] date_nanos holds what 64 bits of nanoseconds reach', () => {
  assert.equal(read('1970-01-01T00:00:00Z'), 0n);
  assert.equal(read('2262-04-11T23:47:16Z'), 9_223_372_036_000n);
  const refusal = (value: string) => {
    try {
      read(value);
    } catch (error) {
      assert.ok(error instanceof Unfit);
      return error.message;
    }
    return assert.fail(`accepted ${value}`);
  };
  assert.equal(
    refusal('1969-10-28T12:12:12.123456789Z'),
    'date[1969-10-28T12:12:12.123456789Z] is before the epoch in 1970 and cannot be stored in nanosecond resolution',
  );
  assert.match(refusal('2263-10-29'), /^date\[2263-10-29T00:00:00\.000Z\] is after 2262-04-11T23:47:16\.854775807 and/);
});
