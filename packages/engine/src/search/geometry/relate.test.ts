import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readShape } from '@datasarana/query';
import fc from 'fast-check';
import { partsOf } from './parts.ts';
import { relates } from './relate.ts';

/*
 * The witness: all edges of both shapes cut each other into stretches. Whether a place of a stretch, a corner, or a place
 * just beside a stretch belongs to a shape is asked with exact fractions, by another rule than the one that is tested.
 */

interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}
type Spot = readonly [Fraction, Fraction];
type Corner = readonly [number, number];
type Shape = {
  readonly type: string;
  readonly coordinates: unknown;
  readonly edges: readonly (readonly [Spot, Spot])[];
};

const fraction = (n: bigint, d = 1n): Fraction => (d < 0n ? { n: -n, d: -d } : { n, d });
const plus = (a: Fraction, b: Fraction) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
const times = (a: Fraction, b: Fraction) => fraction(a.n * b.n, a.d * b.d);
const minus = (a: Fraction, b: Fraction) => plus(a, fraction(-b.n, b.d));
const compare = (a: Fraction, b: Fraction): number => {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
const spot = ([x, y]: Corner): Spot => [fraction(BigInt(x)), fraction(BigInt(y))];
const along = ([ax, ay]: Spot, [bx, by]: Spot, share: Fraction): Spot => [
  plus(ax, times(share, minus(bx, ax))),
  plus(ay, times(share, minus(by, ay))),
];

const cross = (a: Spot, b: Spot, c: Spot): Fraction =>
  minus(times(minus(b[0], a[0]), minus(c[1], a[1])), times(minus(b[1], a[1]), minus(c[0], a[0])));

const liesOn = (p: Spot, [a, b]: readonly [Spot, Spot]): boolean =>
  cross(a, b, p).n === 0n &&
  compare(times(minus(p[0], a[0]), minus(p[0], b[0])), fraction(0n)) <= 0 &&
  compare(times(minus(p[1], a[1]), minus(p[1], b[1])), fraction(0n)) <= 0;

function belongs(p: Spot, { type, edges }: Shape): boolean {
  if (edges.some((edge) => liesOn(p, edge))) return true;
  if (type !== 'Polygon') return false;
  const crossed = edges.filter(([a, b]) => {
    if (compare(a[1], p[1]) > 0 === compare(b[1], p[1]) > 0) return false;
    const share = fraction(minus(p[1], a[1]).n * minus(b[1], a[1]).d, minus(p[1], a[1]).d * minus(b[1], a[1]).n);
    return compare(along(a, b, share)[0], p[0]) > 0;
  });
  return crossed.length % 2 === 1;
}

/** Shares of an edge where another one meets it, ends included. */
function cuts([a, b]: readonly [Spot, Spot], edges: readonly (readonly [Spot, Spot])[]): readonly Fraction[] {
  const found = [fraction(0n), fraction(1n)];
  for (const [c, d] of edges) {
    const [atC, atD] = [cross(a, b, c), cross(a, b, d)];
    const slope = minus(atC, atD);
    const meeting = slope.n === 0n ? null : along(c, d, fraction(atC.n * slope.d, atC.d * slope.n));
    for (const p of [c, d, ...(meeting === null ? [] : [meeting])]) {
      if (!liesOn(p, [a, b]) || !liesOn(p, [c, d])) continue;
      const axis = compare(a[0], b[0]) === 0 ? 1 : 0;
      const [whole, part] = [minus(b[axis], a[axis]), minus(p[axis], a[axis])];
      if (whole.n !== 0n) found.push(fraction(part.n * whole.d, part.d * whole.n));
    }
  }
  return found.sort(compare);
}

/** A place of everything that the edges of both shapes cut the plane into. */
function witnesses(one: Shape, other: Shape): readonly Spot[] {
  const edges = [...one.edges, ...other.edges];
  const tiny = fraction(1n, 1_000_000_000n);
  return edges.flatMap((edge) => {
    const [a, b] = edge;
    const shares = cuts(edge, edges);
    return shares.flatMap((share, i) => {
      const next = shares[i + 1];
      const here = along(a, b, share);
      if (next === undefined || compare(share, next) === 0) return [here];
      const middle = along(a, b, times(plus(share, next), fraction(1n, 2n)));
      const [dx, dy] = [times(minus(b[0], a[0]), tiny), times(minus(b[1], a[1]), tiny)];
      const beside: Spot[] = [
        [minus(middle[0], dy), plus(middle[1], dx)],
        [plus(middle[0], dy), minus(middle[1], dx)],
      ];
      return [here, middle, ...beside];
    });
  });
}

const edgesOf = (places: readonly Corner[], isClosed: boolean) =>
  places.flatMap((place, i): (readonly [Spot, Spot])[] => {
    const next = places[i + 1] ?? (isClosed ? places[0] : undefined);
    return next === undefined ? [] : [[spot(place), spot(next)]];
  });

const corner = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));

const point: fc.Arbitrary<Shape> = corner.map((place) => ({
  type: 'Point',
  coordinates: place,
  edges: [[spot(place), spot(place)]],
}));

const line: fc.Arbitrary<Shape> = fc
  .uniqueArray(corner, { minLength: 2, maxLength: 4, selector: String })
  .map((places) => ({
    type: 'LineString',
    coordinates: places,
    edges: edgesOf(places, false),
  }));

const area = (ring: readonly Corner[]): number =>
  ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);

const polygonOf = (rings: readonly (readonly Corner[])[]): Shape => ({
  type: 'Polygon',
  // Counter-clockwise, so that none of them reaches over the date line.
  coordinates: rings.map((ring) => [...ring, ring[0]]),
  edges: rings.flatMap((ring) => edgesOf(ring, true)),
});

const triangle = fc
  .tuple(corner, corner, corner)
  .filter((ring) => area(ring) !== 0)
  .map((ring) => polygonOf([ring]));

/** An L, and a frame with a hole that may touch it. */
const bent = corner.map(([x, y]) =>
  polygonOf([
    [
      [x, y],
      [x + 4, y],
      [x + 4, y + 1],
      [x + 1, y + 1],
      [x + 1, y + 4],
      [x, y + 4],
    ],
  ]),
);
const frame = fc.tuple(corner, fc.integer({ min: 0, max: 1 })).map(([[x, y], touch]) =>
  polygonOf([
    [
      [x, y],
      [x + 5, y],
      [x + 5, y + 5],
      [x, y + 5],
    ],
    [
      [x + 1 - touch, y + 2],
      [x + 2, y + 3],
      [x + 3, y + 2],
      [x + 2, y + 1],
    ],
  ]),
);

const shape = fc.oneof(point, line, triangle, bent, frame);

test('[QRY-21] shapes stand to each other as exact fractions of a witness say', () => {
  fc.assert(
    fc.property(shape, shape, (one, other) => {
      const spots = witnesses(one, other);
      const [a, b] = [one, other].map((each) =>
        partsOf(readShape({ type: each.type, coordinates: each.coordinates }, '')),
      );
      assert.ok(a !== undefined && b !== undefined);
      const ofOne = spots.map((each) => belongs(each, one));
      const ofOther = spots.map((each) => belongs(each, other));
      const meet = spots.some((_, i) => ofOne[i] === true && ofOther[i] === true);
      assert.equal(relates(a, b, 'intersects'), meet, 'intersects');
      assert.equal(relates(a, b, 'disjoint'), !meet, 'disjoint');
      assert.equal(relates(a, b, 'within'), !spots.some((_, i) => ofOne[i] === true && ofOther[i] === false), 'within');
      assert.equal(
        relates(a, b, 'contains'),
        !spots.some((_, i) => ofOne[i] === false && ofOther[i] === true),
        'contains',
      );
    }),
    { numRuns: 500 },
  );
});

const stands = (one: unknown, other: unknown, relation: 'intersects' | 'within' | 'contains'): boolean =>
  relates(partsOf(readShape(one, '')), partsOf(readShape(other, '')), relation);

test('[QRY-21] decimal places count: a point in the middle of a decimal line is on it', () => {
  assert.equal(stands('POINT (0.1 0.3)', 'LINESTRING (0 0, 0.3 0.9)', 'within'), true);
  assert.equal(stands('POINT (0.1 0.3000001)', 'LINESTRING (0 0, 0.3 0.9)', 'within'), false);
  assert.equal(stands('POLYGON ((-179 -89, 179 -89, 179 89, -179 89, -179 -89))', 'POINT (3 3)', 'contains'), true);
});

test('[QRY-21] shapes that reach over the date line lie on both sides of it', () => {
  const clockwise = 'POLYGON ((170 0, -170 0, -170 10, 170 10, 170 0))';
  const box = 'BBOX (170, -170, 10, 0)';
  const way = 'LINESTRING (170 5, 190 5)';
  for (const across of [clockwise, box, way]) {
    assert.equal(stands(across, 'POINT (175 5)', 'contains'), true, across);
    assert.equal(stands(across, 'POINT (-175 5)', 'contains'), true, across);
    assert.equal(stands(across, 'POINT (0 5)', 'intersects'), false, across);
  }
  assert.equal(stands(way, box, 'within'), true);
  // A line between two places of the map does not leave it, however wide it is.
  assert.equal(stands('LINESTRING (170 5, -170 5)', 'POINT (0 5)', 'contains'), true);
  assert.equal(stands('LINESTRING (170 5, -170 5)', 'POINT (175 5)', 'contains'), false);
  assert.equal(stands('POINT (200 5)', 'POINT (-160 5)', 'within'), true);
});

test('[QRY-21] circles are measured on the globe', () => {
  const circle = { type: 'circle', coordinates: [20, 10], radius: '2km' };
  assert.equal(stands('POINT (20.01 10)', circle, 'within'), true);
  assert.equal(stands('POINT (20.03 10)', circle, 'intersects'), false);
  assert.equal(stands('POLYGON ((19 9, 21 9, 21 11, 19 11, 19 9))', circle, 'contains'), true);
  assert.equal(stands('LINESTRING (20.01 9, 20.01 11)', circle, 'intersects'), true);
  assert.equal(stands('LINESTRING (20.01 9, 20.01 11)', circle, 'within'), false);
});

test('[QRY-21] of several parts each lies in one of the others', () => {
  const two = {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [1, 1] },
      { type: 'Point', coordinates: [5, 5] },
    ],
  };
  assert.equal(stands(two, 'BBOX (0, 2, 2, 0)', 'within'), false);
  assert.equal(stands(two, 'MULTIPOLYGON (((0 0, 2 0, 2 2, 0 0)), ((4 4, 6 4, 6 6, 4 4)))', 'within'), true);
  assert.equal(stands(two, 'MULTIPOINT ((1 1), (5 5))', 'contains'), true);
  assert.equal(stands('POINT EMPTY', 'POINT (1 1)', 'intersects'), false);
});

test('[QRY-21] lines and polygons of very many places are taken as they are, also over the date line', () => {
  const count = 300_000;
  const coordinates = Array.from({ length: count }, (_, i) => [170.00001 + (i * 20) / count, (i % 2) / 1000]);
  const [west, east] = partsOf(readShape({ type: 'LineString', coordinates }, '')).map((part) =>
    part.kind === 'line' ? part.places.length : 0,
  );
  assert.deepEqual([west, east], [count / 2 + 1, count / 2 + 1], 'each half and where it meets the date line');
  const ring = [...coordinates.map(([x]) => [Number(x) - 100, 0]), [75, 5], [70.00001, 0]];
  const [polygon, ...more] = partsOf(readShape({ type: 'Polygon', coordinates: [ring] }, ''));
  assert.ok(polygon?.kind === 'polygon' && more.length === 0);
  assert.equal(polygon.places.length, count + 1);
});
