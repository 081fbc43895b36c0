import assert from 'node:assert/strict';
import { test } from 'node:test';
import { healthTone, templateState } from './tones.ts';

test('[TPL-19] a template that is not deployed is accent, a deployed one positive, one saved since warning', () => {
  assert.equal(templateState({ deployed: false, version_minor: 3 }).tone, 'accent');
  assert.equal(templateState({}).tone, 'accent');
  assert.equal(templateState({ deployed: true, version_minor: 0 }).tone, 'positive');
  assert.equal(templateState({ deployed: true, version_minor: 1 }).tone, 'warning');
});

test('[IDX-07] green health is secondary, yellow accent, anything else negative', () => {
  assert.deepEqual(['green', 'yellow', 'red', 'unknown', undefined].map(healthTone), [
    'secondary',
    'accent',
    'negative',
    'negative',
    'negative',
  ]);
});
