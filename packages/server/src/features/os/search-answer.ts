import { type Hit, type SearchResponse, type StoredInfo, withTypedKeys } from '@datasarana/engine';
import type { Accuracy, AccuracyNote, SearchRequest, Suggestion } from '@datasarana/query';
import { isTrue, type Texts } from './call.ts';
import type { Body } from './json-object.ts';
import { longKeys } from './long-keys.ts';
import { hitsWithSorts } from './sort-values.ts';

type Counting = Pick<SearchRequest, 'trackTotalHits' | 'size'>;

/** The number of matches as far as it was asked for; none where it was not. */
export function totalOf({ hits }: SearchResponse, { trackTotalHits: upTo, size }: Counting) {
  if (upTo === false) return undefined;
  const isCut = typeof upTo === 'number' && (hits.total.value > upTo || (upTo === 0 && size === 0));
  return isCut ? ({ value: upTo, relation: 'gte' } as const) : hits.total;
}

/** Letters of notes a header has room for: clients and proxies take a few KB, and refuse the whole answer beyond. */
const NOTES_LENGTH = 2000;

const noteText = (note: AccuracyNote): string =>
  JSON.stringify(note).replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** How far an answer can be trusted, as text of a header: `exact`, or what is not with its notes, and how many more there are. */
export function accuracyText({ kind, notes }: Accuracy): string {
  if (notes.length === 0) return kind;
  const shown: string[] = [];
  let left = NOTES_LENGTH;
  for (const text of notes.map(noteText)) {
    left -= text.length;
    if (left < 0) break;
    shown.push(text);
  }
  const more = notes.length - shown.length;
  return [kind, `[${shown.join(',')}]`, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

/** An answer in the words the address asks for. */
export function answered(response: SearchResponse, query: Texts, counting: Counting): Body {
  const { hits, ...rest } = response;
  const total = totalOf(response, counting);
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

/** Explained hits, those within them too, with the shard and the node that have them. */
export function withShards(hits: readonly Hit[], node: string): readonly Hit[] {
  const within = (found: NonNullable<Hit['inner_hits']>) =>
    Object.entries(found).map(([name, { hits: group }]) => [
      name,
      { hits: { ...group, hits: withShards(group.hits, node) } },
    ]);
  return hits.map((hit) => ({
    ...(hit._explanation && { _shard: `[${hit._index}][0]`, _node: node }),
    ...hit,
    ...(hit.inner_hits && { inner_hits: Object.fromEntries(within(hit.inner_hits)) }),
  }));
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
    hits: shownHits(hits, request, infos),
    ...(suggest && { suggest: isTyped ? typedSuggestions(suggest, suggestions) : suggest }),
    ...(aggregations && {
      aggregations: (isTyped ? withTypedKeys(aggregations) : aggregations) as typeof aggregations,
    }),
  };
}

/** As in OpenSearch, an order by score alone has no sort values, and any other no highest score unless it is asked for. */
function shownHits(hits: SearchResponse['hits'], request: SearchRequest, infos: readonly StoredInfo[]) {
  const isByScore = isScoreAlone(request);
  const shown = hitsWithSorts(hits.hits, request, infos);
  return {
    ...hits,
    max_score: isByScore || request.trackScores ? hits.max_score : null,
    hits: isByScore ? shown.map(({ sort: _sort, ...hit }) => hit) : shown,
  };
}

/** Whether the best match comes first, and nothing else orders the hits. */
export function isScoreAlone({ sort: [first, ...more] }: Pick<SearchRequest, 'sort'>): boolean {
  return first === undefined || (first.kind === '_score' && first.order === 'desc' && more.length === 0);
}

/** Names of suggestions with their kinds before them. */
function typedSuggestions(
  suggest: NonNullable<SearchResponse['suggest']>,
  suggestions: readonly Suggestion[],
): NonNullable<SearchResponse['suggest']> {
  const kinds = new Map(suggestions.map(({ name, by }) => [name, by.kind]));
  return Object.fromEntries(Object.entries(suggest).map(([name, entries]) => [`${kinds.get(name)}#${name}`, entries]));
}
