import { analyse, type QueryNodes, requiredWords } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { type Condition, test } from '../condition.ts';
import { fieldOf } from '../index-fields.ts';
import { TRUE } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { exactly } from './term.ts';

export function match(node: QueryNodes['match'], context: ClauseContext): Condition {
  const source = fieldOf(context.layout, node.field);
  if (source === null) return NOTHING;
  if (source.postings === null) {
    return node.lenient
      ? lenient(() => exactly(source, node.query, node.boost, context))
      : exactly(source, node.query, node.boost, context);
  }
  const words = analyse(node.analyser ?? source.field?.field.analyser ?? 'standard', String(node.query));
  if (words.length === 0) return node.zeroTermsQuery === 'all' ? test(TRUE, node.boost) : NOTHING;
  const required = requiredWords(node, words.length);
  return { kind: 'words', postings: source.postings, words, required, boost: node.boost };
}

/** A value that the field's type cannot hold matches nothing. */
export function lenient(made: () => Condition): Condition {
  try {
    return made();
  } catch (error) {
    if (error instanceof PlatformError) return NOTHING;
    throw error;
  }
}
