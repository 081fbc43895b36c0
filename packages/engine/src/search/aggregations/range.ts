import { type AggregationKinds, illegalArgument, readDate, UTC, type Zone } from '@datasarana/query';
import { anyInList } from '../any-in-list.ts';
import { asLong } from '../as-long.ts';
import { keptOf } from '../clauses/in-steps.ts';
import { fieldOf } from '../index-fields.ts';
import { and, bigint, double, type Sql, sql } from '../sql.ts';
import { asNumbers, type FieldValues, fieldValues, type ValueKind } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import { refuseUnfitTexts } from './moments.ts';
import type { BranchesPlan, BucketBody, Expression } from './plan.ts';
import { bareText, javaDouble, textFor, type ValueText, valueText } from './shown-value.ts';

type Node = AggregationKinds['range' | 'date_range'];
type Bound = string | number;

export const range = (node: AggregationKinds['range'], context: PlanContext): BranchesPlan =>
  rangesOf(node, ['whole', 'decimal', 'date', 'boolean'], UTC, context);

/** Buckets of a field whose type says what the limits are; the first of the kinds is that of a field nobody has. */
export function rangesOf(
  node: Node,
  kinds: readonly ValueKind[],
  zone: Zone,
  { parts, now }: PlanContext,
): BranchesPlan {
  const { field, missing, format, keyed } = node;
  const values = fieldValues(parts, { field, missing, use: `aggregation [${node.kind}]`, kinds, now, zone, format });
  refuseUnfitTexts(values, { format, timeZone: node.kind === 'date_range' ? node.timeZone : undefined }, parts);
  const isDate = values.kind === 'date';
  const read = isDate
    ? (bound: Bound) => readDate(bound, field, { format: values.format, zone, now, roundUp: false })
    : values.kind === 'boolean'
      ? booleanIn
      : numberIn;
  const limitOf = (bound: Bound) => {
    if (typeof bound === 'string') return read(bound);
    // of a range of dates a number is read as its text is, without what stands behind the point
    return node.kind === 'range' ? bound : read(String(asLong(bound)));
  };
  const text =
    isDate || values.toldAs
      ? textFor(values, format, zone)
      : valueText(values.kind === 'boolean' ? 'boolean' : 'decimal', format);
  // 100.1 lies in what begins with 100.1, whatever the field keeps of it
  const kept = keptIn(field, parts);
  const ranges = node.ranges.map(({ from, to, ...range }) => ({
    ...range,
    ...(from !== undefined && openAt(Number.NEGATIVE_INFINITY, 'from', limitOf(from))),
    ...(to !== undefined && openAt(Number.POSITIVE_INFINITY, 'to', limitOf(to))),
  }));
  return rangeBuckets({
    values: { ...values, values: asNumbers(values) },
    ranges: ranges.sort(byLimits),
    limit: isDate || values.kind === 'whole' ? wholeLimit : (bound) => double(kept(bound)),
    keyed,
    text,
    keyText: text ?? javaDouble,
  });
}

/** What the field keeps of a limit, where there is one. */
function keptIn(field: string, parts: PlanContext['parts']): (bound: number) => number {
  for (const { layout } of parts) {
    const source = fieldOf(layout, field) ?? layout.fields.get(field);
    if (source !== undefined) return keptOf(source, layout);
  }
  return (bound) => bound;
}

const openAt = (infinity: number, side: 'from' | 'to', bound: number) => (bound === infinity ? {} : { [side]: bound });

const byLimits = (a: Limits, b: Limits): number =>
  (a.from ?? Number.NEGATIVE_INFINITY) - (b.from ?? Number.NEGATIVE_INFINITY) ||
  (a.to ?? Number.POSITIVE_INFINITY) - (b.to ?? Number.POSITIVE_INFINITY) ||
  0;

function booleanIn(bound: Bound): number {
  if (bound !== 'true' && bound !== 'false') {
    throw illegalArgument(
      `Cannot parse boolean [${bound}], expected either [true] or [false]`,
      'Give true, false or a number.',
    );
  }
  return bound === 'true' ? 1 : 0;
}

function numberIn(bound: Bound): number {
  const number = typeof bound === 'string' && bound.trim() === '' ? Number.NaN : Number(bound);
  if (Number.isNaN(number)) throw illegalArgument(`For input string: "${bound}"`, 'Give a number.');
  return number;
}

/** from ≤ value < to; a missing end is open. */
interface Limits {
  readonly key?: string;
  readonly from?: number;
  readonly to?: number;
}

export interface RangeBuckets {
  readonly values: FieldValues;
  readonly ranges: readonly Limits[];
  readonly limit: (bound: number) => Sql;
  readonly keyed: boolean;
  /** Writes `from_as_string` and `to_as_string`. */
  readonly text: ValueText | null;
  readonly keyText: ValueText;
}

/** One bucket per range, in the order given. */
export function rangeBuckets({ values, ranges, limit, keyed, text, keyText }: RangeBuckets): BranchesPlan {
  const shown = (bound: number | undefined) => (bound === undefined ? '*' : keyText(bound));
  // what is written beside a limit of booleans is one
  const shownText = bareText(values, text);
  const labelled = ranges.map((each) => ({
    key: each.key ?? `${shown(each.from)}-${shown(each.to)}`,
    ...limitsOf('from', each.from, shownText),
    ...limitsOf('to', each.to, shownText),
  }));
  return {
    kind: 'branches',
    branches: ranges.map((each) => inRange(values, each, limit)),
    read: (bodies) => ({ buckets: bucketsOf(labelled, bodies, keyed) }),
  };
}

function limitsOf(side: 'from' | 'to', bound: number | undefined, text: ((bound: number) => string | boolean) | null) {
  if (bound === undefined) return {};
  return { [side]: bound, ...(text !== null && { [`${side}_as_string`]: text(bound) }) };
}

function bucketsOf(labelled: readonly { readonly key: string }[], bodies: readonly BucketBody[], keyed: boolean) {
  if (!keyed) return labelled.map((label, i) => ({ ...label, ...bodies[i] }));
  return Object.fromEntries(labelled.map(({ key, ...label }, i) => [key, { ...label, ...bodies[i] }]));
}

function inRange(values: FieldValues, each: Limits, limit: (bound: number) => Sql): Expression {
  const test = (value: Sql): Sql =>
    and([
      ...(each.from === undefined && each.to === undefined ? [sql`${value} IS NOT NULL`] : []),
      ...(each.from === undefined ? [] : [sql`${value} >= ${limit(each.from)}`]),
      ...(each.to === undefined ? [] : [sql`${value} < ${limit(each.to)}`]),
    ]);
  return values.values.map((value) => (values.list ? anyInList(value, test) : test(value)));
}

/** `x >= 1.5` and `x < 1.5` ask the same of whole numbers and dates as with 2. */
export const wholeLimit = (bound: number): Sql =>
  Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bigint(Math.ceil(bound)) : double(bound);
