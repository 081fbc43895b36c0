import type { Fields } from './fields.ts';

const GEOMETRIES: ReadonlySet<unknown> = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);

/** A GeoJSON geometry stays one value. */
export const isGeometry = (value: Fields): boolean =>
  GEOMETRIES.has(value.type) && (Array.isArray(value.coordinates) || Array.isArray(value.geometries));
