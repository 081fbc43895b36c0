import type { TokenFilter } from '../token.ts';

/** Takes `'s` from names and the dots from acronyms, of words that the tokenizer `classic` took for such. */
export const classic: TokenFilter = (tokens) =>
  tokens.map((token) => {
    if (token.type === '<APOSTROPHE>') return { ...token, word: token.word.replace(/'[sS]$/, '') };
    return token.type === '<ACRONYM>' ? { ...token, word: token.word.replaceAll('.', '') } : token;
  });
