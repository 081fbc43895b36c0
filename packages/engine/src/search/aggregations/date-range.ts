import { type AggregationKinds, readDate, zoneOf } from '@datasarana/query';
import { fieldValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { BranchesPlan } from './plan.ts';
import { rangeBuckets, wholeLimit } from './range.ts';
import { textFor } from './shown-value.ts';

export function dateRange(node: AggregationKinds['date_range'], { parts, now }: PlanContext): BranchesPlan {
  const zone = zoneOf(node.timeZone);
  const { field, missing, format } = node;
  const use = 'aggregation [date_range]';
  const values = fieldValues(parts, { field, missing, use, kinds: ['date'], now, zone, format });
  const read = (bound: string | number) => readDate(bound, field, { format: values.format, zone, now, roundUp: false });
  const text = textFor(values, format, zone) ?? String;
  return rangeBuckets({
    values,
    ranges: node.ranges.map(({ key, from, to }) => ({
      ...(key !== undefined && { key }),
      ...(from !== undefined && { from: read(from) }),
      ...(to !== undefined && { to: read(to) }),
    })),
    limit: wholeLimit,
    keyed: node.keyed,
    text,
    keyText: text,
  });
}
