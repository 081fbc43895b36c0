import { javaReplacement } from '../../java-pattern/replacement.ts';
import { javaMatcher } from '../../java-pattern/search.ts';
import type { PatternReplacement } from '../char-filters/pattern-replace.ts';
import { mostLetters } from '../gathered.ts';
import { eachWord, type TokenFilter } from '../token.ts';

/** Puts something in the place of what a pattern finds in a word, the first time or each time. */
export function patternReplace({ pattern, flags, replacement }: PatternReplacement, all: boolean): TokenFilter {
  const matcher = javaMatcher(pattern, flags);
  const put = javaReplacement(replacement, matcher.parsed);
  return eachWord((word) => {
    const most = mostLetters(word.length);
    let made = '';
    let kept = 0;
    for (const found of matcher.findAll(word)) {
      made += word.slice(kept, found.start) + put(found);
      kept = found.end;
      if (!all || made.length > most) break;
    }
    return made + word.slice(kept);
  });
}
