import type { GeoPoint, QueryNodes } from '@datasarana/query';
import { type Condition, costlyTest } from '../condition.ts';
import { double, type Sql, sql } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { pointField } from './geo-bounding-box.ts';
import { NOTHING } from './match-none.ts';
import { anyPoint } from './values.ts';

/** Mean radius of the earth that Lucene's haversine uses, in metres. */
const EARTH_RADIUS = 6_371_008.771_4;

export function geoDistance(node: QueryNodes['geo_distance'], context: ClauseContext): Condition {
  const source = pointField(node, context);
  if (source === null) return NOTHING;
  const { lat: fromLat } = node.centre;
  const near = (lat: Sql, lon: Sql): Sql => {
    // Rows far north or south need no trigonometry; a degree of latitude is never shorter than 111 km on this sphere.
    const degrees = (node.metres / EARTH_RADIUS) * (180 / Math.PI) + 1e-9;
    const band = sql`${lat} >= ${double(fromLat - degrees)} AND ${lat} <= ${double(fromLat + degrees)}`;
    return sql`(${band} AND ${greatCircle(node.centre, lat, lon)} <= ${double(node.metres)})`;
  };
  return costlyTest(anyPoint(source, near), node.boost);
}

/** Great-circle distance in metres, haversine on the mean sphere. */
export function greatCircle({ lat: fromLat, lon: fromLon }: GeoPoint, lat: Sql, lon: Sql): Sql {
  const rise = sql`pow(sin(radians(${lat} - ${double(fromLat)}) / 2), 2)`;
  const run = sql`pow(sin(radians(${lon} - ${double(fromLon)}) / 2), 2)`;
  const chord = sql`${rise} + cos(radians(${double(fromLat)})) * cos(radians(${lat})) * ${run}`;
  return sql`2 * ${double(EARTH_RADIUS)} * asin(least(1, sqrt(${chord})))`;
}
