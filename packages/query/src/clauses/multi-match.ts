import { ClauseFields, type Fields, readInteger, readNumber, readOneOrMany, readPattern } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';
import { printExpansions } from './fuzziness.ts';
import { readSlop } from './match-phrase.ts';
import { type MatchOptions, printMatchOptions, readMatchOptions } from './words.ts';

/** A field name or pattern (`title*`) and the weight of its matches. */
export interface WeightedField {
  readonly field: string;
  readonly boost: number;
}

export const MULTI_MATCH_TYPES = [
  'best_fields',
  'most_fields',
  'cross_fields',
  'phrase',
  'phrase_prefix',
  'bool_prefix',
] as const;
export type MultiMatchType = (typeof MULTI_MATCH_TYPES)[number];

/** A match over several fields; an empty list stands for every field. */
export interface MultiMatchQuery extends MatchOptions {
  readonly kind: 'multi_match';
  readonly fields: readonly WeightedField[];
  readonly type: MultiMatchType;
  /** For phrases. */
  readonly slop: number;
  /** For phrase_prefix. */
  readonly maxExpansions: number;
  /** What each field but the best adds of its score; absent = 0, with most_fields and bool_prefix 1. */
  readonly tieBreaker?: number;
  readonly boost: number;
}

/** Asked of every field, a text need not fit all of them, unless the clause says otherwise. */
export const isLenientUnsaid = (fields: readonly WeightedField[]): boolean =>
  fields.length === 0 || fields.some(({ field }) => field === '*');

/** `title^2` → the field and its weight. */
export function readWeightedField(value: unknown, path: string): WeightedField {
  const [field = '', weight, ...more] = readPattern(value, path).split('^');
  if (more.length > 0) throw wrongShape(path, 'a field name such as title or title^2', value);
  return { field, boost: weight === undefined ? 1 : readNumber(weight, path, { min: 0 }) };
}

export const printWeightedField = ({ field, boost }: WeightedField): string =>
  boost === 1 ? field : `${field}^${boost}`;

export function parseMultiMatch(value: unknown, path: string): MultiMatchQuery {
  const fields = new ClauseFields(value, path, 'multi_match');
  const asked = fields.optional('fields', (list, at) => readOneOrMany(list, at, readWeightedField)) ?? [];
  const node: MultiMatchQuery = {
    kind: 'multi_match',
    fields: asked,
    type: fields.choice('type', MULTI_MATCH_TYPES) ?? 'best_fields',
    ...readMatchOptions(fields, isLenientUnsaid(asked)),
    ...present({ tieBreaker: fields.optional('tie_breaker', (given, at) => readNumber(given, at)) }),
    slop: fields.optional('slop', readSlop) ?? 0,
    maxExpansions: fields.optional('max_expansions', (count, at) => readInteger(count, at, { min: 1 })) ?? 50,
    boost: fields.boost(),
  };
  const frequency = fields.optional('cutoff_frequency', (given, at) => readNumber(given, at));
  fields.done();
  checkType(node, fields, frequency);
  return node;
}

/** As OpenSearch refuses them. */
function checkType(node: MultiMatchQuery, fields: Fields, frequency: unknown): void {
  const refuse = (name: string, value: unknown) => {
    const reason = `[${name}] not allowed for type [${node.type}]`;
    throw wrongShape(fields.at(name), `no ${name} for type [${node.type}]`, value, reason);
  };
  const isExact = node.type === 'cross_fields' || node.type === 'phrase' || node.type === 'phrase_prefix';
  if (node.fuzzy !== undefined && isExact) refuse('fuzziness', node.fuzzy.fuzziness);
  if (node.slop !== 0 && node.type === 'bool_prefix') refuse('slop', node.slop);
  if (frequency !== undefined && node.type === 'bool_prefix') refuse('cutoff_frequency', frequency);
}

/** What each field but the best adds of its score. */
export const tieBreakerOf = (node: Pick<MultiMatchQuery, 'type' | 'tieBreaker'>): number =>
  node.tieBreaker ?? (node.type === 'most_fields' || node.type === 'bool_prefix' ? 1 : 0);

export const printMultiMatch = (node: MultiMatchQuery): JsonObject =>
  present({
    fields: node.fields.length === 0 ? undefined : node.fields.map(printWeightedField),
    type: node.type === 'best_fields' ? undefined : node.type,
    ...printMatchOptions(node, isLenientUnsaid(node.fields)),
    tie_breaker: node.tieBreaker,
    slop: node.slop || undefined,
    max_expansions: printExpansions(node.maxExpansions),
    boost: boostOf(node),
  });
