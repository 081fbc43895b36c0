import { distanceMetres, type GeoArea, type GeoBox, type GeoPoint, type QueryNodes } from '@datasarana/query';
import { isPoint, type Matching, valuesOf } from './documents.ts';

export function points(path: string, { index, document }: Matching): readonly GeoPoint[] {
  return valuesOf(index, document, path).filter(isPoint);
}

export function matchesShape({ field, areas, relation }: QueryNodes['geo_shape'], on: Matching): boolean {
  const given = points(field, on);
  const inside = given.filter((point) => areas.some((area) => isInArea(point, area)));
  if (relation === 'intersects') return inside.length > 0;
  if (relation === 'disjoint') return given.length > 0 && inside.length === 0;
  if (relation === 'within') return given.length > 0 && inside.length === given.length;
  return areas.every((area) => area.kind === 'point' && given.some((point) => isInArea(point, area)));
}

function isInArea(point: GeoPoint, area: GeoArea): boolean {
  if (area.kind === 'point') return point.lat === area.point.lat && point.lon === area.point.lon;
  if (area.kind === 'line') return isOnLine(point, area.points);
  if (area.kind === 'box') return isInBox(point, area.box);
  if (area.kind === 'circle') return distanceMetres(area.centre, point) <= area.metres;
  const [outer = [], ...holes] = area.rings;
  return isInPolygon(point, outer) && !holes.some((hole) => isInPolygon(point, hole));
}

/** On the grid of 1e-7 degrees, where whole numbers of 64 bits are exact. */
function isOnLine(point: GeoPoint, points: readonly GeoPoint[]): boolean {
  const grid = ({ lat, lon }: GeoPoint) => [BigInt(Math.round(lon * 1e7)), BigInt(Math.round(lat * 1e7))] as const;
  const [x, y] = grid(point);
  return points.slice(1).some((to, i) => {
    const [[ax, ay], [bx, by]] = [grid(points[i] ?? to), grid(to)];
    const isBeside = (x - ax) * (x - bx) <= 0n && (y - ay) * (y - by) <= 0n;
    return isBeside && (bx - ax) * (y - ay) === (by - ay) * (x - ax);
  });
}

export function isInBox({ lat, lon }: GeoPoint, { top, left, bottom, right }: GeoBox): boolean {
  const across = left > right ? lon >= left || lon <= right : lon >= left && lon <= right;
  return lat <= top && lat >= bottom && across;
}

/** The edges that a line to the west crosses are an odd number. */
export function isInPolygon({ lat, lon }: GeoPoint, corners: readonly GeoPoint[]): boolean {
  const crossed = corners.filter((from, i) => {
    const to = corners[(i + 1) % corners.length] ?? from;
    const isAcross = from.lat > lat !== to.lat > lat;
    return isAcross && lon < ((to.lon - from.lon) * (lat - from.lat)) / (to.lat - from.lat) + from.lon;
  });
  return crossed.length % 2 === 1;
}
