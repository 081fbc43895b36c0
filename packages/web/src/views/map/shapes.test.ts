import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapesOf } from './shapes.ts';

const hit = (id: string, shape: unknown) => ({ _id: id, _index: 'i', _score: null, _source: { shape } });

test('[MAP-17] areas, lines and points of records are drawn each in its way, with their records', () => {
  const square = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [10, 5],
        [0, 0],
      ],
    ],
  };
  const road = {
    type: 'LineString',
    coordinates: [
      [20, -3],
      [25, 1],
    ],
  };
  const both = { type: 'GeometryCollection', geometries: [road, { type: 'Point', coordinates: [30, 2] }] };
  const { places, bounds, documents } = shapesOf(
    [hit('a', square), hit('b', both), hit('c', [road, square]), hit('d', null)],
    'shape',
  );
  assert.deepEqual(
    places.features.map(({ properties }) => [properties?.id, properties?.kind]),
    [
      ['a', 'area'],
      ['b', 'line'],
      ['b', undefined],
      ['c', 'line'],
      ['c', 'area'],
    ],
  );
  assert.deepEqual(bounds, [0, -3, 30, 5]);
  assert.equal(documents, 4);
});
