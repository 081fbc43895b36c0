import { SourceText } from '../documents/source-text.ts';
import type { Profile } from './profile-answer.ts';

/** One value of a hit's `sort`. */
export type SortValue = string | number | boolean | null;

/** The fields of a document. */
export const fieldsOfSource = (source: Hit['_source']): Readonly<Record<string, unknown>> =>
  source instanceof SourceText ? source.parsed : (source ?? {});

/** Where a score comes from. */
export interface Explanation {
  readonly value: number;
  readonly description: string;
  readonly details: readonly Explanation[];
}

/** One found document, as OpenSearch writes it. */
export interface Hit {
  readonly _index: string;
  readonly _id: string;
  readonly _score: number | null;
  readonly _version?: number;
  readonly _seq_no?: number;
  readonly _primary_term?: number;
  readonly _routing?: string;
  readonly _ignored?: readonly string[];
  /** Fields of the document; of a stored one, when all of it was asked for, a `SourceText`. */
  readonly _source?: Readonly<Record<string, unknown>>;
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
  readonly highlight?: Readonly<Record<string, readonly string[]>>;
  readonly _explanation?: Explanation;
  readonly matched_queries?: readonly string[] | Readonly<Record<string, number>>;
  /** Of an inner hit: where its object stands. */
  readonly _nested?: unknown;
  readonly inner_hits?: Readonly<Record<string, { readonly hits: Hits }>>;
  readonly sort?: readonly SortValue[];
}

/** What stands in `hits` of an answer and of a top_hits aggregation. */
export interface Hits {
  readonly total: { readonly value: number; readonly relation: 'eq' };
  readonly max_score: number | null;
  readonly hits: readonly Hit[];
}

/** Result of one aggregation: `value`, `values`, `buckets`, or a single bucket, as OpenSearch shapes it. */
export type AggregationResult = Readonly<Record<string, unknown>>;

/** OpenSearch's answer to `_search`; totals are always exact, figures exact unless `meta` says otherwise. `took` in ms. */
export interface SearchResponse {
  readonly took: number;
  readonly timed_out: boolean;
  readonly _shards: {
    readonly total: number;
    readonly successful: number;
    readonly skipped: number;
    readonly failed: number;
  };
  readonly hits: Hits;
  readonly aggregations?: Readonly<Record<string, AggregationResult>>;
  readonly suggest?: Readonly<Record<string, readonly SuggestEntry[]>>;
  readonly profile?: Profile;
}

/** What is suggested for a word, or for a text as a whole. */
export interface SuggestEntry {
  readonly text: string;
  /** Where it stands in the text that was given. */
  readonly offset: number;
  readonly length: number;
  readonly options: readonly Readonly<Record<string, unknown>>[];
}
