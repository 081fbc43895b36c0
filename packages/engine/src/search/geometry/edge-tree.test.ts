import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boxOf, EdgeTree } from './edge-tree.ts';
import { partsOf } from './parts.ts';
import { type Edge, edgesMeet, type Place } from './plane.ts';
import { relates } from './relate.ts';

const place = fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 }));
const edges = fc.array(fc.tuple(place, place), { maxLength: 200 });

test('[QRY-21] the edges in a box are those whose bounds touch it', () => {
  fc.assert(
    fc.property(edges, fc.tuple(place, place), (all: readonly Edge[], asked: Edge) => {
      const tree = new EdgeTree(all);
      const seen: Edge[] = [];
      tree.some(boxOf(asked), (edge) => {
        seen.push(edge);
        return false;
      });
      const { west, east, south, north } = boxOf(asked);
      const touching = all.filter((edge) => {
        const own = boxOf(edge);
        return own.west <= east && own.east >= west && own.south <= north && own.north >= south;
      });
      assert.deepEqual(seen, touching);
      assert.deepEqual(tree.ends(boxOf(asked)), touching.flat());
      const meets = (edge: Edge): boolean => edgesMeet(asked, edge);
      assert.equal(tree.some(boxOf(asked), meets), all.some(meets));
    }),
  );
});

/** A polygon of so many corners around a point, its edge in waves. */
const star = (corners: number, [lon, lat]: Place, size: number) =>
  partsOf([
    {
      kind: 'polygon',
      rings: [
        Array.from({ length: corners }, (_, i) => {
          const angle = (2 * Math.PI * i) / corners;
          const far = size * (1 + 0.1 * Math.sin(angle * 50));
          return { lat: lat + far * Math.sin(angle), lon: lon + far * Math.cos(angle) };
        }),
      ],
    },
  ]);

test('[QRY-21] polygons of a hundred thousand corners are compared', () => {
  const [large, small, aside] = [star(100_000, [10, 10], 5), star(100_000, [10, 10], 2), star(100_000, [20, 10], 5.5)];
  assert.equal(relates(small, large, 'within'), true);
  assert.equal(relates(large, small, 'contains'), true);
  assert.equal(relates(large, small, 'within'), false);
  assert.equal(relates(large, aside, 'intersects'), true);
  assert.equal(relates(small, aside, 'disjoint'), true);
});
