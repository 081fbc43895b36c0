import { systemFault } from './coordinate-system.ts';

const SHAPES: Readonly<Record<string, string>> = {
  POINT: 'Point',
  LINESTRING: 'LineString',
  POLYGON: 'Polygon',
  MULTIPOINT: 'MultiPoint',
  MULTILINESTRING: 'MultiLineString',
  MULTIPOLYGON: 'MultiPolygon',
};
const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const PAIR = new RegExp(String.raw`(${NUMBER})\s+(${NUMBER})(?:\s+${NUMBER})*`, 'g');
/** Heights and measures are announced behind the name. */
const SHAPE = /^\s*([A-Z]+?)\s*(?:ZM|Z|M)?\s*(\(.*\))\s*$/is;
/** PostGIS writes its reference system in front; 0 = it has none. */
const SYSTEM = /^\s*SRID=0*(\d+);/i;
/** Collections within collections. */
const MAX_DEPTH = 8;

/** Parts of a list between its outermost commas. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function geometryOf(text: string, depth = 0): unknown {
  if (depth > MAX_DEPTH) return null;
  const [, name = '', body = ''] = SHAPE.exec(text) ?? [];
  if (name.toUpperCase() === 'GEOMETRYCOLLECTION') {
    const geometries = partsOf(body.slice(1, -1)).map((part) => geometryOf(part, depth + 1));
    return geometries.includes(null) ? null : { type: 'GeometryCollection', geometries };
  }
  const type = SHAPES[name.toUpperCase()];
  if (type === undefined) return null;
  const lists = JSON.parse(
    body.replaceAll(PAIR, '[$1,$2]').replaceAll('(', '[').replaceAll(')', ']'),
  ) as readonly unknown[];
  if (type === 'Point') return { type, coordinates: lists[0] };
  // written with brackets around each point, or without
  const flat = type === 'MultiPoint' && Array.isArray(lists[0]) && Array.isArray(lists[0][0]);
  return { type, coordinates: flat ? lists.flat() : lists };
}

/** The number of the reference system in front of a shape; 0 = none is named. */
export const systemOfText = (text: string): number => Number(SYSTEM.exec(text)?.[1] ?? 0);

const CURVE = /\b(CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON|MULTICURVE|MULTISURFACE)\b/i;

/** What a shape has curves in, by its name there; null where it has none. */
export const curveIn = (text: string): string | null => CURVE.exec(text)?.[1]?.toUpperCase() ?? null;

/**
 * GeoJSON text of a shape in well-known text (OGC 06-103r4 §7), heights left out; null for curves, circles, what is empty, what is in
 * another system than degrees, and what is none.
 */
export function geoJsonOfText(text: string): string | null {
  const system = systemOfText(text);
  if (system !== 0 && systemFault(`EPSG:${system}`) !== null) return null;
  try {
    const geometry = geometryOf(text.replace(SYSTEM, ''));
    return geometry === null ? null : JSON.stringify(geometry);
  } catch {
    return null;
  }
}
