import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DataState } from '@datasarana/client';
import { asRestored, cellChanges, recordSteps } from './state-changes.ts';

const FIELDS = [{ name: 'kw1' }, { name: 'place.kw2' }];

const state = (version: number, data: DataState['data'], until: number | null, removed = false): DataState => ({
  id: 'a',
  version,
  meta: { id: 'a', user_name: 'Ann', ts: 5 },
  data,
  until,
  removed,
  removed_by: removed ? 'Cy' : null,
});

test('[SCR-08] states differ by cell, also inside objects, and a value that is not there is as none', () => {
  assert.deepEqual(cellChanges(FIELDS, { kw1: 'x', place: { kw2: 'y' } }, { kw1: 'x', place: { kw2: 'z' } }), [
    { path: 'place.kw2', before: 'y', after: 'z' },
  ]);
  assert.deepEqual(cellChanges(FIELDS, { kw1: null }, {}), []);
  assert.deepEqual(cellChanges(FIELDS, undefined, { kw1: 'x' }), [{ path: 'kw1', before: null, after: 'x' }]);
});

test('[SCR-08] the history of a record names every step and its time, and what can be gone back to', () => {
  const states = [state(1, { kw1: 'c' }, null), state(2, { kw1: 'b' }, 30, true), state(1, { kw1: 'a' }, 20)];
  const told = recordSteps(states, FIELDS).map(({ what, who, ts, state }) => [what, who, ts, state?.until ?? null]);
  assert.deepEqual(told, [
    ['brought back', 'Ann', 5, null],
    ['removed', 'Cy', 30, null],
    ['changed', 'Ann', 20, 30],
    ['added', 'Ann', 5, 20],
  ]);
});

test('[SCR-08] a record that went with its import says so, and one whose beginning is not kept does not say it was added', () => {
  const told = recordSteps([state(3, { kw1: 'a' }, 40)], FIELDS).map(({ what }) => what);
  assert.deepEqual(told, ['removed with its import', 'earliest state that is kept']);
});

test('[SCR-08] a state that is brought back stands at the top at once, before the platform has answered', () => {
  const [now, then] = [state(2, { kw1: 'b' }, null), state(1, { kw1: 'a' }, 20)];
  const steps = recordSteps(asRestored([now, then], then, { who: 'Bob', now: 30 }), FIELDS);
  assert.deepEqual(
    steps.map(({ what, who, ts, state }) => [what, who, ts, state?.until ?? null]),
    [
      ['changed', 'Bob', 30, null],
      ['changed', 'Ann', 20, 30],
      ['added', 'Ann', 5, 20],
    ],
  );
  assert.deepEqual(steps[0]?.changes, [{ path: 'kw1', before: 'b', after: 'a' }]);
  const gone = asRestored([state(2, { kw1: 'b' }, 30, true)], now, { who: 'Bob', now: 40 });
  assert.deepEqual(
    gone.map(({ until, removed }) => [until, removed]),
    [
      [null, false],
      [30, true],
    ],
  );
});
