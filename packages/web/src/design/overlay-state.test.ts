import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overlay } from './overlay-state.ts';

test('[APP-09] an overlay is shown and hidden by its name', () => {
  overlay.show('save', 'Saving');
  overlay.show('load', 'Loading');
  assert.deepEqual(overlay.texts(), ['Saving', 'Loading']);
  overlay.hide('save');
  assert.deepEqual(overlay.texts(), ['Loading']);
  overlay.hide('load');
  overlay.hide('load');
  assert.deepEqual(overlay.texts(), []);
});

test('[APP-09] an overlay never stays after its operation ended, failed ones included', async () => {
  let during: readonly string[] = [];
  assert.equal(
    await overlay.during('work', 'Working', async () => {
      during = overlay.texts();
      return 7;
    }),
    7,
  );
  assert.deepEqual(during, ['Working']);
  await assert.rejects(
    overlay.during('work', 'Working', () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.deepEqual(overlay.texts(), []);
});
