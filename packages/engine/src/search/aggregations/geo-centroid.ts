import type { AggregationKinds } from '@datasarana/query';
import { sql } from '../sql.ts';
import { pointValues } from './field-values.ts';
import { at, type PlanContext } from './metrics.ts';
import type { MetricPlan } from './plan.ts';
import { figure } from './shown-value.ts';

export function geoCentroid(node: AggregationKinds['geo_centroid'], { parts }: PlanContext): MetricPlan {
  const { lat, lon, list } = pointValues(parts, node.field, 'aggregation [geo_centroid]');
  return {
    kind: 'metric',
    columns: (column) => {
      const [y, x] = [column(lat), column(lon)];
      if (list) {
        const calls = [sql`sum(len(${y}))`, sql`fsum(list_sum(${y}))`, sql`fsum(list_sum(${x}))`];
        return calls.map((call) => ({ call }));
      }
      return [
        { call: sql`count(${y})`, figure: { kind: 'numbers', of: lat, figure: 'count' } },
        { call: sql`fsum(${y})`, figure: { kind: 'numbers', of: lat, figure: 'sum' } },
        { call: sql`fsum(${x})`, figure: { kind: 'numbers', of: lon, figure: 'sum' } },
      ];
    },
    read: (values) => {
      const [count = null, y = null, x = null] = values.map(figure);
      if (!count || y === null || x === null) return { count: 0 };
      return { location: { lat: y / count, lon: x / count }, count };
    },
    orderValue: (metric, outcomes) => (metric === 'count' ? at(outcomes, 0) : null),
  };
}
