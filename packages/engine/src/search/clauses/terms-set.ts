import type { QueryNodes } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { Condition } from '../condition.ts';
import { columnOf, isNumber } from '../index-fields.ts';
import { someOf } from '../some-of.ts';
import { sql } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { exactly } from './term.ts';

export function termsSet(node: QueryNodes['terms_set'], context: ClauseContext): Condition {
  const source = context.field(node.field);
  const count = context.field(node.minimumShouldMatchField);
  if (count === null) {
    throw malformed(
      `failed to find minimum_should_match field [${node.minimumShouldMatchField}]`,
      'Name a field that holds how many of the terms are required.',
    );
  }
  if (source === null || node.terms.length === 0) return NOTHING;
  if (!isNumber(count.type)) {
    throw malformed(
      `[terms_set] minimum_should_match_field [${count.path}] is of type [${count.type}], which is no number`,
      'Name a field that holds how many of the terms are required.',
    );
  }
  const column = columnOf(count);
  const own = count.list ? sql`list_min(${column})` : column;
  const each = node.terms.map((term) => exactly(source, term, 1, context));
  return {
    ...someOf(each, 1, node.boost),
    // As in Lucene's CoveringQuery, one is required where the field says less.
    least: sql`(CASE WHEN ${own} IS NOT NULL THEN greatest(1, trunc(${own})) END)`,
  };
}
