import { malformed } from '@datasarana/schema';
import type { IntervalPart } from '../condition.ts';
import type { FILTERS } from './interval-algebra.ts';

type FilterKind = keyof typeof FILTERS;
type Mode = 'phrase' | 'ordered' | 'unordered';

/** Parts of an intervals query whose words have been looked up, put together as Lucene puts its sources together. */
export type Source =
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly meant: string }
  | { readonly kind: 'all'; readonly of: readonly Source[]; readonly mode: Mode }
  | { readonly kind: 'any'; readonly of: readonly Source[] }
  | { readonly kind: 'repeated'; readonly of: Source; readonly times: number }
  | { readonly kind: 'close'; readonly of: Source; readonly maxGaps: number }
  | { readonly kind: 'filtered'; readonly of: Source; readonly by: FilterKind; readonly other: Source };

type How = Pick<Extract<IntervalPart, { kind: 'all' }>, 'mode' | 'maxGaps'>;

/** OpenSearch's `indices.query.bool.max_clause_count`, which bounds the ways through alternatives, too. */
const MOST_WAYS = 1024;

/** Any of some sources, equal ones once; what is any of several itself stands among them. */
export function anyOf(sources: readonly Source[]): Source {
  const flattened = sources.flatMap((each) => (each.kind === 'any' ? each.of : [each]));
  const distinct = [...new Map(flattened.map((each) => [JSON.stringify(each), each])).values()];
  const [first, ...rest] = distinct;
  return first !== undefined && rest.length === 0 ? first : { kind: 'any', of: distinct };
}

/** All of some sources; one alone is itself, whatever the mode. */
export function allOf(of: readonly Source[], { mode, maxGaps }: How): Source {
  const [first, ...rest] = of;
  if (first !== undefined && rest.length === 0) return first;
  if (mode === 'unordered_no_overlap' && first !== undefined) return noOverlap(first, rest, maxGaps);
  if (mode === 'unordered') return withGaps(flat(of, mode), maxGaps);
  if (maxGaps !== 0) return withGaps(flat(of, 'ordered'), maxGaps);
  // each alternative of a phrase is followed by itself: the shortest one may not be the one that fits
  return anyOf(waysThrough(of).map((way) => ({ kind: 'all', of: way, mode: 'phrase' })));
}

/** What stands in the same order within is part of it, and equal ones (in order: next to each other) are one that repeats itself. */
function flat(of: readonly Source[], mode: Mode): Source {
  const inner = of.flatMap((each) => (each.kind === 'all' && each.mode === mode ? each.of : [each]));
  const groups: { readonly name: string; readonly of: Source; times: number }[] = [];
  for (const each of inner) {
    const name = JSON.stringify(each);
    const same = groups.findLast(
      (group, i) => group.name === name && (mode === 'unordered' || i === groups.length - 1),
    );
    if (same === undefined) groups.push({ name, of: each, times: 1 });
    else same.times += 1;
  }
  const sources = groups.map(
    ({ of: each, times }): Source => (times === 1 ? each : { kind: 'repeated', of: each, times }),
  );
  const [first, ...rest] = sources;
  return first !== undefined && rest.length === 0 ? first : { kind: 'all', of: sources, mode };
}

function noOverlap(first: Source, rest: readonly Source[], maxGaps: number): Source {
  return rest.reduce((before, next) => {
    const orders = [flat([before, next], 'ordered'), flat([next, before], 'ordered')];
    return withGaps(anyOf(orders), maxGaps);
  }, first);
}

const withGaps = (of: Source, maxGaps: number): Source =>
  maxGaps < 0 ? of : anyOf(alternativesOf(of).map((each) => ({ kind: 'close', of: each, maxGaps })));

/** Stretches held against others, alternatives each by itself: a longer one may do where the shortest does not. */
export function filtered(of: Source, by: FilterKind, other: Source): Source {
  switch (by) {
    case 'containing':
    case 'not_containing':
      return anyOf(split(of).map((each) => ({ kind: 'filtered', of: each, by, other })));
    case 'contained_by':
    case 'not_contained_by':
      return anyOf(split(other).map((each) => ({ kind: 'filtered', of, by, other: each })));
    default:
      return { kind: 'filtered', of, by, other };
  }
}

/** The fewest words a stretch can have; as Lucene counts, what repeats itself is one. */
export function extent(source: Source): number {
  switch (source.kind) {
    case 'words':
      return 1;
    case 'any':
      // a text without words has no stretch, which Lucene counts as none of length
      return source.of.length === 0 ? 0 : Math.min(...source.of.map(extent));
    case 'all':
      return source.of.reduce((sum, each) => sum + extent(each), 0);
    default:
      return extent(source.of);
  }
}

/** Its alternatives; those of single words are one together. */
function split(source: Source): readonly Source[] {
  const alternatives = alternativesOf(source);
  const words = alternatives.filter((each) => extent(each) === 1);
  const longer = alternatives.filter((each) => extent(each) !== 1);
  return words.length === 0 ? longer : [anyOf(words), ...longer];
}

/** What a source is any of (Lucene's `pullUpDisjunctions`). */
function alternativesOf(source: Source): readonly Source[] {
  if (source.kind === 'any') return source.of;
  if (source.kind === 'filtered' && source.by === 'overlapping') {
    const ways = waysThrough([source.of, source.other]);
    return ways.map(([of = source.of, other = source.other]) => ({ ...source, of, other }));
  }
  if (source.kind !== 'all' || source.mode === 'phrase') return [source];
  return waysThrough(source.of).map((of) => ({ ...source, of }));
}

/** Every choice of one alternative of each source. */
function waysThrough(sources: readonly Source[]): readonly (readonly Source[])[] {
  return sources.map(split).reduce<readonly (readonly Source[])[]>(
    (ways, alternatives) => {
      if (alternatives.length > 1 && ways.length * alternatives.length > MOST_WAYS) {
        throw malformed(
          'failed to create query: Too many disjunctions to expand',
          `There are ${MOST_WAYS} ways through the alternatives of intervals at most: name fewer of them.`,
        );
      }
      return ways.flatMap((way) => alternatives.map((each) => [...way, each]));
    },
    [[]],
  );
}
