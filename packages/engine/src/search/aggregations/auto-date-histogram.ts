import { type AggregationKinds, zoneOf } from '@datasarana/query';
import { sql } from '../sql.ts';
import { type AutoInterval, autoInterval } from './auto-interval.ts';
import { fieldValues } from './field-values.ts';
import { foundLimitsPlan } from './found-limits.ts';
import type { PlanContext } from './metrics.ts';
import type { KeysPlan, KeysReading } from './plan.ts';
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
  return foundLimitsPlan<AutoInterval>({
    values,
    around: (column) => {
      const value = column(values.values);
      return values.list
        ? [{ call: sql`min(list_min(${value}))` }, { call: sql`max(list_max(${value}))` }]
        : [{ call: sql`min(${value})` }, { call: sql`max(${value})` }];
    },
    settle: (ends) => {
      const [least = null, most = null] = ends.map(figure);
      if (least === null || most === null) return null;
      return autoInterval(least, most, { buckets: node.buckets, zone, minimum: node.minimumInterval });
    },
    starts: ({ starts }) => starts,
    read: (reading, interval) => ({
      buckets: interval === null ? [] : everyBucket(reading, interval, text),
      interval: interval?.name ?? '1s',
    }),
  });
}

/** Buckets in which nothing was found are shown too. */
function everyBucket({ buckets, empty }: KeysReading, { starts }: AutoInterval, text: (start: number) => string) {
  const found = new Map(buckets.map((bucket) => [Number(bucket.key), bucket]));
  return starts.map((start, i) => ({
    key_as_string: text(start),
    key: start,
    ...(found.get(i + 1)?.body() ?? empty()),
  }));
}
