/** Degrees, WGS 84. */
export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

const NUM = String.raw`([+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)`;
const PAIR = new RegExp(`^${NUM}\\s*[,; ]\\s*${NUM}$`);
const WKT = new RegExp(`^POINT\\s*\\(\\s*${NUM}\\s+${NUM}\\s*\\)$`, 'i');

function inside(lat: unknown, lon: unknown): GeoPoint | null {
  if (typeof lat !== 'number' || typeof lon !== 'number') return null;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

/**
 * A point as `{lat, lon}`, `[lon, lat]`, a GeoJSON Point, or text: `lat, lon`, `POINT (lon lat)`, or one of the former as
 * JSON. Null for anything else and for degrees outside the globe.
 */
export function parseGeoPoint(value: unknown): GeoPoint | null {
  if (typeof value === 'string') return parseText(value.trim());
  if (Array.isArray(value)) return value.length === 2 ? inside(value[1], value[0]) : null;
  if (value === null || typeof value !== 'object') return null;
  if ('lat' in value && 'lon' in value) return inside(value.lat, value.lon);
  const isPoint = 'type' in value && value.type === 'Point' && 'coordinates' in value;
  return isPoint && Array.isArray(value.coordinates) ? parseGeoPoint(value.coordinates) : null;
}

function parseText(text: string): GeoPoint | null {
  const wkt = WKT.exec(text);
  if (wkt) return inside(Number(wkt[2]), Number(wkt[1]));
  if (!text.startsWith('[') && !text.startsWith('{')) {
    const pair = PAIR.exec(text);
    return pair ? inside(Number(pair[1]), Number(pair[2])) : null;
  }
  try {
    return parseGeoPoint(JSON.parse(text));
  } catch {
    return null;
  }
}
