/** A stretch of words, both ends included. */
export interface Interval {
  readonly start: number;
  readonly end: number;
  /** Words inside that none of its parts is. */
  readonly gaps: number;
}

type Intervals = readonly Interval[];

/** The shortest ones: none that holds another stays; by start, which is by end too. */
export function shortest(given: Intervals): Intervals {
  const sorted = given.toSorted((a, b) => b.start - a.start || a.end - b.end);
  const kept: Interval[] = [];
  for (const each of sorted) {
    const last = kept.at(-1);
    if (last === undefined || each.end < last.end) kept.push(each);
  }
  return kept.reverse();
}

const width = ({ start, end }: Interval): number => end - start + 1;

/** One of each, one behind the other. */
export function ordered(parts: readonly Intervals[]): Intervals {
  const [first, ...rest] = parts;
  if (first === undefined) return [];
  const found = first.flatMap((begin): Intervals => {
    let last = begin;
    let { gaps } = begin;
    for (const part of rest) {
      const next = part.find(({ start }) => start > last.end);
      if (next === undefined) return [];
      gaps += next.start - last.end - 1 + next.gaps;
      last = next;
    }
    return [{ start: begin.start, end: last.end, gaps }];
  });
  return shortest(found);
}

/** One of each, one right behind the other; what a part leaves out inside of it is no gap between them (Lucene's blocks). */
export function adjacent(parts: readonly Intervals[]): Intervals {
  const [first, ...rest] = parts;
  if (first === undefined) return [];
  return first.flatMap(({ start, end }): Intervals => {
    let last = end;
    for (const part of rest) {
      const next = part.find((each) => each.start > last);
      if (next?.start !== last + 1) return [];
      last = next.end;
    }
    return [{ start, end: last, gaps: 0 }];
  });
}

/** One of each anywhere; equal parts (`same`) need places of their own. */
export function unordered(parts: readonly { readonly intervals: Intervals; readonly times: number }[]): Intervals {
  const starts = new Set(parts.flatMap(({ intervals }) => intervals.map(({ start }) => start)));
  const found = [...starts].flatMap((start): Intervals => {
    const chosen: Interval[] = [];
    for (const { intervals, times } of parts) {
      const next = intervals.filter((each) => each.start >= start).slice(0, times);
      if (next.length < times) return [];
      chosen.push(...next);
    }
    const end = Math.max(...chosen.map((each) => each.end));
    const begin = Math.min(...chosen.map((each) => each.start));
    const inside = chosen.reduce((sum, each) => sum + width(each), 0);
    return [{ start: begin, end, gaps: Math.max(0, end - begin + 1 - inside) }];
  });
  return shortest(found);
}

/** Each pair one behind the other, whichever comes first. */
export const apart = (parts: readonly Intervals[]): Intervals =>
  parts.reduce((before, next) => shortest([...ordered([before, next]), ...ordered([next, before])]));

const holds = (big: Interval, small: Interval): boolean => big.start <= small.start && big.end >= small.end;
const overlap = (a: Interval, b: Interval): boolean => a.start <= b.end && b.start <= a.end;

type Test = (given: Interval, others: Intervals) => boolean;

/** What a filter asks of each stretch. */
export const FILTERS = {
  after: (given, others) => others.some((each) => each.end < given.start),
  // Lucene has no place before the first word: what stands there counts as before itself.
  before: (given, others) => others.some((each) => given.end <= Math.max(0, each.start - 1)),
  contained_by: (given, others) => others.some((each) => holds(each, given)),
  containing: (given, others) => others.some((each) => holds(given, each)),
  not_contained_by: (given, others) => !others.some((each) => holds(each, given)),
  // As in Lucene, one that only reaches in counts as contained.
  not_containing: (given, others) =>
    !others.some((each) => each.start <= given.end && (each.start >= given.start || each.end >= given.end)),
  not_overlapping: (given, others) => !others.some((each) => overlap(each, given)),
  overlapping: (given, others) => others.some((each) => overlap(each, given)),
} as const satisfies Readonly<Record<string, Test>>;
