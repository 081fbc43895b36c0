import { Breath } from '../../store/breath.ts';
import type { Condition } from '../condition.ts';
import { resolveBlended } from './blended.ts';
import { resolveExpanded } from './expanded.ts';
import { resolveFunctionScore } from './function-score.ts';
import { resolveFuzzy, resolveTermsFit } from './fuzzy.ts';
import { resolveIntervals } from './intervals.ts';
import { resolveMoreLikeThis } from './more-like-this.ts';
import { resolveNested } from './nested.ts';
import { resolvePhrase } from './phrase.ts';
import { resolveRare } from './rarity.ts';
import { type ResolveContext, type Resolved, sameScore } from './resolved.ts';
import { resolveSpans } from './spans.ts';
import { resolveSynonyms } from './synonyms.ts';
import { resolveWords } from './words.ts';

/** Looks up what a condition needs of postings and statistics. */
export async function resolve(condition: Condition, context: ResolveContext): Promise<Resolved> {
  switch (condition.kind) {
    case 'test':
      return condition;
    case 'ids':
      if (context.documentsOfIds === undefined) return { kind: 'test', test: condition.test, score: condition.score };
      return sameScore(await context.documentsOfIds(condition.ids), condition.score);
    case 'rare':
      return context.scored ? resolveRare(condition, context) : { kind: 'test', test: condition.test, score: 1 };
    case 'words':
      return resolveWords(condition, context);
    case 'synonyms':
      return resolveSynonyms(condition, context);
    case 'phrase':
      return resolvePhrase(condition, context);
    case 'intervals':
      return resolveIntervals(condition, context);
    case 'spans':
      return resolveSpans(condition, context);
    case 'terms_where': {
      const bits = await context.postings.termsWhere(condition.postings, condition.where);
      return sameScore(bits, condition.score);
    }
    case 'terms_fit':
      return resolveTermsFit(condition, context);
    case 'fuzzy':
      return resolveFuzzy(condition, context);
    case 'expanded':
      return resolveExpanded(condition, context, resolve);
    case 'blended':
      return resolveBlended(condition, context);
    case 'constant':
      return { ...condition, of: await resolve(condition.of, unscored(context)) };
    case 'function_score':
      return resolveFunctionScore(condition, context, resolve);
    case 'more_like_this':
      return resolveMoreLikeThis(condition, context, resolve);
    case 'nested':
      return resolveNested(condition, context, resolve);
    case 'best':
      return { ...condition, of: await resolveAll(condition.of, context) };
    case 'boosting':
      return {
        ...condition,
        positive: await resolve(condition.positive, context),
        negative: await resolve(condition.negative, unscored(context)),
      };
    case 'bool':
      return {
        ...condition,
        must: await resolveAll(condition.must, context),
        filter: await resolveAll(condition.filter, unscored(context)),
        should: await resolveAll(condition.should, context),
        mustNot: await resolveAll(condition.mustNot, unscored(context)),
      };
  }
}

const unscored = (context: ResolveContext): ResolveContext => ({ ...context, scored: false });

async function resolveAll(conditions: readonly Condition[], context: ResolveContext): Promise<readonly Resolved[]> {
  const resolved: Resolved[] = [];
  const breath = new Breath(context.connection);
  for (const condition of conditions) {
    resolved.push(await resolve(condition, context));
    if (breath.isDue) await breath.take();
  }
  return resolved;
}
