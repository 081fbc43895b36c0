import { gathered } from '../gathered.ts';
import type { Token, TokenFilter } from '../token.ts';

/** Scripts by the types of their words. */
const SCRIPT_TYPE = {
  han: '<IDEOGRAPHIC>',
  hiragana: '<HIRAGANA>',
  katakana: '<KATAKANA>',
  hangul: '<HANGUL>',
} as const;

export type CjkScript = keyof typeof SCRIPT_TYPE;

export const CJK_SCRIPTS = Object.keys(SCRIPT_TYPE).filter((name): name is CjkScript => name in SCRIPT_TYPE);

export interface CjkBigramOptions {
  /** Whose words stay as they are. */
  readonly ignored: readonly CjkScript[];
  /** Single characters too, not only those without a neighbour. */
  readonly unigrams: boolean;
}

interface Character {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The characters of a word, each with its place where the word stands as it came. */
function charactersOf({ word, start, end }: Token): readonly Character[] {
  const isAsItCame = word.length === end - start;
  let at = start;
  return Array.from(word, (each) => {
    const character = isAsItCame ? { word: each, start: at, end: at + each.length } : { word: each, start, end };
    at += each.length;
    return character;
  });
}

/** Pairs of neighbours among Chinese, Japanese and Korean characters. */
export function cjkBigram({ ignored, unigrams }: CjkBigramOptions): TokenFilter {
  const types = new Set<string>(
    CJK_SCRIPTS.filter((script) => !ignored.includes(script)).map((script) => SCRIPT_TYPE[script]),
  );
  return (tokens) => {
    const made: Token[] = [];
    let run: Character[] = [];
    let position = -1;
    const single = ({ word, start, end }: Character): void => {
      position++;
      made.push({ word, start, end, position, type: '<SINGLE>' });
    };
    const pair = (one: Character, other: Character): void => {
      if (!unigrams) position++;
      const gram = { word: one.word + other.word, start: one.start, end: other.end, position, type: '<DOUBLE>' };
      made.push(unigrams ? { ...gram, positionLength: 2 } : gram);
    };
    const flush = (): void => {
      const [first] = run;
      if (run.length === 1 && first !== undefined) single(first);
      else {
        for (const [i, each] of run.entries()) {
          const next = run[i + 1];
          if (unigrams) single(each);
          if (next !== undefined) pair(each, next);
        }
      }
      run = [];
    };
    let before = -1;
    for (const token of tokens) {
      if (token.type !== undefined && types.has(token.type)) {
        if (run.at(-1)?.end !== token.start) flush();
        run.push(...charactersOf(token));
      } else {
        flush();
        position += token.position - before;
        made.push({ ...token, position });
      }
      before = token.position;
    }
    flush();
    return gathered(made);
  };
}
