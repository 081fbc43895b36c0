import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { Pace } from './pace.ts';

test('[TSK-06] work that keeps a pace leaves nothing behind on its signal, however many waits it is made of', async () => {
  const { signal } = new AbortController();
  const pace = new Pace(1000);
  for (let i = 0; i < 3; i++) await pace.wait(1, 0, signal);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
  assert.ok(pace.waited > 0);
});

test('[TSK-06] work that is cancelled waits no longer', async () => {
  const controller = new AbortController();
  const waiting = new Pace(0.001).wait(1, 0, controller.signal);
  controller.abort();
  await waiting;
});
