import fc from 'fast-check';
import { about, type Dsl, type Known } from './arbitrary-fields.ts';

/** Clauses about points: circles, polygons and boxes, also around the poles and the date line. */
export const points = (fields: Known): readonly fc.Arbitrary<Dsl>[] => [
  ...about(fields.points, (field) =>
    fc
      .tuple(
        field,
        fc.constantFrom('1km', '500km', '5000mi', '30000km'),
        fc.constantFrom({ lat: 0, lon: 0 }, { lat: 51, lon: 0 }, { lat: -33.9, lon: 151 }),
      )
      .map(([name, distance, centre]): Dsl => ({ geo_distance: { distance, [name]: centre } })),
  ),
  ...about(fields.points, (field) =>
    fc.tuple(field, polygons).map(([name, corners]): Dsl => ({ geo_polygon: { [name]: { points: corners } } })),
  ),
  ...about(fields.points, (field) =>
    fc.tuple(field, boxes).map(([name, box]): Dsl => ({ geo_bounding_box: { [name]: box } })),
  ),
];

const polygons = fc.constantFrom(
  [
    [-80, -40],
    [-70, 60],
    [12, 50],
    [9, 3],
  ],
  [
    [0.5, 0.5],
    [-0.5, 0.5],
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
  ],
  [
    [-179, -80],
    [179, -80],
    [179, 89],
    [100, 40],
    [0, 46],
    [-179, 89],
  ],
);

const boxes = fc.constantFrom(
  { top_left: { lat: 60, lon: -10 }, bottom_right: { lat: 0, lon: 20 } },
  { top_left: { lat: 90, lon: 100 }, bottom_right: { lat: -90, lon: -100 } },
  { top: 10, left: 0, bottom: -90, right: 180 },
);
