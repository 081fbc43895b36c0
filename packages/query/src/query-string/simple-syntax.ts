/** Text of a simple_query_string taken apart. */
export type SimpleText =
  /** A star with nothing beside it. */
  | { readonly kind: 'everything' }
  | { readonly kind: 'words' | 'prefix'; readonly text: string }
  | { readonly kind: 'phrase'; readonly text: string; readonly slop: number }
  | { readonly kind: 'fuzzy'; readonly text: string; readonly edits: number }
  | { readonly kind: 'not'; readonly of: SimpleText }
  | {
      /** All parts have the same sign; `closed` ones take no further part. */
      readonly kind: 'all';
      readonly occur: 'must' | 'should';
      readonly of: readonly SimpleText[];
      readonly closed: boolean;
    };
