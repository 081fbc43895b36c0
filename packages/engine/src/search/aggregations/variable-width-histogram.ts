import { type AggregationKinds, notExecutable } from '@datasarana/query';
import { type Sql, sql } from '../sql.ts';
import { type Cluster, clustersOf } from './clusters.ts';
import { fieldValues } from './field-values.ts';
import { foundLimitsPlan } from './found-limits.ts';
import type { PlanContext } from './metrics.ts';
import type { KeysPlan } from './plan.ts';
import { textFor } from './shown-value.ts';

/** Clusters are found from the numbers of each bucket around; then their documents are counted. */
export function variableWidthHistogram(
  node: AggregationKinds['variable_width_histogram'],
  context: PlanContext,
): KeysPlan {
  const { field, missing, format } = node;
  const use = 'aggregation [variable_width_histogram]';
  const kinds = ['whole', 'decimal', 'date'] as const;
  const values = fieldValues(context.parts, { field, missing, use, kinds, now: context.now, format });
  const text = textFor(values, format);
  const shown = (name: string, value: number) => ({
    [name]: value,
    ...(text && { [`${name}_as_string`]: text(value) }),
  });
  return foundLimitsPlan<readonly Cluster[]>({
    values,
    around: (column) => {
      const value = column(values.values);
      const outputs = (given: Sql) => {
        const all = sql`list_aggregate(${values.list ? sql`flatten(${given})` : given}, 'histogram')`;
        return [sql`map_keys(${all})`, sql`map_values(${all})`];
      };
      return [{ call: sql`list(${value})`, where: sql`${value} IS NOT NULL`, outputs }];
    },
    settle: ([numbers, counts]) =>
      Array.isArray(numbers) && Array.isArray(counts)
        ? clustersOf(numbers.map(Number), counts.map(Number), node.buckets)
        : null,
    starts: (clusters) => clusters.map(({ least }) => least),
    read: ({ buckets }, clusters) => ({
      buckets: [...buckets]
        .sort((a, b) => Number(a.key) - Number(b.key))
        .map(({ key, body }) => {
          const cluster = clusters?.[Number(key) - 1];
          if (cluster === undefined) throw notExecutable(`Aggregation [${context.name}] lost one of its clusters`);
          const { least, most, sum, count } = cluster;
          return { ...shown('min', least), ...shown('key', sum / count), ...shown('max', most), ...body() };
        }),
    }),
  });
}
