import { readNumber, readText } from '../reading/fields.ts';
import { isObject } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { decodeGeohash } from './geohash.ts';

/** Degrees, WGS 84. */
export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

const POINT = 'a point as {lat, lon}, [lon, lat], "lat,lon", "POINT (lon lat)" or a geohash';
const WKT = /^POINT\s*\(\s*(\S+)\s+(\S+)\s*\)$/i;

/** Reads every notation of a point OpenSearch takes. */
export function readPoint(value: unknown, path: string): GeoPoint {
  if (Array.isArray(value) && value.length >= 2) return pointOf(value[1], value[0], path);
  if (isObject(value) && value.type === 'Point') return readPoint(value.coordinates, `${path}.coordinates`);
  if (isObject(value)) return pointOf(value.lat, value.lon, path);
  if (typeof value !== 'string') throw wrongShape(path, POINT, value);
  const wkt = WKT.exec(value.trim());
  if (wkt) return pointOf(wkt[2], wkt[1], path);
  const [lat, lon, ...more] = readText(value, path).split(',');
  if (lon !== undefined && more.length === 0) return pointOf(lat, lon, path);
  const cell = decodeGeohash(value);
  return { lat: (cell.south + cell.north) / 2, lon: (cell.west + cell.east) / 2 };
}

function pointOf(lat: unknown, lon: unknown, path: string): GeoPoint {
  if (lat === undefined || lon === undefined) throw wrongShape(path, POINT, { lat, lon });
  return {
    lat: readNumber(lat, `${path}.lat`, { min: -90, max: 90 }),
    lon: readNumber(lon, `${path}.lon`, { min: -180, max: 180 }),
  };
}
