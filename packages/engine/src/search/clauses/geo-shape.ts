import type { GeoArea, QueryNodes } from '@datasarana/query';
import { type Condition, costlyTest } from '../condition.ts';
import { existsTest } from '../index-fields.ts';
import { and, double, not, or, type Sql, sql } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { inBox, pointField } from './geo-bounding-box.ts';
import { greatCircle } from './geo-distance.ts';
import { inPolygon } from './geo-polygon.ts';
import { NOTHING } from './match-none.ts';
import { anyPoint } from './values.ts';

/** How points stand to a shape; a point holds no shape but itself. */
export function geoShape(node: QueryNodes['geo_shape'], context: ClauseContext): Condition {
  const source = pointField(node, context);
  if (source === null) return NOTHING;
  const { areas, relation, boost } = node;
  const inside = (lat: Sql, lon: Sql) => or(areas.map((area) => inArea(area, lat, lon)));
  const isPoint = areas.every(({ kind }) => kind === 'point');
  if (relation === 'contains' && !isPoint) return NOTHING;
  if (relation === 'contains') {
    return costlyTest(and(areas.map((area) => anyPoint(source, (lat, lon) => inArea(area, lat, lon)))), boost);
  }
  if (relation === 'intersects') return costlyTest(anyPoint(source, inside), boost);
  const outside = anyPoint(source, (lat, lon) => not(inside(lat, lon)));
  const none = relation === 'disjoint' ? not(anyPoint(source, inside)) : not(outside);
  return costlyTest(and([existsTest(source), none]), boost);
}

function inArea(area: GeoArea, lat: Sql, lon: Sql): Sql {
  switch (area.kind) {
    case 'point':
      return sql`(${lat} = ${double(area.point.lat)} AND ${lon} = ${double(area.point.lon)})`;
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
