import type { Token } from '@datasarana/query';
import { type Breaks, sentenceBreaks, wordBreaks } from './text-breaks.ts';

/** A piece of a text with words to be marked. */
export interface Passage {
  /** Which of the texts it is of. */
  readonly text: number;
  readonly start: number;
  readonly end: number;
  readonly marks: readonly Token[];
  readonly score: number;
}

export interface PassageOptions {
  /** 0 = each text as a whole. */
  readonly most: number;
  /** Characters of a passage; 0 = sentences as they are. */
  readonly size: number;
  readonly scanner: 'sentence' | 'word';
  readonly byScore: boolean;
}

type Cut = (at: number) => readonly [start: number, end: number];

/** The best pieces of the texts of a field, as Lucene's UnifiedHighlighter chooses them. */
export function passagesOf(
  texts: readonly string[],
  marks: readonly (readonly Token[])[],
  { most, size, scanner, byScore }: PassageOptions,
): readonly Passage[] {
  const scored = scorer(texts, marks.flat());
  const found = texts.flatMap((text, i) => {
    const before = texts.slice(0, i).reduce((sum, each) => sum + each.length + 1, 0);
    return cutInto(marks[i] ?? [], most === 0 ? whole(text) : cutBy(text, size, scanner)).map((each) => ({
      ...each,
      text: i,
      score: scored(each, before + each.start),
    }));
  });
  if (most === 0) return found;
  const best = found.toSorted((a, b) => b.score - a.score).slice(0, most);
  return byScore ? best : best.toSorted((a, b) => a.text - b.text || a.start - b.start);
}

type Piece = Omit<Passage, 'text' | 'score'>;

function cutInto(marks: readonly Token[], cut: Cut): readonly Piece[] {
  const pieces: (Piece & { marks: Token[] })[] = [];
  for (const mark of marks) {
    const last = pieces.at(-1);
    if (last !== undefined && mark.start < last.end) last.marks.push(mark);
    else {
      const [start, end] = cut(mark.start);
      pieces.push({ start, end, marks: [mark] });
    }
  }
  return pieces;
}

const whole =
  ({ length }: string): Cut =>
  () => [0, length];

function cutBy(text: string, size: number, scanner: PassageOptions['scanner']): Cut {
  const words = wordBreaks(text);
  if (scanner === 'word') return (at) => [words.before(at + 1), words.after(at)];
  const main = sentenceBreaks(text);
  return size === 0 ? (at) => [main.before(at + 1), main.after(at)] : bounded(main, words, size, text.length);
}

/** Sentences up to a size, and of longer ones the words around (OpenSearch's BoundedBreakIteratorScanner). */
function bounded(main: Breaks, words: Breaks, size: number, length: number): Cut {
  let window = { start: -1, end: -1 };
  let inner = { start: -1, end: -1 };
  return (at) => {
    const offset = at + 1;
    if (offset > window.start && offset < window.end) inner = { start: inner.end, end: window.end };
    else {
      inner = { start: main.before(offset), end: main.after(offset - 1) };
      while (inner.end - inner.start < size && inner.end < length) {
        const next = main.after(inner.end);
        if (next - inner.start > size) break;
        inner.end = next;
      }
      window = { ...inner };
    }
    if (inner.end - inner.start > size) {
      if (offset - size > inner.start) inner.start = Math.max(inner.start, words.before(offset - size));
      const remaining = Math.max(0, size - (offset - inner.start));
      if (offset + remaining < window.end) inner.end = Math.min(window.end, words.after(offset + remaining));
    }
    return [inner.start, inner.end];
  };
}

const K1 = 1.2;
const B = 0.75;
const PIVOT = 87;

/** Rare words in short passages near the beginning score most (Lucene's PassageScorer). */
function scorer(texts: readonly string[], marks: readonly Token[]): (piece: Piece, start: number) => number {
  const length = texts.reduce((sum, each) => sum + each.length, texts.length - 1);
  const inAll = Map.groupBy(marks, ({ word }) => word);
  const weight = (word: string): number => {
    const frequency = inAll.get(word)?.length ?? 1;
    return (K1 + 1) * Math.log(1 + (1 + length / PIVOT + 0.5) / (frequency + 0.5));
  };
  return (piece, start) => {
    const norm = K1 * (1 - B + B * ((piece.end - piece.start) / PIVOT));
    const words = [...Map.groupBy(piece.marks, ({ word }) => word)];
    const sum = words.reduce((all, [word, { length: n }]) => all + (n / (n + norm)) * weight(word), 0);
    return sum * (1 + 1 / Math.log(PIVOT + start));
  };
}

/** What is shown of texts without any of the words: of the first that is not empty, the words that begin within `size` characters. */
export function beginningOf(texts: readonly string[], size: number): string {
  const text = texts.find((each) => each !== '') ?? '';
  return text.slice(0, size < text.length ? wordBreaks(text).after(size) : text.length);
}
