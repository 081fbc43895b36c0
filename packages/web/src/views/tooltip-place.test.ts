import assert from 'node:assert/strict';
import test from 'node:test';
import { beside } from './tooltip-place.ts';

test('[VIS-05] a tooltip stands beside the pointer, on its other side at the edge of the window, and never beyond it', () => {
  assert.equal(beside(100, 200, 1440), 116);
  assert.equal(beside(1300, 200, 1440), 1084);
  assert.equal(beside(200, 300, 390), 86);
  assert.equal(beside(200, 500, 390), 4);
});
