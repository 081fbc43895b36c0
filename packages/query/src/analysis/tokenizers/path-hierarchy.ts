import type { Token } from '../token.ts';

export interface PathOptions {
  readonly delimiter: string;
  readonly replacement: string;
  /** So many steps are left out: the first ones, or the last ones of a path that is read in reverse. */
  readonly skip: number;
  readonly reverse: boolean;
}

/** What lies deeper, and what is longer, is left out: each step is as long as all those before it together. */
const MOST_STEPS = 1000;
const LONGEST = 32_766;

/** A path and what it lies in: `/a`, `/a/b`; in reverse `a/b`, `b`. All are on one position. */
export function pathTokens({ delimiter, replacement, skip, reverse }: PathOptions, text: string): readonly Token[] {
  const delimiters = placesOf(delimiter, text);
  const tokens = (places: readonly (readonly [start: number, end: number])[]): readonly Token[] =>
    places
      .filter(([start, end]) => end - start <= LONGEST)
      .map(([start, end]) => {
        const word = text.slice(start, end).replaceAll(delimiter, () => replacement);
        return { word, position: 0, start, end };
      });
  if (text === '') return [];
  if (delimiters.length > MOST_STEPS) delimiters.length = MOST_STEPS;
  if (reverse) {
    const starts = [0, ...delimiters.map((at) => at + 1).filter((at) => at < text.length)];
    const end = skip === 0 ? text.length : (starts.at(-skip) ?? 0);
    return tokens(starts.slice(0, starts.length - skip).map((start) => [start, end]));
  }
  const ends = [...delimiters.filter((at) => at > 0), text.length];
  const start = skip === 0 ? 0 : (ends[skip - 1] ?? text.length);
  return tokens(ends.slice(skip).map((end) => [start, end]));
}

function placesOf(delimiter: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) places.push(at);
  return places;
}
