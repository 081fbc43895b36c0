/** First and last code point, both included. */
export type CharRange = readonly [first: number, last: number];

/** A regular expression of Lucene's syntax, taken apart. */
export type Regexp =
  /** Matches no text at all (`#`). */
  | { readonly kind: 'nothing' }
  /** The empty text. */
  | { readonly kind: 'empty' }
  /** One character of the ranges, which are sorted and apart. */
  | { readonly kind: 'class'; readonly ranges: readonly CharRange[] }
  | { readonly kind: 'sequence' | 'union' | 'intersection'; readonly of: readonly Regexp[] }
  /** `most` null = without end. */
  | { readonly kind: 'repeat'; readonly of: Regexp; readonly least: number; readonly most: number | null }
  /** Everything the inner one does not match (`~`). */
  | { readonly kind: 'complement'; readonly of: Regexp };

export const LAST_CODE_POINT = 0x10ffff;

export const ANY: Regexp = { kind: 'class', ranges: [[0, LAST_CODE_POINT]] };

/** Ranges in order, those that touch joined. */
export function classOf(ranges: readonly CharRange[]): Regexp {
  const joined: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const previous = joined.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else joined.push([first, last]);
  }
  return { kind: 'class', ranges: joined };
}

/** The characters outside the ranges. */
export function outside(ranges: readonly CharRange[]): readonly CharRange[] {
  const gaps: CharRange[] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_CODE_POINT) gaps.push([next, LAST_CODE_POINT]);
  return gaps;
}

export function sequenceOf(of: readonly Regexp[]): Regexp {
  const [only] = of;
  if (only === undefined) return { kind: 'empty' };
  return of.length === 1 ? only : { kind: 'sequence', of };
}

export function unionOf(of: readonly Regexp[]): Regexp {
  const [only] = of;
  if (only === undefined) return { kind: 'nothing' };
  return of.length === 1 ? only : { kind: 'union', of };
}
