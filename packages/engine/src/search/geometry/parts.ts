import type { GeoArea, GeoPoint } from '@datasarana/query';
import { splitLine, splitRings } from './date-line.ts';
import type { Edge, Place } from './plane.ts';

/** The sides of a box, each belonging to it: of a part in degrees of latitude and longitude. */
export interface Bounds {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** A part of a shape on the grid. Rings are not closed; of a polygon's the first is the outer one. */
export type Part = { readonly bounds: Bounds } & (
  | { readonly kind: 'point'; readonly place: Place }
  | { readonly kind: 'line'; readonly edges: readonly Edge[]; readonly places: readonly Place[] }
  | { readonly kind: 'polygon'; readonly edges: readonly Edge[]; readonly places: readonly Place[] }
  | { readonly kind: 'circle'; readonly centre: GeoPoint; readonly metres: number }
);

export type PartOf<K extends Part['kind']> = Extract<Part, { readonly kind: K }>;

const GRID = 1e7;

const placeOf = ({ lat, lon }: GeoPoint): Place => [Math.round(lon * GRID), Math.round(lat * GRID)];
export const pointOf = ([x, y]: Place): GeoPoint => ({ lat: y / GRID, lon: x / GRID });

/** The parts of a shape; what reaches over the date line lies on both sides of it. */
export const partsOf = (areas: readonly GeoArea[]): readonly Part[] => areas.flatMap(partsOfArea);

function partsOfArea(area: GeoArea): readonly Part[] {
  switch (area.kind) {
    case 'point':
      return [pointPart(placeOf(area.point))];
    case 'line':
      return splitLine(area.points.map(placeOf)).flatMap(linePart);
    case 'circle':
      return [circlePart(area.centre, area.metres)];
    case 'box': {
      const { top, left, bottom, right } = area.box;
      const sides = left > right ? [[left, 180] as const, [-180, right] as const] : [[left, right] as const];
      return sides.flatMap(([west, east]) => boxPart(west, east, bottom, top));
    }
    case 'polygon':
      return splitRings(area.rings.map((ring) => ring.map(placeOf))).flatMap(polygonPart);
  }
}

function boxPart(west: number, east: number, south: number, north: number): readonly Part[] {
  const corners = [
    { lat: south, lon: west },
    { lat: south, lon: east },
    { lat: north, lon: east },
    { lat: north, lon: west },
  ].map(placeOf);
  if (west === east || south === north) return linePart([corners[0] ?? [0, 0], corners[2] ?? [0, 0]]);
  return polygonPart([corners]);
}

const pointPart = (place: Place): Part => ({ kind: 'point', place, bounds: boundsOf([place]) });

const isStretch = ([[ax, ay], [bx, by]]: Edge): boolean => ax !== bx || ay !== by;

/** A line without length is a point. */
function linePart(places: readonly Place[]): readonly Part[] {
  const edges = places.slice(1).map((place, i): Edge => [places[i] ?? place, place]);
  const stretches = edges.filter(isStretch);
  const [first] = places;
  if (first === undefined) return [];
  if (stretches.length === 0) return [pointPart(first)];
  return [{ kind: 'line', edges: stretches, places, bounds: boundsOf(places) }];
}

function polygonPart(rings: readonly (readonly Place[])[]): readonly Part[] {
  const places = rings.flat();
  if (places.length === 0) return [];
  const edges = rings.flatMap((ring) => ring.map((place, i): Edge => [place, ring[(i + 1) % ring.length] ?? place]));
  return [{ kind: 'polygon', edges: edges.filter(isStretch), places, bounds: boundsOf(places) }];
}

function boundsOf(places: readonly Place[]): Bounds {
  let [west, south] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [east, north] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [x, y] of places) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  return { west: west / GRID, east: east / GRID, south: south / GRID, north: north / GRID };
}

/** Metres of a degree of latitude, rounded down so that bounds are rather too wide. */
const DEGREE = 111_000;

function circlePart(centre: GeoPoint, metres: number): Part {
  const tall = metres / DEGREE;
  const isPolar = Math.abs(centre.lat) + tall >= 89;
  const wide = isPolar ? 360 : tall / Math.cos(((Math.abs(centre.lat) + tall) * Math.PI) / 180);
  const isAround = isPolar || Math.abs(centre.lon) + wide > 180;
  const bounds = {
    west: isAround ? -180 : centre.lon - wide,
    east: isAround ? 180 : centre.lon + wide,
    south: centre.lat - tall,
    north: centre.lat + tall,
  };
  return { kind: 'circle', centre, metres, bounds };
}
