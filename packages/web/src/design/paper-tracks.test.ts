import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onPaper } from './paper-tracks.ts';

test('[VIS-17] columns share the paper by their widths on the screen, whatever their sum', () => {
  assert.equal(onPaper('40px minmax(96px, 1fr) 2fr'), 'minmax(0, 40fr) minmax(0, 96fr) minmax(0, 96fr)');
  assert.equal(onPaper('minmax(var(--cell), 160px) 10px'), 'minmax(0, 160fr) minmax(0, 10fr)');
});

test('[VIS-17] what fills the rest of a screen takes nothing of the paper', () => {
  assert.equal(onPaper('120px minmax(0, 1fr)'), 'minmax(0, 120fr) 0fr');
});
