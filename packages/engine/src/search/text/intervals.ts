import type { IntervalPart, IntervalsCondition, TermsPart } from '../condition.ts';
import { sql } from '../sql.ts';
import { DocBits } from './bits.ts';
import { closeWords } from './fuzzy.ts';
import { adjacent, FILTERS, type Interval, ordered, repeated, shortest, unordered, whole } from './interval-algebra.ts';
import { allOf, anyOf, extent, filtered, type Source } from './interval-sources.ts';
import { eachText } from './places.ts';
import { type ResolveContext, type Resolved, sameScore } from './resolved.ts';
import type { Places } from './sloppy.ts';
import { matching, noPostings } from './words.ts';

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

async function lookUp(part: IntervalPart, condition: IntervalsCondition, context: ResolveContext): Promise<Source> {
  if (!('of' in part)) {
    const words = await lookUpTerms(part, condition.postings, context);
    return { kind: 'words', words, meant: meantBy(part) };
  }
  const of: Source[] = [];
  for (const each of part.of) of.push(await lookUp(each, condition, context));
  const own = part.kind === 'any' ? anyOf(of) : allOf(of, part);
  if (part.filter === undefined) return own;
  return filtered(own, part.filter.kind, await lookUp(part.filter.of, condition, context));
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
  source: Source,
  { postings: table }: IntervalsCondition,
  { postings }: ResolveContext,
): Promise<DocBits> {
  const found = await postings.terms(table, wordsIn(source), { placed: true });
  const bitsOf = (each: Source): DocBits => {
    if (each.kind === 'words') {
      const lists = each.words.map((word) => found.get(word) ?? noPostings(postings.capacity));
      return matching(lists, 1, postings.capacity);
    }
    if (each.kind !== 'any' && each.kind !== 'all') return bitsOf(each.of);
    const sets = each.of.map((inner) => ({ bits: bitsOf(inner), docs: new Int32Array() }));
    return matching(sets, each.kind === 'any' ? 1 : sets.length, postings.capacity);
  };
  return bitsOf(source);
}

function wordsIn(source: Source): readonly string[] {
  switch (source.kind) {
    case 'words':
      return source.words;
    case 'repeated':
    case 'close':
      return wordsIn(source.of);
    case 'filtered':
      return [source.of, source.other].flatMap(wordsIn);
    default:
      return source.of.flatMap(wordsIn);
  }
}

function intervalsOf(source: Source, places: Places): readonly Interval[] {
  switch (source.kind) {
    case 'words':
      return single(source.words, places);
    case 'any':
      return shortest(source.of.flatMap((each) => intervalsOf(each, places))).map(whole);
    case 'all':
      return together(source, places);
    case 'repeated':
      return repeated(intervalsOf(source.of, places), source.times);
    case 'close':
      return intervalsOf(source.of, places)
        .filter(({ gaps }) => gaps <= source.maxGaps)
        .map(whole);
    case 'filtered': {
      const others = intervalsOf(source.other, places);
      return intervalsOf(source.of, places)
        .filter((each) => FILTERS[source.by](each, others))
        .map(whole);
    }
  }
}

const NONE: readonly Interval[] = [];

/** Most of a thousand alternatives are not in a text. */
function single(words: readonly string[], places: Places): readonly Interval[] {
  const found = new Set<number>();
  for (const word of words) for (const place of places.get(word) ?? []) found.add(place);
  if (found.size === 0) return NONE;
  return [...found].sort((a, b) => a - b).map((place) => whole({ start: place, end: place, gaps: 0 }));
}

function together({ of, mode }: Extract<Source, { kind: 'all' }>, places: Places): readonly Interval[] {
  const all = of.map((each) => intervalsOf(each, places));
  switch (mode) {
    case 'phrase':
      return adjacent(all);
    case 'ordered':
      return ordered(all);
    case 'unordered':
      return unordered(all);
  }
}
