import { type AggregationKinds, zoneOf } from '@datasarana/query';
import { type Sql, sql } from '../sql.ts';
import { type AutoInterval, autoInterval } from './auto-interval.ts';
import { lookup } from './distinct-keys.ts';
import { fieldValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { KeysPlan } from './plan.ts';
import { figure, textFor } from './shown-value.ts';

/** The interval of each bucket around is settled by the first and last moment in it; then its buckets are counted. */
export function autoDateHistogram(
  node: AggregationKinds['auto_date_histogram'],
  { parts, now }: PlanContext,
): KeysPlan {
  const { field, missing, format } = node;
  const zone = zoneOf(node.timeZone);
  const use = 'aggregation [auto_date_histogram]';
  const values = fieldValues(parts, { field, missing, use, kinds: ['date'], now, zone, format });
  const text = textFor(values, format, zone) ?? String;
  const fresh = (): KeysPlan => {
    const intervals = new Map<string, AutoInterval>();
    let limits: (around: readonly Sql[]) => Sql = () => sql`NULL::DOUBLE[]`;
    return {
      kind: 'keys',
      fresh,
      keys: [{ value: values.values, list: values.list, bounds: (around) => limits(around) }],
      size: null,
      minDocCount: 1,
      order: [],
      around: (column) => {
        const value = column(values.values);
        return values.list
          ? [{ call: sql`min(list_min(${value}))` }, { call: sql`max(list_max(${value}))` }]
          : [{ call: sql`min(${value})` }, { call: sql`max(${value})` }];
      },
      before: async (around) => {
        for (const { path, values: ends } of around) {
          const [least = null, most = null] = ends.map(figure);
          if (least === null || most === null) continue;
          intervals.set(
            path,
            autoInterval(least, most, { buckets: node.buckets, zone, minimum: node.minimumInterval }),
          );
        }
        limits = lookup(around, ({ path }) => intervals.get(path)?.starts ?? []);
      },
      read: ({ buckets, empty, path }) => {
        const interval = intervals.get(path);
        const found = new Map(buckets.map((bucket) => [Number(bucket.key), bucket]));
        const starts = interval?.starts ?? [];
        return {
          buckets: starts.map((start, i) => ({
            key_as_string: text(start),
            key: start,
            ...(found.get(i + 1)?.body() ?? empty()),
          })),
          interval: interval?.name ?? '1s',
        };
      },
    };
  };
  return fresh();
}
