import type { MultiMatchType, WeightedField } from '../clauses/multi-match.ts';
import type { Query } from '../clauses/query.ts';
import type { QueryStringQuery } from '../clauses/query-string.ts';
import { present } from '../reading/json.ts';
import { parseSearchText } from './parse.ts';
import type { SearchText } from './syntax.ts';

/** A leaf field of an index, `type` as in its mapping. */
export interface SearchableField {
  readonly name: string;
  readonly type: string;
  /** The field's words are in lower case, so a pattern has to be too. */
  readonly lowerCase: boolean;
}

const WORDS = new Set(['text', 'keyword']);
const NUMBERS = new Set(['byte', 'short', 'integer', 'long', 'half_float', 'float', 'double']);
const SEARCHED = new Set([...WORDS, ...NUMBERS, 'date', 'boolean']);

interface Expansion {
  readonly node: Pick<QueryStringQuery, 'fields' | 'operator' | 'lenient' | 'timeZone'>;
  readonly known: readonly SearchableField[];
}

/** Turns search text into plain clauses over the fields an index has. */
export function expandQueryString(node: QueryStringQuery, known: readonly SearchableField[]): Query {
  return weighed(expand(node.syntax, { node, known }), node.boost);
}

/** Search-bar text → clauses; `fields` are the ones looked in where the text names none. */
export function parseQueryString(text: string, fields: readonly SearchableField[]): Query {
  const syntax = parseSearchText(text, { operator: 'or' });
  return expand(syntax, { node: { fields: [], operator: 'or', lenient: false }, known: fields });
}

const NONE: Query = { kind: 'match_none', boost: 1 };

function expand(text: SearchText, on: Expansion): Query {
  switch (text.kind) {
    case 'everything':
      return { kind: 'match_all', boost: text.boost };
    case 'exists':
      return anyOf(namesFor(text.field, on).map((field) => ({ kind: 'exists', field, boost: text.boost })));
    case 'group':
      return expandGroup(text, on);
    case 'words':
      return expandWords(text, on, 'best_fields');
    case 'phrase':
      return expandWords(text, on, 'phrase');
    case 'pattern':
      return anyOf(patternFields(text.field, on).map((field) => patternOn(field, text.pattern, text.boost)));
    case 'range':
      return anyOf(rangeFields(text, on).map((field) => rangeOn(field, text, on)));
  }
}

function expandGroup(group: Extract<SearchText, { kind: 'group' }>, on: Expansion): Query {
  if (group.clauses.length === 0) return NONE;
  const signed = (sign: string) =>
    group.clauses.filter((clause) => clause.sign === sign).map((clause) => expand(clause.text, on));
  return {
    kind: 'bool',
    must: signed('must'),
    filter: [],
    should: signed('should'),
    mustNot: signed('must_not'),
    boost: group.boost,
  };
}

type OnField = Extract<SearchText, { kind: 'words' | 'phrase' }>;

function expandWords(text: OnField, on: Expansion, type: MultiMatchType): Query {
  const fields = weightedFields(text.field, on);
  const [only] = fields;
  const lenient = on.node.lenient || (text.field === undefined && on.node.fields.length === 0);
  if (only === undefined) return NONE;
  const rest = { zeroTermsQuery: 'none', lenient, query: text.text } as const;
  if (fields.length === 1 && type === 'best_fields') {
    const boost = text.boost * only.boost;
    return { kind: 'match', field: only.field, operator: on.node.operator, ...rest, boost };
  }
  return { kind: 'multi_match', fields, type, operator: on.node.operator, ...rest, boost: text.boost };
}

/** The fields a part of the text is about; a name that is no pattern stays even when the index does not have it. */
function weightedFields(field: string | undefined, on: Expansion): readonly WeightedField[] {
  if (field !== undefined) return namesFor(field, on).map((name) => ({ field: name, boost: 1 }));
  if (on.node.fields.length === 0) return searched(on).map(({ name }) => ({ field: name, boost: 1 }));
  return on.node.fields.flatMap(({ field: name, boost }) => namesFor(name, on).map((each) => ({ field: each, boost })));
}

const searched = (on: Expansion) => on.known.filter(({ type }) => SEARCHED.has(type));

function namesFor(field: string, on: Expansion): readonly string[] {
  if (!field.includes('*')) return [field];
  const pattern = new RegExp(`^${field.split('*').map(escapeRegExp).join('.*')}$`, 's');
  return searched(on)
    .filter(({ name }) => pattern.test(name))
    .map(({ name }) => name);
}

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function patternFields(field: string | undefined, on: Expansion): readonly SearchableField[] {
  const names = new Set(weightedFields(field, on).map((weighted) => weighted.field));
  const found = on.known.filter(({ name, type }) => names.has(name) && WORDS.has(type));
  if (found.length > 0 || field === undefined || field.includes('*')) return found;
  return [{ name: field, type: 'keyword', lowerCase: false }];
}

function patternOn(field: SearchableField, pattern: string, boost: number): Query {
  const value = field.lowerCase ? pattern.toLowerCase() : pattern;
  return { kind: 'wildcard', field: field.name, value, caseInsensitive: false, boost };
}

type RangeText = Extract<SearchText, { kind: 'range' }>;

/** Without a field name a range looks where its limits can be read: numbers in number fields, any text in keywords. */
function rangeFields(text: RangeText, on: Expansion): readonly string[] {
  const names = weightedFields(text.field, on).map(({ field }) => field);
  if (text.field !== undefined && !text.field.includes('*')) return names;
  const limits = [text.gt, text.gte, text.lt, text.lte].filter((limit) => limit !== undefined);
  const numeric = limits.every((limit) => Number.isFinite(Number(limit)));
  const fits = (type: string) => WORDS.has(type) || (numeric && NUMBERS.has(type));
  return on.known.filter(({ name, type }) => names.includes(name) && fits(type)).map(({ name }) => name);
}

function rangeOn(field: string, text: RangeText, on: Expansion): Query {
  const { gt, gte, lt, lte } = text;
  return {
    kind: 'range',
    field,
    ...present({ gt, gte, lt, lte, timeZone: on.node.timeZone }),
    boost: text.boost,
  };
}

function anyOf(queries: readonly Query[]): Query {
  const [only] = queries;
  if (only === undefined) return NONE;
  if (queries.length === 1) return only;
  return { kind: 'bool', must: [], filter: [], should: queries, mustNot: [], boost: 1 };
}

function weighed(query: Query, boost: number): Query {
  return boost === 1 ? query : { ...query, boost: query.boost * boost };
}
