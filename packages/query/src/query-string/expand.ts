import { PlatformError } from '@datasarana/schema';
import { analyserNamed } from '../analysis/settings/built-in.ts';
import { isLenientUnsaid, type MultiMatchType, tieBreakerOf, type WeightedField } from '../clauses/multi-match.ts';
import type { Query } from '../clauses/query.ts';
import type { QueryStringQuery } from '../clauses/query-string.ts';
import { MAX_REGEXP } from '../clauses/regexp.ts';
import { present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { parseRegexp, REGEXP_FLAGS } from '../regexp/parse.ts';
import { refuseManyClauses } from './clause-limits.ts';
import {
  hasPatterns,
  hasWords,
  INDEX_NAME,
  isWordless,
  type NamedAnalysers,
  namesFor,
  namesInText,
  type SearchableField,
  weightedFields,
} from './fields.ts';
import type { SearchText } from './syntax.ts';

interface Expansion {
  readonly node: Omit<QueryStringQuery, 'kind' | 'query' | 'syntax' | 'boost' | 'minimumShouldMatch'>;
  readonly known: readonly SearchableField[];
  readonly named: NamedAnalysers;
}

/** Turns search text into plain clauses over the fields an index has, which knows analysers by name. */
export function expandQueryString(
  node: QueryStringQuery,
  known: readonly SearchableField[],
  named: NamedAnalysers = analyserNamed,
): Query {
  const { minimumShouldMatch } = node;
  const query = weighed(expand(node.syntax, { node, known, named }), node.boost);
  refuseManyClauses(query, known, node.query);
  if (minimumShouldMatch === undefined) return query;
  if (query.kind === 'bool') return { ...beyondNegative(query), minimumShouldMatch };
  return query.kind === 'match' ? { ...query, minimumShouldMatch } : query;
}

/** As in OpenSearch, where all is refused but nothing asked for, everything is asked for before so many have to match. */
function beyondNegative(query: Extract<Query, { kind: 'bool' }>): typeof query {
  const isNegative = query.must.length + query.filter.length + query.should.length === 0;
  return isNegative ? { ...query, filter: [{ kind: 'match_all', boost: 1 }] } : query;
}

const NONE: Query = { kind: 'match_none', boost: 1 };

function expand(text: SearchText, on: Expansion): Query {
  switch (text.kind) {
    case 'everything':
      return expandStar(text, on);
    case 'exists': {
      const names = namesFor(text.field, on.known);
      return anyOf(
        names.map((field) => ({ kind: 'exists', field, boost: text.boost })),
        on,
      );
    }
    case 'group':
      return expandGroup(text, on);
    case 'words':
      return expandWords(text, on, on.node.type);
    case 'phrase':
      return expandPhrase(text, on);
    case 'pattern':
      return expandPattern(text, on);
    case 'fuzzy':
      return eachFieldWith(hasWords, text, on, (field, boost) => fuzzyOn(field, text, on, boost));
    case 'regexp':
      return expandRegexp(text, on);
    case 'range':
      return anyOf(
        fieldsOf(text, on).map(({ field }) => rangeOn(field, text, on)),
        on,
      );
  }
}

/** A star alone is whatever has one of the fields that are asked, where they are said. */
function expandStar({ inFields, boost }: Extract<SearchText, { kind: 'everything' }>, on: Expansion): Query {
  const { fields } = on.node;
  if (!inFields || fields.length === 0 || fields.some(({ field }) => field === '*'))
    return { kind: 'match_all', boost };
  return anyOf(
    weightedFields(fields, on.known).map((each) => ({ kind: 'exists', field: each.field, boost: boost * each.boost })),
    on,
  );
}

function expandGroup(group: Extract<SearchText, { kind: 'group' }>, on: Expansion): Query {
  const said = group.clauses.filter(({ text }) => !isUnsaid(text, on));
  if (said.length === 0) return NONE;
  const signed = (sign: string) =>
    said.filter((clause) => clause.sign === sign).map((clause) => expand(clause.text, on));
  return {
    kind: 'bool',
    must: signed('must'),
    filter: [],
    should: signed('should'),
    mustNot: signed('must_not'),
    boost: group.boost,
  };
}

/** Words that are no words to their fields. */
function isUnsaid(text: SearchText, on: Expansion): boolean {
  if (text.kind === 'group') return text.clauses.length > 0 && text.clauses.every((each) => isUnsaid(each.text, on));
  if (text.kind !== 'words' && text.kind !== 'phrase') return false;
  const { analyser, quoteAnalyser } = on.node;
  const own = text.kind === 'phrase' ? (quoteAnalyser ?? analyser) : analyser;
  return isWordless(text, fieldsOf(text, on), on.known, on.named(own));
}

interface OnField {
  readonly field?: string;
  readonly boost: number;
}

/** The fields a part of the text is about. */
function fieldsOf({ field }: OnField, on: Expansion): readonly WeightedField[] {
  // a star is what all fields are looked in for, where none are given; else it means more than those
  const isUsual = field === undefined || (field === '*' && on.node.fields.length === 0);
  if (!isUsual) return namesInText(field, on.known).map((name) => ({ field: name, boost: 1 }));
  return weightedFields(on.node.fields, on.known);
}

/** Where no fields are given, a text need not fit the one that it names either. */
const isLenient = ({ node }: Expansion): boolean => node.lenient ?? isLenientUnsaid(node.fields);

function expandWords(text: OnField & { readonly text: string }, on: Expansion, type: MultiMatchType): Query {
  const fields = fieldsOf(text, on);
  const [only] = fields;
  if (only === undefined) return NONE;
  const { operator, tieBreaker, analyser, synonymPhrases } = on.node;
  const rest = {
    zeroTermsQuery: 'none',
    lenient: isLenient(on),
    query: text.text,
    ...present({ analyser, synonymPhrases }),
  } as const;
  // the day of a date that is named begins and ends by the clocks of the text
  const { timeZone } = text.field === only.field ? on.node : {};
  if (fields.length === 1 && type !== 'phrase') {
    return {
      kind: 'match',
      field: only.field,
      operator,
      ...rest,
      ...present({ timeZone }),
      boost: text.boost * only.boost,
    };
  }
  const options = { operator, slop: on.node.phraseSlop, maxExpansions: 50, ...present({ tieBreaker }) };
  return { kind: 'multi_match', fields, type, ...options, ...rest, boost: text.boost };
}

function expandPhrase(text: Extract<SearchText, { kind: 'phrase' }>, on: Expansion): Query {
  const { quoteFieldSuffix, quoteAnalyser, phraseSlop, analyser, tieBreaker } = on.node;
  const known = new Set(on.known.map(({ name }) => name));
  const fields = fieldsOf(text, on).map(({ field, boost }) => {
    const quoted = quoteFieldSuffix === undefined ? field : field + quoteFieldSuffix;
    return { field: known.has(quoted) ? quoted : field, boost };
  });
  if (fields.length === 0) return NONE;
  const query = { query: text.text, lenient: isLenient(on), zeroTermsQuery: 'none', operator: 'or' } as const;
  const options = present({ analyser: quoteAnalyser ?? analyser, tieBreaker });
  const slop = text.slop ?? phraseSlop;
  return {
    kind: 'multi_match',
    fields,
    type: 'phrase',
    slop,
    maxExpansions: 50,
    ...query,
    ...options,
    boost: text.boost,
  };
}

const BEGINNING = /^[^*?]*\*$/;

const rewriteOf = ({ node: { rewrite } }: Expansion) => present({ rewrite });

function expandPattern(text: Extract<SearchText, { kind: 'pattern' }>, on: Expansion): Query {
  if (!on.node.allowLeadingWildcard && /^[*?]/.test(text.pattern)) {
    throw wrongShape('query', 'no * or ? as first character, as allow_leading_wildcard is false', text.pattern);
  }
  return eachFieldWith(hasPatterns, text, on, (field, boost) => {
    if (field.name === INDEX_NAME.name && !BEGINNING.test(text.pattern)) return patternOfIndex(text.pattern, on);
    if (!hasPatterns(field) && BEGINNING.test(text.pattern))
      return { kind: 'prefix', field: field.name, value: text.pattern.slice(0, -1), caseInsensitive: false, boost };
    const value = field.lowerCase ? text.pattern.toLowerCase() : text.pattern;
    return { kind: 'wildcard', field: field.name, value, caseInsensitive: false, ...rewriteOf(on), boost };
  });
}

/** As in OpenSearch, of the name of an index only a beginning is looked for. */
function patternOfIndex(pattern: string, on: Expansion): Query {
  if (isLenient(on)) return NONE;
  const reason = 'Can only use wildcard queries on keyword and text fields - not on [_index] which is of type [_index]';
  throw wrongShape('query', 'the beginning of a name of an index, such as logs-*', pattern, reason);
}

/** An expression is held against the words of a field; one that has none, such as a number, is not refused. */
function expandRegexp(text: Extract<SearchText, { kind: 'regexp' }>, on: Expansion): Query {
  const wordless = new Set(on.known.filter((field) => !hasWords(field)).map(({ name }) => name));
  // one that is too long is refused all the same
  if (isLenient(on) && text.expression.length <= MAX_REGEXP && !isExpression(text.expression)) return NONE;
  return eachFieldWith(hasWords, text, on, ({ name, lowerCase }, boost) => {
    if (wordless.has(name) || name === '_id' || name === '_index') return NONE;
    const value = lowerCase ? text.expression.toLowerCase() : text.expression;
    return { kind: 'regexp', field: name, value, flags: REGEXP_FLAGS, caseInsensitive: false, ...rewriteOf(on), boost };
  });
}

function isExpression(text: string): boolean {
  try {
    parseRegexp(text, REGEXP_FLAGS, 'query');
    return true;
  } catch (error) {
    if (error instanceof PlatformError) return false;
    throw error;
  }
}

/** A clause for each field that fits; one that does not is asked all the same where it is said, so that the engine can say so. */
function eachFieldWith(
  fits: (field: SearchableField) => boolean,
  text: OnField,
  on: Expansion,
  made: (field: SearchableField, boost: number) => Query,
): Query {
  const byName = new Map([INDEX_NAME, ...on.known].map((field) => [field.name, field]));
  const isSaid = text.field === '_index' || !isLenient(on);
  const queries = fieldsOf(text, on).flatMap(({ field, boost }): readonly Query[] => {
    const found = byName.get(field);
    if (found !== undefined && fits(found)) return [made(found, boost * text.boost)];
    return isSaid ? [made({ name: field, type: found?.type ?? 'keyword', lowerCase: false }, boost * text.boost)] : [];
  });
  return anyOf(queries, on);
}

function fuzzyOn(
  field: SearchableField,
  text: Extract<SearchText, { kind: 'fuzzy' }>,
  on: Expansion,
  boost: number,
): Query {
  const value = field.lowerCase ? text.text.toLowerCase() : text.text;
  const fuzziness = text.edits ?? on.node.fuzzy.fuzziness;
  return { kind: 'fuzzy', field: field.name, value, ...on.node.fuzzy, fuzziness, boost };
}

type RangeText = Extract<SearchText, { kind: 'range' }>;

function rangeOn(field: string, text: RangeText, on: Expansion): Query {
  const { gt, gte, lt, lte } = text;
  return {
    kind: 'range',
    field,
    ...present({ gt, gte, lt, lte, timeZone: on.node.timeZone }),
    lenient: isLenient(on),
    boost: text.boost,
  };
}

function anyOf(queries: readonly Query[], { node }: Expansion): Query {
  const [only] = queries;
  if (only === undefined) return NONE;
  return queries.length === 1 ? only : { kind: 'dis_max', queries, tieBreaker: tieBreakerOf(node), boost: 1 };
}

function weighed(query: Query, boost: number): Query {
  return boost === 1 ? query : { ...query, boost: query.boost * boost };
}
