import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTimeValue } from './time-value.ts';

test('[SRC-02] time values are read in every unit OpenSearch knows', () => {
  const read = (text: string) => readTimeValue(text, 'timeout');
  assert.deepEqual(
    ['1nanos', '5micros', '7ms', '30s', '2m', '1h', '1d'].map(read),
    [1e-6, 0.005, 7, 30_000, 120_000, 3_600_000, 86_400_000],
  );
  assert.deepEqual(['-1', '-01', '0', '00', '10 S', ' 10MS '].map(read), [-1, -1, 0, 0, 10_000, 10]);
});

test('[SRC-02] what is no time value is refused in the words of OpenSearch', () => {
  const refused = (text: string, reason: RegExp) => assert.throws(() => readTimeValue(text, 'timeout'), reason);
  for (const text of ['', '5', '1w', '1M', 'abc', '1 2s'])
    refused(text, /^PlatformError: failed to parse setting \[timeout\] with value \[.*\] as a time value: unit is/);
  refused('1.5s', /failed to parse \[1\.5s\], fractional time values are not supported/);
  refused('-5s', /negative durations are not supported/);
});
