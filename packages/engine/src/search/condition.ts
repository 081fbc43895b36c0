import type {
  Analysed,
  AnyAnalyser,
  BoostMode,
  IntervalFilter,
  IntervalMode,
  MoreLikeThisQuery,
  NestedScoreMode,
  Rewrite,
  ScoreMode,
} from '@datasarana/query';
import type { FieldSource } from './index-fields.ts';
import type { Sql } from './sql.ts';

/** A clause on one index, its text parts not yet looked up. */
export type Condition =
  | TestCondition
  | IdsCondition
  | RareCondition
  | WordsCondition
  | SynonymsCondition
  | PhraseCondition
  | IntervalsCondition
  | SpansCondition
  | TermsWhereCondition
  | TermsFitCondition
  | FuzzyCondition
  | ExpandedCondition
  | BlendedCondition
  | ConstantCondition
  | BoostingCondition
  | FunctionScoreCondition
  | MoreLikeThisCondition
  | NestedCondition
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

/** Documents by their ids, which are looked for where they are known to be. */
export interface IdsCondition {
  readonly kind: 'ids';
  readonly ids: readonly string[];
  /** The same decided by the column. */
  readonly test: Sql;
  readonly score: number;
}

/** An exact value that scores by how rare it is among the documents that have the field. */
export interface RareCondition {
  readonly kind: 'rare';
  readonly test: Sql;
  readonly present: Sql;
  /** How many values a row has, where it may have several. */
  readonly values?: Sql;
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

/** Words of a text field that count as one. */
export interface SynonymsCondition {
  readonly kind: 'synonyms';
  readonly postings: string;
  readonly words: readonly string[];
  readonly boost: number;
}

/** One place of a phrase: any of the words stands there. */
export interface PhraseSlot {
  readonly words: readonly string[];
  readonly position: number;
  /** The words are what the index has with one of these beginnings, so many at most. */
  readonly prefix?: { readonly starts: readonly string[]; readonly most: number };
}

/** A text that words are looked for in, and how it is cut into them. */
interface InText {
  readonly column: Sql;
  readonly analyser: AnyAnalyser;
  /** Places between two texts of a list. */
  readonly gap: number;
}

/** Words one after another. */
export interface PhraseCondition extends InText {
  readonly kind: 'phrase';
  readonly postings: string;
  readonly slots: readonly PhraseSlot[];
  readonly slop: number;
  readonly boost: number;
}

/** Terms of a text field. */
export type TermsPart =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'terms_where'; readonly where: Sql }
  | { readonly kind: 'terms_fit'; readonly fits: (term: string) => boolean }
  | { readonly kind: 'close'; readonly to: FuzzyCondition };

/** What stretches of words are made of. */
export type IntervalPart =
  | TermsPart
  | ({
      readonly kind: 'all';
      readonly of: readonly IntervalPart[];
      readonly mode: IntervalMode;
      /** -1 = any number. */
      readonly maxGaps: number;
    } & FilteredPart)
  | ({ readonly kind: 'any'; readonly of: readonly IntervalPart[] } & FilteredPart);

interface FilteredPart {
  readonly filter?: { readonly kind: IntervalFilter['kind']; readonly of: IntervalPart };
}

/** Stretches of words. */
export interface IntervalsCondition extends InText {
  readonly kind: 'intervals';
  readonly postings: string;
  readonly part: IntervalPart;
  readonly boost: number;
}

/** What spans are made of; of two parts the second is what is excluded, or the small one. */
export type SpanPart =
  | TermsPart
  | {
      readonly kind: 'near';
      readonly of: readonly SpanPart[];
      readonly slop: number;
      readonly inOrder: boolean;
    }
  | { readonly kind: 'or' | 'containing' | 'within'; readonly of: readonly SpanPart[] }
  | { readonly kind: 'not'; readonly of: readonly SpanPart[]; readonly pre: number; readonly post: number }
  | { readonly kind: 'first'; readonly of: readonly SpanPart[]; readonly end: number };

/** Spans of words, which score like one word. */
export interface SpansCondition extends Omit<IntervalsCondition, 'kind' | 'part'> {
  readonly kind: 'spans';
  readonly part: SpanPart;
}

/** Any term of a text field that fits `where`, which reads the column `term`; every match scores the same. */
export interface TermsWhereCondition {
  readonly kind: 'terms_where';
  readonly postings: string;
  readonly where: Sql;
  readonly score: number;
}

/** Any value (on text: a term) of the field that `fits`; for what SQL cannot say. Every match scores the same. */
export interface TermsFitCondition {
  readonly kind: 'terms_fit';
  readonly source: FieldSource;
  readonly fits: (value: string) => boolean;
  readonly score: number;
}

/** Values (on text: terms) close to a word, the closest ones first. */
export interface FuzzyCondition {
  readonly kind: 'fuzzy';
  readonly source: FieldSource;
  readonly word: string;
  readonly edits: 1 | 2;
  readonly prefixLength: number;
  readonly maxExpansions: number;
  readonly transpositions: boolean;
  readonly boost: number;
  /** What is close scores alike, however close and rare it is. */
  readonly scoresAlike?: true;
}

/** The words (values) a pattern stands for, which score each for itself or as many as there may be. */
export interface ExpandedCondition {
  readonly kind: 'expanded';
  readonly source: FieldSource;
  readonly words:
    | { readonly kind: 'where'; readonly where: (value: Sql) => Sql }
    | Extract<TermsPart, { kind: 'terms_fit' }>
    | Extract<TermsPart, { kind: 'close' }>;
  readonly rewrite: Rewrite;
  readonly boost: number;
  /** The clause of one of them. */
  readonly one: (word: string, boost: number) => Condition;
}

export type BlendedTerm = WordsCondition | RareCondition;

/** One word that may be in any of several fields, its rarity counted over all of them. */
export interface BlendedCondition {
  readonly kind: 'blended';
  readonly terms: readonly BlendedTerm[];
  readonly tieBreaker: number;
}

/** What matches `of`, all with one score. */
export interface ConstantCondition {
  readonly kind: 'constant';
  readonly of: Condition;
  readonly score: number;
}

/** What matches `positive`, with less score where `negative` matches too. */
export interface BoostingCondition {
  readonly kind: 'boosting';
  readonly positive: Condition;
  readonly negative: Condition;
  readonly factor: number;
  readonly boost: number;
}

/** A function of function_score. */
export interface ScorePart {
  readonly filter?: Condition;
  readonly weight: number;
  /** A number for each row. */
  readonly value: Sql;
  /** Why a number (null = none) cannot be used; null when it can. */
  readonly refuse?: (value: number | null) => string | null;
}

/** What matches `of`, its score changed by functions. */
export interface FunctionScoreCondition {
  readonly kind: 'function_score';
  readonly of: Condition;
  /** What the clauses around multiply the score by, which `of` has in it already. */
  readonly outer: number;
  readonly functions: readonly ScorePart[];
  readonly scoreMode: ScoreMode;
  readonly boostMode: BoostMode;
  readonly maxBoost?: number;
  readonly minScore?: number;
}

/** A field documents are compared by. */
export interface LikeField {
  readonly source: FieldSource;
  /** Whether the query names it, not a document in it alone. */
  readonly isNamed: boolean;
  /** Where it is not, it has no words to find; as the first field it still says how texts are cut. */
  readonly isIndexed: boolean;
  /** The words that are looked for when others should be like a text. */
  readonly words: (text: string) => readonly string[];
  /** The words the field has of the text of a document. */
  readonly kept: (text: string) => readonly string[];
}

/** A document that others should be like. */
export interface LikedDocument {
  /** Where it is stored; absent for a made-up one. */
  readonly id?: string;
  /** The texts a made-up one has in a field. */
  readonly texts: (field: LikeField) => readonly string[];
  /** Whether a field of it is looked at. */
  readonly has: (field: LikeField) => boolean;
  /** The words of a text of its in a field. */
  readonly words: (field: LikeField, text: string) => readonly string[];
}

/** Documents with the typical words of others. */
export interface MoreLikeThisCondition {
  readonly kind: 'more_like_this';
  readonly node: Omit<MoreLikeThisQuery, 'kind'>;
  readonly fields: readonly LikeField[];
  /** The column of `_id`; null where there is none. */
  readonly id: Sql | null;
  readonly documents: readonly LikedDocument[];
  readonly unlikeDocuments: readonly LikedDocument[];
  readonly texts: readonly string[];
  readonly unlikeTexts: readonly string[];
}

/** Documents of whose nested objects at least one matches; `of` is about the objects as rows of their own. */
export interface NestedCondition {
  readonly kind: 'nested';
  /** Columns with lists of objects, from the outside in. */
  readonly path: readonly Sql[];
  /** Text members by the name `of` knows their postings by. */
  readonly texts: readonly NestedText[];
  readonly of: Condition;
  readonly scoreMode: NestedScoreMode;
  readonly boost: number;
}

export interface NestedText {
  readonly postings: string;
  readonly column: Sql;
  readonly words: (text: string) => Analysed;
  readonly lengthless: boolean;
}

/** Clauses of a `bool`, of conditions or of what became of them. */
export interface BoolOf<Clause> {
  readonly kind: 'bool';
  readonly must: readonly Clause[];
  readonly filter: readonly Clause[];
  readonly should: readonly Clause[];
  readonly mustNot: readonly Clause[];
  readonly required: number;
  /** A column that says how many of `should` are required, in place of `required`. */
  readonly least?: Sql;
  readonly boost: number;
}

export type BoolCondition = BoolOf<Condition>;

/** Any of them; the best one's score counts, and `tieBreaker` of the others'. */
export interface BestCondition {
  readonly kind: 'best';
  readonly of: readonly Condition[];
  readonly tieBreaker: number;
  readonly boost: number;
}

export const test = (given: Sql, score: number): TestCondition => ({ kind: 'test', test: given, score });

export const costlyTest = (given: Sql, score: number): TestCondition => ({ ...test(given, score), costly: true });

/** The same condition, its scores multiplied. */
export const weighed = (of: Condition, boost: number): Condition =>
  boost === 1 ? of : { kind: 'best', of: [of], tieBreaker: 0, boost };
