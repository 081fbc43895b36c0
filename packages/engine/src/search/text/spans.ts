import type { SpanPart, SpansCondition } from '../condition.ts';
import { DocBits } from './bits.ts';
import { idf, lengthFactors, termScore } from './bm25.ts';
import { lookUpTerms } from './intervals.ts';
import { normsOf } from './phrase.ts';
import { eachText } from './places.ts';
import { type ResolveContext, type Resolved, sameScore } from './resolved.ts';
import type { Places } from './sloppy.ts';
import { anyOrder, apartFrom, containing, either, inOrder, type Span, within } from './span-walk.ts';
import { matching, noPostings, scoredSet } from './words.ts';

type Arranged = Exclude<SpanPart, { kind: 'words' | 'terms_where' | 'terms_fit' | 'close' }>;

/** Parts whose words have been looked up. */
type Looked =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | (Arranged extends infer A
      ? A extends Arranged
        ? Omit<A, 'of'> & { readonly of: readonly Looked[] }
        : never
      : never);

/** Finds spans; a document scores as if it held one word, whose rarity is that of all of them, as often as it holds spans. */
export async function resolveSpans(condition: SpansCondition, context: ResolveContext): Promise<Resolved> {
  const part = await lookUp(condition.part, condition, context);
  const { capacity } = context.postings;
  const counts = new Map<number, number>();
  const candidates = await candidatesOf(part, condition, context);
  await eachText(condition, candidates, wordsIn(part), context, {
    text: (doc, places) => {
      const found = spansOf(part, places);
      if (found.length > 0)
        counts.set(
          doc,
          found.reduce((sum, { width }) => sum + 1 / (1 + width), 0),
        );
    },
  });
  const docs = Int32Array.from(counts.keys()).sort();
  const bits = DocBits.of(docs, capacity);
  if (!context.scored) return sameScore(bits, 0);
  return scoredSet(bits, await scoresOf(part, docs, counts, condition, context));
}

async function scoresOf(
  part: Looked,
  docs: Int32Array,
  counts: ReadonlyMap<number, number>,
  { boost, postings: table }: SpansCondition,
  { postings }: ResolveContext,
) {
  const found = await postings.terms(table, [...new Set(scoringWords(part))]);
  const lists = [...found.values()].filter(({ documentFrequency }) => documentFrequency > 0);
  const size = await postings.size(table);
  const weight = lists.reduce((sum, list) => sum + idf(size.documents, list.documentFrequency), 0);
  const factors = lengthFactors(size);
  const norms = normsOf(lists, docs);
  const scores = Float32Array.from(docs, (doc, i) =>
    termScore(weight, counts.get(doc) ?? 0, factors[norms[i] ?? 0] ?? 1),
  );
  return { kind: 'list', docs, scores, boost } as const;
}

async function lookUp(part: SpanPart, condition: SpansCondition, context: ResolveContext): Promise<Looked> {
  if (!('of' in part)) return { kind: 'words', words: await lookUpTerms(part, condition.postings, context) };
  const of: Looked[] = [];
  for (const each of part.of) of.push(await lookUp(each, condition, context));
  return { ...part, of };
}

/** Documents that hold the words at all. */
async function candidatesOf(part: Looked, condition: SpansCondition, { postings }: ResolveContext): Promise<DocBits> {
  const { capacity } = postings;
  const found = await postings.terms(condition.postings, wordsIn(part), { placed: true });
  const bitsOf = (each: Looked): DocBits => {
    if (each.kind === 'words') {
      const lists = each.words.map((word) => found.get(word) ?? noPostings(capacity));
      return matching(lists, 1, capacity);
    }
    const needed = each.kind === 'not' ? each.of.slice(0, 1) : each.of;
    const sets = needed.map((inner) => ({ bits: bitsOf(inner), docs: new Int32Array() }));
    return matching(sets, each.kind === 'or' ? 1 : sets.length, capacity);
  };
  return bitsOf(part);
}

const wordsIn = (part: Looked): readonly string[] => (part.kind === 'words' ? part.words : part.of.flatMap(wordsIn));

/** What is excluded says nothing about how rare the rest is. */
function scoringWords(part: Looked): readonly string[] {
  if (part.kind === 'words') return part.words;
  return (part.kind === 'not' ? part.of.slice(0, 1) : part.of).flatMap(scoringWords);
}

function spansOf(part: Looked, places: Places): readonly Span[] {
  if (part.kind === 'words') {
    const found = part.words.flatMap((word) => places.get(word) ?? []).sort((a, b) => a - b);
    return found.map((place) => ({ start: place, end: place + 1, width: 0 }));
  }
  const all = part.of.map((each) => spansOf(each, places));
  const [first = [], second = []] = all;
  switch (part.kind) {
    case 'near':
      if (all.length === 1) return first;
      return part.inOrder ? inOrder(all, part.slop) : anyOrder(all, part.slop);
    case 'or':
      return either(all);
    case 'not':
      return apartFrom(first, second, part.pre, part.post);
    case 'first':
      return first.filter(({ end }) => end <= part.end);
    case 'containing':
      return containing(first, second);
    case 'within':
      return within(first, second);
  }
}
