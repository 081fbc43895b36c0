import { type QueryNodes, wildcardParts } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import { sql, text } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { onText } from './prefix.ts';

export function wildcard(node: QueryNodes['wildcard'], context: ClauseContext): Condition {
  const pattern = text(likePattern(node.value));
  return onText('wildcard', node, context, (value) =>
    node.caseInsensitive ? sql`${value} ILIKE ${pattern} ESCAPE '\\'` : sql`${value} LIKE ${pattern} ESCAPE '\\'`,
  );
}

/** `a*b?` → `a%b_`. */
function likePattern(pattern: string): string {
  return wildcardParts(pattern)
    .map((part) => {
      if (part.kind === 'text') return part.text.replace(/[\\%_]/g, '\\$&');
      return part.kind === 'any' ? '%' : '_';
    })
    .join('');
}
