/** The query text of a search bar taken apart, before it is known which fields an index has. */
export type SearchText =
  | SearchTextGroup
  | SearchTextWords
  | SearchTextPhrase
  | SearchTextPattern
  | SearchTextFuzzy
  | SearchTextRegexp
  | SearchTextRange
  | SearchTextExists
  | SearchTextEverything;

/** Sub-expressions with their sign; `AND`, `OR`, `NOT`, `+` and `-` have already become signs. */
export interface SearchTextGroup {
  readonly kind: 'group';
  readonly clauses: readonly { readonly sign: 'must' | 'should' | 'must_not'; readonly text: SearchText }[];
  readonly boost: number;
}

interface OnField {
  /** Absent = the default fields. */
  readonly field?: string;
  readonly boost: number;
}

/** One unquoted word, escapes resolved. */
export interface SearchTextWords extends OnField {
  readonly kind: 'words';
  readonly text: string;
}

export interface SearchTextPhrase extends OnField {
  readonly kind: 'phrase';
  readonly text: string;
  /** `"…"~2`; absent = the default of the search. */
  readonly slop?: number;
}

/** `word~` or `word~1`. */
export interface SearchTextFuzzy extends OnField {
  readonly kind: 'fuzzy';
  readonly text: string;
  /** Absent = the default of the search. */
  readonly edits?: 0 | 1 | 2;
}

/** `/…/` */
export interface SearchTextRegexp extends OnField {
  readonly kind: 'regexp';
  readonly expression: string;
}

/** A word with `*` or `?`, escapes kept as in a wildcard query; `prefix` when its only wildcard is a `*` at the end. */
export interface SearchTextPattern extends OnField {
  readonly kind: 'pattern';
  readonly pattern: string;
}

export interface SearchTextRange extends OnField {
  readonly kind: 'range';
  readonly gt?: string;
  readonly gte?: string;
  readonly lt?: string;
  readonly lte?: string;
}

/** `field:*` or `_exists_:field`. */
export interface SearchTextExists {
  readonly kind: 'exists';
  readonly field: string;
  readonly boost: number;
}

/** `*` or `*:*`. */
export interface SearchTextEverything {
  readonly kind: 'everything';
  /** A star without a field: whatever has one of the fields that are asked. */
  readonly inFields?: true;
  readonly boost: number;
}
