import type { GeoPoint, ShapeRelation } from '@datasarana/query';
import type { Part, PartOf } from './parts.ts';
import { pointOf } from './parts.ts';
import { crossesOver, cutAt, type Edge, edgesMeet, isOn, type Place, same } from './plane.ts';

/** How a shape stands to another: both are made of all their parts, and their edges belong to them. */
export function relates(shape: readonly Part[], other: readonly Part[], relation: ShapeRelation): boolean {
  if (shape.length === 0 || other.length === 0) return relation === 'disjoint' && shape.length > 0;
  switch (relation) {
    case 'intersects':
      return shape.some((part) => other.some((each) => meets(part, each)));
    case 'disjoint':
      return !shape.some((part) => other.some((each) => meets(part, each)));
    case 'within':
      return shape.every((part) => other.some((each) => liesIn(part, each)));
    case 'contains':
      return other.every((each) => shape.some((part) => liesIn(each, part)));
  }
}

const isApart = ({ bounds: a }: Part, { bounds: b }: Part): boolean =>
  a.east < b.west || b.east < a.west || a.north < b.south || b.north < a.south;

/** The parts have a place in common. */
function meets(a: Part, b: Part): boolean {
  if (isApart(a, b)) return false;
  if (a.kind === 'circle') return meetsCircle(b, a);
  if (b.kind === 'circle') return meetsCircle(a, b);
  if (a.kind === 'point') return holds(b, a.place);
  if (b.kind === 'point') return holds(a, b.place);
  if (a.edges.some((edge) => b.edges.some((other) => edgesMeet(edge, other)))) return true;
  // No edges meet: one lies inside the other as a whole, or they are apart.
  return [a, b].some((outer, i) => outer.kind === 'polygon' && holds(outer, ([b, a][i] ?? a).places[0] ?? [0, 0]));
}

/** The part has the place. */
function holds(part: Exclude<Part, PartOf<'circle'>>, place: Place): boolean {
  if (part.kind === 'point') return same(part.place, place);
  if (part.kind === 'line') return part.edges.some((edge) => isOn(place, edge));
  return sideOfPolygon(part.edges, place) >= 0;
}

/** 1 inside, 0 on an edge, -1 outside; what lies in a hole is outside. */
function sideOfPolygon(edges: readonly Edge[], place: Place): -1 | 0 | 1 {
  const [x, y] = place;
  let inside = false;
  for (const edge of edges) {
    const [[ax, ay], [bx, by]] = edge;
    if (isOn(place, edge)) return 0;
    if (ay > y === by > y) continue;
    // On the left of an edge upwards: the line to the east crosses it.
    const turn = BigInt(bx - ax) * BigInt(y - ay) - BigInt(by - ay) * BigInt(x - ax);
    if (turn > 0n === by > ay) inside = !inside;
  }
  return inside ? 1 : -1;
}

/** Every place of the part is one of the other's. */
function liesIn(part: Part, around: Part): boolean {
  if (isApart(part, around)) return false;
  if (around.kind === 'circle') return liesInCircle(part, around);
  if (part.kind === 'circle') return circleLiesIn(part, around);
  if (part.kind === 'point') return holds(around, part.place);
  if (around.kind === 'point') return false;
  if (around.kind === 'line') return part.kind === 'line' && part.edges.every((edge) => runsAlong(edge, around));
  if (!part.edges.every((edge) => staysIn(edge, around))) return false;
  return part.kind === 'line' || !around.edges.some((edge) => entersInside(edge, part));
}

/** The edge is covered by edges of a line. */
const runsAlong = (edge: Edge, line: PartOf<'line'>): boolean =>
  cutAt(edge, line.places).every(([from, to]) => line.edges.some((other) => isOn(from, other) && isOn(to, other)));

/** Grid and edges twice as fine, so that the middle of two places is a place. */
const middle = ([from, to]: Edge): Place => [from[0] + to[0], from[1] + to[1]];
const doubled = (edges: readonly Edge[]): readonly Edge[] =>
  edges.map(([[ax, ay], [bx, by]]) => [
    [2 * ax, 2 * ay],
    [2 * bx, 2 * by],
  ]);

/** No place of the edge is outside of the polygon. */
function staysIn(edge: Edge, { edges, places }: PartOf<'polygon'>): boolean {
  if (edges.some((other) => crossesOver(edge, other))) return false;
  const fine = doubled(edges);
  // Between its places on corners of the polygon the edge is all inside, all outside, or on an edge.
  return cutAt(edge, places).every((stretch) => sideOfPolygon(fine, middle(stretch)) >= 0);
}

/** Some place of the edge is inside of the polygon, not on its own edges. */
function entersInside(edge: Edge, { edges, places }: PartOf<'polygon'>): boolean {
  if (edges.some((other) => crossesOver(edge, other))) return true;
  const fine = doubled(edges);
  return cutAt(edge, places).some((stretch) => sideOfPolygon(fine, middle(stretch)) > 0);
}

const RADIUS = 6_371_008.7714;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function distance(a: GeoPoint, b: GeoPoint): number {
  const rise = Math.sin(radians(b.lat - a.lat) / 2) ** 2;
  const run = Math.sin(radians(b.lon - a.lon) / 2) ** 2;
  return (
    2 * RADIUS * Math.asin(Math.sqrt(Math.min(1, rise + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * run)))
  );
}

/** Metres from a point to the nearest place of an edge, which is looked for on the plane that touches the globe there. */
function distanceTo(centre: GeoPoint, [from, to]: Edge): number {
  const [a, b] = [pointOf(from), pointOf(to)];
  const wide = Math.cos(radians(centre.lat));
  const [dx, dy] = [(b.lon - a.lon) * wide, b.lat - a.lat];
  const along = ((centre.lon - a.lon) * wide * dx + (centre.lat - a.lat) * dy) / (dx * dx + dy * dy);
  const share = Math.min(1, Math.max(0, along));
  return distance(centre, { lat: a.lat + share * (b.lat - a.lat), lon: a.lon + share * (b.lon - a.lon) });
}

const gridOf = ({ lat, lon }: GeoPoint): Place => [Math.round(lon * 1e7), Math.round(lat * 1e7)];

function meetsCircle(part: Part, { centre, metres }: PartOf<'circle'>): boolean {
  if (part.kind === 'circle') return distance(centre, part.centre) <= metres + part.metres;
  if (part.kind === 'point') return distance(centre, pointOf(part.place)) <= metres;
  if (part.kind === 'polygon' && holds(part, gridOf(centre))) return true;
  return part.edges.some((edge) => distanceTo(centre, edge) <= metres);
}

function liesInCircle(part: Part, { centre, metres }: PartOf<'circle'>): boolean {
  if (part.kind === 'circle') return distance(centre, part.centre) + part.metres <= metres;
  const places = part.kind === 'point' ? [part.place] : part.places;
  return places.every((place) => distance(centre, pointOf(place)) <= metres);
}

function circleLiesIn({ centre, metres }: PartOf<'circle'>, around: Exclude<Part, PartOf<'circle'>>): boolean {
  if (around.kind !== 'polygon' || !holds(around, gridOf(centre))) return false;
  return around.edges.every((edge) => distanceTo(centre, edge) >= metres);
}
