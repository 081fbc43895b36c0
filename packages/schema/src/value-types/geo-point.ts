/** Degrees, WGS 84. */
export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

const inside = (lat: unknown, lon: unknown): GeoPoint | null =>
  typeof lat === 'number' && typeof lon === 'number' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
    ? { lat, lon }
    : null;

const TEXT = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*$/;

/**
 * A point as OpenSearch takes it: `{lat, lon}`, text `lat, lon`, `[lon, lat]`, or a GeoJSON Point. Null for anything else
 * and for degrees outside the globe.
 */
export function parseGeoPoint(value: unknown): GeoPoint | null {
  if (typeof value === 'string') {
    const found = TEXT.exec(value);
    return found ? inside(Number(found[1]), Number(found[2])) : null;
  }
  if (Array.isArray(value)) return value.length >= 2 && value.length <= 3 ? inside(value[1], value[0]) : null;
  if (typeof value !== 'object' || value === null) return null;
  if ('lat' in value && 'lon' in value) return inside(value.lat, value.lon);
  if ('type' in value && value.type === 'Point' && 'coordinates' in value && Array.isArray(value.coordinates))
    return parseGeoPoint(value.coordinates);
  return null;
}
