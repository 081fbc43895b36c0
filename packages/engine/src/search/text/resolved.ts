import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexColumns } from '../columns/index-columns.ts';
import type { Matches } from '../columns/matches.ts';
import type { BoolOf } from '../condition.ts';
import type { Sql } from '../sql.ts';
import type { DocBits } from './bits.ts';
import type { BlockScores, PostingsSource } from './postings-source.ts';

/** A condition whose text parts have been looked up. */
export type Resolved =
  | {
      readonly kind: 'test';
      readonly test: Sql;
      readonly score: number;
      readonly costly?: boolean;
      /** The documents it is true of, where they were looked for already. */
      readonly found?: Matches;
    }
  | ResolvedSet
  | ResolvedBool
  | { readonly kind: 'best'; readonly of: readonly Resolved[]; readonly tieBreaker: number; readonly boost: number }
  | { readonly kind: 'constant'; readonly of: Resolved; readonly score: number }
  | {
      readonly kind: 'boosting';
      readonly positive: Resolved;
      readonly negative: Resolved;
      readonly factor: number;
      readonly boost: number;
    };

export type ResolvedOf<K extends Resolved['kind']> = Extract<Resolved, { kind: K }>;

export interface ResolvedSet {
  readonly kind: 'set';
  readonly bits: DocBits;
  readonly score: (doc: number) => number;
  /** The score of every member, when it is the same. */
  readonly constant: number | null;
  /** All members with their scores, when they stand ready. */
  readonly scored?: Scored | null;
}

export type Scored = ScoredList | ScoredSums | ScoredBlocks | ScoredMost;

export interface ScoredList {
  readonly kind: 'list';
  /** In order of arrival. */
  readonly docs: Int32Array;
  readonly scores: Float32Array;
  /** The highest score of each block of so many documents, where it is known. */
  readonly highest?: Float32Array;
  /** What every score is multiplied by. */
  readonly boost: number;
}

/** Scores that are the sums of those of several lists; more documents may have one than match. */
export interface ScoredSums {
  readonly kind: 'sums';
  readonly parts: readonly Pick<ScoredList, 'docs' | 'scores'>[];
  readonly boost: number;
}

/** Scores that are the sums of several terms', worked out block by block; more documents may have one than match. */
export interface ScoredBlocks {
  readonly kind: 'blocks';
  readonly parts: readonly BlockScores[];
  readonly boost: number;
}

/** Scores that are the highest of those that several clauses give. */
export interface ScoredMost {
  readonly kind: 'most';
  readonly parts: readonly PartOfMost[];
  readonly boost: 1;
}

/** The documents of a clause, and their scores or the one they all have. */
export interface PartOfMost {
  readonly bits: DocBits;
  readonly scored: Exclude<Scored, ScoredMost> | number;
}

export type ResolvedBool = BoolOf<Resolved>;

export interface ResolveContext {
  readonly connection: DuckDBConnection;
  readonly postings: PostingsSource;
  /** The index's columns in memory; absent where `docs` is not its documents table. */
  readonly columns?: IndexColumns | null;
  /** Documents table, or what stands for it: a relation with `_doc` and the columns of the fields. */
  readonly docs: Sql;
  /** Finds documents by their ids without a look at all of them; absent where their places are not known. */
  readonly documentsOfIds?: (ids: readonly string[]) => Promise<DocBits>;
  /** Whether scores matter; without them less is read. */
  readonly scored: boolean;
  /** How many nested fields are around, so that each has a table of its own; absent = none. */
  readonly depth?: number;
}

export const sameScore = (bits: DocBits, constant: number): ResolvedSet => ({
  kind: 'set',
  bits,
  score: () => constant,
  constant,
});
