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
const SHAPE = /^\s*([A-Z]+)\s*(\(.*\))\s*$/is;

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

function geometryOf(text: string): unknown {
  const [, name = '', body = ''] = SHAPE.exec(text) ?? [];
  if (name.toUpperCase() === 'GEOMETRYCOLLECTION') {
    const geometries = partsOf(body.slice(1, -1)).map(geometryOf);
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

/** GeoJSON text of a shape in well-known text (OGC 06-103r4 §7), heights left out; null for curves, circles and what is empty. */
export function geoJsonOfText(text: string): string | null {
  try {
    const geometry = geometryOf(text);
    return geometry === null ? null : JSON.stringify(geometry);
  } catch {
    return null;
  }
}
