/** A word of a text and where it stands. */
export interface Token {
  readonly word: string;
  /** Counted in words; words on one position are alternatives. Gaps are where words were left out. */
  readonly position: number;
  /** First and last character in the text (UTF-16), the last one excluded. */
  readonly start: number;
  readonly end: number;
  /** Not to be stemmed. */
  readonly keyword?: true;
  /** `<SYNONYM>` for one that was put in. */
  readonly type?: string;
}

export type TokenFilter = (tokens: readonly Token[]) => readonly Token[];

/** A filter that changes each word on its own. */
export const eachWord =
  (change: (word: string) => string): TokenFilter =>
  (tokens) =>
    tokens.map((token) => {
      const word = change(token.word);
      return word === token.word ? token : { ...token, word };
    });
