import type { GeoArea, GeoPoint, QueryNodes } from '@datasarana/query';
import { notImplemented } from '@datasarana/schema';
import { type Condition, costlyTest } from '../condition.ts';
import { askShape } from '../geometry/shape-function.ts';
import { columnOf, existsTest, type FieldSource } from '../index-fields.ts';
import { and, double, not, or, type Sql, sql, whole } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { inBox, pointField } from './geo-bounding-box.ts';
import { greatCircle } from './geo-distance.ts';
import { inPolygon } from './geo-polygon.ts';
import { NOTHING } from './match-none.ts';
import { anyPoint } from './values.ts';

/** As in OpenSearch, where shapes only filter. */
const NO_SCORE = 0;

/** How the points or shapes of a field stand to a shape. */
export function geoShape(node: QueryNodes['geo_shape'], context: ClauseContext): Condition {
  if (node.lookup !== undefined) {
    throw notImplemented('An indexed_shape has no place here', 'Give the shape itself.');
  }
  const source = context.field(node.field);
  if (source?.type === 'geo_shape') return ofShapes(source, node);
  return ofPoints(node, context);
}

function ofShapes(source: FieldSource, { areas, relation }: QueryNodes['geo_shape']): Condition {
  const column = columnOf(source);
  const stored = source.list ? sql`('[' || array_to_string(${column}, ',') || ']')` : column;
  const holds = sql`shape_relates(${stored}, ${whole(askShape(areas, relation))}::INTEGER)`;
  return costlyTest(and([existsTest(source), holds]), NO_SCORE);
}

/** A point holds no shape but itself. */
function ofPoints(node: QueryNodes['geo_shape'], context: ClauseContext): Condition {
  const source = pointField(node, context);
  if (source === null) return NOTHING;
  const { areas, relation } = node;
  const inside = (lat: Sql, lon: Sql) => or(areas.map((area) => inArea(area, lat, lon)));
  const isPoint = areas.every(({ kind }) => kind === 'point');
  if (relation === 'contains' && !isPoint) return NOTHING;
  if (relation === 'contains') {
    return costlyTest(and(areas.map((area) => anyPoint(source, (lat, lon) => inArea(area, lat, lon)))), NO_SCORE);
  }
  if (relation === 'intersects') return costlyTest(anyPoint(source, inside), NO_SCORE);
  const outside = anyPoint(source, (lat, lon) => not(inside(lat, lon)));
  const none = relation === 'disjoint' ? not(anyPoint(source, inside)) : not(outside);
  return costlyTest(and([existsTest(source), none]), NO_SCORE);
}

function inArea(area: GeoArea, lat: Sql, lon: Sql): Sql {
  switch (area.kind) {
    case 'point':
      return sql`(${lat} = ${double(area.point.lat)} AND ${lon} = ${double(area.point.lon)})`;
    case 'line':
      return onLine(area.points, lat, lon);
    case 'box':
      return inBox(area.box, lat, lon);
    case 'circle':
      return sql`(${greatCircle(area.centre, lat, lon)} <= ${double(area.metres)})`;
    case 'polygon': {
      const [outer = [], ...holes] = area.rings;
      return and([inPolygon(outer, lat, lon), ...holes.map((hole) => not(inPolygon(hole, lat, lon)))]);
    }
  }
}

/** On one of the line's stretches, on the grid of 1e-7 degrees that shapes lie on. */
function onLine(points: readonly GeoPoint[], lat: Sql, lon: Sql): Sql {
  const grid = (degrees: Sql) => sql`round(${degrees} * 1e7)::HUGEINT`;
  const [x, y] = [grid(lon), grid(lat)];
  const stretches = points.slice(1).map((to, i) => {
    const from = points[i] ?? to;
    const [ax, ay, bx, by] = [from.lon, from.lat, to.lon, to.lat].map((degrees) => Math.round(degrees * 1e7));
    const side = sql`${whole((bx ?? 0) - (ax ?? 0))} * (${y} - ${whole(ay ?? 0)}) - ${whole((by ?? 0) - (ay ?? 0))} * (${x} - ${whole(ax ?? 0)})`;
    const box = { top: Math.max(from.lat, to.lat), bottom: Math.min(from.lat, to.lat) };
    const sides = { left: Math.min(from.lon, to.lon), right: Math.max(from.lon, to.lon) };
    return and([inBox({ ...box, ...sides }, lat, lon), sql`${side} = 0`]);
  });
  return or(stretches);
}
