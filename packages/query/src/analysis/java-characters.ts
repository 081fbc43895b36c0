/** Spaces as Java knows them (`Character.isWhitespace`): not those that forbid a line end, but the separators of ASCII. */
export const JAVA_SPACE = String.raw`[[\p{Zs}\p{Zl}\p{Zp}\t-\r\x1c-\x1f]--[\u00a0\u2007\u202f]]`;

/** Kinds of characters tokenizers are told by name, each the inside of a class in `v` mode. */
export const CHARACTER_KINDS: Readonly<Record<string, string>> = {
  letter: String.raw`\p{L}`,
  digit: String.raw`\p{Nd}`,
  whitespace: JAVA_SPACE,
  punctuation: String.raw`\p{P}`,
  symbol: String.raw`\p{S}`,
};

/** A class in `v` mode of some characters. */
export const classOfCharacters = (characters: string): string =>
  [...characters].map((each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`).join('');
