import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapStyle, styleAddress } from './map-style.ts';
import { DEFAULT_CENTRE, DEFAULT_ZOOM } from './zoom.ts';

test('[MAP-01] a map without data stands at 108.21, 4.02, zoom 5', () => {
  assert.deepEqual([DEFAULT_CENTRE, DEFAULT_ZOOM], [[108.21, 4.02], 5]);
});

test('[MAP-09] the style is Outdoors when none is chosen and Streets for any other name', () => {
  assert.deepEqual([undefined, 'Light', 'Dark', 'Outdoors', 'Satellite', 'Moon', ''].map(mapStyle), [
    'Outdoors',
    'Light',
    'Dark',
    'Outdoors',
    'Satellite',
    'Streets',
    'Streets',
  ]);
});

test('[MAP-14] styles come from the configured service, without one from the bundled map', () => {
  assert.equal(styleAddress('Dark', 'https://maps.test/'), 'https://maps.test/styles/dark/style.json');
  assert.equal(styleAddress('Dark', undefined), null);
});
