/** A stretch of words, both ends included. */
export interface Interval {
  readonly start: number;
  readonly end: number;
  /** Words inside that none of its parts is. */
  readonly gaps: number;
  /** As how many words it counts within another: a part that repeats itself does without what is between. */
  readonly width: number;
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

/** A stretch that counts as all of its words within another. */
export const whole = ({ start, end, gaps }: Omit<Interval, 'width'>): Interval => ({
  start,
  end,
  gaps,
  width: end - start + 1,
});

/** A stretch of parts that cover so many words of it. */
const around = (start: number, end: number, covered: number): Interval =>
  whole({ start, end, gaps: Math.max(0, end - start + 1 - covered) });

/** One of each, one behind the other. */
export function ordered(parts: readonly Intervals[]): Intervals {
  const [first, ...rest] = parts;
  if (first === undefined) return [];
  const found = first.flatMap((begin): Intervals => {
    let last = begin;
    let covered = begin.width;
    for (const part of rest) {
      const next = part.find(({ start }) => start > last.end);
      if (next === undefined) return [];
      covered += next.width;
      last = next;
    }
    return [around(begin.start, last.end, covered)];
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
    return [whole({ start, end: last, gaps: 0 })];
  });
}

/** One of each anywhere. */
export function unordered(parts: readonly Intervals[]): Intervals {
  const starts = new Set(parts.flatMap((intervals) => intervals.map(({ start }) => start)));
  const found = [...starts].flatMap((start): Intervals => {
    const chosen = parts.flatMap((intervals) => intervals.find((each) => each.start >= start) ?? []);
    if (chosen.length < parts.length) return [];
    const begin = Math.min(...chosen.map((each) => each.start));
    const end = Math.max(...chosen.map((each) => each.end));
    return [around(begin, end, sum(chosen.map(({ width }) => width)))];
  });
  return shortest(found);
}

/** As many of the same as are asked for; what is between them does not count as part of them. */
export function repeated(intervals: Intervals, times: number): Intervals {
  return intervals.slice(times - 1).map((last, i) => {
    const each = intervals.slice(i, i + times);
    const { start } = each[0] ?? last;
    const covered = sum(each.map((one) => one.end - one.start + 1));
    return { ...around(start, last.end, covered), width: covered };
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

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
