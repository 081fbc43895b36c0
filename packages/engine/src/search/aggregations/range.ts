import type { AggregationKinds, BucketRange } from '@datasarana/query';
import { and, bigint, double, type Sql, sql } from '../sql.ts';
import { type FieldValues, fieldValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { BranchesPlan, BucketBody, Expression } from './plan.ts';
import { javaDouble, type ValueText, valueText } from './shown-value.ts';

export function range(node: AggregationKinds['range'], { parts, now }: PlanContext): BranchesPlan {
  const use = 'aggregation [range]';
  const { field, missing, format } = node;
  const values = fieldValues(parts, { field, missing, use, kinds: ['whole', 'decimal'], now });
  return rangeBuckets({
    values,
    ranges: node.ranges,
    limit: values.kind === 'whole' ? wholeLimit : double,
    keyed: node.keyed,
    text: valueText('decimal', format),
    keyText: valueText('decimal', format) ?? javaDouble,
  });
}

export interface RangeBuckets {
  readonly values: FieldValues;
  readonly ranges: readonly BucketRange<number>[];
  readonly limit: (bound: number) => Sql;
  readonly keyed: boolean;
  /** Writes `from_as_string` and `to_as_string`. */
  readonly text: ValueText | null;
  readonly keyText: ValueText;
}

/** One bucket per range, in ascending order of its limits. */
export function rangeBuckets({ values, ranges, limit, keyed, text, keyText }: RangeBuckets): BranchesPlan {
  const sorted = [...ranges].sort(
    (a, b) =>
      (a.from ?? Number.NEGATIVE_INFINITY) - (b.from ?? Number.NEGATIVE_INFINITY) ||
      (a.to ?? Number.POSITIVE_INFINITY) - (b.to ?? Number.POSITIVE_INFINITY) ||
      0,
  );
  const shown = (bound: number | undefined) => (bound === undefined ? '*' : keyText(bound));
  const labelled = sorted.map((each) => ({
    key: each.key ?? `${shown(each.from)}-${shown(each.to)}`,
    ...limitsOf('from', each.from, text),
    ...limitsOf('to', each.to, text),
  }));
  return {
    kind: 'branches',
    branches: sorted.map((each) => inRange(values, each, limit)),
    read: (bodies) => ({ buckets: bucketsOf(labelled, bodies, keyed) }),
  };
}

function limitsOf(side: 'from' | 'to', bound: number | undefined, text: ValueText | null) {
  if (bound === undefined) return {};
  return { [side]: bound, ...(text !== null && { [`${side}_as_string`]: text(bound) }) };
}

function bucketsOf(labelled: readonly { readonly key: string }[], bodies: readonly BucketBody[], keyed: boolean) {
  if (!keyed) return labelled.map((label, i) => ({ ...label, ...bodies[i] }));
  return Object.fromEntries(labelled.map(({ key, ...label }, i) => [key, { ...label, ...bodies[i] }]));
}

function inRange(values: FieldValues, each: BucketRange<number>, limit: (bound: number) => Sql): Expression {
  const test = (value: Sql): Sql =>
    and([
      ...(each.from === undefined && each.to === undefined ? [sql`${value} IS NOT NULL`] : []),
      ...(each.from === undefined ? [] : [sql`${value} >= ${limit(each.from)}`]),
      ...(each.to === undefined ? [] : [sql`${value} < ${limit(each.to)}`]),
    ]);
  return values.values.map((value) =>
    values.list ? sql`len(list_filter(${value}, lambda x: ${test(sql`x`)})) > 0` : test(value),
  );
}

/** `x >= 1.5` and `x < 1.5` ask the same of whole numbers and dates as with 2. */
export const wholeLimit = (bound: number): Sql =>
  Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bigint(Math.ceil(bound)) : double(bound);
