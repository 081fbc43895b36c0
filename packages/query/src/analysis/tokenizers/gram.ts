import { gathered } from '../gathered.ts';
import type { Token } from '../token.ts';

export interface GramOptions {
  readonly minGram: number;
  readonly maxGram: number;
  /** The class of characters grams are made of, in `v` mode; what lies between is left out. Null for all characters. */
  readonly tokenChars: string | null;
}

/** Every piece of a text with so many characters, in the order of where they begin. */
export function ngramTokens(options: GramOptions, text: string): readonly Token[] {
  return gathered(numbered(grams()));

  function* grams(): Iterable<Gram> {
    for (const stretch of stretches(options, text))
      for (const from of stretch.ends.keys()) yield* gramsFrom(stretch, from, options);
  }
}

/** The beginnings of a text, or of each stretch of its token characters. */
export function edgeNgramTokens(options: GramOptions, text: string): readonly Token[] {
  return gathered(numbered(grams()));

  function* grams(): Iterable<Gram> {
    for (const stretch of stretches(options, text)) yield* gramsFrom(stretch, 0, options);
  }
}

/** Characters without a gap, each by where it ends. */
interface Stretch {
  readonly text: string;
  readonly start: number;
  readonly ends: readonly number[];
}

type Gram = Omit<Token, 'position'>;

function* numbered(grams: Iterable<Gram>): Iterable<Token> {
  let position = 0;
  for (const gram of grams) yield { ...gram, position: position++ };
}

function stretches({ tokenChars }: GramOptions, text: string): readonly Stretch[] {
  if (tokenChars === null) return [stretchOf(text, 0)];
  return Array.from(text.matchAll(new RegExp(`[${tokenChars}]+`, 'gv')), ({ 0: found, index }) =>
    stretchOf(found, index),
  );
}

function stretchOf(text: string, start: number): Stretch {
  let end = 0;
  return { text, start, ends: Array.from(text, (each) => (end += each.length)) };
}

function* gramsFrom({ text, start, ends }: Stretch, from: number, { minGram, maxGram }: GramOptions): Iterable<Gram> {
  const first = ends[from - 1] ?? 0;
  for (const end of ends.slice(from + minGram - 1, from + maxGram)) {
    yield { word: text.slice(first, end), start: start + first, end: start + end };
  }
}
