import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeWords, previousPeriod } from './previous-period.ts';

test('[VIS-13] the previous period is as long as the period and ends where it begins', () => {
  const field = 'ts1';
  assert.deepEqual(previousPeriod({ field, from: 'now-1w' }), { field, from: 'now-2w', to: 'now-1w' });
  assert.deepEqual(previousPeriod({ field, from: 'now-30d' }), { field, from: 'now-60d', to: 'now-30d' });
  assert.deepEqual(previousPeriod({ field, from: '2024-03-01', to: '2024-03-11' }), {
    field,
    from: '2024-02-20T00:00:00.000Z',
    to: '2024-03-01T00:00:00.000Z',
  });
});

test('[VIS-13] a range without beginning or end has no period before it', () => {
  for (const time of [{}, { to: '2024-01-01' }, { from: '2024-01-01' }, { from: 'now/d' }, { from: '5', to: 'x' }])
    assert.equal(previousPeriod({ field: 'ts1', ...time }), null);
  assert.equal(previousPeriod(undefined), null);
});

test('[VIS-13] a change is told with its direction, and only where there is something to compare with', () => {
  assert.equal(changeWords(112, 100), '↑ 12 % against the period before');
  assert.equal(changeWords(97.55, 100), '↓ 2.5 % against the period before');
  assert.equal(changeWords(-5, -10), '↑ 50 % against the period before');
  assert.equal(changeWords(7, 7), 'as in the period before');
  assert.equal(changeWords(7, 0), 'nothing to compare with in the period before');
  assert.equal(changeWords(null, 3), 'nothing to compare with in the period before');
  assert.equal(changeWords(0, 0), 'no change');
});
