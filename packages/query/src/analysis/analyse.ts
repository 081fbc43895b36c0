import type { Analyser } from '@datasarana/schema';
import { standardTokens } from './standard.ts';

interface Analysis {
  readonly tokens: (text: string) => readonly string[];
  /** Applied to each word in turn; null drops it. */
  readonly filters: readonly ((word: string) => string | null)[];
}

/** Lower case of each character on its own, as Lucene does: no final sigma, no dotted i of two characters. */
export function lowerCase(word: string): string {
  if (/^[ -~]*$/.test(word)) return word.toLowerCase();
  return Array.from(word, (character) => (character === 'İ' ? 'i' : character.toLowerCase())).join('');
}

const ANALYSES: Readonly<Record<Analyser, Analysis>> = {
  standard: { tokens: standardTokens, filters: [lowerCase] },
  simple: { tokens: (text) => text.match(/\p{L}+/gu) ?? [], filters: [lowerCase] },
  whitespace: { tokens: (text) => text.match(/\S+/g) ?? [], filters: [] },
  keyword: { tokens: (text) => [text], filters: [] },
  english: { tokens: standardTokens, filters: [lowerCase] },
  indonesian: { tokens: standardTokens, filters: [lowerCase] },
};

/** The words of a text, in order, as they are indexed and searched. Stemming of english and indonesian comes later. */
export function analyse(analyser: Analyser, text: string): readonly string[] {
  const { tokens, filters } = ANALYSES[analyser];
  const words = tokens(text);
  if (filters.length === 0) return words;
  return words.flatMap((word) => {
    const kept = filters.reduce<string | null>((each, filter) => (each === null ? null : filter(each)), word);
    return kept === null ? [] : [kept];
  });
}

/** A word of a text and where it stands. */
export interface Token {
  readonly word: string;
  /** Counted in words; words on one position are alternatives. */
  readonly position: number;
}

/** The words of a text with their positions. */
export const tokensOf = (analyser: Analyser, text: string): readonly Token[] =>
  analyse(analyser, text).map((word, position) => ({ word, position }));

/** Whether words of this analyser are in lower case, so that a pattern has to be too. */
export const isLowerCase = (analyser: Analyser): boolean => ANALYSES[analyser].filters.includes(lowerCase);
