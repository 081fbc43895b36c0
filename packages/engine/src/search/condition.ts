import type { Sql } from './sql.ts';

/** A clause on one index, its text parts not yet looked up. */
export type Condition =
  | TestCondition
  | RareCondition
  | WordsCondition
  | PhraseCondition
  | TermsWhereCondition
  | BoolCondition
  | BestCondition;

/** Decided by columns alone; every match scores the same. NULL counts as no. */
export interface TestCondition {
  readonly kind: 'test';
  readonly test: Sql;
  readonly score: number;
  /** Looks into texts or computes on the sphere: worth not doing twice. */
  readonly costly?: boolean;
}

/** An exact value that scores by how rare it is among the documents that have the field. */
export interface RareCondition {
  readonly kind: 'rare';
  readonly test: Sql;
  readonly present: Sql;
  readonly boost: number;
}

/** Words of a text field, `required` of them at least; scored by BM25. A word given twice counts twice. */
export interface WordsCondition {
  readonly kind: 'words';
  readonly postings: string;
  readonly words: readonly string[];
  readonly required: number;
  readonly boost: number;
}

/** Words one after another; `column` is the text they are looked for in. */
export interface PhraseCondition {
  readonly kind: 'phrase';
  readonly postings: string;
  readonly column: Sql;
  readonly list: boolean;
  readonly words: readonly string[];
  readonly analyse: (text: string) => readonly string[];
  readonly boost: number;
}

/** Any term of a text field that fits `where`, which reads the column `term`; every match scores the same. */
export interface TermsWhereCondition {
  readonly kind: 'terms_where';
  readonly postings: string;
  readonly where: Sql;
  readonly score: number;
}

export interface BoolCondition {
  readonly kind: 'bool';
  readonly must: readonly Condition[];
  readonly filter: readonly Condition[];
  readonly should: readonly Condition[];
  readonly mustNot: readonly Condition[];
  readonly required: number;
  readonly boost: number;
}

/** Any of them; the best one's score counts. */
export interface BestCondition {
  readonly kind: 'best';
  readonly of: readonly Condition[];
  readonly boost: number;
}

export const test = (given: Sql, score: number): TestCondition => ({ kind: 'test', test: given, score });

export const costlyTest = (given: Sql, score: number): TestCondition => ({ ...test(given, score), costly: true });
