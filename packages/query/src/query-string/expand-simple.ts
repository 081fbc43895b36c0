import type { AnyAnalyser } from '../analysis/analyse.ts';
import { analyserNamed } from '../analysis/settings/built-in.ts';
import { isLenientUnsaid } from '../clauses/multi-match.ts';
import type { Query } from '../clauses/query.ts';
import type { SimpleQueryStringQuery } from '../clauses/simple-query-string.ts';
import { present } from '../reading/json.ts';
import { refuseManyClauses } from './clause-limits.ts';
import {
  hasPatterns,
  hasWords,
  INDEX_NAME,
  isWordless,
  type NamedAnalysers,
  type SearchableField,
  weightedFields,
} from './fields.ts';
import type { SimpleText } from './simple-syntax.ts';

/** Turns the text of a simple_query_string into plain clauses over the fields an index has, which knows analysers by name. */
export function expandSimpleQueryString(
  node: SimpleQueryStringQuery,
  known: readonly SearchableField[],
  named: NamedAnalysers = analyserNamed,
): Query {
  if (node.syntax === null) return { kind: 'match_none', boost: node.boost };
  const query = expand(node.syntax, { node, known, given: named(node.analyser) });
  refuseManyClauses(query, known, null);
  const { minimumShouldMatch } = node;
  const least = query.kind === 'bool' && minimumShouldMatch !== undefined ? { minimumShouldMatch } : {};
  return { ...query, ...least, boost: query.boost * node.boost };
}

interface Expansion {
  readonly node: SimpleQueryStringQuery;
  readonly known: readonly SearchableField[];
  /** The analyser the query names. */
  readonly given: AnyAnalyser | undefined;
}

function expand(text: SimpleText, on: Expansion): Query {
  const { node, known } = on;
  const inner = (of: SimpleText) => expand(of, on);
  const bool = { must: [], filter: [], should: [], mustNot: [], boost: 1 };
  switch (text.kind) {
    case 'everything':
      return { kind: 'match_all', boost: 1 };
    case 'all': {
      const said = text.of.filter((each) => !isUnsaid(each, on));
      if (said.length === 0) return { kind: 'match_none', boost: 1 };
      return { kind: 'bool', ...bool, [text.occur]: said.map(inner) };
    }
    case 'not':
      return { kind: 'bool', ...bool, mustNot: [inner(text.of)], should: [{ kind: 'match_all', boost: 1 }] };
    case 'words':
    case 'phrase':
      return words(text, node, known);
    case 'prefix':
      return each(hasPatterns, node, known, (field, boost) => {
        const value = field.lowerCase ? text.text.toLowerCase() : text.text;
        return { kind: 'prefix', field: field.name, value, caseInsensitive: false, boost };
      });
    case 'fuzzy':
      return each(hasWords, node, known, (field, boost) => {
        const value = field.lowerCase ? text.text.toLowerCase() : text.text;
        return { kind: 'fuzzy', field: field.name, value, fuzziness: text.edits >= 2 ? 2 : 1, ...node.fuzzy, boost };
      });
  }
}

/** Words that are no words to the fields. */
function isUnsaid(text: SimpleText, on: Expansion): boolean {
  if (text.kind === 'not') return isUnsaid(text.of, on);
  if (text.kind === 'all') return text.of.every((each) => isUnsaid(each, on));
  if (text.kind !== 'words' && text.kind !== 'phrase') return false;
  return isWordless(text, weightedFields(on.node.fields, on.known), on.known, on.given);
}

function words(
  text: Extract<SimpleText, { kind: 'words' | 'prefix' | 'phrase' }>,
  node: SimpleQueryStringQuery,
  known: readonly SearchableField[],
): Query {
  const names = new Set(known.map(({ name }) => name));
  const isPhrase = text.kind === 'phrase';
  const fields = weightedFields(node.fields, known).map(({ field, boost }) => {
    const quoted = field + (node.quoteFieldSuffix ?? '');
    return { field: isPhrase && names.has(quoted) ? quoted : field, boost };
  });
  if (fields.length === 0) return { kind: 'match_none', boost: 1 };
  const lenient = node.lenient ?? isLenientUnsaid(node.fields);
  const rest = { operator: node.operator, maxExpansions: 50, zeroTermsQuery: 'none', lenient, boost: 1 } as const;
  const analyser = present({ analyser: node.analyser });
  const slop = text.kind === 'phrase' ? text.slop : 0;
  return {
    kind: 'multi_match',
    fields,
    query: text.text,
    type: isPhrase ? 'phrase' : 'most_fields',
    slop,
    ...rest,
    ...analyser,
  };
}

/** Looked for as a whole alone. */
const DOCUMENT_ID: SearchableField = { name: '_id', type: '_id', lowerCase: false };

/** A clause for each field that fits, or is asked whatever it is, so that the engine can say that it does not; their scores add up. */
function each(
  fits: (field: SearchableField) => boolean,
  node: SimpleQueryStringQuery,
  known: readonly SearchableField[],
  made: (field: SearchableField, boost: number) => Query,
): Query {
  const byName = new Map([DOCUMENT_ID, INDEX_NAME, ...known].map((field) => [field.name, field]));
  const isLenient = node.lenient ?? isLenientUnsaid(node.fields);
  const queries = weightedFields(node.fields, known).flatMap(({ field, boost }) => {
    const found = byName.get(field);
    return found !== undefined && (fits(found) || !isLenient) ? [made(found, boost)] : [];
  });
  const [only] = queries;
  return only !== undefined && queries.length === 1 ? only : { kind: 'dis_max', queries, tieBreaker: 1, boost: 1 };
}
