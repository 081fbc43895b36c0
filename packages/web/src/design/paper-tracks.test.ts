import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onPaper } from './paper-tracks.ts';

const noNumber = () => false;

test('[VIS-17] columns share the paper by their widths on the screen, whatever their sum', () => {
  assert.equal(
    onPaper('40px minmax(96px, 1fr) 2fr', noNumber).tracks,
    'minmax(0, 40fr) minmax(0, 96fr) minmax(0, 96fr)',
  );
  assert.equal(onPaper('minmax(var(--cell), 160px) 10px', noNumber).tracks, 'minmax(0, 160fr) minmax(0, 10fr)');
});

test('[VIS-17] what fills the rest of a screen takes nothing of the paper', () => {
  assert.equal(onPaper('120px minmax(0, 1fr)', noNumber).tracks, 'minmax(0, 120fr) 0fr');
});

test('[VIS-17] numbers stay in one line on paper, unless they are too many for a page', () => {
  assert.deepEqual(
    onPaper('40px minmax(96px, 1fr) 80px', (at) => at === 2),
    {
      tracks: 'minmax(0, 40fr) minmax(0, 96fr) minmax(64px, 80fr)',
      whole: true,
    },
  );
  const many = Array.from({ length: 7 }, () => '80px').join(' ');
  const { tracks, whole } = onPaper(many, () => true);
  assert.equal(whole, false);
  assert.match(tracks, /^minmax\(0, 80fr\)/);
});
