import type { GeoPoint, ShapeRelation } from '@datasarana/query';
import { boxOf, treeOf } from './edge-tree.ts';
import type { Part, PartOf } from './parts.ts';
import { pointOf } from './parts.ts';
import { crossesOver, cutAt, type Edge, edgesMeet, isOn, type Place, same, sideOf } from './plane.ts';

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
  const [one, other] = a.edges.length < b.edges.length ? [a, b] : [b, a];
  const tree = treeOf(other.edges);
  if (one.edges.some((edge) => tree.some(boxOf(edge), (each) => edgesMeet(edge, each)))) return true;
  // No edges meet: one lies inside the other as a whole, or they are apart.
  return [a, b].some((outer, i) => outer.kind === 'polygon' && holds(outer, ([b, a][i] ?? a).places[0] ?? [0, 0]));
}

/** The part has the place. */
function holds(part: Exclude<Part, PartOf<'circle'>>, place: Place): boolean {
  if (part.kind === 'point') return same(part.place, place);
  if (part.kind === 'line') return treeOf(part.edges).some(boxOf([place, place]), (edge) => isOn(place, edge));
  return sideOfPolygon(part.edges, place) >= 0;
}

/**
 * 1 inside, 0 on an edge, -1 outside; what lies in a hole is outside.
 * @param scale the place is one of a grid so many times as fine
 */
function sideOfPolygon(edges: readonly Edge[], place: Place, scale = 1): -1 | 0 | 1 {
  const [x, y] = place;
  const toTheEast = { west: x / scale, east: Number.POSITIVE_INFINITY, south: y / scale, north: y / scale };
  let inside = false;
  const isOnEdge = treeOf(edges).some(toTheEast, (edge) => {
    const [from, to] = [scaled(edge[0], scale), scaled(edge[1], scale)];
    if (isOn(place, [from, to])) return true;
    const isUpwards = to[1] > y;
    // on the left of an edge upwards: the line to the east crosses it
    if (from[1] > y !== isUpwards && sideOf(from, to, place) > 0 === isUpwards) inside = !inside;
    return false;
  });
  return isOnEdge ? 0 : inside ? 1 : -1;
}

const scaled = ([x, y]: Place, scale: number): Place => [x * scale, y * scale];

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
  stretchesOf(edge, line).every(([from, to]) =>
    treeOf(line.edges).some(boxOf([from, to]), (other) => isOn(from, other) && isOn(to, other)),
  );

/** The middle of two places, on a grid twice as fine. */
const middle = ([from, to]: Edge): Place => [from[0] + to[0], from[1] + to[1]];

/** The stretches of an edge between the corners of the other part that lie on it. */
const stretchesOf = (edge: Edge, { edges }: { readonly edges: readonly Edge[] }): readonly Edge[] =>
  cutAt(edge, treeOf(edges).ends(boxOf(edge)));

const crosses = (edge: Edge, { edges }: PartOf<'polygon'>): boolean =>
  treeOf(edges).some(boxOf(edge), (other) => crossesOver(edge, other));

/** No place of the edge is outside of the polygon. */
function staysIn(edge: Edge, polygon: PartOf<'polygon'>): boolean {
  if (crosses(edge, polygon)) return false;
  // between its places on corners of the polygon the edge is all inside, all outside, or on an edge
  return stretchesOf(edge, polygon).every((stretch) => sideOfPolygon(polygon.edges, middle(stretch), 2) >= 0);
}

/** Some place of the edge is inside of the polygon, not on its own edges. */
function entersInside(edge: Edge, polygon: PartOf<'polygon'>): boolean {
  if (crosses(edge, polygon)) return true;
  return stretchesOf(edge, polygon).some((stretch) => sideOfPolygon(polygon.edges, middle(stretch), 2) > 0);
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
