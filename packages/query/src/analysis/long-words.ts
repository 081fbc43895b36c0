/** Words are no longer than that, unless an analyser says otherwise. */
export const LONGEST_WORD = 255;

/** A word and where it begins. */
export type FoundWord = readonly [word: string, start: number];

/** So many characters behind a word say whether it goes on, when they are no marks. */
const AHEAD = 4;
const MAY_JOIN = /^.[\p{M}\p{Cf}]*$/v;

/** Whether more characters than a word may have stand without a space between them. */
export function hasLongRun(text: string, longest: number): boolean {
  for (let at = longest; at < text.length; ) {
    let space = at;
    while (space >= at - longest && !isSpace(text.charCodeAt(space))) space--;
    if (space < at - longest) return true;
    at = space + longest + 1;
  }
  return false;
}

const isSpace = (code: number): boolean => code === 0x20 || (code >= 9 && code <= 13) || (code >= 0x1c && code <= 0x1f);

export interface WordOptions {
  /** In UTF-16; a longer one is cut. */
  readonly longest: number;
  /** Whether a character of two that begins within that length belongs to the word. */
  readonly keepsPairs?: boolean;
  /** What is to be in a word, if not everything that is found is one. */
  readonly content?: RegExp;
}

/**
 * The words of a text in order; of what is longer, the first characters as far as they are a word, and then the next: as Lucene, which
 * sees no more at a time. Also, an expression that is given more than that at once may run out of memory.
 */
export function* shortWords(pattern: RegExp, text: string, options: WordOptions): Iterable<FoundWord> {
  const { content } = options;
  for (let at = 0; at < text.length; ) {
    const seen = windowAt(text, at, options);
    const isLast = at + seen.length === text.length;
    let next = isLast ? seen.length : Math.max(seen.length - AHEAD, firstLength(seen));
    for (const { 0: word, index } of seen.matchAll(pattern)) {
      const end = index + word.length;
      const goesOn = !isLast && (end > seen.length - AHEAD || MAY_JOIN.test(seen.slice(end)));
      if (goesOn && index > 0) {
        next = index;
        break;
      }
      if (content?.test(word) === false) {
        // a word may begin behind the first of what is none so far
        if (goesOn) next = Math.max(firstLength(seen), placeOf(content, text, at + end) + 1 - options.longest - at);
        continue;
      }
      yield [word, at + index];
      next = Math.max(next, end);
    }
    at += next;
    if (isWithinPair(text, at)) at -= 1;
  }
}

/** The next characters of a text, of which the last is whole. */
function windowAt(text: string, at: number, { longest, keepsPairs = false }: WordOptions): string {
  const end = at + longest;
  if (!isWithinPair(text, end)) return text.slice(at, end);
  return text.slice(at, keepsPairs || end - 1 === at ? end + 1 : end - 1);
}

function placeOf(content: RegExp, text: string, from: number): number {
  const found = new RegExp(content, 'gv');
  found.lastIndex = from;
  return found.exec(text)?.index ?? text.length;
}

const firstLength = (text: string): number => ((text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);

const isWithinPair = (text: string, at: number): boolean => {
  const [before, behind] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before < 0xdc00 && behind >= 0xdc00 && behind < 0xe000;
};
