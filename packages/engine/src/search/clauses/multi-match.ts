import { type Query, type QueryNodes, tieBreakerOf, type WeightedField, weightedFields } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { Condition } from '../condition.ts';
import type { ClauseContext } from './context.ts';
import { crossFields } from './cross-fields.ts';
import { lenient } from './lenient.ts';
import { NOTHING } from './match-none.ts';

type MultiMatch = QueryNodes['multi_match'];

export function multiMatch(node: MultiMatch, context: ClauseContext): Condition {
  const fields = weightedFields(node.fields, context.searchable());
  if (fields.length === 0) return NOTHING;
  checkTieBreaker(node, fields, context);
  if (node.type === 'cross_fields') return crossFields(node, fields, context);
  const of = fields.map((field) => {
    const query = onField(node, field);
    return node.lenient ? lenient(() => context.condition(query)) : context.condition(query);
  });
  return { kind: 'best', of, tieBreaker: tieBreakerOf(node), boost: node.boost };
}

function onField(node: MultiMatch, { field, boost }: WeightedField): Query {
  const { query, zeroTermsQuery, slop, maxExpansions, operator } = node;
  const analyser = node.analyser === undefined ? {} : { analyser: node.analyser };
  const phrase = { field, query, slop, zeroTermsQuery, boost, ...analyser };
  if (node.type === 'phrase') return { kind: 'match_phrase', ...phrase };
  if (node.type === 'phrase_prefix') return { kind: 'match_phrase_prefix', ...phrase, maxExpansions };
  const least = node.minimumShouldMatch === undefined ? {} : { minimumShouldMatch: node.minimumShouldMatch };
  const fuzzy = node.fuzzy === undefined ? {} : { fuzzy: node.fuzzy };
  const words = { field, query, operator, boost, ...analyser, ...least, ...fuzzy };
  if (node.type === 'bool_prefix') return { kind: 'match_bool_prefix', ...words };
  const synonyms = node.synonymPhrases === undefined ? {} : { synonymPhrases: node.synonymPhrases };
  return { kind: 'match', ...words, ...synonyms, lenient: node.lenient, zeroTermsQuery };
}

/** Of a single field nothing is left to weigh, as in OpenSearch. */
function checkTieBreaker(
  { tieBreaker = 0 }: MultiMatch,
  fields: readonly WeightedField[],
  context: ClauseContext,
): void {
  if (tieBreaker >= 0 && tieBreaker <= 1) return;
  if (fields.filter(({ field }) => context.field(field) !== null).length < 2) return;
  throw malformed('tieBreakerMultiplier must be in [0, 1]', 'Give a tie_breaker from 0 to 1.');
}
