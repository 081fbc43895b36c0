import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeGeohash, encodeGeohash } from './geohash.ts';

test('[MAP-12] [ERR-31] an empty geohash or one with a foreign letter is refused', () => {
  for (const geohash of ['', 'a', 'qqi', 'u0 ', 'ö'])
    assert.throws(() => decodeGeohash(geohash), /^PlatformError: Invalid geohash$/);
});

test('[MAP-12] [AGG-14] known places have their geohash', () => {
  assert.equal(encodeGeohash(57.64911, 10.40744, 11), 'u4pruydqqvj');
  assert.equal(encodeGeohash(-6.2, 106.816666, 5), 'qqguw');
  assert.equal(encodeGeohash(90, 180, 3), 'zzz');
  assert.equal(encodeGeohash(-90, -180, 3), '000');
});

test('[AGG-14] a point lies in the cell of its geohash', () => {
  const point = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
    precision: fc.integer({ min: 1, max: 12 }),
  });
  fc.assert(
    fc.property(point, ({ lat, lon, precision }) => {
      const { south, north, west, east } = decodeGeohash(encodeGeohash(lat, lon, precision));
      assert.ok(south <= lat && lat <= north && west <= lon && lon <= east);
    }),
  );
});
