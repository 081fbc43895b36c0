import { type Spread, valueAt } from '../columns/figures.ts';
import { double, type Sql, sql, whole } from '../sql.ts';

/** 0-based position of a percentile among n ascending values: p/100·n − 0.5, held inside. */
export const hazenPosition = (count: Sql, percent: number): Sql =>
  sql`greatest(least(${double(percent / 100)} * ${count} - 0.5, ${count} - 1), 0)`;

/** The same in JavaScript. */
export const hazenPlace = (count: number, percent: number): number =>
  Math.max(Math.min((percent / 100) * count - 0.5, count - 1), 0);

/** The value at a percentile of numbers with their counts; null when there are none. */
export function hazenIn(spread: Spread, percent: number): number | null {
  const place = hazenPlace(spread.count, percent);
  const low = valueAt(spread, Math.floor(place));
  const high = valueAt(spread, Math.min(Math.floor(place) + 1, spread.count - 1));
  return low === null || high === null ? null : low + (high - low) * (place - Math.floor(place));
}

/** The value of an ascending list at a percentile, between the two it lies between. */
export function hazenOf(sorted: Sql, percent: number): Sql {
  const count = sql`len(${sorted})`;
  const place = hazenPosition(count, percent);
  const pick = (offset: number) => sql`${sorted}[least(floor(${place})::BIGINT + ${whole(offset)}, ${count})]::DOUBLE`;
  return sql`(${pick(1)} + (${pick(2)} - ${pick(1)}) * (${place} - floor(${place})))`;
}

/** `use(x)` with `x` standing for a value that is computed once: DuckDB has no LET, but lambdas over lists of one. */
export const using = (value: Sql, use: (held: Sql) => Sql, as: 'a' | 'b' | 'c' = 'a'): Sql => {
  const held = LETTERS[as];
  return sql`list_transform([${value}], lambda ${held}: ${use(held)})[1]`;
};

const LETTERS = { a: sql`held_a`, b: sql`held_b`, c: sql`held_c` } as const;
