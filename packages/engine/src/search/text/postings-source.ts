import type { Sql } from '../sql.ts';
import type { DocBits } from './bits.ts';
import type { FieldSize } from './bm25.ts';

/** Where a term occurs: live documents in arrival order per segment, how often, and their field length as a byte. */
export interface TermPostings {
  readonly docs: Int32Array;
  readonly frequencies: Uint16Array;
  readonly norms: Uint8Array;
  /** The same documents as a set. */
  readonly bits: DocBits;
  /** Documents that had the term, replaced ones included until their segment is merged, as Lucene counts. */
  readonly documentFrequency: number;
}

/** Scores of a term, and the highest of each block of them. */
export interface TermScores {
  readonly scores: Float32Array;
  readonly highest: Float32Array;
}

/** The terms of text fields, each field known by the name of its postings. */
export interface PostingsSource {
  /** Documents are numbered below this. */
  readonly capacity: number;
  /** What `make` answers, kept while nothing changes and there is room for its bytes. */
  remembered<T>(key: string, make: () => Promise<readonly [value: T, bytes: number]>): Promise<T>;
  size(postings: string): Promise<FieldSize>;
  terms(postings: string, words: readonly string[]): Promise<ReadonlyMap<string, TermPostings>>;
  /** Scores of a term in its documents, in their order, before any boost. */
  scores(postings: string, word: string, list: TermPostings): Promise<TermScores>;
  /** Documents with any term that fits; the condition reads the column `term`. */
  termsWhere(postings: string, where: Sql): Promise<DocBits>;
  /** The terms that fit, in their order, `most` at most. */
  dictionary(postings: string, where: Sql, most?: number): Promise<readonly string[]>;
  /** How many different terms there are. */
  words(postings: string): Promise<number>;
}
