import type { WordsCondition } from '../condition.ts';
import { DocBits } from './bits.ts';
import { type FieldSize, idf, lengthFactors, termScore } from './bm25.ts';
import type { TermPostings } from './postings-source.ts';
import { type ResolveContext, type Resolved, type Scored, type ScoredList, sameScore } from './resolved.ts';

export async function resolveWords(condition: WordsCondition, context: ResolveContext): Promise<Resolved> {
  const { postings } = context;
  const { boost, required, words } = condition;
  const isAll = words.length > 1 && required === words.length;
  if (isAll && boost > 0 && context.scored) return allWords(condition, context);
  const found = await postings.terms(condition.postings, words);
  const lists = words.map((word) => found.get(word) ?? noPostings(postings.capacity));
  const bits = matching(lists, required, postings.capacity);
  if (!context.scored) return sameScore(bits, 0);
  const parts = await scoreParts(condition, lists, context);
  const dense = denseScores(parts, bits, postings.capacity);
  const score = (doc: number): number => boost * (dense()[doc] ?? 0);
  const scored = boost > 0 ? scoredOf(parts, boost, dense) : null;
  return { kind: 'set', bits, score, constant: null, scored };
}

async function scoreParts(
  { postings: table, words }: WordsCondition,
  lists: readonly TermPostings[],
  { postings }: ResolveContext,
): Promise<readonly ScoreParts[]> {
  const parts: ScoreParts[] = [];
  for (const [i, list] of lists.entries()) {
    parts.push({ docs: list.docs, ...(await postings.scores(table, words[i] ?? '', list)) });
  }
  return parts;
}

/** Words that must all occur; which documents have them is kept while nothing changes. */
async function allWords(condition: WordsCondition, context: ResolveContext): Promise<Resolved> {
  const { postings } = context;
  const { boost, words } = condition;
  const key = JSON.stringify([condition.postings, words]);
  const { bits, list } = await postings.remembered(`all/${key}`, async () => {
    const found = await postings.terms(condition.postings, words);
    const lists = words.map((word) => found.get(word) ?? noPostings(postings.capacity));
    const list = inEach(lists, await postings.size(condition.postings));
    const bits = DocBits.of(list.docs, postings.capacity);
    return [{ bits, list }, bits.data.length + list.docs.byteLength * 2 + key.length * 2];
  });
  return scoredSet(bits, { kind: 'list', ...list, boost });
}

/** A set of documents with the scores of a list. */
export function scoredSet(bits: DocBits, list: ScoredList): Resolved {
  const { docs, scores, boost } = list;
  const score = (doc: number): number => boost * (scores[placeOf(docs, doc, 0)] ?? 0);
  return { kind: 'set', bits, score, constant: null, scored: list };
}

type ScoreParts = Pick<ScoredList, 'docs' | 'scores' | 'highest'>;

function scoredOf(parts: readonly ScoreParts[], boost: number, dense: () => Float32Array): Scored {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return { kind: 'list', ...only, boost };
  return { kind: 'table', scores: dense, boost };
}

/**
 * Documents that are in each of the lists, with the sum of their scores; the shortest list leads through the others. Only these are
 * scored: a word of every document costs no more than the rarest beside it.
 */
function inEach(lists: readonly TermPostings[], size: FieldSize): Pick<ScoredList, 'docs' | 'scores'> {
  const shortest = lists.reduce((a, b) => (b.docs.length < a.docs.length ? b : a));
  const factors = lengthFactors(size);
  const weights = lists.map(({ documentFrequency }) => idf(size.documents, documentFrequency));
  const places = lists.map(() => 0);
  const docs = new Int32Array(shortest.docs.length);
  const scores = new Float32Array(shortest.docs.length);
  let used = 0;
  for (const doc of shortest.docs) {
    let sum = 0;
    let each = 0;
    for (; each < lists.length; each++) {
      const list = lists[each] ?? shortest;
      const at = placeOf(list.docs, doc, places[each] ?? 0);
      places[each] = at;
      if (list.docs[at] !== doc) break;
      const factor = factors[list.norms[at] ?? 0] ?? 1;
      sum = Math.fround(sum + Math.fround(termScore(weights[each] ?? 0, list.frequencies[at] ?? 1, factor)));
    }
    if (each < lists.length) continue;
    docs[used] = doc;
    scores[used++] = sum;
  }
  return { docs: docs.slice(0, used), scores: scores.slice(0, used) };
}

/** Where the first document not below `doc` stands, looked for from `from` on in growing steps. */
export function placeOf(docs: Int32Array, doc: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < docs.length && (docs[low + step] ?? 0) < doc) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, docs.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((docs[middle] ?? 0) < doc) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sums of the lists by document, made when first asked for. */
export function denseScores(parts: readonly ScoreParts[], bits: DocBits, capacity: number): () => Float32Array {
  let made: Float32Array | null = null;
  return () => {
    if (made !== null) return made;
    made = new Float32Array(capacity);
    for (const { docs, scores } of parts) {
      for (let i = 0; i < docs.length; i++) {
        const doc = docs[i] ?? 0;
        if (bits.has(doc)) made[doc] = (made[doc] ?? 0) + (scores[i] ?? 0);
      }
    }
    return made;
  };
}

export const noPostings = (capacity: number): TermPostings => ({
  docs: new Int32Array(),
  frequencies: new Uint16Array(),
  norms: new Uint8Array(),
  bits: new DocBits(capacity),
  documentFrequency: 0,
});

/** Documents in at least `required` of the lists. */
export function matching(
  lists: readonly Pick<TermPostings, 'bits' | 'docs'>[],
  required: number,
  capacity: number,
): DocBits {
  const [first, ...others] = [...new Set(lists)];
  if (first === undefined || required > lists.length) return new DocBits(capacity);
  if (required <= 1) return others.reduce((all, list) => all.or(list.bits), first.bits);
  if (required === lists.length) return others.reduce((all, list) => all.and(list.bits), first.bits);
  const bits = new DocBits(capacity);
  const counts = new Uint16Array(capacity);
  for (const list of lists) {
    for (let i = 0; i < list.docs.length; i++) {
      const doc = list.docs[i] ?? 0;
      const count = (counts[doc] ?? 0) + 1;
      counts[doc] = count;
      if (count === required) bits.add(doc);
    }
  }
  return bits;
}
