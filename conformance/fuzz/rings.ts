type Point = readonly [number, number];

const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number';

/** Twice the area of a triangle, negative when its corners go round by the clock. */
const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

const isWithin = (a: Point, b: Point, at: Point): boolean =>
  turn(a, b, at) === 0 &&
  [0, 1].every((i) => (at[i] ?? 0) >= Math.min(a[i] ?? 0, b[i] ?? 0) && (at[i] ?? 0) <= Math.max(a[i] ?? 0, b[i] ?? 0));

function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  const crosses = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
  return crosses || isWithin(a, b, c) || isWithin(a, b, d) || isWithin(c, d, a) || isWithin(c, d, b);
}

/** Whether edges of a closed ring that are no neighbours meet, or neighbours go back on one another. */
function crossesItself(ring: readonly Point[]): boolean {
  const edges = ring.slice(1).map((to, i) => [ring[i] ?? to, to] as const);
  return edges.some(([a, b], i) =>
    edges.some(([c, d], j) => {
      if (j <= i) return false;
      if (j === i + 1) return isWithin(a, b, d) || isWithin(c, d, a);
      if (i === 0 && j === edges.length - 1) return isWithin(a, b, c) || isWithin(c, d, b);
      return meet(a, b, c, d);
    }),
  );
}

/** Whether a polygon with a ring that crosses itself stands anywhere in a value. */
export function holdsCrossing(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsCrossing);
  if (typeof value !== 'object' || value === null) return false;
  const { type, coordinates } = value as { readonly type?: unknown; readonly coordinates?: unknown };
  const rings: readonly unknown[] = type === 'polygon' && Array.isArray(coordinates) ? coordinates : [];
  const isCrossing = rings.some((ring) => Array.isArray(ring) && ring.every(isPoint) && crossesItself(ring));
  return isCrossing || Object.values(value).some(holdsCrossing);
}
