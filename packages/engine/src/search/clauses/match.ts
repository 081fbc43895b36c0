import { type QueryNodes, requiredWords } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { type Condition, test } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { TRUE } from '../sql.ts';
import { wordsFor } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { closeTo } from './fuzzy.ts';
import { NOTHING } from './match-none.ts';
import { exactly } from './term.ts';

export function match(node: QueryNodes['match'], context: ClauseContext): Condition {
  const source = context.field(node.field);
  if (source === null) return NOTHING;
  if (source.postings === null) {
    return node.lenient ? lenient(() => matchExactly(node, source, context)) : matchExactly(node, source, context);
  }
  const words = wordsFor(source, node.analyser, String(node.query));
  if (words.length === 0) return node.zeroTermsQuery === 'all' ? test(TRUE, node.boost) : NOTHING;
  const required = requiredWords(node, words.length);
  if (node.fuzzy !== undefined) {
    const { fuzzy } = node;
    const should = words.map((word) => closeTo(source, word, fuzzy, 1, context));
    return { kind: 'bool', must: [], filter: [], should, mustNot: [], required, boost: node.boost };
  }
  return { kind: 'words', postings: source.postings, words, required, boost: node.boost };
}

function matchExactly(node: QueryNodes['match'], source: FieldSource, context: ClauseContext): Condition {
  if (node.fuzzy === undefined || source.type !== 'keyword') return exactly(source, node.query, node.boost, context);
  return closeTo(source, String(node.query), node.fuzzy, node.boost, context);
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
