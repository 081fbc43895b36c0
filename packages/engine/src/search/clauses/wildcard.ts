import { type QueryNodes, type WildcardPart, wildcardParts } from '@datasarana/query';
import type { Condition } from '../condition.ts';

import { type Sql, sql, text } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { onText } from './on-text.ts';

export function wildcard(node: QueryNodes['wildcard'], context: ClauseContext): Condition {
  const given = wildcardParts(node.value);
  return onText('wildcard', node, context, (value, kept) => {
    const parts = given.map((part) => (part.kind === 'text' ? { ...part, text: kept(part.text) } : part));
    return node.caseInsensitive
      ? fits(parts, sql`lower(${value})`, (part) => sql`lower(${text(part)})`)
      : fits(parts, value, text);
  });
}

/** The plain forms have functions of their own, which are faster than a pattern. */
export function fits(parts: readonly WildcardPart[], value: Sql, bound: (text: string) => Sql): Sql {
  const shape = parts.map((part) => (part.kind === 'text' ? 'text' : part.kind)).join(' ');
  const [only] = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  if (shape === 'any') return sql`${value} IS NOT NULL`;
  if (only !== undefined) {
    const given = bound(only);
    if (shape === 'text') return sql`${value} = ${given}`;
    if (shape === 'text any') return sql`starts_with(${value}, ${given})`;
    if (shape === 'any text') return sql`ends_with(${value}, ${given})`;
    if (shape === 'any text any') return sql`contains(${value}, ${given})`;
  }
  if (!parts.some((part) => part.kind === 'one' || (part.kind === 'text' && /[\\%_]/.test(part.text))))
    return sql`${value} LIKE ${bound(likePattern(parts))}`;
  // DuckDB tries all ways there are for a pattern with more of these
  const isQuick = parts.filter(({ kind }) => kind === 'any').length <= 1;
  if (isQuick) return sql`${value} LIKE ${bound(likePattern(parts))} ESCAPE '\\'`;
  return sql`regexp_full_match(${value}, ${bound(expression(parts))}, 's')`;
}

/** `a*b?` → `a.*b.`. */
function expression(parts: readonly WildcardPart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      return part.kind === 'any' ? '.*' : '.';
    })
    .join('');
}

/** `a*b?` → `a%b_`. */
function likePattern(parts: readonly WildcardPart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text.replace(/[\\%_]/g, '\\$&');
      return part.kind === 'any' ? '%' : '_';
    })
    .join('');
}
