import type { Scalar } from '@datasarana/query';
import type { SortKey } from './sort-key.ts';
import { and, or, type Sql, sql } from './sql.ts';

/** `ORDER BY` of the keys; ties go to the document stored first. */
export function orderBy(keys: readonly SortKey[]): Sql {
  const own = keys
    .filter((key) => key.kind !== '_score')
    .map(({ value, descending, nullsFirst }) => {
      const direction = descending ? sql`DESC` : sql`ASC`;
      return sql`${value} ${direction} ${nullsFirst ? sql`NULLS FIRST` : sql`NULLS LAST`}`;
    });
  return [...own, sql`_doc`].reduce((all, key) => sql`${all}, ${key}`);
}

/** Rows that come after the given values in the order, as parts that follow one another in it. */
export function afterSteps(keys: readonly SortKey[], values: readonly (Scalar | null)[]): readonly Sql[] {
  const steps = keys.map((key, i) => {
    const before = keys.slice(0, i).map((each, j) => isAt(each, values[j] ?? null));
    return isAfter(key, values[i] ?? null).map((after) => and([...before, after]));
  });
  return steps.toReversed().flat();
}

/** Rows that come after the given values in the order. */
export const afterValues = (keys: readonly SortKey[], values: readonly (Scalar | null)[]): Sql =>
  or(afterSteps(keys, values));

const isAt = (key: SortKey, value: Scalar | null): Sql =>
  value === null ? sql`${key.value} IS NULL` : sql`${key.value} = ${key.parameter(value)}`;

function isAfter(key: SortKey, value: Scalar | null): readonly Sql[] {
  if (value === null) return key.nullsFirst ? [sql`${key.value} IS NOT NULL`] : [];
  const compared = key.descending
    ? sql`${key.value} < ${key.parameter(value)}`
    : sql`${key.value} > ${key.parameter(value)}`;
  return key.nullsFirst ? [compared] : [compared, sql`${key.value} IS NULL`];
}
