import type { NestedSort, Query } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { IndexLayout } from '../index/layout.ts';
import { byColumns } from './by-columns.ts';
import { conditionOf } from './clauses/index.ts';
import type { Condition } from './condition.ts';
import type { FieldSource } from './index-fields.ts';
import { predicate } from './predicate.ts';
import { name, type Sql, sql, TRUE, whole } from './sql.ts';

const MATCH_ALL: Query = { kind: 'match_all', boost: 1 };

/** The member of a nested field, to be read in rows of its objects; null when there is none of that path. */
export function memberOf(layout: IndexLayout, path: string): FieldSource | null {
  const column = layout.fields.get(path);
  if (column === undefined) return null;
  const { type, list, postings } = column;
  return { path, type, list, columns: column.columns.map(name), postings, field: column };
}

/** The nested objects that hold a field; null where that is the document. */
function scopeOf(layout: IndexLayout, path: string): string | null {
  const steps = path.split('.').slice(0, -1);
  const around = steps.map((_, i) => steps.slice(0, i + 1).join('.'));
  return around.findLast((each) => layout.fields.get(each)?.type === 'nested') ?? null;
}

/** The level whose objects have the values. */
const innermost = (sort: NestedSort): NestedSort => (sort.nested === undefined ? sort : innermost(sort.nested));

/** A field whose values in several objects are brought together. */
export interface JoinedField {
  readonly path: string;
  readonly column: Sql;
  readonly list: boolean;
  readonly joined: (value: Sql) => Sql;
  /** What stands for no value. */
  readonly none: Sql;
}

/** The value of a field in those of a document's nested objects that the filters let through. */
export function nestedValue(
  { path, column, list, joined, none }: JoinedField,
  nested: NestedSort,
  layout: IndexLayout,
  now: number,
): Sql {
  const rows = objects(conditionOf(queryOf(nested), layout, now), nested, null);
  if (rows === null || scopeOf(layout, path) !== innermost(nested).path) return none;
  const { maxChildren } = nested;
  const held = list ? column : sql`[${column}]`;
  const values =
    maxChildren === undefined
      ? sql`SELECT ${list ? sql`unnest(${column})` : column} AS _value FROM ${rows}`
      : sql`SELECT unnest(flatten(list(${held} ORDER BY _place)[1:${whole(Math.max(0, maxChildren))}])) AS _value
          FROM ${rows} WHERE ${list ? sql`len(${column}) > 0` : sql`${column} IS NOT NULL`}`;
  return sql`(SELECT ${joined(sql`_value`)} FROM (${values}))`;
}

/** The levels as clauses, which know where nested fields lie and what filters mean in them. */
const queryOf = ({ path, filter = MATCH_ALL, nested }: NestedSort): Query => ({
  kind: 'nested',
  path,
  query:
    nested === undefined
      ? filter
      : { kind: 'bool', must: [queryOf(nested)], filter: [filter], should: [], mustNot: [], boost: 1 },
  scoreMode: 'none',
  ignoreUnmapped: false,
  boost: 1,
});

/** The objects of a document as rows, with their places level by level; null when the levels do not lie in each other. */
function objects(condition: Condition, { nested }: NestedSort, around: Sql | null): Sql | null {
  if (condition.kind !== 'nested') return null;
  let rows = around;
  for (const column of condition.path) {
    const place = sql`generate_subscripts(${column}, 1)`;
    const each =
      rows === null
        ? sql`SELECT unnest(${column}) AS _object, [${place}] AS _place`
        : sql`SELECT unnest(${column}) AS _object, list_append(_place, ${place}) AS _place FROM ${rows}`;
    rows = sql`(SELECT unnest(_object), _place FROM (${each}) WHERE _object IS NOT NULL)`;
  }
  const { of } = condition;
  if (nested === undefined) return sql`(SELECT * FROM ${rows ?? TRUE} WHERE ${testOf(of)})`;
  const [inner] = of.kind === 'bool' ? of.must : [];
  const [filter] = of.kind === 'bool' ? of.filter : [];
  if (inner === undefined || filter === undefined) return null;
  return objects(inner, nested, sql`(SELECT * FROM ${rows ?? TRUE} WHERE ${testOf(filter)})`);
}

function testOf(condition: Condition): Sql {
  const decided = byColumns(condition);
  if (decided !== null) return predicate(decided);
  throw malformed(
    'The filter of a nested sort can only ask for values, not for words of a text or for further nested objects',
    'Filter by a keyword, number, date or boolean of the object.',
  );
}
