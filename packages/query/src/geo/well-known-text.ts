import { wrongShape } from '../reading/refusal.ts';

const SHAPE = /^\s*([a-z]+)\s*(?:zm|z|m)?\s*(?:(\([\s\S]*\))|(empty))\s*$/i;
const NUMBER = '[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?';
const POSITION = new RegExp(`${NUMBER}(?:\\s+${NUMBER})+`, 'gi');

type Shape = Readonly<Record<string, unknown>>;

/** Shapes of a well-known text in GeoJSON; `BBOX (left, right, top, bottom)` is a box, an empty shape is none. */
export function readWellKnown(text: string, path: string): readonly Shape[] {
  const [, name = '', body, empty] = SHAPE.exec(text) ?? [];
  const type = name.toLowerCase();
  if (empty !== undefined) return [];
  if (body === undefined) throw notWellKnown(text, path);
  if (type === 'geometrycollection') return parts(body.slice(1, -1)).flatMap((part) => readWellKnown(part, path));
  if (type === 'bbox') return [box(text, body, path)];
  const coordinates = nested(text, body, path);
  if (type === 'point') return [{ type, coordinates: coordinates[0] }];
  // Points of a multipoint may stand in brackets of their own.
  if (type === 'multipoint') return [{ type, coordinates: coordinates.map((each) => unwrapped(each)) }];
  return [{ type, coordinates }];
}

const NAMES: Readonly<Record<string, string>> = {
  point: 'Point',
  linestring: 'LineString',
  polygon: 'Polygon',
  multipoint: 'MultiPoint',
  multilinestring: 'MultiLineString',
  multipolygon: 'MultiPolygon',
  envelope: 'Envelope',
};

/** A well-known text in GeoJSON, with the names it has there. @throws PlatformError when it is none */
export function geoJsonOf(text: string): Shape {
  const shapes = readWellKnown(text, '').map((shape) => ({ ...shape, type: NAMES[String(shape.type)] ?? shape.type }));
  const [only] = shapes;
  if (only !== undefined && !/^\s*geometrycollection/i.test(text)) return only;
  return { type: 'GeometryCollection', geometries: shapes };
}

const notWellKnown = (text: string, path: string) =>
  wrongShape(path, 'a shape as GeoJSON or as text such as "POLYGON ((0 0, 10 0, 10 10, 0 0))"', text);

const unwrapped = (value: unknown): unknown => (Array.isArray(value) && Array.isArray(value[0]) ? value[0] : value);

function box(text: string, body: string, path: string): Shape {
  const [left, right, top, bottom, ...more] = body
    .slice(1, -1)
    .split(',')
    .map((part) => Number(part.trim() === '' ? Number.NaN : part));
  if (bottom === undefined || more.length > 0 || [left, right, top, bottom].some(Number.isNaN)) {
    throw notWellKnown(text, path);
  }
  return {
    type: 'envelope',
    coordinates: [
      [left, top],
      [right, bottom],
    ],
  };
}

/** `((0 0, 1 1))` → `[[[0, 0], [1, 1]]]`. */
function nested(text: string, body: string, path: string): readonly unknown[] {
  const lists = body
    .replace(POSITION, (position) => `[${position.trim().split(/\s+/).map(Number).join(',')}]`)
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  try {
    const value: unknown = JSON.parse(lists);
    if (Array.isArray(value)) return value;
  } catch {
    // told below in the words of the text
  }
  throw notWellKnown(text, path);
}

/** What stands between the commas that are in no bracket. */
function parts(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [i, sign] of [...text].entries()) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign !== ',' || depth > 0) continue;
    found.push(text.slice(from, i));
    from = i + 1;
  }
  return [...found, text.slice(from)];
}
