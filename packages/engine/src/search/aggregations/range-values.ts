import { illegalArgument } from '@datasarana/query';
import { isRangeType } from '../../index/range-types.ts';
import { type FieldSource, fieldOf, unfit } from '../index-fields.ts';
import { type Sql, sql } from '../sql.ts';
import type { PlanContext } from './metrics.ts';
import type { Expression } from './plan.ts';
import { rangeTypeOf } from './range-key.ts';

interface RangesUse {
  readonly field: string;
  readonly missing?: unknown;
  /** Named in refusals: `aggregation [value_count]`. */
  readonly use: string;
}

/**
 * What documents hold in a field of ranges: as in OpenSearch, those of one document are one value together, in whatever order.
 * Null when the field holds none.
 */
export function rangeValues({ field, missing, use }: RangesUse, context: PlanContext): Expression | null {
  if (rangeTypeOf(field, context) === null) return null;
  if (missing !== undefined) {
    throw illegalArgument(`Can't apply missing values on ranges: field [${field}] of ${use}`, 'Leave [missing] out.');
  }
  return context.parts.map(({ layout }) => {
    const source = fieldOf(layout, field);
    if (source === null) return sql`NULL::VARCHAR`;
    if (!isRangeType(source.type)) throw unfit(source, use, 'Search indexes apart in which the field holds no ranges.');
    return togetherOf(source);
  });
}

function togetherOf({ columns: [from = sql`NULL`, to = sql`NULL`], list }: FieldSource): Sql {
  if (!list) return sql`CASE WHEN ${from} IS NOT NULL THEN list_zip([${from}], [${to}])::VARCHAR END`;
  return sql`CASE WHEN len(${from}) > 0 THEN list_sort(list_distinct(list_zip(${from}, ${to})))::VARCHAR END`;
}
