import type { Token } from '../token.ts';
import type { MatchAt, SynonymMatch } from './synonym-match.ts';

/** A word that is put over one of the text. */
interface Stacked {
  readonly word: string;
  /** Where it ends, when not with the word below. */
  readonly end?: number;
  readonly positionLength?: number;
}

/**
 * Words with their synonyms as Lucene's `SynonymFilter` stacks them: the words of a synonym lie over those of the text one by
 * one, or go on behind its end; where the text's own are left out, the places close up.
 */
export function* stacked(tokens: readonly Token[], matchAt: MatchAt): Iterable<Token> {
  const over = new Map<number, Stacked[]>();
  let position = -1;
  const put = function* (at: number, below: Token, isBare: boolean): Iterable<Token> {
    const words = over.get(at) ?? [];
    over.delete(at);
    for (const [i, { word, end = below.end, positionLength }] of words.entries()) {
      if (i === 0 && isBare) position += 1;
      const spans = positionLength === undefined ? {} : { positionLength };
      yield { word, position, start: below.start, end, type: 'SYNONYM', ...spans };
    }
  };
  for (let at = 0; at < tokens.length; ) {
    const match = matchAt(tokens, at);
    if (match !== null) stack(match, tokens, at, over);
    for (let left = match?.length ?? 1; left > 0; left--, at++) {
      const token = tokens[at];
      if (token === undefined) break;
      const isShown = match === null || match.keep;
      if (isShown) {
        position += token.position - (tokens[at - 1]?.position ?? -1);
        yield { ...token, position };
      }
      yield* put(at, token, !isShown);
    }
  }
  const last = tokens.at(-1);
  for (let at = tokens.length; last !== undefined && over.has(at); at++) yield* put(at, last, true);
}

function stack(
  { outputs, length, keep }: SynonymMatch,
  tokens: readonly Token[],
  from: number,
  over: Map<number, Stacked[]>,
): void {
  const end = tokens[from + length - 1]?.end ?? 0;
  for (const words of outputs) {
    const isAlone = words.length === 1;
    for (const [i, word] of words.entries()) {
      const known = over.get(from + i) ?? [];
      over.set(from + i, known);
      known.push({ word, ...(isAlone && { end }), ...(isAlone && keep && length > 1 && { positionLength: length }) });
    }
  }
}
