import { javaMatcher } from '../../java-pattern/search.ts';
import type { Token } from '../token.ts';

export interface PatternOptions {
  readonly pattern: string;
  readonly flags: string;
  /** The group whose texts are the words; -1 for what stands between what is found. */
  readonly group: number;
}

/** Cuts a text where a pattern is found, or takes the words it finds. @throws PlatformError for a pattern that cannot be read */
export function patternTokenizer({ pattern, flags, group }: PatternOptions): (text: string) => readonly Token[] {
  const matcher = javaMatcher(pattern, flags);
  if (group > matcher.parsed.groups)
    throw new RangeError(`invalid group specified: pattern only has: ${matcher.parsed.groups}`);
  return (text) => {
    const tokens: Token[] = [];
    const add = (start: number, end: number) => {
      if (end > start) tokens.push({ word: text.slice(start, end), position: tokens.length, start, end });
    };
    let behind = 0;
    for (const { start, end, places } of matcher.findAll(text)) {
      if (group >= 0) add(...(places(group) ?? [0, 0]));
      else add(behind, start);
      behind = end;
    }
    if (group < 0) add(behind, text.length);
    return tokens;
  };
}
