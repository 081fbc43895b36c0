import { analyse, type QueryNodes } from '@datasarana/query';
import { type Condition, test } from '../condition.ts';
import { columnOf, fieldOf } from '../index-fields.ts';
import { TRUE } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { exactly } from './term.ts';

export function matchPhrase(node: QueryNodes['match_phrase'], context: ClauseContext): Condition {
  const source = fieldOf(context.layout, node.field);
  if (source === null) return NOTHING;
  const { postings } = source;
  if (postings === null) return exactly(source, node.query, node.boost, context);
  const own = source.field?.field.analyser ?? 'standard';
  const words = analyse(node.analyser ?? own, String(node.query));
  if (words.length === 0) return node.zeroTermsQuery === 'all' ? test(TRUE, node.boost) : NOTHING;
  if (words.length === 1) return { kind: 'words', postings, words, required: 1, boost: node.boost };
  return {
    kind: 'phrase',
    postings,
    column: columnOf(source),
    list: source.list,
    words,
    analyse: (text) => analyse(own, text),
    boost: node.boost,
  };
}
