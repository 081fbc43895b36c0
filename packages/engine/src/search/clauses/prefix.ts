import type { QueryNodes } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import { and, type Sql, sql, text } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { onText } from './on-text.ts';

export function prefix(node: QueryNodes['prefix'], context: ClauseContext): Condition {
  return onText('prefix', node, context, (value, kept) => {
    const start = kept(node.value);
    return node.caseInsensitive ? sql`starts_with(lower(${value}), lower(${text(start)}))` : beginsWith(value, start);
  });
}

/** Limits around what begins with a text let DuckDB skip, and comparing takes less than looking into each value. */
export function beginsWith(value: Sql, start: string): Sql {
  const end = afterAllBeginningWith(start);
  if (end === null) return sql`starts_with(${value}, ${text(start)})`;
  return and([sql`${value} >= ${text(start)}`, sql`${value} < ${text(end)}`]);
}

/** The first text behind all that begin with this one; null where it has no such one of the same length. */
export function afterAllBeginningWith(start: string): string | null {
  const last = start.charCodeAt(start.length - 1);
  // Only within ASCII is the next character surely the next in the order of bytes.
  return start === '' || !(last < 0x7f) ? null : start.slice(0, -1) + String.fromCharCode(last + 1);
}
