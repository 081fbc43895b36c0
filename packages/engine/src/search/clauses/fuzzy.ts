import { editsFor, type FuzzyOptions, type QueryNodes, rewriteOf } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { Condition } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { isOfDocument, isUnindexed } from '../mapped-field.ts';
import { asKept } from './analysis.ts';
import type { ClauseContext } from './context.ts';
import { isIp } from './ip.ts';
import { NOTHING } from './match-none.ts';
import { expandedBy } from './on-text.ts';
import { exactly } from './term.ts';

export function fuzzy(node: QueryNodes['fuzzy'], context: ClauseContext): Condition {
  const source = context.field(node.field);
  // objects are no fields
  if (source === null || source.type === 'object' || source.type === 'nested') return NOTHING;
  return closeTo(source, String(node.value), node, node.boost, context);
}

/** Values close to a word; the word itself where no edit is allowed. */
export function closeTo(
  source: FieldSource,
  given: string,
  options: FuzzyOptions,
  boost: number,
  context: ClauseContext,
): Condition {
  const type = isOfDocument(source) ? source.path : isIp(source, context.layout) ? 'ip' : source.type;
  if (source.postings === null && type !== 'keyword') {
    throw malformed(
      `Can only use fuzzy queries on keyword and text fields - not on [${source.path}] which is of type [${type}]`,
      'Use term or range for this field.',
    );
  }
  const word = asKept(source, given);
  const length = [...word].length;
  const edits = editsFor(options.fuzziness, length);
  if (options.maxExpansions === 0) return NOTHING;
  const { prefixLength, maxExpansions, transpositions, rewrite } = options;
  if (edits === 0 || prefixLength >= length) {
    const itself = exactly(source, word, boost, context);
    const scores = rewrite === undefined ? undefined : rewriteOf(rewrite)?.scores;
    return scores === 'alike' || scores === 'boost' ? { kind: 'constant', of: itself, score: boost } : itself;
  }
  const close = { kind: 'fuzzy', source, word, edits, prefixLength, maxExpansions, transpositions, boost } as const;
  // how many words there may be is then said by the rewrite method alone
  const words = { kind: 'close', to: { ...close, maxExpansions: Number.POSITIVE_INFINITY } } as const;
  const expanded = expandedBy(rewrite, { source, words, boost }, context);
  if (expanded !== null) return expanded;
  return isUnindexed(context.layout, source.path) ? { ...close, scoresAlike: true } : close;
}
