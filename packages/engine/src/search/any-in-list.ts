import { type Sql, sql } from './sql.ts';

/** A test that holds for any value of a list, by what it asks of each. */
export interface ListTest {
  readonly column: Sql;
  /** What is asked, as if the column held single values. */
  readonly ofOne: () => Sql;
}

const made = new WeakMap<Sql, ListTest>();

/** What a test asks of the values of a list; null for one that was made otherwise. */
export const listTestOf = (test: Sql): ListTest | null => made.get(test) ?? null;

function noted(test: Sql, column: Sql, ofOne: () => Sql): Sql {
  made.set(test, { column, ofOne });
  return test;
}

/** `test(value)` holds for any value of a list. */
export const anyInList = (column: Sql, test: (value: Sql) => Sql): Sql =>
  noted(sql`len(list_filter(${column}, lambda x: ${test(sql`x`)})) > 0`, column, () => test(column));

/** A list holds a value. */
export const listHolds = (column: Sql, value: Sql): Sql =>
  noted(sql`list_contains(${column}, ${value})`, column, () => sql`${column} = ${value}`);
