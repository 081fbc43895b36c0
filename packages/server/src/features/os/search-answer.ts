import { type Hit, type SearchResponse, type StoredInfo, withTypedKeys } from '@datasarana/engine';
import type { SearchRequest, Suggestion } from '@datasarana/query';
import { isTrue, type Texts } from './call.ts';
import type { Body } from './json-object.ts';
import { longKeys } from './long-keys.ts';
import { hitsWithSorts } from './sort-values.ts';

/** An answer in the words the address asks for. */
export function answered(
  response: SearchResponse,
  query: Texts,
  { trackTotalHits: trackTotal, size }: Pick<SearchRequest, 'trackTotalHits' | 'size'>,
): Body {
  const { hits, ...rest } = response;
  const total =
    trackTotal === false
      ? undefined
      : typeof trackTotal === 'number' && (hits.total.value > trackTotal || (trackTotal === 0 && size === 0))
        ? { value: trackTotal, relation: 'gte' }
        : hits.total;
  const plain = isTrue(query.rest_total_hits_as_int);
  const shown = plain ? (total?.value ?? -1) : total;
  return {
    ...rest,
    hits: {
      ...(shown !== undefined && { total: shown }),
      max_score: hits.max_score,
      hits: plain ? hits.hits.map(plainTotals) : hits.hits,
    },
  };
}

/** Totals of inner hits as plain numbers too. */
const plainTotals = (hit: Hit): unknown =>
  hit.inner_hits === undefined
    ? hit
    : {
        ...hit,
        inner_hits: Object.fromEntries(
          Object.entries(hit.inner_hits).map(([name, { hits }]) => [
            name,
            { hits: { ...hits, total: hits.total.value, hits: hits.hits.map(plainTotals) } },
          ]),
        ),
      };

/** Whole numbers as numbers, names of aggregations with their types. */
export function dressed(
  response: SearchResponse,
  request: SearchRequest,
  infos: readonly StoredInfo[],
  isTyped: boolean,
): SearchResponse {
  const { aggs, suggest: suggestions = [] } = request;
  const { aggregations, hits, suggest, ...rest } = response;
  if (aggregations) longKeys(aggregations, aggs, infos);
  return {
    ...rest,
    hits: { ...hits, hits: hitsWithSorts(hits.hits, request, infos) },
    ...(suggest && { suggest: isTyped ? typedSuggestions(suggest, suggestions) : suggest }),
    ...(aggregations && {
      aggregations: (isTyped ? withTypedKeys(aggregations) : aggregations) as typeof aggregations,
    }),
  };
}

/** Names of suggestions with their kinds before them. */
function typedSuggestions(
  suggest: NonNullable<SearchResponse['suggest']>,
  suggestions: readonly Suggestion[],
): NonNullable<SearchResponse['suggest']> {
  const kinds = new Map(suggestions.map(({ name, by }) => [name, by.kind]));
  return Object.fromEntries(Object.entries(suggest).map(([name, entries]) => [`${kinds.get(name)}#${name}`, entries]));
}
