import type { DuckDBConnection } from '@duckdb/node-api';
import { rowsOf } from '../run.ts';
import { joined, name, type Sql, sql } from '../sql.ts';
import type { Coded } from './coded.ts';
import { comparisonsOf } from './comparison.ts';
import { type KeptCodes, keysBytes } from './kept.ts';
import { rowsOfValues } from './rows-of-values.ts';
import type { StoredColumn } from './stored-columns.ts';

/** Numbers of its own for the numbers of values, and what they stand for. */
export interface Derived extends Pick<Coded, 'keys'> {
  readonly map: Uint16Array;
}

/** What an expression makes of numbered values, worked out once per different one; what was made of the first of them stays. */
export async function derive(
  connection: DuckDBConnection,
  { rows }: KeptCodes,
  columns: readonly StoredColumn[],
  expression: Sql,
  earlier: Derived | null,
): Promise<Derived> {
  const before = earlier?.map.length ?? 0;
  const since = rows.slice(before);
  const found = compared(since, columns, expression) ?? (await calculated(connection, since, columns, expression));
  const known = earlier?.keys ?? [null];
  const keys = [...known];
  const numbers = new Map(keys.map((key, own) => [key, own]));
  const map = new Uint16Array(rows.length);
  if (earlier !== null) map.set(earlier.map);
  for (const [at, key] of found.entries()) {
    const own = numbers.get(key) ?? keys.push(key) - 1;
    numbers.set(key, own);
    map[before + at] = own;
  }
  return { map, keys: keys.length === known.length ? known : keys };
}

/** Up to so many values are handed over for a test, whatever the table has. */
export const MOST_HANDED = 4096;

/** Comparisons of one column with given values; null for anything else. */
function comparisonsIn(columns: readonly StoredColumn[], test: Sql): ReturnType<typeof comparisonsOf> {
  const comparisons = columns.length === 1 ? comparisonsOf(test) : null;
  // of no value a comparison says nothing, but whether there is one says that there is none
  return comparisons?.some(({ isPresence }) => isPresence) === true ? null : comparisons;
}

/** Whether DuckDB has to be asked what an expression makes of values, which are handed over to it. */
export const isAsked = (columns: readonly StoredColumn[], expression: Sql): boolean =>
  comparisonsIn(columns, expression) === null;

/** What a comparison makes of values, without asking DuckDB; null for anything else. */
function compared(rows: KeptCodes['rows'], columns: readonly StoredColumn[], test: Sql): readonly unknown[] | null {
  const comparisons = comparisonsIn(columns, test);
  if (comparisons === null) return null;
  return rows.map(([value = null]) => (value === null ? null : comparisons.every((each) => each.passes(value))));
}

async function calculated(
  connection: DuckDBConnection,
  rows: KeptCodes['rows'],
  columns: readonly StoredColumn[],
  expression: Sql,
): Promise<readonly unknown[]> {
  const shown = columns.map((column, at) => {
    const values = rows.map((row) => row[at]);
    return sql`${rowsOfValues(values, column.type)} AS ${name(column.name)}`;
  });
  const found = await rowsOf(connection, sql`SELECT ${expression} FROM (SELECT ${joined(shown, ', ')})`);
  return found.map(([key = null]) => key);
}

/** About what keeping that takes: for each value what is made of it, and whether that passes. */
export const derivedBytes = ({ rows }: KeptCodes, { keys }: Pick<Coded, 'keys'>): number =>
  3 * rows.length + keysBytes(keys);

/** An expression with its parameters, as a name. */
export const described = ({ text, values }: Sql): string =>
  values.length === 0 ? text : `${text} ${values.map((bound) => valueText(bound.value)).join(' ')}`;

/** Texts of different values differ, lists and bit sets included. */
export function valueText(value: unknown): string {
  const text = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
  return `${text.length}:${text}`;
}

const unmapped = new WeakMap<KeptCodes, Coded>();

/** A single column, without working anything out. */
export function asItIs(base: KeptCodes): Coded {
  const known = unmapped.get(base) ?? {
    numbering: base.numbering,
    base: base.rows.length,
    codes: base.codes,
    map: null,
    keys: base.rows.map(([key = null]) => key),
    name: base.numbering,
  };
  unmapped.set(base, known);
  return known;
}
