import { PlatformError, ReplyCode } from '@datasarana/schema';
import { isRangeType, type RangeType } from '../../index/range-types.ts';
import { type FieldSource, fieldOf, unfit } from '../index-fields.ts';
import { rowsOf } from '../run.ts';
import { double, type Sql, sql } from '../sql.ts';
import { MAX_BUCKETS, tooManyBuckets } from './bucket-limit.ts';
import type { PlanContext } from './metrics.ts';
import type { KeyColumn } from './plan.ts';

interface RangeUse {
  readonly field: string;
  readonly use: string;
  readonly types: readonly RangeType[];
  /** Number of the bucket that a value falls into. */
  readonly number: (value: Sql) => Sql;
  /** Beyond these nothing is looked at. */
  readonly least: number | null;
  readonly most: number | null;
}

/** Type of the ranges a field holds, null when it holds none. */
export function rangeTypeOf(field: string, { parts }: PlanContext): RangeType | null {
  const types = parts.flatMap(({ layout }) => fieldOf(layout, field)?.type ?? []);
  return types.find(isRangeType) ?? null;
}

/** Every bucket that the ranges of a field reach into. */
export async function rangeKey(given: RangeUse, context: PlanContext): Promise<KeyColumn> {
  const reached = context.parts.map(({ layout }): Reached => {
    const source = fieldOf(layout, given.field);
    return source === null ? { buckets: sql`NULL::BIGINT[]`, count: sql`0` } : reachedBy(source, given);
  });
  await refuseTooMany(reached, given, context);
  return { value: reached.map(({ buckets }) => buckets), list: true };
}

/** The buckets that the ranges of a document reach into, and how many these are, which is told without making them. */
interface Reached {
  readonly buckets: Sql;
  readonly count: Sql;
}

function reachedBy(source: FieldSource, { number, least, most, use, types }: RangeUse): Reached {
  const [from, to] = source.columns;
  if (!types.some((type) => type === source.type) || from === undefined || to === undefined) {
    throw unfit(source, use, 'Use a field with ranges of numbers or dates, as fits.');
  }
  const first = (end: Sql) => number(least === null ? end : sql`greatest(${end}, ${double(least)}::DOUBLE)`);
  const last = (end: Sql) => number(most === null ? end : sql`least(${end}, ${double(most)}::DOUBLE)`);
  const covered = (low: Sql, high: Sql): Sql => {
    const [start, end] = [first(low), last(high)];
    // As many as refuses the search are enough.
    return sql`range(${start}::BIGINT, least(${end}, ${start} + ${double(MAX_BUCKETS + 1)})::BIGINT + 1)`;
  };
  const counted = (low: Sql, high: Sql): Sql => sql`greatest((${last(high)})::DOUBLE - (${first(low)})::DOUBLE + 1, 0)`;
  if (!source.list) {
    const each = (made: Sql): Sql => sql`CASE WHEN ${from} IS NOT NULL THEN ${made} END`;
    return { buckets: each(covered(from, to)), count: each(counted(from, to)) };
  }
  const ofEach = (made: typeof covered): Sql =>
    sql`list_transform(list_zip(${from}, ${to}), lambda p: ${made(sql`p[1]`, sql`p[2]`)})`;
  return { buckets: sql`flatten(${ofEach(covered)})`, count: sql`list_sum(${ofEach(counted)})` };
}

/** Rows with a bucket each that a search may pass through: some seconds, and the memory of a tenth of them. */
const MAX_REACHED = 100 * MAX_BUCKETS;

async function refuseTooMany(reached: readonly Reached[], given: RangeUse, context: PlanContext): Promise<void> {
  let all = 0;
  for (const [i, source] of context.sources.entries()) {
    const count = reached[i]?.count ?? sql`0`;
    const [row] = await rowsOf(context.connection, sql`SELECT max(${count}), sum(${count}) FROM ${source}`);
    if (Number(row?.[0] ?? 0) > MAX_BUCKETS) throw tooManyBuckets();
    all += Number(row?.[1] ?? 0);
  }
  if (all > MAX_REACHED) throw tooManyReached(given, all);
}

const tooManyReached = ({ field, use }: RangeUse, count: number): PlatformError =>
  new PlatformError(
    `The ranges of field [${field}] in ${use} reach into ${count} buckets, counted for each document: more than ${MAX_REACHED}`,
    {
      code: ReplyCode.Malformed,
      type: 'malformed',
      hint: 'Choose a longer interval, hard_bounds, or fewer documents.',
      openSearch: { type: 'too_many_buckets_exception', max_buckets: MAX_REACHED },
    },
  );
