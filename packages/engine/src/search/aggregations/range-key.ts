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
  const value = context.parts.map(({ layout }) => {
    const source = fieldOf(layout, given.field);
    return source === null ? sql`NULL::BIGINT[]` : bucketsOf(source, given);
  });
  await refuseTooMany(value, context);
  return { value, list: true };
}

function bucketsOf(source: FieldSource, { number, least, most, use, types }: RangeUse): Sql {
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
  if (!source.list) return sql`CASE WHEN ${from} IS NOT NULL THEN ${covered(from, to)} END`;
  return sql`flatten(list_transform(list_zip(${from}, ${to}), lambda p: ${covered(sql`p[1]`, sql`p[2]`)}))`;
}

async function refuseTooMany(value: readonly Sql[], { sources, connection }: PlanContext): Promise<void> {
  for (const [i, source] of sources.entries()) {
    const [row] = await rowsOf(connection, sql`SELECT max(len(${value[i] ?? sql`NULL`})) FROM ${source}`);
    if (Number(row?.[0] ?? 0) > MAX_BUCKETS) throw tooManyBuckets();
  }
}
