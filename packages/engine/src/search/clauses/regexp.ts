import { MAX_REGEXP, parseRegexp, type QueryNodes, type Regexp, re2Of, regexpMatcher } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { Condition } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { sql, text } from '../sql.ts';
import { asKept } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { indexLimit } from './index-limit.ts';
import { NOTHING } from './match-none.ts';
import { expandedBy, onText, textField } from './on-text.ts';

/** RE2 inside DuckDB where it can say the same; else our own automaton over the terms. Both take one step per character. */
export function regexp(node: QueryNodes['regexp'], context: ClauseContext): Condition {
  checkLength(node.value, context);
  const source = textField('regexp', node.field, context);
  const value = source === null ? node.value : asKept(source, node.value);
  const expression = parseRegexp(value, node.flags, 'regexp.value', node.caseInsensitive);
  return source === null ? NOTHING : fitting(node, expression, source, context);
}

type OnField = Pick<QueryNodes['regexp'], 'field' | 'boost' | 'rewrite'>;

function fitting(node: OnField, expression: Regexp, source: FieldSource, context: ClauseContext): Condition {
  const re2 = re2Of(expression);
  if (re2 !== null) {
    return onText('regexp', node, context, (value) => sql`regexp_full_match(${value}, ${text(re2)})`);
  }
  const words = { kind: 'terms_fit', fits: regexpMatcher(expression) } as const;
  return (
    expandedBy(node.rewrite, { source, words, boost: node.boost }, context) ?? { ...words, source, score: node.boost }
  );
}

function checkLength({ length }: string, { layout }: ClauseContext): void {
  const most = indexLimit(layout, 'index.max_regex_length', MAX_REGEXP);
  if (length <= most) return;
  throw malformed(
    `The length of regex [${length}] used in the Regexp Query request has exceeded the allowed maximum of [${most}]. This maximum can be set by changing the [index.max_regex_length] index level setting.`,
    'Use a shorter expression.',
  );
}
