import { malformed } from '@datasarana/schema';
import type { Condition, ExpandedCondition } from '../condition.ts';
import { someOf } from '../some-of.ts';
import { sql } from '../sql.ts';
import {
  blendedValues,
  blendedWords,
  type Close,
  closest,
  closeWords,
  compareBytes,
  distinctValues,
  near,
} from './fuzzy.ts';
import type { ResolveContext, Resolved } from './resolved.ts';

/** OpenSearch's `indices.query.bool.max_clause_count`. */
const MOST_CLAUSES = 1024;

/** The words or values a pattern stands for, scored as its rewrite method says. */
export async function resolveExpanded(
  condition: ExpandedCondition,
  context: ResolveContext,
  resolve: (condition: Condition, context: ResolveContext) => Promise<Resolved>,
): Promise<Resolved> {
  const { source, rewrite, boost, one } = condition;
  const words = (await candidates(condition, context)).slice(0, rewrite.most ?? undefined);
  switch (rewrite.scores) {
    case 'own':
      refuseMany(words);
      return resolve(anyOf(words.map(({ word, weight }) => one(word, weight * boost))), context);
    case 'boost':
      return resolve(
        anyOf(words.map(({ word, weight }) => ({ kind: 'constant', of: one(word, 1), score: weight * boost }))),
        context,
      );
    case 'alike':
      return resolve({ kind: 'constant', of: anyOf(words.map(({ word }) => one(word, 1))), score: boost }, context);
    case 'blended':
      return source.postings === null
        ? blendedValues(words, source, boost, context)
        : blendedWords(words, source.postings, boost, context);
  }
}

const anyOf = (conditions: readonly Condition[]): Condition => someOf(conditions, 1);

function refuseMany({ length }: readonly Close[]): void {
  if (length <= MOST_CLAUSES) return;
  throw malformed(
    `maxClauseCount is set to ${MOST_CLAUSES}`,
    `The pattern stands for ${length} words: make it longer, or use top_terms_${MOST_CLAUSES} as rewrite.`,
  );
}

/** In the order in which they count, the closest first. */
async function candidates({ source, words }: ExpandedCondition, context: ResolveContext): Promise<readonly Close[]> {
  if (words.kind === 'close' && source.postings !== null) return closeWords(words.to, source.postings, context);
  const where = (value = source.postings === null ? sql`v` : sql`term`) => {
    if (words.kind === 'where') return words.where(value);
    return words.kind === 'close' ? near(words.to, value) : sql`TRUE`;
  };
  const all =
    source.postings === null
      ? await distinctValues(source, where(), context)
      : await context.postings.dictionary(source.postings, where());
  if (words.kind === 'close') return closest(words.to, all);
  const fitting = words.kind === 'terms_fit' ? all.filter(words.fits) : all;
  return fitting.toSorted(compareBytes).map((word) => ({ word, weight: 1 }));
}
