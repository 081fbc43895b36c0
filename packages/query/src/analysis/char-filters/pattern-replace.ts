import { javaReplacement } from '../../java-pattern/replacement.ts';
import { javaMatcher } from '../../java-pattern/search.ts';
import { type CharFilter, Rewriting } from './rewritten.ts';

export interface PatternReplacement {
  readonly pattern: string;
  /** With `$1` and `${name}` for what groups hold. */
  readonly replacement: string;
  readonly flags: string;
}

/** Puts something in the place of all that a pattern finds. */
export function patternReplaceText({ pattern, replacement, flags }: PatternReplacement): CharFilter {
  const matcher = javaMatcher(pattern, flags);
  const put = javaReplacement(replacement, matcher.parsed);
  return (text, most) => {
    const writing = new Rewriting(most);
    let kept = 0;
    for (const found of matcher.findAll(text)) {
      writing.keep(text.slice(kept, found.start));
      writing.put(put(found), found.end - found.start);
      kept = found.end;
    }
    writing.keep(text.slice(kept));
    return writing.done();
  };
}
