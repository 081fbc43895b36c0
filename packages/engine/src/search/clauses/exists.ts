import type { QueryNodes } from '@datasarana/query';
import { type Condition, test } from '../condition.ts';
import { columnOf, type FieldSource, fieldOf } from '../index-fields.ts';
import { or, type Sql, sql } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';

export function exists(node: QueryNodes['exists'], context: ClauseContext): Condition {
  const source = fieldOf(context.layout, node.field);
  if (source === null) return NOTHING;
  if (source.type !== 'object') return test(existsTest(source), node.boost);
  const below = [...context.layout.fields.keys()].filter((path) => path.startsWith(`${source.path}.`));
  const children = below.flatMap((path) => fieldOf(context.layout, path) ?? []);
  return test(or(children.filter((child) => child.columns.length > 0).map(existsTest)), node.boost);
}

/** The field has a value; an empty list has none. */
export function existsTest(source: FieldSource): Sql {
  const column = columnOf(source);
  return source.list || source.type === 'nested' ? sql`len(${column}) > 0` : sql`${column} IS NOT NULL`;
}
