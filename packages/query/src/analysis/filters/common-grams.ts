import type { Token, TokenFilter } from '../token.ts';

export interface CommonGramsOptions {
  readonly words: readonly string[];
  readonly ignoreCase: boolean;
  /** For what is looked for: only the pairs where there are any, and the words that are in none. */
  readonly isQuery: boolean;
}

const GRAM = 'gram';

/** Each word, and after it the pair it makes with the next one, where either of them is common. */
function withPairs(tokens: readonly Token[], isCommon: (word: string) => boolean): readonly Token[] {
  return tokens.flatMap((token, i) => {
    const next = tokens[i + 1];
    if (next === undefined || !(isCommon(token.word) || isCommon(next.word))) return [token];
    const { position, start } = token;
    const pair = { word: `${token.word}_${next.word}`, type: GRAM, position, start, end: next.end, positionLength: 2 };
    return [token, pair];
  });
}

/** Words that begin a pair give way to it, and so does the last word where a pair ends with it. */
function pairsFirst(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  let position = -1;
  let before = -1;
  for (const [i, token] of tokens.entries()) {
    const step = token.position - before;
    before = token.position;
    if (tokens[i + 1]?.type === GRAM && token.type !== GRAM) continue;
    const isEnd = i === tokens.length - 1 && token.type !== GRAM && kept.at(-1)?.type === GRAM;
    if (isEnd) continue;
    position += token.type === GRAM ? 1 : step;
    const { positionLength: _length, ...alone } = token;
    kept.push({ ...(token.type === GRAM ? alone : token), position });
  }
  return kept;
}

/** Pairs of words that one of is so common that it tells little alone, as Lucene's `CommonGramsFilter` makes them. */
export function commonGrams({ words, ignoreCase, isQuery }: CommonGramsOptions): TokenFilter {
  const folded = (word: string) => (ignoreCase ? word.toLowerCase() : word);
  const common = new Set(words.map(folded));
  const isCommon = (word: string) => common.has(folded(word));
  return (tokens) => {
    const pairs = withPairs(tokens, isCommon);
    return isQuery ? pairsFirst(pairs) : pairs;
  };
}
