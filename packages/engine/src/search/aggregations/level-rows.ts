import type { IndexPart } from '../part.ts';
import { allOf, and, joined, name, type Sql, sql } from '../sql.ts';
import { asColumn } from '../text/bits.ts';
import { commonStarts, placeByChoice, startsFor } from './bucket-starts.ts';
import type { ColumnNaming, Expression, KeyColumn, KeysPlan, RowsChange, StartsIn } from './plan.ts';

/** What is done to the rows of the matching documents, one after the other. */
export type RowsStep =
  | { readonly kind: 'where'; readonly test: Expression }
  | { readonly kind: 'keys'; readonly plan: KeysPlan }
  | { readonly kind: 'unnest'; readonly lists: Expression }
  | { readonly kind: 'change'; readonly change: RowsChange };

type Wrap = (rows: Sql) => Sql;

/** Steps taken apart: what the scan of the tables does, and what is done to its rows afterwards. */
interface Arranged {
  readonly tests: readonly Expression[];
  readonly present: readonly Expression[];
  readonly unnests: readonly Expression[];
  readonly wraps: readonly Wrap[];
  /** Keys that may be NULL though their rows have none. */
  readonly unsure: readonly Sql[];
}

export const keyName = (at: number): Sql => name(`k${at}`);

export const keyColumns = (steps: readonly RowsStep[]): readonly KeyColumn[] =>
  steps.flatMap((step) => (step.kind === 'keys' ? step.plan.keys : []));

/** Everything the steps do to rows, as text. */
export const textOfSteps = ({ wraps }: Arranged): string => wraps.reduce((rows, wrap) => wrap(rows), sql``).text;

/** Names every value the steps need and says in which order they are done. */
export function arrange(steps: readonly RowsStep[], column: ColumnNaming): Arranged {
  const tests: Expression[] = [];
  const present: Expression[] = [];
  const unnests: Expression[] = [];
  const wraps: Wrap[] = [];
  const unsure: Sql[] = [];
  let depth = 0;
  const changes = { any: false };
  const lists = steps.filter(({ kind }) => kind === 'unnest').length;
  for (const step of steps) {
    if (step.kind === 'unnest') unnests.push(step.lists);
    else if (step.kind === 'where' && !changes.any) tests.push(step.test);
    else if (step.kind === 'where') {
      const test = column(step.test);
      wraps.push((rows) => sql`SELECT * FROM (${rows}) WHERE ${test}`);
    } else if (step.kind === 'change') {
      changes.any = true;
      const later = Array.from({ length: lists - unnests.length }, (_, i) => unnests.length + i);
      const change = step.change(column, later);
      const keys = Array.from({ length: depth }, (_, i) => keyName(i));
      wraps.push((rows) => change(rows, keys));
    } else {
      const around = Array.from({ length: depth }, (_, i) => keyName(i));
      for (const key of step.plan.keys) {
        const { first, value } = askedOf(key, changes.any, column);
        if (first !== undefined) present.push(first);
        else if (key.nullable !== true) unsure.push(keyName(depth));
        wraps.push(...keyWraps(key, value, depth, around));
        depth++;
      }
    }
  }
  return { tests, present, unnests, wraps, unsure };
}

/** Whether rows have a value for a key is asked first of all, of the rows as they are stored; else its value tells. */
function askedOf({ value, present, nullable }: KeyColumn, isChanged: boolean, column: ColumnNaming) {
  if (present === undefined) return { value: column(value) };
  if (!isChanged && nullable !== true) return { first: present, value: column(value) };
  return { value: sql`CASE WHEN ${column(present)} THEN ${column(value)} END` };
}

function keyWraps(key: KeyColumn, value: Sql, at: number, around: readonly Sql[]): readonly Wrap[] {
  const own = keyName(at);
  if (key.starts !== undefined) return placeWraps(key, key.starts.all(), value, at, around);
  const made = key.list ? eachOf(value, key.nullable === true) : value;
  return [(rows) => sql`SELECT *, ${made} AS ${own} FROM (${rows})`];
}

/** Places among the starts of the bucket around; those of no bucket are NULL. */
function placeWraps(
  key: KeyColumn,
  all: readonly StartsIn[],
  value: Sql,
  at: number,
  around: readonly Sql[],
): readonly Wrap[] {
  const common = commonStarts(all);
  const choice = common === null ? null : placeByChoice(common);
  const starts = name(`b${at}`);
  const among = (one: Sql): Sql =>
    sql`CASE WHEN ${one} IS NOT NULL THEN len(list_filter(${starts}, lambda b: b <= ${one})) END`;
  const place = choice ?? among;
  const made = key.list ? eachOf(sql`list_transform(${value}, lambda x: ${place(sql`x`)})`, false) : place(value);
  const placed: Wrap = (rows) => sql`SELECT *, ${made} AS ${keyName(at)} FROM (${rows})`;
  if (choice !== null) return [placed];
  const given = startsFor(all, around);
  return [(rows) => sql`SELECT *, ${given} AS ${starts} FROM (${rows}) AS placed`, placed];
}

const eachOf = (values: Sql, nullable: boolean): Sql =>
  nullable
    ? sql`unnest(CASE WHEN len(${values}) > 0 THEN list_distinct(${values}) ELSE [NULL] END)`
    : sql`unnest(list_distinct(${values}))`;

/** Place of a nested document in its list, at some depth. */
export const placeName = (depth: number): Sql => name(`nested_at_${depth}`);

/** The nested documents of rows: members become columns beside those there are. */
export const unnested = (rows: Sql, list: Sql, depth: number): Sql =>
  sql`(SELECT *, unnest(${list}, max_depth := 2), unnest(range(len(${list}))) AS ${placeName(depth)} FROM ${rows})`;

/** The rows of all parts with the named columns, then what the steps make of them. */
export function rowsFrom(
  parts: readonly IndexPart[],
  arranged: Arranged,
  columns: ReadonlyMap<string, Expression>,
): Sql {
  const scans = parts.map((part, p) => {
    const shown = new Map(Array.from(columns, ([own, expression]) => [own, expression[p] ?? sql`NULL`]));
    const own = [...arranged.tests, ...arranged.present].flatMap((test) => test[p] ?? []);
    const table = name(part.layout.docs);
    if (arranged.unnests.length === 0) return columnsOf(shown, table, and([part.where, ...own]));
    let source = sql`SELECT * FROM ${table} WHERE ${part.where}`;
    for (const [depth, lists] of arranged.unnests.entries()) {
      source = sql`SELECT * FROM ${unnested(sql`(${source})`, lists[p] ?? sql`NULL`, depth)}`;
    }
    return columnsOf(shown, sql`(${source})`, and(own));
  });
  return arranged.wraps.reduce((rows, wrap) => wrap(rows), joined(scans, ' UNION ALL '));
}

/**
 * Rows with these columns. What several of them test is worked out once, before them: DuckDB does not know that two tests with
 * parameters are the same, and each takes memory of its own, whatever the rows.
 */
function columnsOf(columns: ReadonlyMap<string, Sql>, from: Sql, where: Sql): Sql {
  const uses = Map.groupBy(
    [...columns.values()].flatMap((column) => [...new Set(allOf(column))]),
    (test) => test,
  );
  const shared = [...uses].flatMap(([test, all]) => (all.length > 1 && test.values.length > 0 ? [test] : []));
  const names = new Map(shared.map((test, i) => [test, name(`shared${i}`)]));
  const shown = Array.from(columns, ([as, column]) => {
    const tests = allOf(column);
    const own = and(tests.map((test) => names.get(test) ?? asColumn(test)));
    return sql`${own} AS ${name(as)}`;
  });
  const list = shown.length === 0 ? sql`1` : joined(shown, ', ');
  if (shared.length === 0) return sql`SELECT ${list} FROM ${from} WHERE ${where}`;
  const before = joined(
    shared.map((test) => sql`${asColumn(test)} AS ${names.get(test) ?? test}`),
    ', ',
  );
  return sql`SELECT ${list} FROM (SELECT *, ${before} FROM ${from} WHERE ${where})`;
}
