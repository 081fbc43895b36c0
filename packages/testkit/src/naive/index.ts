export { arbitraryIndex, FIELDS } from './arbitrary-rows.ts';
export { arbitrarySearch } from './arbitrary-search.ts';
export type { RawDocument, RawIndex } from './documents.ts';
export type { NaiveHit, NaiveHits } from './hits.ts';
export { naiveMatches } from './matches.ts';
export { type NaiveResponse, naiveSearch } from './search.ts';
