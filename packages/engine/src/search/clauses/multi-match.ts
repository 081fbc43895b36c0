import type { Query, QueryNodes, WeightedField } from '@datasarana/query';
import type { Condition } from '../condition.ts';
import { searchableFields } from '../index-fields.ts';
import type { ClauseContext } from './context.ts';
import { lenient } from './match.ts';
import { NOTHING } from './match-none.ts';

const SEARCHED: ReadonlySet<string> = new Set([
  ...['text', 'keyword', 'byte', 'short', 'integer', 'long', 'half_float', 'float', 'double', 'date', 'boolean'],
]);

export function multiMatch(node: QueryNodes['multi_match'], context: ClauseContext): Condition {
  const fields = fieldsOf(node, context);
  const isLenient = node.lenient || node.fields.length === 0;
  const of = fields.map((field) => {
    const query = onField(node, field);
    return isLenient ? lenient(() => context.condition(query)) : context.condition(query);
  });
  if (of.length === 0) return NOTHING;
  if (node.type !== 'most_fields') return { kind: 'best', of, boost: node.boost };
  return { kind: 'bool', must: [], filter: [], should: of, mustNot: [], required: 1, boost: node.boost };
}

function onField(node: QueryNodes['multi_match'], { field, boost }: WeightedField): Query {
  const { query, zeroTermsQuery } = node;
  const analyser = node.analyser === undefined ? {} : { analyser: node.analyser };
  if (node.type === 'phrase') return { kind: 'match_phrase', field, query, zeroTermsQuery, boost, ...analyser };
  const least = node.minimumShouldMatch === undefined ? {} : { minimumShouldMatch: node.minimumShouldMatch };
  const { operator, lenient: isLenient } = node;
  return { kind: 'match', field, query, operator, lenient: isLenient, zeroTermsQuery, boost, ...analyser, ...least };
}

function fieldsOf(node: QueryNodes['multi_match'], context: ClauseContext): readonly WeightedField[] {
  const known = searchableFields(context.layout).filter(({ type }) => SEARCHED.has(type));
  if (node.fields.length === 0) return known.map(({ name }) => ({ field: name, boost: 1 }));
  return node.fields.flatMap((given) => {
    if (!given.field.includes('*')) return [given];
    const parts = given.field.split('*').map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    const pattern = new RegExp(`^${parts.join('.*')}$`, 's');
    return known.filter(({ name }) => pattern.test(name)).map(({ name }) => ({ field: name, boost: given.boost }));
  });
}
