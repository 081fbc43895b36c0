import type { AggregationKinds } from '@datasarana/query';
import { type Sql, sql } from '../sql.ts';
import { distinctKeys } from './distinct-keys.ts';
import { withEmptyKeys } from './empty-keys.ts';
import { ANY_KIND, keyOrder } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { BucketBody, KeysPlan, MetricColumn } from './plan.ts';
import { selectedValues } from './selection.ts';
import { figure } from './shown-value.ts';
import { termLabel, termType } from './term-key.ts';
import { countIn } from './value-count.ts';
import { termValues } from './words.ts';

export async function terms(node: AggregationKinds['terms'], context: PlanContext): Promise<KeysPlan> {
  const { now } = context;
  const { field, missing, format, valueType } = node;
  const use = { field, missing, use: 'aggregation [terms]', kinds: ANY_KIND, now, format, valueType };
  const values = await termValues(use, context);
  const key = await selectedValues(values, node, context);
  const label = termLabel(values, format);
  const everyKey = node.minDocCount === 0 ? await distinctKeys(key, values.list, context) : [];
  return {
    kind: 'keys',
    type: termType(values, 'terms'),
    keys: [{ value: key, list: values.list }],
    // Which keys are empty is only known with all the others at hand.
    size: node.minDocCount === 0 ? null : node.size,
    minDocCount: node.minDocCount,
    order: node.order,
    ...keyOrder([values]),
    total: (column) => ({
      ...total(column(key), values.list),
      ...(!values.list && { figure: { kind: 'values', of: key, outputs: countIn, statistic: 'count' } }),
    }),
    read: ({ buckets: found, total: inAll, empty }) => {
      const buckets =
        node.minDocCount === 0
          ? withEmptyKeys(
              found,
              everyKey.map((each) => [each]),
              empty,
              node,
              [values],
            )
          : found;
      const shown = buckets.map((bucket) => ({ ...label(bucket.key), ...counted(node, bucket.body()) }));
      const inBuckets = buckets.reduce((sum, { docCount }) => sum + docCount, 0);
      return {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: Math.max(0, (figure(inAll) ?? 0) - inBuckets),
        buckets: shown,
      };
    },
  };
}

/** How many documents all buckets together hold, one counted in each of its buckets. */
const total = (key: Sql, list: boolean): MetricColumn => ({
  call: list ? sql`sum(len(list_distinct(${key})))` : sql`count(${key})`,
});

/** A bucket with the bound of its error, when that is asked for: counts are exact. */
export const counted = (
  node: { readonly showTermDocCountError: boolean },
  { doc_count, ...inside }: BucketBody,
): BucketBody => ({
  doc_count,
  ...(node.showTermDocCountError && { doc_count_error_upper_bound: 0 }),
  ...inside,
});
