/** A word of a text and where it stands. */
export interface Token {
  readonly word: string;
  /** Counted in words; words on one position are alternatives. Gaps are where words were left out. */
  readonly position: number;
  /** First and last character in the text (UTF-16), the last one excluded. */
  readonly start: number;
  readonly end: number;
  /** How many positions it stands for, when that is more than one. */
  readonly positionLength?: number;
  /** Not to be stemmed. */
  readonly keyword?: true;
  /** What kind of word it is, such as `<NUM>`; left out for the usual one of its tokenizer. */
  readonly type?: string;
}

/**
 * `length` is that of the text as it came, `empty` how many positions behind its last word were left out, which only
 * filters that put something there are told.
 */
export type TokenFilter = (tokens: readonly Token[], length: number, empty?: number) => readonly Token[];

/** A filter that changes each word on its own. */
export const eachWord =
  (change: (word: string) => string): TokenFilter =>
  (tokens) =>
    tokens.map((token) => {
      const word = change(token.word);
      return word === token.word ? token : { ...token, word };
    });

/** A filter that leaves words out; their positions stay empty. */
export const keeping =
  (isKept: (token: Token) => boolean): TokenFilter =>
  (tokens) =>
    tokens.filter(isKept);
