import type { AggregationKinds } from '@datasarana/query';
import { type Sql, sql } from '../sql.ts';
import { type PointValues, pointValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { ColumnNaming, Expression, MetricColumn, MetricPlan } from './plan.ts';
import { figure } from './shown-value.ts';

export function geoBounds(node: AggregationKinds['geo_bounds'], { parts }: PlanContext): MetricPlan {
  const points = pointValues(parts, node.field, 'aggregation [geo_bounds]');
  return {
    kind: 'metric',
    columns: (column) =>
      points.list ? extremesOfLists(column(points.lat), column(points.lon)) : extremes(points, column),
    read: (values) => {
      const box = boxOf(values.map(figure), node.wrapLongitude);
      return box === null ? {} : { bounds: box };
    },
    orderValue: () => null,
  };
}

/** North, south, and the outermost longitudes east and west of Greenwich. */
function extremes({ lat, lon }: PointValues, column: ColumnNaming): readonly MetricColumn[] {
  const east = lon.map((value) => sql`CASE WHEN ${value} >= 0 THEN ${value} END`);
  const west = lon.map((value) => sql`CASE WHEN ${value} < 0 THEN ${value} END`);
  const most = (of: Expression): MetricColumn => ({
    call: sql`max(${column(of)})`,
    figure: { kind: 'numbers', of, figure: 'max' },
  });
  const least = (of: Expression): MetricColumn => ({
    call: sql`min(${column(of)})`,
    figure: { kind: 'numbers', of, figure: 'min' },
  });
  return [most(lat), least(lat), least(east), most(east), least(west), most(west)];
}

function extremesOfLists(lat: Sql, lon: Sql): readonly MetricColumn[] {
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
