import { parseSimpleText, SIMPLE_FLAGS, type SimpleFlag } from '../query-string/simple.ts';
import type { SimpleText } from '../query-string/simple-syntax.ts';
import { ClauseFields, readBoolean, readInteger } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';
import { type FuzzyOptions, printExpansions, readFuzzyRest } from './fuzziness.ts';
import {
  type MinimumShouldMatch,
  type Operator,
  readAnalyser,
  readMinimumShouldMatch,
  readOperator,
  readSought,
} from './matching.ts';
import { printWeightedField, type WeightedField } from './multi-match.ts';
import { readSearchedFields } from './query-string.ts';

/** A search bar that understands everything: what is no operator is a word. */
export interface SimpleQueryStringQuery {
  readonly kind: 'simple_query_string';
  readonly query: string;
  /** Empty = every field that can be searched. */
  readonly fields: readonly WeightedField[];
  readonly operator: Operator;
  readonly flags: readonly SimpleFlag[];
  /** As in `query_string`. */
  readonly lenient?: boolean;
  readonly minimumShouldMatch?: MinimumShouldMatch;
  readonly analyser?: string;
  readonly quoteFieldSuffix?: string;
  readonly fuzzy: Omit<FuzzyOptions, 'fuzziness'>;
  readonly boost: number;
  /** `query` taken apart; null when nothing is left of it. */
  readonly syntax: SimpleText | null;
}

const FUZZY_NAMES = {
  prefixLength: 'fuzzy_prefix_length',
  maxExpansions: 'fuzzy_max_expansions',
  transpositions: 'fuzzy_transpositions',
};

export function parseSimpleQueryString(value: unknown, path: string): SimpleQueryStringQuery {
  const fields = new ClauseFields(value, path, 'simple_query_string');
  const query = String(fields.required('query', readSought));
  const operator = readOperator(fields, 'default_operator');
  const flags = fields.optional('flags', readFlags) ?? SIMPLE_FLAGS;
  const node: SimpleQueryStringQuery = {
    kind: 'simple_query_string',
    query,
    fields: readSearchedFields(fields),
    operator,
    flags,
    ...present({
      lenient: fields.optional('lenient', readBoolean),
      minimumShouldMatch: fields.optional('minimum_should_match', readMinimumShouldMatch),
      analyser: fields.optional('analyzer', readAnalyser),
      quoteFieldSuffix: fields.text('quote_field_suffix'),
    }),
    fuzzy: readFuzzyRest(fields, FUZZY_NAMES),
    boost: fields.boost(),
    syntax: parseSimpleText(query, { flags, operator }),
  };
  fields.passOver(readBoolean, 'analyze_wildcard', 'auto_generate_synonyms_phrase_query');
  fields.done();
  return node;
}

/** `ALL`, `NONE` or names joined by `|`; `SLOP` is another word for `NEAR`; a number has a bit for each. */
function readFlags(value: unknown, path: string): readonly SimpleFlag[] {
  if (typeof value === 'number') readInteger(value, path);
  if (typeof value === 'number') return value === -1 ? SIMPLE_FLAGS : SIMPLE_FLAGS.filter((_, i) => value & (1 << i));
  const names = typeof value === 'string' ? value.split('|').map((name) => name.trim().toUpperCase()) : [];
  if (value === '' || names.includes('ALL')) return SIMPLE_FLAGS;
  const known = names.filter((name) => name !== 'NONE' && name !== '').map((name) => (name === 'SLOP' ? 'NEAR' : name));
  const flags = SIMPLE_FLAGS.filter((flag) => known.includes(flag));
  if (names.length === 0 || flags.length < new Set(known).size) {
    throw wrongShape(path, `ALL, NONE or of ${SIMPLE_FLAGS.join(', ')} joined by |`, value);
  }
  return flags;
}

export const printSimpleQueryString = (node: SimpleQueryStringQuery): JsonObject =>
  present({
    query: node.query,
    fields: node.fields.length === 0 ? undefined : node.fields.map(printWeightedField),
    default_operator: node.operator === 'or' ? undefined : node.operator,
    flags: printFlags(node.flags),
    lenient: node.lenient,
    minimum_should_match: node.minimumShouldMatch,
    analyzer: node.analyser,
    quote_field_suffix: node.quoteFieldSuffix,
    fuzzy_prefix_length: node.fuzzy.prefixLength || undefined,
    fuzzy_max_expansions: printExpansions(node.fuzzy.maxExpansions),
    fuzzy_transpositions: node.fuzzy.transpositions ? undefined : false,
    boost: boostOf(node),
  });

function printFlags(flags: readonly SimpleFlag[]): string | undefined {
  if (flags.length === SIMPLE_FLAGS.length) return undefined;
  return flags.length === 0 ? 'NONE' : flags.join('|');
}
