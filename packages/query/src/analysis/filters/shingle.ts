import { gathered } from '../gathered.ts';
import type { Token, TokenFilter } from '../token.ts';

export interface ShingleOptions {
  readonly min: number;
  readonly max: number;
  readonly unigrams: boolean;
  /** Words alone stay when there are too few for a single shingle. */
  readonly unigramsIfNoShingles: boolean;
  readonly separator: string;
  /** Stands for a word that was left out. */
  readonly filler: string;
}

interface Part extends Token {
  readonly isFiller: boolean;
}

/** Words that stand one behind the other, as one. */
export const shingle =
  (options: ShingleOptions): TokenFilter =>
  (tokens, length, empty = 0) => {
    const behind = fillers(empty, { word: '', position: 0, start: length, end: length }, options);
    const made = gathered(shingles([...filled(tokens, options), ...behind], options));
    return made.length === 0 && options.unigramsIfNoShingles ? tokens : made;
  };

function* shingles(parts: readonly Part[], options: ShingleOptions): Iterable<Token> {
  let position = 0;
  for (const from of parts.keys()) {
    const own = shinglesFrom(parts, from, options);
    for (const token of own) yield { ...token, position };
    if (own.length > 0) position++;
  }
}

/** The words with fillers where some were left out. */
function filled(tokens: readonly Token[], options: ShingleOptions): readonly Part[] {
  let before = -1;
  return tokens.flatMap((token): readonly Part[] => {
    const gap = token.position - before - 1;
    before = token.position;
    return [...fillers(gap, token, options), { ...token, isFiller: false }];
  });
}

/** What stands for words that were left out before another, as many as a shingle can reach. */
function fillers(gap: number, next: Token, { filler, max }: ShingleOptions): readonly Part[] {
  const empty = { ...next, word: filler, end: next.start, isFiller: true };
  return Array.from({ length: Math.min(Math.max(0, gap), max - 1) }, () => empty);
}

function shinglesFrom(parts: readonly Part[], from: number, options: ShingleOptions): readonly Token[] {
  const { min, max, unigrams, separator } = options;
  const first = parts[from];
  if (first === undefined) return [];
  const made: Token[] = [];
  const { isFiller, ...alone } = first;
  const { positionLength: _length, ...own } = alone;
  if (unigrams && !isFiller) made.push(own);
  let word = first.word;
  let isEmpty = isFiller;
  for (let size = 2; size <= max; size++) {
    const last = parts[from + size - 1];
    if (last === undefined) break;
    word += separator + last.word;
    isEmpty &&= last.isFiller;
    if (size < min || isEmpty) continue;
    const length = unigrams ? size : Math.max(1, size - min + 1);
    made.push({ ...own, word, end: last.end, type: 'shingle', ...(length > 1 && { positionLength: length }) });
  }
  return made;
}
