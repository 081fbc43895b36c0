import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextLook, nextRuns, scheduleFault } from './schedule.ts';

const fault = (at: string) => scheduleFault({ schedule: 'Cron', at });

test('[TSK-05] a cron line that never comes, and a moment in its place, are refused', () => {
  assert.match(fault('0 0 30 2 *') ?? '', /^'0 0 30 2 \*' never comes/);
  assert.match(fault('0 0 1 1 * * 2020') ?? '', /never comes/);
  for (const moment of ['2020-01-01T00:00:00', '2999-01-01T00:00:00'])
    assert.match(fault(moment) ?? '', /is a moment.*At time/, moment);
  for (const line of ['0 6 * * 1', '@daily', '*/5 * * * * *', '0 0 29 2 *', '0 0 L * *'])
    assert.equal(fault(line), null, line);
});

test('[TSK-05] what is wrong with a cron line is told in words of the platform, before it is kept as after', () => {
  const told = (at: string) => {
    assert.throws(() => nextRuns(at, 0), { message: fault(at) ?? '' });
    return fault(at);
  };
  assert.equal(
    told('every day'),
    "'every day' is no cron line, like 0 6 * * 1: it has 2 parts, not five: minute, hour, day, month and weekday",
  );
  assert.equal(told('61 * * * *'), "'61 * * * *' is no cron line, like 0 6 * * 1: invalid value for minute: 61");
  assert.match(told('0 0 31 2 *') ?? '', /never comes/);
});

test('[TSK-05] a cron line that comes no more waits; it is not looked at once', () => {
  const now = Date.parse('2026-11-23T00:00:00Z');
  const next = nextLook({ schedule: 'Cron', at: '0 0 30 2 *' }, null, now);
  assert.equal(next, Number.POSITIVE_INFINITY);
});
