type Fault = string | null;

const isPosition = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length >= 2 &&
  value.every((part) => typeof part === 'number' && Number.isFinite(part)) &&
  Math.abs(value[0]) <= 180 &&
  Math.abs(value[1]) <= 90;

const position = (value: unknown): Fault =>
  isPosition(value) ? null : 'a position must be [longitude, latitude] in degrees';

const line =
  (minimum: number) =>
  (value: unknown): Fault => {
    if (!Array.isArray(value) || value.length < minimum) return `a line needs at least ${minimum} positions`;
    return firstFault(value, position);
  };

function ring(value: unknown): Fault {
  const fault = line(4)(value);
  if (fault !== null || !Array.isArray(value)) return fault;
  const [first, last] = [value[0], value.at(-1)];
  return first[0] === last[0] && first[1] === last[1] ? null : 'a ring must end where it starts';
}

const listOf =
  (check: (value: unknown) => Fault, what: string) =>
  (value: unknown): Fault =>
    Array.isArray(value) && value.length > 0 ? firstFault(value, check) : `coordinates must list ${what}`;

function firstFault(values: readonly unknown[], check: (value: unknown) => Fault): Fault {
  for (const value of values) {
    const fault = check(value);
    if (fault !== null) return fault;
  }
  return null;
}

const polygon = listOf(ring, 'rings');

const COORDINATES: Readonly<Record<string, (value: unknown) => Fault>> = {
  Point: position,
  MultiPoint: listOf(position, 'positions'),
  LineString: line(2),
  MultiLineString: listOf(line(2), 'lines'),
  Polygon: polygon,
  MultiPolygon: listOf(polygon, 'polygons'),
};

/** What is wrong with a GeoJSON geometry (RFC 7946), or null. */
export function shapeFault(value: unknown): Fault {
  if (typeof value !== 'object' || value === null || !('type' in value)) return 'it has no type';
  if (value.type === 'GeometryCollection')
    return 'geometries' in value && Array.isArray(value.geometries)
      ? firstFault(value.geometries, shapeFault)
      : 'a GeometryCollection needs geometries';
  const check =
    typeof value.type === 'string' && Object.hasOwn(COORDINATES, value.type) ? COORDINATES[value.type] : undefined;
  if (!check) return `its type ${JSON.stringify(value.type)} is none of ${Object.keys(COORDINATES).join(', ')}`;
  return check('coordinates' in value ? value.coordinates : undefined);
}
