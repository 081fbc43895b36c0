import type { WordsCondition } from '../condition.ts';
import { DocBits } from './bits.ts';
import type { TermPostings } from './postings-source.ts';
import { type ResolveContext, type Resolved, type ScoredList, sameScore } from './resolved.ts';

export async function resolveWords(condition: WordsCondition, context: ResolveContext): Promise<Resolved> {
  const { postings } = context;
  const found = await postings.terms(condition.postings, condition.words);
  const lists = condition.words.map((word) => found.get(word) ?? noPostings(postings.capacity));
  const bits = matching(lists, condition.required, postings.capacity);
  if (!context.scored) return sameScore(bits, 0);
  const parts: ScoredList[] = [];
  for (const [i, list] of lists.entries()) {
    parts.push({ docs: list.docs, scores: await postings.scores(condition.postings, condition.words[i] ?? '', list) });
  }
  const [only] = parts;
  const dense = denseScores(parts, bits, postings.capacity);
  const single = parts.length === 1 && only !== undefined && condition.boost === 1 ? only : null;
  return { kind: 'set', bits, score: (doc) => condition.boost * (dense()[doc] ?? 0), constant: null, scored: single };
}

/** Sums of the lists by document, made when first asked for. */
export function denseScores(parts: readonly ScoredList[], bits: DocBits, capacity: number): () => Float32Array {
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
  if (required <= 1) return others.reduce((all, list) => all.with(list.bits, (a, b) => a | b), first.bits);
  if (required === lists.length) return others.reduce((all, list) => all.with(list.bits, (a, b) => a & b), first.bits);
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
