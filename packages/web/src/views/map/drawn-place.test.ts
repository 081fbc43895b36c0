import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from 'geojson';
import { drawnPlace } from './drawn-place.ts';

const ring = (...corners: readonly Position[]): Position[] => [...corners, ...corners.slice(0, 1)];

test('[MAP-17] an area over the 180th meridian is drawn on both sides of it, as searches take it', () => {
  const clockwise = ring([170, 0], [-170, 0], [-170, 10], [170, 10]);
  const hole = ring([178, 4], [-178, 4], [-178, 6], [178, 6]);
  const drawn = [ring([170, 0], [190, 0], [190, 10], [170, 10]), ring([178, 4], [182, 4], [182, 6], [178, 6])];
  assert.deepEqual(drawnPlace({ type: 'Polygon', coordinates: [clockwise, hole] }), {
    type: 'Polygon',
    coordinates: drawn,
  });
  assert.deepEqual(drawnPlace({ type: 'MultiPolygon', coordinates: [[clockwise, hole]] }), {
    type: 'MultiPolygon',
    coordinates: [drawn],
  });
  const wide = { type: 'Polygon' as const, coordinates: [clockwise.toReversed()] };
  assert.deepEqual(drawnPlace(wide), wide, 'the other way round it is as wide as it says');
  const world = { type: 'Polygon' as const, coordinates: [ring([-180, 5], [180, 5], [180, -5], [-180, -5])] };
  assert.deepEqual(drawnPlace(world), world);
});

test('[MAP-15] what lies at a pole is drawn at the edge of the map', () => {
  const drawn = [90, -90, 12.5].map((lat) => drawnPlace({ type: 'Point', coordinates: [20, lat] }));
  assert.deepEqual(
    drawn.map((geometry) => geometry.type === 'Point' && geometry.coordinates),
    [
      [20, 85.04],
      [20, -85.04],
      [20, 12.5],
    ],
  );
});
