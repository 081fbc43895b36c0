import { integer, isTrue, list, type Texts } from './call.ts';
import { sourceFilter } from './found-document.ts';
import type { Body } from './json-object.ts';
import { illegal } from './refusals.ts';

const split = (text: string | undefined): readonly string[] | undefined =>
  text === undefined ? undefined : list(text);

/** A query as it stands in an address: `q`, with its friends. */
export function queryInAddress(query: Texts): Body | undefined {
  if (query.q === undefined) return undefined;
  return {
    query_string: {
      query: query.q,
      ...(query.df !== undefined && { default_field: query.df }),
      ...(query.default_operator !== undefined && { default_operator: query.default_operator }),
      ...(query.analyzer !== undefined && { analyzer: query.analyzer }),
      ...(query.lenient !== undefined && { lenient: isTrue(query.lenient) }),
      ...(query.analyze_wildcard !== undefined && { analyze_wildcard: isTrue(query.analyze_wildcard) }),
    },
  };
}

/** `sort=name:desc,_score` */
const sortOf = (text: string | undefined): readonly unknown[] | undefined =>
  split(text)?.map((part) => {
    const at = part.lastIndexOf(':');
    return at < 0 ? part : { [part.slice(0, at)]: { order: part.slice(at + 1) } };
  });

/** What an address says of `_source`, as a body says it. */
function sourceIn(query: Texts): unknown {
  const filter = sourceFilter(query);
  if (filter?.kind !== 'fields') return filter && filter.kind === 'all';
  const { includes, excludes } = filter;
  return { ...(includes.length > 0 && { includes }), ...(excludes.length > 0 && { excludes }) };
}

const SUGGEST_MODES = ['missing', 'popular', 'always'];

/** Other spellings of the words of `suggest_text`, by the field they are looked for in. */
function suggestOf(query: Texts): Body | undefined {
  const { suggest_field: field, suggest_text: text = query.q, suggest_mode: mode = 'missing' } = query;
  if (field === undefined) return undefined;
  if (!SUGGEST_MODES.includes(mode.toLowerCase())) {
    throw illegal(
      `No enum constant org.opensearch.search.suggest.term.TermSuggestionBuilder.SuggestMode.${mode.toUpperCase()}`,
    );
  }
  const size = integer(query, 'suggest_size') ?? 5;
  if (text === undefined) throw illegal('The required text option is missing: say [suggest_text]');
  return { [field]: { text, term: { field, size, suggest_mode: mode.toLowerCase() } } };
}

/** The body of a search with what stands in the address laid over it. */
export function laidOver(body: Body, query: Texts): Body {
  const over: Record<string, unknown> = {
    query: queryInAddress(query),
    from: integer(query, 'from'),
    size: integer(query, 'size'),
    sort: sortOf(query.sort),
    _source: sourceIn(query),
    stored_fields: split(query.stored_fields),
    docvalue_fields: split(query.docvalue_fields),
    track_scores: query.track_scores === undefined ? undefined : isTrue(query.track_scores),
    track_total_hits: query.track_total_hits,
    version: query.version === undefined ? undefined : isTrue(query.version),
    seq_no_primary_term: query.seq_no_primary_term === undefined ? undefined : isTrue(query.seq_no_primary_term),
    explain: query.explain === undefined ? undefined : isTrue(query.explain),
    include_named_queries_score:
      query.include_named_queries_score === undefined ? undefined : isTrue(query.include_named_queries_score),
    timeout: query.timeout,
    suggest: suggestOf(query),
    terminate_after: integer(query, 'terminate_after'),
  };
  return { ...body, ...Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined)) };
}

const OF_THE_SEARCH: ReadonlySet<string> = new Set([
  ...['q', 'from', 'size', 'sort', '_source', '_source_includes', '_source_excludes', '_source_include'],
  ...['_source_exclude', 'stored_fields', 'docvalue_fields', 'track_scores', 'track_total_hits', 'version'],
  ...['seq_no_primary_term', 'explain', 'include_named_queries_score', 'timeout', 'suggest_field', 'suggest_mode'],
  ...['suggest_size', 'suggest_text', 'terminate_after'],
]);

/** An address without what a search template says: read as everywhere, and passed over as in OpenSearch. @throws PlatformError for what cannot be read */
export function besideTemplate(query: Texts): Texts {
  laidOver({}, query);
  return Object.fromEntries(Object.entries(query).filter(([name]) => !OF_THE_SEARCH.has(name)));
}
