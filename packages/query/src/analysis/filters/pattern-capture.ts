import { javaMatcher } from '../../java-pattern/search.ts';
import { gathered, severalOf } from '../gathered.ts';
import type { Token, TokenFilter } from '../token.ts';

/** What the groups of patterns hold, on the position of their word, in the order of where it begins. */
export function patternCapture(patterns: readonly string[], preserveOriginal: boolean): TokenFilter {
  const matchers = patterns.map((pattern) => javaMatcher(pattern));
  return severalOf((token) => {
    const own = gathered(captured(token))
      .filter(({ word }) => !(preserveOriginal && word.length === token.word.length))
      .toSorted((a, b) => a.start - b.start)
      .map(({ word }) => ({ ...token, word }));
    return preserveOriginal || own.length === 0 ? [token, ...own] : own;
  });

  /** Each where it stands in the word. */
  function* captured({ word, position }: Token): Iterable<Token> {
    for (const { parsed, findAll } of matchers)
      for (const found of findAll(word))
        for (let group = 1; group <= parsed.groups; group++) {
          const [start, end] = found.places(group) ?? [0, 0];
          if (end > start) yield { word: word.slice(start, end), position, start, end };
        }
  }
}
