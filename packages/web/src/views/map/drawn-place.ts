import type { Geometry, Position } from 'geojson';

/** Where the map ends to the north and the south, a little within: a point on its edge, or beyond, MapLibre leaves out. */
const EDGE = 85.04;

/**
 * A place as the map shows it: points at the poles at its edge; areas that reach over the 180th meridian, as searches take them, on
 * both sides of it.
 */
export function drawnPlace(geometry: Geometry): Geometry {
  switch (geometry.type) {
    case 'Point':
      return { ...geometry, coordinates: withinEdge(geometry.coordinates) };
    case 'MultiPoint':
      return { ...geometry, coordinates: geometry.coordinates.map(withinEdge) };
    case 'Polygon':
      return { ...geometry, coordinates: overMeridian(geometry.coordinates) };
    case 'MultiPolygon':
      return { ...geometry, coordinates: geometry.coordinates.map(overMeridian) };
    default:
      return geometry;
  }
}

const withinEdge = ([lon = 0, lat = 0]: Position): Position => [lon, Math.max(-EDGE, Math.min(EDGE, lat))];

/** As in OpenSearch an outer ring wider than half the globe reaches over the meridian when it is given clockwise. */
function overMeridian(rings: Position[][]): Position[][] {
  const [outer = []] = rings;
  const lons = outer.map(([lon = 0]) => lon);
  const west = lons.reduce((least, lon) => Math.min(least, lon), 180);
  const east = lons.reduce((most, lon) => Math.max(most, lon), -180);
  if (east - west <= 180 || east - west === 360 || !isClockwise(outer)) return rings;
  return rings.map((ring) => ring.map(([lon = 0, lat = 0]) => [lon < 0 ? lon + 360 : lon, lat]));
}

const isClockwise = (ring: readonly Position[]): boolean =>
  ring.reduce((sum, [x = 0, y = 0], i) => {
    const [nextX = x, nextY = y] = ring[(i + 1) % ring.length] ?? [];
    return sum + (nextX - x) * (nextY + y);
  }, 0) > 0;
