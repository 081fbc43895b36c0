import type { AggregationKinds } from '@datasarana/query';
import { type Sql, sql } from '../sql.ts';
import { pointValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { MetricColumn, MetricPlan } from './plan.ts';
import { figure } from './shown-value.ts';

export function geoBounds(node: AggregationKinds['geo_bounds'], { parts }: PlanContext): MetricPlan {
  const points = pointValues(parts, node.field, 'aggregation [geo_bounds]');
  return {
    kind: 'metric',
    columns: (column) => extremes(column(points.lat), column(points.lon), points.list),
    read: (values) => {
      const box = boxOf(values.map(figure), node.wrapLongitude);
      return box === null ? {} : { bounds: box };
    },
    orderValue: () => null,
  };
}

/** North, south, and the outermost longitudes east and west of Greenwich. */
function extremes(lat: Sql, lon: Sql, list: boolean): readonly MetricColumn[] {
  const sides = (value: Sql) => [
    sql`CASE WHEN ${value} >= 0 THEN ${value} END`,
    sql`CASE WHEN ${value} < 0 THEN ${value} END`,
  ];
  if (!list) {
    const [east = lon, west = lon] = sides(lon);
    return [
      sql`max(${lat})`,
      sql`min(${lat})`,
      sql`min(${east})`,
      sql`max(${east})`,
      sql`min(${west})`,
      sql`max(${west})`,
    ].map((call) => ({ call }));
  }
  const east = sql`list_filter(${lon}, lambda x: x >= 0)`;
  const west = sql`list_filter(${lon}, lambda x: x < 0)`;
  return [
    sql`max(list_max(${lat}))`,
    sql`min(list_min(${lat}))`,
    ...[east, west].flatMap((side) => [sql`min(list_min(${side}))`, sql`max(list_max(${side}))`]),
  ].map((call) => ({ call }));
}

/** The narrower of the box as it lies and the one across the date line, as OpenSearch chooses. */
function boxOf(
  [top = null, bottom = null, eastMin = null, eastMax = null, westMin = null, westMax = null]: readonly (
    | number
    | null
  )[],
  wrap: boolean,
) {
  if (top === null || bottom === null) return null;
  const box = (left: number | null, right: number | null) => ({
    top_left: { lat: top, lon: left },
    bottom_right: { lat: bottom, lon: right },
  });
  if (eastMin === null || eastMax === null) return box(westMin, westMax);
  if (westMin === null || westMax === null) return box(eastMin, eastMax);
  const plain = eastMax - westMin;
  const wrapped = 180 - eastMin + (180 + westMax);
  return wrap && wrapped < plain ? box(eastMin, westMax) : box(westMin, eastMax);
}
