import { isLowerCase, lowerCase, type QueryNodes, wildcardParts } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import { fieldOf } from '../index-fields.ts';
import { sql, text } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { onText } from './prefix.ts';

export function wildcard(node: QueryNodes['wildcard'], context: ClauseContext): Condition {
  const source = fieldOf(context.layout, node.field);
  const analyser = source?.postings == null ? 'keyword' : (source.field?.field.analyser ?? 'standard');
  // As in OpenSearch, the pattern is brought into the case of a text field's words; a prefix is not.
  const pattern = text(likePattern(isLowerCase(analyser) ? lowerCase(node.value) : node.value));
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
