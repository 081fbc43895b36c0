import { DOUBLE, LIST, listValue } from '@duckdb/node-api';
import { bind, joined, name, type Sql, sql, whole } from '../sql.ts';
import { chosen } from './date-buckets.ts';
import { keysList } from './distinct-keys.ts';
import type { StartsIn } from './plan.ts';

/** The starts of all buckets around when they are the same; null otherwise. */
export function commonStarts(all: readonly StartsIn[]): readonly number[] | null {
  const [first, ...more] = all;
  if (first === undefined) return [];
  const isSame = ({ starts }: StartsIn): boolean =>
    starts === first.starts ||
    (starts.length === first.starts.length && starts.every((start, i) => start === first.starts[i]));
  return more.every(isSame) ? first.starts : null;
}

/** More starts make a choice that takes DuckDB longer to read than a list. */
const MOST_CHOICES = 512;

/** How many of the starts a value reaches, as a choice of few steps, NULL for none; null when they are not fit for one. */
export function placeByChoice(starts: readonly number[]): ((value: Sql) => Sql) | null {
  if (starts.length > MOST_CHOICES || !starts.every(Number.isSafeInteger)) return null;
  const places = [Number.NEGATIVE_INFINITY, ...starts].map((at, place) => ({ at, place }));
  const placed = (value: Sql): Sql => chosen(value, places, ({ place }) => sql`${whole(place)}::BIGINT`);
  return (value) => sql`CASE WHEN ${value} IS NOT NULL THEN ${placed(value)} END`;
}

/** The list of the starts inside the bucket around that has these keys. */
export function startsFor(all: readonly StartsIn[], keys: readonly Sql[]): Sql {
  const [only] = all;
  if (keys.length === 0) return bind(listValue([...(only?.starts ?? [])]), LIST(DOUBLE));
  const names = keys.map((_, i) => name(`around${i}`));
  const columns = names.map((own, i) => sql`unnest(${keysList(all.map((each) => each.keys[i]))}) AS ${own}`);
  const lists = bind(listValue(all.map(({ starts }) => listValue([...starts]))), LIST(LIST(DOUBLE)));
  const same = joined(
    names.map((own, i) => sql`${own} IS NOT DISTINCT FROM ${keys[i] ?? sql`NULL`}`),
    ' AND ',
  );
  return sql`(SELECT starts FROM (SELECT ${joined(columns, ', ')}, unnest(${lists}) AS starts) WHERE ${same})`;
}
