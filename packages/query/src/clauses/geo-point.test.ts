import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPoint } from './geo-point.ts';

const read = (lat: number, lon: number) => readPoint({ lat, lon }, '', 'coerce');

test('[IDX-09] a point on earth keeps its digits when others are brought back onto it', () => {
  assert.deepEqual(read(48.8, 2.3), { lat: 48.8, lon: 2.3 });
  assert.deepEqual(read(-40.7, -74), { lat: -40.7, lon: -74 });
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true, minExcluded: true });
  fc.assert(fc.property(degrees(90), degrees(180), (lat, lon) => assert.deepEqual(read(lat, lon), { lat, lon })));
});

test('[IDX-09] a point beyond a pole or the date line is brought back', () => {
  assert.deepEqual(read(100, 0), { lat: 80, lon: 180 });
  assert.deepEqual(read(-100, 10), { lat: -80, lon: -170 });
  assert.deepEqual(read(0, 190), { lat: 0, lon: -170 });
  assert.deepEqual(read(90, 360), { lat: 90, lon: 0 });
});
