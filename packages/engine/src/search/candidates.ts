import type { Scalar, SearchRequest, Sort, SourceFilter } from '@datasarana/query';
import type { IndexPart } from './part.ts';
import type { SortValue } from './response.ts';
import type { SortKey } from './sort-key.ts';

/** Which of the matches are wanted, and what of them. */
export interface HitsRequest
  extends Partial<
    Pick<
      SearchRequest,
      | 'docvalueFields'
      | 'fields'
      | 'storedFields'
      | 'highlight'
      | 'query'
      | 'postFilter'
      | 'collapse'
      | 'explain'
      | 'namedScores'
    >
  > {
  readonly from: number;
  readonly size: number;
  readonly sort: readonly Sort[];
  readonly source: SourceFilter;
  readonly trackScores: boolean;
  readonly version: boolean;
  readonly seqNo?: boolean;
  readonly searchAfter?: readonly (Scalar | null)[];
}

/** A match on its way to become a hit. */
export interface Candidate {
  readonly part: number;
  readonly doc: number;
  readonly score: number | null;
  readonly values: readonly SortValue[];
  /** Value of the field hits are collapsed on. */
  readonly group?: SortValue;
}

/** What is looked for in one index. */
export interface Asked {
  readonly part: IndexPart;
  readonly index: number;
  readonly keys: readonly SortKey[];
  readonly limit: number;
  readonly request: HitsRequest;
}

/** The first matches of one index. */
export interface Page {
  readonly candidates: readonly Candidate[];
  readonly maxScore: number | null;
  readonly total: number | null;
}
