import type { SearchRequest } from '@datasarana/query';
import { aggregate, type Result } from './aggregate.ts';
import type { RawIndex } from './documents.ts';
import { hitsOf, type NaiveHits } from './hits.ts';
import { matches } from './matches.ts';

/** Answer of a search in the shape of OpenSearch. */
export interface NaiveResponse {
  readonly hits: NaiveHits;
  readonly aggregations: Readonly<Record<string, Result>>;
}

/**
 * Answers a search from raw rows by the definitions alone: no index, no column store, no speed. What it cannot decide is
 * scoring: hits come in the order of `sort`, or as stored.
 */
export function naiveSearch(index: RawIndex, request: SearchRequest, now: number): NaiveResponse {
  const { documents } = index;
  const found = documents.filter((document) => matches(request.query, { index, document, now }));
  const { postFilter } = request;
  const shown =
    postFilter === undefined ? found : found.filter((document) => matches(postFilter, { index, document, now }));
  const all = { index, documents, now };
  return {
    hits: hitsOf({ ...all, documents: shown }, request, request.searchAfter),
    aggregations: aggregate(request.aggs, { ...all, documents: found }, all),
  };
}
