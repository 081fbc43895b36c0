import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_TIME, boundsOf, RANGE_CHOICES, rangeOfInputs, rangeWords, toInput } from './time-range.ts';

test('[QRY-18] [QRY-19] the quick ranges stand behind all time, which is no bound at all', () => {
  assert.deepEqual(
    RANGE_CHOICES.map(({ label }) => label),
    ['All time', 'Last hour', 'Last day', 'Last week', 'Last month', 'Last year'],
  );
  assert.deepEqual([boundsOf(ALL_TIME), boundsOf('week')], [{}, { from: 'now-1w' }]);
});

test('[VIS-17] a range of an address has one bound or two, and says so', () => {
  assert.deepEqual(boundsOf('1995-01-01..'), { from: '1995-01-01' });
  assert.deepEqual(boundsOf('..1996-01-01'), { to: '1996-01-01' });
  assert.deepEqual(boundsOf('1995-01-01..1996-01-01'), { from: '1995-01-01', to: '1996-01-01' });
  assert.equal(rangeWords('1995-01-01..1996-01-01'), '1 Jan 1995 to 1 Jan 1996');
  assert.equal(rangeWords('..1996-01-01'), 'until 1 Jan 1996');
  assert.equal(rangeWords('month'), 'Last month');
  assert.equal(rangeWords('gibberish..'), 'from gibberish');
});

test('[QRY-18] what is typed by hand comes back as typed, in the viewer’s zone', () => {
  const found = rangeOfInputs('2001-05-03 14:30:00', '2001-05-04 00:00:00');
  assert.ok('range' in found);
  const { from, to } = boundsOf(found.range);
  assert.deepEqual([toInput(from), toInput(to)], ['2001-05-03 14:30:00', '2001-05-04 00:00:00']);
  assert.equal(toInput('1995-01-01'), '1995-01-01 00:00:00');
  assert.deepEqual([toInput(undefined), toInput('now-1w')], [null, null]);
});

test('[QRY-18] a range that ends before it begins, or has no bound, is not taken', () => {
  assert.deepEqual(rangeOfInputs(null, null), { fault: 'Give a beginning, an end or both.' });
  assert.deepEqual(rangeOfInputs('2001-05-03 14:30:00', '2001-05-03 14:30:00'), {
    fault: 'The end is not after the beginning.',
  });
});
