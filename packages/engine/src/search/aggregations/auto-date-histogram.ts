import { type AggregationKinds, illegalArgument, zoneOf } from '@datasarana/query';
import { type AutoInterval, autoInterval, shortestInterval } from './auto-interval.ts';
import { foundLimitsPlan } from './found-limits.ts';
import { maxOf, minOf, numberColumns, type PlanContext } from './metrics.ts';
import { momentsFrom } from './moments.ts';
import type { KeysPlan, KeysReading } from './plan.ts';
import { figure, textFor, type ValueText } from './shown-value.ts';

/** Epoch milliseconds of the last day calendars here have. */
const LAST_MOMENT = 8.64e15;

const noMoments = (field: string) =>
  illegalArgument(
    `Field [${field}] has values beyond what is a date in milliseconds`,
    'Ask for dates, or leave out what is none with a filter.',
  );

/** The interval of each bucket around is settled by the first and last moment in it; then its buckets are counted. */
export function autoDateHistogram(node: AggregationKinds['auto_date_histogram'], context: PlanContext): KeysPlan {
  const { field, missing, format } = node;
  const zone = zoneOf(node.timeZone);
  const use = 'aggregation [auto_date_histogram]';
  const values = momentsFrom({ field, missing, format, timeZone: node.timeZone, use }, context);
  const text = textFor(values, format, zone);
  return foundLimitsPlan<AutoInterval>({
    values,
    around: numberColumns(values, (of, value) => [minOf(of, value), maxOf(of, value)]),
    settle: (ends) => {
      const [least = null, most = null] = ends.map(figure);
      if (least === null || most === null) return null;
      if (least < -LAST_MOMENT || most > LAST_MOMENT) throw noMoments(field);
      return autoInterval(least, most, { buckets: node.buckets, zone, minimum: node.minimumInterval });
    },
    starts: ({ starts }) => starts,
    read: (reading, interval) => ({
      buckets: interval === null ? [] : everyBucket(reading, interval, text),
      interval: interval?.name ?? shortestInterval(node.minimumInterval),
    }),
  });
}

/** Buckets in which nothing was found are shown too. */
function everyBucket({ buckets, empty }: KeysReading, { starts }: AutoInterval, text: ValueText | null) {
  const found = new Map(buckets.map((bucket) => [Number(bucket.key), bucket]));
  return starts.map((start, i) => ({
    ...(text !== null && { key_as_string: text(start) }),
    key: start,
    ...(found.get(i + 1)?.body() ?? empty()),
  }));
}
