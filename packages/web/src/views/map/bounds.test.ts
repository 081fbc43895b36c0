import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundsOf, boxOf, middleAround, middleWithin, paddingOf, shareAround } from './bounds.ts';

test('[MAP-01] the part of the world that holds all places is the smaller one, across the 180th meridian too', () => {
  assert.equal(boundsOf([]), null);
  assert.deepEqual(boundsOf([[10, 50]]), [10, 50, 10, 50]);
  assert.deepEqual(
    boundsOf([
      [-122, 37],
      [13, 52],
      [2, -48],
    ]),
    [-122, -48, 13, 52],
  );
  // Fiji and Samoa lie beside each other
  assert.deepEqual(
    boundsOf([
      [178, -18],
      [-172, -14],
      [179, -17],
    ]),
    [178, -18, 188, -14],
  );
  // all around the world: as most know it, though the other way round would be a little shorter
  assert.deepEqual(
    boundsOf([
      [-179, 51],
      [-120, 40],
      [-60, 0],
      [20, 40],
      [80, 20],
      [130, -10],
      [178, -20],
    ]),
    [-179, -20, 178, 51],
  );
});

test('[MAP-15] a sight across the 180th meridian is asked for across it, more than the world as the world', () => {
  assert.deepEqual(boxOf([-20, -10, 30, 40]), [-20, -10, 30, 40]);
  assert.deepEqual(boxOf([150, -95, 210, 95]), [150, -90, -150, 90]);
  assert.deepEqual(boxOf([-200, 0, -170, 10]), [160, 0, -170, 10]);
  assert.deepEqual(boxOf([-400, -60, 400, 60]), [-180, -60, 180, 60]);
  assert.deepEqual(boxOf([-180, 0, 180, 10]), [-180, 0, 180, 10]);
});

test('[MAP-01] a small map leaves less room at its edges', () => {
  assert.deepEqual([paddingOf(1000, 700), paddingOf(324, 344), paddingOf(200, 60)], [32, 32, 8]);
});

test('[MAP-01] nothing beyond the poles is shown, and a small world stands in the middle', () => {
  assert.equal(middleWithin(0.4, -1, 300), 0.5);
  assert.equal(middleWithin(0, 1, 512), 0.25);
  assert.equal(middleWithin(1, 1, 512), 0.75);
  assert.equal(middleWithin(0.4, 3, 512), 0.4);
});

test('[MAP-01] a map with room for more than the world holds it once; one with less goes around it', () => {
  assert.equal(shareAround(0, 1024), 2);
  assert.equal(shareAround(1, 512), 0.5);
  assert.equal(middleAround(200, 1, 512), 200, 'close up, the middle goes anywhere');
  assert.equal(middleAround(-10, 0, 1024), -10);
  assert.equal(middleAround(40, 0, 576), 22.5, 'an eighth too much leaves as much room to move');
  assert.equal(middleAround(190, 0, 576), -22.5);
  assert.equal(middleAround(90, 0, 512), 0, 'a map as wide as the world stands in its middle');
});
