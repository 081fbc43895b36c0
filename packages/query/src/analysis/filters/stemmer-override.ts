import { malformed } from '@datasarana/schema';
import type { Token, TokenFilter } from '../token.ts';

/** Rules such as `running, runs => run`. @throws PlatformError for a line that is none */
export function overrideRules(lines: readonly string[]): readonly (readonly [from: string, to: string])[] {
  return lines.flatMap((line) => {
    const [left = '', right = '', ...more] = line.split('=>').map((side) => side.trim());
    if (left === '' || right === '' || right.includes(',') || more.length > 0) {
      throw malformed(`Invalid Keyword override Rule:${line}`, 'Write words => their stem.');
    }
    return left.split(',').map((from) => [from.trim(), right] as const);
  });
}

/** Stems that are told beforehand; no stemmer behind changes them. */
export function stemmerOverride(rules: readonly (readonly [from: string, to: string])[]): TokenFilter {
  const stems = new Map(rules);
  return (tokens) =>
    tokens.map((token): Token => {
      const word = token.keyword ? undefined : stems.get(token.word);
      return word === undefined ? token : { ...token, word, keyword: true };
    });
}
