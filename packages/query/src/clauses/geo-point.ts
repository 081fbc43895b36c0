import { type Fields, readNumber, readText } from '../reading/fields.ts';
import { isObject } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { decodeGeohash } from './geohash.ts';

/** Degrees, WGS 84. */
export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

const VALIDATIONS = ['strict', 'coerce', 'ignore_malformed'] as const;

/** What to do with degrees beyond the poles and the date line: refuse, bring back onto the globe, or take as they are. */
export type GeoValidation = (typeof VALIDATIONS)[number];

export const readValidation = (fields: Fields): GeoValidation =>
  fields.choice('validation_method', VALIDATIONS) ?? 'strict';

const POINT = 'a point as {lat, lon}, [lon, lat], "lat,lon", "POINT (lon lat)" or a geohash';
const WKT = /^POINT\s*\(\s*(\S+)\s+(\S+)\s*\)$/i;

/** Which corner of a geohash's cell is meant: the lower left one unless a box says otherwise. */
export type CellPoint = 'top_left' | 'bottom_right' | 'top_right' | 'bottom_left';

/** Reads every notation of a point OpenSearch takes. */
export function readPoint(
  value: unknown,
  path: string,
  validation: GeoValidation = 'strict',
  cellPoint: CellPoint = 'bottom_left',
): GeoPoint {
  if (Array.isArray(value)) {
    if (value.length !== 2 || value.some((each) => typeof each !== 'number')) throw wrongShape(path, POINT, value);
    return pointOf(value[1], value[0], path, validation);
  }
  if (isObject(value)) {
    refuseOthers(value, path);
    if (typeof value.type === 'string' && value.type.toLowerCase() === 'point')
      return readPoint(value.coordinates, `${path}.coordinates`, validation);
    if (typeof value.geohash === 'string') return cellOf(value.geohash, cellPoint);
    return pointOf(value.lat, value.lon, path, validation);
  }
  if (typeof value !== 'string') throw wrongShape(path, POINT, value);
  const wkt = WKT.exec(value.trim());
  if (wkt) return pointOf(wkt[2], wkt[1], path, validation);
  const [lat, lon, ...more] = readText(value, path).split(',');
  if (lon !== undefined && more.length === 0) return pointOf(lat, lon, path, validation);
  return cellOf(value, cellPoint);
}

const SPELLINGS: readonly (readonly string[])[] = [['lat', 'lon'], ['geohash'], ['type', 'coordinates']];

/** An object that spells a point says nothing else. */
function refuseOthers(value: object, path: string): void {
  const keys = Object.keys(value);
  const own = SPELLINGS.find((spelling) => spelling.includes(keys[0] ?? ''));
  if (keys.length > 0 && !keys.every((key) => own?.includes(key))) throw wrongShape(path, POINT, value);
}

function cellOf(geohash: string, point: CellPoint): GeoPoint {
  const { south, north, west, east } = decodeGeohash(geohash);
  return { lat: point.startsWith('top') ? north : south, lon: point.endsWith('left') ? west : east };
}

function pointOf(lat: unknown, lon: unknown, path: string, validation: GeoValidation): GeoPoint {
  if (lat === undefined || lon === undefined) throw wrongShape(path, POINT, { lat, lon });
  const bounds = (limit: number) => (validation === 'strict' ? { min: -limit, max: limit } : {});
  const point = { lat: readNumber(lat, `${path}.lat`, bounds(90)), lon: readNumber(lon, `${path}.lon`, bounds(180)) };
  return validation === 'coerce' ? normalised(point) : point;
}

/** Over a pole the way goes down on the other side of the globe. */
export function normalised({ lat, lon }: GeoPoint): GeoPoint {
  if (lat >= -90 && lat <= 90) return { lat, lon: lon >= -180 && lon <= 180 ? lon : aroundTheGlobe(lon) };
  const turned = aroundTheGlobe(lat);
  if (turned >= -90 && turned <= 90) return { lat: turned, lon: aroundTheGlobe(lon) };
  return { lat: turned < 0 ? -180 - turned : 180 - turned, lon: aroundTheGlobe(lon + 180) };
}

/** Degrees above -180 and up to 180; what remains of a division has all digits, whatever is divided. */
function aroundTheGlobe(degrees: number): number {
  const rest = degrees % 360;
  const around = rest <= 0 ? rest + 360 : rest;
  return around > 180 ? around - 360 : around;
}
