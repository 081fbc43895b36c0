import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { newView, type ViewDefinition } from '../../views/definition.ts';
import { HELD } from '../../views/refresh/refresh-rates.ts';
import { addressOfSight, saysSight, seenBy, sightOf, timeFieldOfView, WHOLE } from './workspace-sight.ts';

const field = (name: string, value_type: ValueType) => ({ name, label: name, value_type });
const fields = [field('key1', ValueType.Keyword), field('ts1', ValueType.Date), field('ts2', ValueType.Date)];
const view: ViewDefinition = { ...newView('t1'), search: { text: 'a OR b', filters: [] } };

test('[VIS-17] the shared search stands beside the view’s own, the shared time in place of its own', () => {
  const sight = { ...WHOLE, text: 'c', range: '2000-01-01..2001-01-01' };
  const seen = seenBy({ ...view, search: { ...view.search, time: { field: 'ts2', from: 'now-1w' } } }, sight, 'ts2');
  assert.deepEqual(seen.search, {
    text: '(a OR b) AND (c)',
    filters: [],
    time: { field: 'ts2', from: '2000-01-01', to: '2001-01-01' },
  });
  assert.deepEqual(seenBy(view, WHOLE, 'ts1').search, view.search);
  assert.deepEqual(seenBy(view, sight, null).search, { text: '(a OR b) AND (c)', filters: [] }, 'no date, no time');
});

test('[VIS-17] a view is narrowed by its axis of time, else its own range, else the first date', () => {
  const axis: ViewDefinition = { ...view, buckets: [{ id: 'b', function: 'date_histogram', field: 'ts2' }] };
  assert.equal(timeFieldOfView(axis, fields), 'ts2');
  assert.equal(timeFieldOfView({ ...view, search: { ...view.search, time: { field: '_ts' } } }, fields), '_ts');
  assert.equal(timeFieldOfView(view, fields), 'ts1');
  assert.equal(timeFieldOfView(view, fields.slice(0, 1)), null);
});

test('[VIS-17] [LIM-07] what is shared lives in the address and comes back from it', () => {
  const sight = { text: 'x', range: 'week', every: 300 };
  assert.deepEqual(addressOfSight(sight), { q: 'x', range: 'week', every: '5m' });
  assert.deepEqual(sightOf({ q: 'x', range: 'week', every: '5m' }), sight);
  assert.equal(sightOf({ every: 'off' }).every, HELD);
  assert.deepEqual(addressOfSight({ ...WHOLE, every: HELD }).every, 'off');
  assert.deepEqual(sightOf({ every: '0.001s' }), WHOLE, 'no address makes the platform be asked without end');
  assert.deepEqual([saysSight({}), saysSight({ range: 'week' })], [false, true]);
});
