import { ClauseFields, readFieldEntry } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';
import { type GeoPoint, readPoint, readValidation } from './geo-point.ts';

/** A point of the field lies within `metres` of the centre, on the great circle (`distance_type: arc`). */
export interface GeoDistanceQuery {
  readonly kind: 'geo_distance';
  readonly field: string;
  readonly metres: number;
  readonly centre: GeoPoint;
  readonly ignoreUnmapped: boolean;
  readonly boost: number;
}

/** OpenSearch's units in metres. */
export const METRES: Readonly<Record<string, number>> = {
  mm: 0.001,
  cm: 0.01,
  m: 1,
  meters: 1,
  km: 1000,
  kilometers: 1000,
  in: 0.0254,
  ft: 0.3048,
  feet: 0.3048,
  yd: 0.9144,
  mi: 1609.344,
  miles: 1609.344,
  nmi: 1852,
  NM: 1852,
};

const DISTANCE = /^\s*([0-9.eE+-]+?)\s*([a-zA-Z]*)\s*$/;

/** `5km`, `300`, `1.5 mi` → metres; a bare number is in `unit`. */
export function readDistance(value: unknown, path: string, unit = 'm'): number {
  const found = typeof value === 'string' || typeof value === 'number' ? DISTANCE.exec(String(value)) : null;
  const amount = found ? Number(found[1]) : Number.NaN;
  const metres = METRES[found?.[2] || unit];
  if (metres === undefined || !(amount >= 0) || !Number.isFinite(amount)) {
    throw wrongShape(path, 'a distance such as 5km or 300m', value);
  }
  return amount * metres;
}

/** Mean radius of the earth that Lucene's haversine uses, in metres. */
const EARTH_RADIUS = 6_371_008.771_4;

/** Great-circle distance in metres (haversine on the mean sphere). */
export function distanceMetres(from: GeoPoint, to: GeoPoint): number {
  const radians = Math.PI / 180;
  const dLat = (to.lat - from.lat) * radians;
  const dLon = (to.lon - from.lon) * radians;
  const chord =
    Math.sin(dLat / 2) ** 2 + Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

export function parseGeoDistance(value: unknown, path: string): GeoDistanceQuery {
  const fields = new ClauseFields(value, path, 'geo_distance', 'all');
  const unit = fields.choice('unit', Object.keys(METRES));
  const metres = fields.required('distance', (given, at) => readDistance(given, at, unit));
  const boost = fields.boost();
  const ignoreUnmapped = fields.flag('ignore_unmapped', false);
  // As in OpenSearch, the query is always answered on the sphere.
  fields.choice('distance_type', ['arc', 'plane']);
  fields.choice('optimize_bbox', ['memory', 'indexed', 'none']);
  const validation = readValidation(fields);
  const { field, body, path: at } = readFieldEntry(fields, 'geo_distance');
  // As in OpenSearch, digits without quotation marks are a geohash here.
  const point = typeof body === 'number' ? String(body) : body;
  return { kind: 'geo_distance', field, metres, centre: readPoint(point, at, validation), ignoreUnmapped, boost };
}

export const printGeoDistance = (node: GeoDistanceQuery): JsonObject =>
  present({
    distance: node.metres,
    [node.field]: { lat: node.centre.lat, lon: node.centre.lon },
    ignore_unmapped: node.ignoreUnmapped || undefined,
    boost: boostOf(node),
  });
