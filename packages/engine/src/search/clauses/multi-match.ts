import { type Query, type QueryNodes, tieBreakerOf, type WeightedField } from '@datasarana/query';
import { wildcard } from '@datasarana/schema';
import type { Condition } from '../condition.ts';
import type { ClauseContext } from './context.ts';
import { crossFields } from './cross-fields.ts';
import { lenient } from './lenient.ts';
import { NOTHING } from './match-none.ts';

const SEARCHED: ReadonlySet<string> = new Set([
  ...['text', 'keyword', 'byte', 'short', 'integer', 'long', 'half_float', 'float', 'double', 'date', 'boolean'],
]);

type MultiMatch = QueryNodes['multi_match'];

export function multiMatch(node: MultiMatch, context: ClauseContext): Condition {
  const fields = fieldsOf(node, context);
  if (fields.length === 0) return NOTHING;
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
  return { kind: 'match', ...words, lenient: node.lenient, zeroTermsQuery };
}

function fieldsOf(node: MultiMatch, context: ClauseContext): readonly WeightedField[] {
  const known = context.searchable().filter(({ type, isAlias }) => SEARCHED.has(type) && !isAlias);
  if (node.fields.length === 0) return known.map(({ name }) => ({ field: name, boost: 1 }));
  return node.fields.flatMap((given) => {
    if (!given.field.includes('*')) return [given];
    const fits = wildcard(given.field);
    return known.filter(({ name }) => fits(name)).map(({ name }) => ({ field: name, boost: given.boost }));
  });
}
