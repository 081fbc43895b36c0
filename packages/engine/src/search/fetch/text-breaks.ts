import { firstFrom } from './ascending.ts';
import { sentenceEnds } from './sentence-ends.ts';

/** Ends of words or sentences in a text; 0 and its length are always among them. */
export interface Breaks {
  /** The first one behind `at`, at most the end of the text. */
  readonly after: (at: number) => number;
  /** The last one before `at`, at least 0. */
  readonly before: (at: number) => number;
}

const KANA_AND_KANJI = String.raw`\u3005\u3041-\u309E\u30A1-\u30FE\u4E00-\u9FA5\uF900-\uFA2D`;
const LETTERS = String.raw`[[\p{L}\p{M}]--[${KANA_AND_KANJI}]]+`;
const WORD = String.raw`${LETTERS}(?:[\p{Pd}\p{Pc}"'.\u00AD\u2027]${LETTERS})*`;
const NUMBER = String.raw`\p{Nd}+(?:["',.\u066B]\p{Nd}+)*`;

/** Words as Java's BreakIterator has them: with hyphens, dots and apostrophes inside, spaces in a row as one. */
const PIECES = new RegExp(
  [
    String.raw`[\p{Zs}\t]*(?:\r\n?|[\n\f\u2028\u2029])`,
    String.raw`[\p{Zs}\t]+`,
    String.raw`[\u30A1-\u30FA\u30FD\u30FE]+`,
    String.raw`[\u3041-\u3094\u309D\u309E]+`,
    String.raw`[\u3005\u4E00-\u9FA5\uF900-\uFA2D]+`,
    String.raw`(?:[\p{Sc}#.](?=\p{Nd}))?(?:${WORD}|${NUMBER})+(?:(?<=\p{Nd})[%&\u2030\u2031])?`,
    String.raw`[\s\S]`,
  ].join('|'),
  'gv',
);

const SPACE = /[\p{Zs}\t]/u;

/** How many characters are looked through for a space; in writing without any all words of a text are read at once. */
const NEAR = 10_000;

/** Words are read around the place that is asked about: a word ends where spaces begin, whatever stands before it. */
export function wordBreaks(text: string): Breaks {
  const all = breaksAt(() => endsFrom(text, 0));
  const near = (at: number): number => {
    let start = text.lastIndexOf(' ', at);
    while (start > 0 && SPACE.test(text.charAt(start - 1))) start--;
    return Math.max(0, start);
  };
  return {
    after: (at) => {
      const start = near(at);
      if (at < 0 || at - start > NEAR) return all.after(at);
      return endsFrom(text, start).find((end) => end > at) ?? text.length;
    },
    before: (at) => {
      const start = near(at - 1);
      if (at <= 0 || at - start > NEAR) return all.before(at);
      let last = start;
      for (const end of endsFrom(text, start)) {
        if (end >= at) break;
        last = end;
      }
      return last;
    },
  };
}

function* endsFrom(text: string, start: number): Generator<number> {
  for (let at = start; at < text.length; ) {
    PIECES.lastIndex = at;
    at += PIECES.exec(text)?.[0].length ?? 1;
    yield at;
  }
}

export const sentenceBreaks = (text: string): Breaks => breaksAt(() => sentenceEnds(text));

/** Reads the ends when first asked: words are asked for only where a sentence is too long. */
function breaksAt(ends: () => Iterable<number>): Breaks {
  let known: readonly number[] | undefined;
  const all = (): readonly number[] => {
    known ??= [0, ...ends()];
    return known;
  };
  return {
    after: (at) => all()[firstFrom(all(), at + 1)] ?? all().at(-1) ?? 0,
    before: (at) => all()[firstFrom(all(), at) - 1] ?? 0,
  };
}
