import { malformed, type PlatformError } from '@datasarana/schema';
import { parseSearchText } from '../query-string/parse.ts';
import type { SearchText } from '../query-string/syntax.ts';
import { ClauseFields, type Fields, readBoolean, readInteger, readList, readPattern } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { boostOf } from './clause.ts';
import { readTieBreaker } from './dis-max.ts';
import { type FuzzyOptions, printExpansions, readFuzziness, readFuzzyRest } from './fuzziness.ts';
import { readSlop } from './match-phrase.ts';
import {
  type MinimumShouldMatch,
  type Operator,
  readAnalyser,
  readMinimumShouldMatch,
  readOperator,
} from './matching.ts';
import {
  MULTI_MATCH_TYPES,
  type MultiMatchType,
  printWeightedField,
  readWeightedField,
  type WeightedField,
} from './multi-match.ts';
import { readRewrite } from './rewrite.ts';
import { printSynonyms, readSynonyms, type SynonymOptions } from './words.ts';

/**
 * The search bar's language. `syntax` is `query` taken apart; `expandQueryString` turns it into plain clauses once the
 * fields of an index are known.
 */
export interface QueryStringQuery extends SynonymOptions {
  readonly kind: 'query_string';
  readonly query: string;
  /** Empty = every field that can be searched. */
  readonly fields: readonly WeightedField[];
  readonly operator: Operator;
  /** How several fields combine. */
  readonly type: MultiMatchType;
  readonly tieBreaker?: number;
  /** Of the clauses of the whole text. */
  readonly minimumShouldMatch?: MinimumShouldMatch;
  /** Whether a text that does not fit a field's type finds nothing there; absent = where it is asked of every field. */
  readonly lenient?: boolean;
  readonly analyser?: string;
  /** For phrases; absent = as for words. */
  readonly quoteAnalyser?: string;
  /** Phrases look in the field of that name with this behind it, where there is one. */
  readonly quoteFieldSuffix?: string;
  readonly phraseSlop: number;
  readonly fuzzy: FuzzyOptions;
  /** How words that fit a pattern score. */
  readonly rewrite?: string;
  readonly allowLeadingWildcard: boolean;
  /** `+07:00` or `Asia/Jakarta`, for dates in ranges. */
  readonly timeZone?: string;
  readonly boost: number;
  readonly syntax: SearchText;
}

const FUZZY_NAMES = {
  prefixLength: 'fuzzy_prefix_length',
  maxExpansions: 'fuzzy_max_expansions',
  transpositions: 'fuzzy_transpositions',
};

const SIGNS = /[\\+\-!():^[\]"{}~*?|&/]/g;

/** A text in which no sign has a meaning; AND, OR and NOT keep theirs, as in Lucene. */
const escaped = (text: string): string => text.replace(SIGNS, '\\$&');

/** `default_field` or `fields`; none for those the index means. */
export function readSearchedFields(fields: Fields, single?: string): readonly WeightedField[] {
  const one = single === undefined ? undefined : fields.optional(single, readWeightedField);
  const several = fields.optional('fields', (list, at) => readList(list, at, readWeightedField)) ?? [];
  if (one !== undefined && several.length > 0) {
    throw notTogether(fields, single ?? '');
  }
  return several.length > 0 || one === undefined ? several : [one];
}

/**
 * OpenSearch comes upon it where an index makes its query. What fails there is named so in the query of a search and in
 * what follows its aggregations; filters of aggregations, rescoring and the like tell the fault itself.
 */
function notTogether({ owner, path }: Fields, single: string): PlatformError {
  const fault = {
    type: 'query_validation_exception',
    reason: `Validation Failed: 1: [${owner}] cannot use [fields] parameter in conjunction with [${single}];`,
  };
  const reason = `failed to create query: ${fault.reason}`;
  const isOfQuery = /^(query|post_filter)\b/.test(path);
  return malformed(
    fault.reason,
    `Leave ${single} out.`,
    isOfQuery ? { type: 'query_shard_exception', reason, caused_by: fault } : fault,
  );
}

export function parseQueryStringClause(value: unknown, path: string): QueryStringQuery {
  const fields = new ClauseFields(value, path, 'query_string');
  const given = fields.required('query', readPattern);
  const query = fields.flag('escape', false) ? escaped(given) : given;
  const operator = readOperator(fields, 'default_operator');
  const node: QueryStringQuery = {
    kind: 'query_string',
    query,
    fields: readSearchedFields(fields, 'default_field'),
    operator,
    type: fields.choice('type', MULTI_MATCH_TYPES) ?? 'best_fields',
    phraseSlop: fields.optional('phrase_slop', readSlop) ?? 0,
    fuzzy: {
      fuzziness: fields.optional('fuzziness', readFuzziness) ?? 'AUTO',
      ...readFuzzyRest(fields, FUZZY_NAMES),
    },
    allowLeadingWildcard: fields.flag('allow_leading_wildcard', true),
    ...readOptional(fields),
    ...readSynonyms(fields),
    boost: fields.boost(),
    syntax: parseSearchText(query, { operator, path: fields.at('query') }),
  };
  fields.passOver(readBoolean, 'analyze_wildcard');
  fields.passOver(readBoolean, 'enable_position_increments');
  // misspelt words of a search text score in one way, whatever is asked
  readRewrite(fields, 'fuzzy_rewrite');
  fields.optional('max_determinized_states', readInteger);
  fields.done();
  return node;
}

const readOptional = (fields: Fields) =>
  present({
    tieBreaker: fields.optional('tie_breaker', readTieBreaker),
    lenient: fields.optional('lenient', readBoolean),
    minimumShouldMatch: fields.optional('minimum_should_match', readMinimumShouldMatch),
    analyser: fields.optional('analyzer', readAnalyser),
    quoteAnalyser: fields.optional('quote_analyzer', readAnalyser),
    rewrite: readRewrite(fields, 'rewrite'),
    quoteFieldSuffix: fields.text('quote_field_suffix'),
    timeZone: fields.optional('time_zone', readPattern),
  });

export const printQueryString = (node: QueryStringQuery): JsonObject =>
  present({
    query: node.query,
    fields: node.fields.length === 0 ? undefined : node.fields.map(printWeightedField),
    default_operator: node.operator === 'or' ? undefined : node.operator,
    type: node.type === 'best_fields' ? undefined : node.type,
    tie_breaker: node.tieBreaker,
    minimum_should_match: node.minimumShouldMatch,
    lenient: node.lenient,
    analyzer: node.analyser,
    quote_analyzer: node.quoteAnalyser,
    quote_field_suffix: node.quoteFieldSuffix,
    phrase_slop: node.phraseSlop || undefined,
    fuzziness: node.fuzzy.fuzziness === 'AUTO' ? undefined : node.fuzzy.fuzziness,
    fuzzy_prefix_length: node.fuzzy.prefixLength || undefined,
    fuzzy_max_expansions: printExpansions(node.fuzzy.maxExpansions),
    fuzzy_transpositions: node.fuzzy.transpositions ? undefined : false,
    rewrite: node.rewrite,
    ...printSynonyms(node),
    allow_leading_wildcard: node.allowLeadingWildcard ? undefined : false,
    time_zone: node.timeZone,
    boost: boostOf(node),
  });
