type Check = (coordinates: unknown) => string | null;

const position: Check = (value) => {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return 'a position is [longitude, latitude]';
  if (!value.every((part) => typeof part === 'number' && Number.isFinite(part))) return 'a position holds two numbers';
  const [lon, lat] = value;
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90
    ? null
    : `[${lon}, ${lat}] is outside longitude ±180, latitude ±90`;
};

const each =
  (check: Check, least: number, what: string): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length < least) return `${what} at least ${least} entries`;
    for (const entry of value) {
      const fault = check(entry);
      if (fault !== null) return fault;
    }
    return null;
  };

const ring: Check = (value) => {
  const fault = each(position, 4, 'a ring has')(value);
  if (fault !== null || !Array.isArray(value)) return fault;
  const [first, last] = [value[0], value.at(-1)];
  return first[0] === last[0] && first[1] === last[1] ? null : 'a ring ends where it starts';
};

const line = each(position, 2, 'a line has');
const polygon = each(ring, 1, 'a polygon has');

const CHECKS: Readonly<Record<string, Check>> = {
  Point: position,
  MultiPoint: each(position, 1, 'a MultiPoint has'),
  LineString: line,
  MultiLineString: each(line, 1, 'a MultiLineString has'),
  Polygon: polygon,
  MultiPolygon: each(polygon, 1, 'a MultiPolygon has'),
};

const MAX_DEPTH = 8;

/** What keeps a value from being a GeoJSON geometry (RFC 7946), or null when it is one. */
export function shapeFault(value: unknown, depth = 0): string | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'it is not an object';
  const type = 'type' in value ? value.type : undefined;
  if (type === 'GeometryCollection') {
    if (depth >= MAX_DEPTH) return 'its collections are nested too deep';
    const geometries = 'geometries' in value ? value.geometries : undefined;
    return each((entry) => shapeFault(entry, depth + 1), 0, 'geometries has')(geometries);
  }
  const check = typeof type === 'string' && Object.hasOwn(CHECKS, type) ? CHECKS[type] : undefined;
  if (check === undefined) return `type is ${JSON.stringify(type) ?? 'missing'}`;
  return check('coordinates' in value ? value.coordinates : undefined);
}
