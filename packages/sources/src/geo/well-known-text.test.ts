import assert from 'node:assert/strict';
import { test } from 'node:test';
import { geometryText } from '../node/db/geometry.ts';
import { shapeOfText, shapeTextFault } from './shape-text.ts';
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

test('[SRC-12] a shape that names another system than degrees is none, and is told', () => {
  for (const text of ['SRID=4326;POINT (1 2)', 'srid=0;POINT (1 2)', 'SRID=4258;POINT (1 2)'])
    assert.deepEqual(read(text), { type: 'Point', coordinates: [1, 2] }, text);
  assert.equal(read('SRID=3857;POINT (1 2)'), null);
  assert.match(
    shapeTextFault('SRID=3857;POINT (1 2)') ?? '',
    /^its coordinates are of the system 'EPSG:3857', not degrees/,
  );
  assert.match(shapeTextFault('POINT 1 2') ?? '', /^it is neither GeoJSON nor well-known text/);
  assert.match(
    shapeTextFault('CURVEPOLYGON(CIRCULARSTRING(0 0,4 0,4 4,0 0))') ?? '',
    /a curve \(CURVEPOLYGON\).*ST_CurveToLine/,
  );
});

test('[SRC-12] a geometry of MySQL in another system than degrees comes with the number of it', () => {
  const stored = (system: number): Buffer => {
    const bytes = Buffer.alloc(25);
    bytes.writeUInt32LE(system, 0);
    bytes[4] = 1;
    bytes.writeUInt32LE(1, 5);
    bytes.writeDoubleLE(1.5, 9);
    bytes.writeDoubleLE(2, 17);
    return bytes;
  };
  const point = '{"type":"Point","coordinates":[1.5,2]}';
  assert.deepEqual(
    [0, 4326, 3857].map((system) => geometryText(stored(system))),
    [point, point, `SRID=3857;${point}`],
  );
  assert.match(shapeTextFault(geometryText(stored(3857))) ?? '', /EPSG:3857/);
});

test('[SRC-12] a shape as PostGIS stores it, in hexadecimal digits, becomes GeoJSON; heights and measures are left out', () => {
  const point = { type: 'Point', coordinates: [1, 2] };
  const place = '000000000000F03F0000000000000040';
  for (const text of [
    `0101000000${place}`,
    `0101000020E6100000${place}`,
    `01010000A0E6100000${place}0000000000000840`,
    `01E9030000${place}0000000000000840`,
    `01b90b0000${place.toLowerCase()}00000000000008400000000000001040`,
    '00000000013FF00000000000004000000000000000',
    `\\x0101000000${place}`,
  ])
    assert.deepEqual(shapeOfText(text), point, text);
  const line = `010200000002000000${place}${place}`;
  assert.deepEqual(shapeOfText(line), {
    type: 'LineString',
    coordinates: [
      [1, 2],
      [1, 2],
    ],
  });
  const both = `0107000020E6100000020000000101000000${place}${line}`;
  assert.deepEqual(shapeOfText(both), { type: 'GeometryCollection', geometries: [point, shapeOfText(line)] });
  const polygon = `0106000000010000000103000000010000000400000${'0'.repeat(1)}${place}${place}${place}${place}`;
  assert.deepEqual(shapeOfText(polygon), {
    type: 'MultiPolygon',
    coordinates: [[Array.from({ length: 4 }, () => [1, 2])]],
  });
  assert.match(shapeTextFault(`0101000020110F0000${place}`) ?? '', /^its coordinates are of the system 'EPSG:3857'/);
  for (const text of [`0101000000${place}00`, `0108000000${place}`, '0102000000FFFFFFFF', '00'.repeat(20), '0101'])
    assert.equal(shapeOfText(text), undefined, text);
});
