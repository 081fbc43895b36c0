import type { FoundPlaces } from '../../documents/words/packed-words.ts';
import type { Sql } from '../sql.ts';
import type { DocBits } from './bits.ts';
import type { FieldSize } from './bm25.ts';
import type { ListedTerm, TermPostings } from './term-postings.ts';

/** Scores of a term, and the highest of each block of them. */
export interface TermScores {
  readonly scores: Float32Array;
  readonly highest: Float32Array;
}

/** Scores of a term by blocks of `BLOCK` documents, by their numbers. */
export interface BlockScores {
  /** The highest score of each block. */
  readonly highest: Float32Array;
  /** Adds those of a block, each to the sum at its document's place in it. */
  addTo(sums: Float32Array, block: number): void;
  /** 0 = the document does not have the term. */
  score(doc: number): number;
}

/** Where words stand in some documents. */
export interface WordPlaces {
  readonly found: ReadonlyMap<string, FoundPlaces>;
  /** Documents of which the index does not tell it, others among them. */
  readonly untold: DocBits;
}

/** The terms of text fields, each field known by the name of its postings. */
export interface PostingsSource {
  /** Documents are numbered below this. */
  readonly capacity: number;
  /** What `make` answers, kept while nothing changes and there is room for its bytes. */
  remembered<T>(key: string, make: () => Promise<readonly [value: T, bytes: number]>): Promise<T>;
  size(postings: string): Promise<FieldSize>;
  /** @param how `placed` where `places` of the same words is asked next: both are read at once */
  terms(
    postings: string,
    words: readonly string[],
    how?: { readonly placed: boolean },
  ): Promise<ReadonlyMap<string, TermPostings>>;
  /** Scores of a term in its documents, in their order, before any boost. */
  scores(postings: string, word: string, list: ListedTerm): Promise<TermScores>;
  /** Where words stand in the `wanted` documents, ascending. */
  places(postings: string, words: readonly string[], wanted: Int32Array): Promise<WordPlaces>;
  /** Documents with any term that fits; the condition reads the column `term`. */
  termsWhere(postings: string, where: Sql): Promise<DocBits>;
  /** The terms that fit, in their order, `most` at most. */
  dictionary(postings: string, where: Sql, most?: number): Promise<readonly string[]>;
  /** Terms of so many characters that are kept in memory; null where they are not. */
  termsOfLengths(postings: string, shortest: number, longest: number): Promise<readonly string[] | null>;
  /** How many different terms there are. */
  words(postings: string): Promise<number>;
}
