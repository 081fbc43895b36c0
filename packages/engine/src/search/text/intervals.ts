import type { IntervalPart, IntervalsCondition, TermsPart } from '../condition.ts';
import { sql } from '../sql.ts';
import { DocBits } from './bits.ts';
import { closeWords } from './fuzzy.ts';
import { adjacent, apart, FILTERS, type Interval, ordered, shortest, unordered } from './interval-algebra.ts';
import { eachText } from './places.ts';
import { type ResolveContext, type Resolved, sameScore } from './resolved.ts';
import type { Places } from './sloppy.ts';
import { matching, noPostings } from './words.ts';

/** Parts whose words have been looked up. */
type Looked =
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly meant: string }
  | (Omit<Extract<IntervalPart, { kind: 'all' }>, 'of' | 'filter'> & { readonly of: readonly Looked[] } & LookedFilter)
  | ({ readonly kind: 'any'; readonly of: readonly Looked[] } & LookedFilter);

interface LookedFilter {
  readonly filter?: { readonly kind: keyof typeof FILTERS; readonly of: Looked };
}

/** Finds stretches of words; a document scores by how many and how short they are (Lucene's IntervalQuery). */
export async function resolveIntervals(condition: IntervalsCondition, context: ResolveContext): Promise<Resolved> {
  const part = await lookUp(condition.part, condition, context);
  const candidates = await candidatesOf(part, condition, context);
  const least = extent(part);
  const bits = new DocBits(context.postings.capacity);
  const scores = new Map<number, number>();
  await eachText(condition, candidates, wordsIn(part), context, {
    text: (doc, places) => {
      const found = intervalsOf(part, places);
      if (found.length === 0) return;
      const frequency = found.reduce(
        (sum, { start, end }) => Math.fround(sum + 1 / Math.max(1, end - start + 2 - least)),
        0,
      );
      bits.add(doc);
      scores.set(doc, condition.boost * saturated(frequency));
    },
  });
  if (!context.scored) return sameScore(bits, 0);
  return { kind: 'set', bits, score: (doc) => scores.get(doc) ?? 0, constant: null };
}

/** In floats, step by step, as Lucene rounds it. */
const saturated = (frequency: number): number => Math.fround(1 - Math.fround(1 / Math.fround(1 + frequency)));

async function lookUp(part: IntervalPart, condition: IntervalsCondition, context: ResolveContext): Promise<Looked> {
  if (!('of' in part)) {
    const words = await lookUpTerms(part, condition.postings, context);
    return { kind: 'words', words, meant: meantBy(part) };
  }
  const of: Looked[] = [];
  for (const each of part.of) of.push(await lookUp(each, condition, context));
  const [only] = of;
  // as in Lucene the only one of several is itself
  if (part.kind === 'any' && part.filter === undefined && of.length === 1 && only !== undefined) return only;
  const filter = part.filter && { kind: part.filter.kind, of: await lookUp(part.filter.of, condition, context) };
  const { filter: _, ...rest } = part;
  return { ...rest, of, ...(filter && { filter }) };
}

/** By what parts are alike: what was asked for, not the words it found. */
function meantBy(part: TermsPart): string {
  switch (part.kind) {
    case 'terms_where':
      return JSON.stringify(part.where);
    case 'close': {
      const { source: _, ...how } = part.to;
      return JSON.stringify(how);
    }
    default:
      return part.kind;
  }
}

/** The terms that are meant, of those the field has. */
export async function lookUpTerms(
  part: TermsPart,
  postings: string,
  context: ResolveContext,
): Promise<readonly string[]> {
  switch (part.kind) {
    case 'words':
      return part.words;
    case 'terms_where':
      return context.postings.dictionary(postings, part.where);
    case 'terms_fit':
      return (await context.postings.dictionary(postings, sql`TRUE`)).filter(part.fits);
    case 'close':
      return (await closeWords(part.to, postings, context)).map(({ word }) => word);
  }
}

/** Documents that hold the words at all. */
async function candidatesOf(
  part: Looked,
  { postings: table }: IntervalsCondition,
  { postings }: ResolveContext,
): Promise<DocBits> {
  const found = await postings.terms(table, wordsIn(part), { placed: true });
  const bitsOf = (each: Looked): DocBits => {
    if (each.kind === 'words') {
      const lists = each.words.map((word) => found.get(word) ?? noPostings(postings.capacity));
      return matching(lists, 1, postings.capacity);
    }
    const sets = each.of.map((inner) => ({ bits: bitsOf(inner), docs: new Int32Array() }));
    return matching(sets, each.kind === 'any' ? 1 : sets.length, postings.capacity);
  };
  return bitsOf(part);
}

function wordsIn(part: Looked): readonly string[] {
  if (part.kind === 'words') return part.words;
  return [...part.of, ...(part.filter ? [part.filter.of] : [])].flatMap(wordsIn);
}

function intervalsOf(part: Looked, places: Places): readonly Interval[] {
  if (part.kind === 'words') {
    const found = new Set(part.words.flatMap((word) => places.get(word) ?? []));
    return [...found].sort((a, b) => a - b).map((place) => ({ start: place, end: place, gaps: 0 }));
  }
  const { filter } = part;
  const own =
    part.kind === 'any' ? shortest(part.of.flatMap((each) => intervalsOf(each, places))) : together(part, places);
  if (filter === undefined) return own;
  const others = intervalsOf(filter.of, places);
  return own.filter((each) => FILTERS[filter.kind](each, others));
}

/** Whether parts are to follow one right behind the other: a phrase, in which Lucene takes no two parts for one. */
const isBlock = ({ mode, maxGaps }: Pick<Extract<Looked, { kind: 'all' }>, 'mode' | 'maxGaps'>): boolean =>
  mode === 'ordered' && maxGaps === 0;

function together(part: Extract<Looked, { kind: 'all' }>, places: Places): readonly Interval[] {
  const of = part.of.map((each) => ({ each, intervals: intervalsOf(each, places) }));
  if (isBlock(part)) return adjacent(of.map(({ intervals }) => intervals));
  const found = arranged(part.mode, of);
  return part.maxGaps < 0 ? found : found.filter(({ gaps }) => gaps <= part.maxGaps);
}

function arranged(
  mode: Extract<Looked, { kind: 'all' }>['mode'],
  of: readonly { readonly each: Looked; readonly intervals: readonly Interval[] }[],
): readonly Interval[] {
  const all = of.map(({ intervals }) => intervals);
  if (all.length === 0) return [];
  if (mode === 'ordered') return ordered(all);
  if (mode === 'unordered_no_overlap') return apart(all);
  const distinct = new Map<string, { intervals: readonly Interval[]; times: number }>();
  for (const { each, intervals } of of) {
    const key = JSON.stringify(each);
    const known = distinct.get(key);
    if (known) known.times += 1;
    else distinct.set(key, { intervals, times: 1 });
  }
  return unordered([...distinct.values()]);
}

/** The fewest words a stretch can have; as Lucene counts, equal parts next to each other (or anywhere, unordered) are one, but in a phrase. */
function extent(part: Looked): number {
  if (part.kind === 'words') return 1;
  const each = part.of.map(extent);
  // a text without words has no stretch, which Lucene counts as none of length
  if (each.length === 0) return 0;
  if (part.kind === 'any') return Math.min(...each);
  const names = part.of.map((inner) => JSON.stringify(inner));
  if (isBlock(part)) return each.reduce((sum, one) => sum + one, 0);
  const isRepeat = (i: number) =>
    part.mode === 'unordered' ? names.indexOf(names[i] ?? '') < i : i > 0 && names[i] === names[i - 1];
  return each.reduce((sum, one, i) => (isRepeat(i) ? sum : sum + one), 0);
}
