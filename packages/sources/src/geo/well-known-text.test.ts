import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geoJsonOfText } from './well-known-text.ts';

const read = (text: string): unknown => JSON.parse(geoJsonOfText(text) ?? 'null');

test('[SRC-12] shapes in well-known text become GeoJSON', () => {
  assert.deepEqual(read('POINT (-122.34900 47.651)'), { type: 'Point', coordinates: [-122.349, 47.651] });
  assert.deepEqual(read('POINT (1 2 3.5)'), { type: 'Point', coordinates: [1, 2] });
  assert.deepEqual(read('LINESTRING (0 0, 1e-7 -1)'), {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [1e-7, -1],
    ],
  });
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  assert.deepEqual(read('POLYGON ((0 0, 1 0, 1 1, 0 0))'), { type: 'Polygon', coordinates: [ring] });
  assert.deepEqual(read('MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))'), { type: 'MultiPolygon', coordinates: [[ring]] });
  assert.deepEqual(read('MULTIPOINT ((1 2), (3 4))'), {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  });
  assert.deepEqual(read('MULTIPOINT (1 2, 3 4)'), {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  });
  assert.deepEqual(read('GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (0 0, 1 1))'), {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [1, 2] },
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
  });
  assert.deepEqual(read('SRID=4326;POINT Z (1 2 3)'), { type: 'Point', coordinates: [1, 2] });
  assert.deepEqual(read('polygonzm((0 0 5 6, 1 0 5 6, 1 1 5 6, 0 0 5 6))'), { type: 'Polygon', coordinates: [ring] });
  const deep = `${'GEOMETRYCOLLECTION('.repeat(200_000)}POINT(1 2)${')'.repeat(200_000)}`;
  assert.equal(geoJsonOfText(deep), null);
  for (const text of ['CIRCULARSTRING (0 0, 1 1, 2 0)', 'POINT EMPTY', 'FULLGLOBE', 'POLYGON ((', ''])
    assert.equal(geoJsonOfText(text), null, text);
});
