import { type AggregationKinds, type GeoPoint, METRES } from '@datasarana/query';
import { double, type Sql, sql } from '../sql.ts';
import { type FieldValues, pointValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { BranchesPlan } from './plan.ts';
import { rangeBuckets } from './range.ts';
import { javaDouble } from './shown-value.ts';

/** Mean radius of the earth that Lucene's haversine uses, in metres. */
const EARTH_RADIUS = 6_371_008.771_4;

export function geoDistanceRings(node: AggregationKinds['geo_distance'], { parts }: PlanContext): BranchesPlan {
  const points = pointValues(parts, node.field, 'aggregation [geo_distance]');
  const unit = METRES[node.unit] ?? 1;
  const away = (lat: Sql, lon: Sql) => sql`${distance(node.origin, lat, lon)} / ${double(unit)}`;
  const values: FieldValues = {
    field: node.field,
    kind: 'decimal',
    list: points.list,
    narrow: false,
    isMapped: true,
    isAddress: false,
    values: points.lat.map((lat, i) => {
      const lon = points.lon[i] ?? sql`NULL`;
      if (!points.list) return away(lat, lon);
      return sql`list_transform(list_zip(${lat}, ${lon}), lambda p: ${away(sql`p[1]`, sql`p[2]`)})`;
    }),
  };
  const ranges = node.ranges.map((range) => {
    const from = range.from ?? 0;
    const end = range.to === undefined ? '*' : javaDouble(range.to);
    return {
      ...range,
      from,
      key: range.key ?? `${range.from === undefined || from === 0 ? '*' : javaDouble(from)}-${end}`,
    };
  });
  return rangeBuckets({ values, ranges, limit: double, keyed: node.keyed, text: null, keyText: javaDouble });
}

/** Great-circle distance in metres, haversine on the mean sphere. */
function distance({ lat: fromLat, lon: fromLon }: GeoPoint, lat: Sql, lon: Sql): Sql {
  const rise = sql`pow(sin(radians(${lat} - ${double(fromLat)}) / 2), 2)`;
  const run = sql`pow(sin(radians(${lon} - ${double(fromLon)}) / 2), 2)`;
  const chord = sql`${rise} + cos(radians(${double(fromLat)})) * cos(radians(${lat})) * ${run}`;
  // LEAST passes over NULL, so that no point would be as far away as can be.
  return sql`(2 * ${double(EARTH_RADIUS)} * asin(CASE WHEN ${lat} IS NOT NULL THEN least(1, sqrt(${chord})) END))`;
}
