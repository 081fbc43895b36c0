import type { Bound } from '@datasarana/query';
import { type Condition, test } from '../condition.ts';
import { existsTest, type FieldSource } from '../index-fields.ts';
import type { ClauseContext } from './context.ts';
import type { Limits } from './limits.ts';
import { NOTHING } from './match-none.ts';
import { exactly } from './term.ts';
import { booleanOf } from './values.ts';

/** As in OpenSearch, one of the two is a value that scores by its rarity, both are whatever has a value. */
export function anyBoolean(
  source: FieldSource,
  values: Iterable<boolean>,
  boost: number,
  context: ClauseContext,
): Condition {
  const [only, ...others] = new Set(values);
  if (only === undefined) return NOTHING;
  return others.length === 0 ? exactly(source, only, boost, context) : test(existsTest(source), boost);
}

/** Those of the two that lie within limits; no is before yes. */
export function booleansWithin(source: FieldSource, { gt, gte, lt, lte }: Limits): readonly boolean[] {
  const read = (bound: Bound): boolean => booleanOf(source, bound);
  return [false, true].filter(
    (value) =>
      (gt === undefined || value > read(gt)) &&
      (gte === undefined || value >= read(gte)) &&
      (lt === undefined || value < read(lt)) &&
      (lte === undefined || value <= read(lte)),
  );
}
