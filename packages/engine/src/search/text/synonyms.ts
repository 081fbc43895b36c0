import type { SynonymsCondition } from '../condition.ts';
import { idf, lengthFactors, termScore } from './bm25.ts';
import type { TermPostings } from './postings-source.ts';
import { type ResolveContext, type Resolved, sameScore } from './resolved.ts';
import { matching, noPostings } from './words.ts';

/** Words that count as one: their frequencies add up, and they are as rare as the most frequent (Lucene's SynonymQuery). */
export async function resolveSynonyms(condition: SynonymsCondition, context: ResolveContext): Promise<Resolved> {
  const { postings } = context;
  const words = [...new Set(condition.words)];
  const found = await postings.terms(condition.postings, words);
  const lists = words.map((word) => found.get(word) ?? noPostings(postings.capacity));
  const bits = matching(lists, 1, postings.capacity);
  if (!context.scored) return sameScore(bits, 0);
  const size = await postings.size(condition.postings);
  const factors = lengthFactors(size);
  // an argument each would be too many for Math.max
  const most = lists.reduce((largest, { documentFrequency }) => Math.max(largest, documentFrequency), 0);
  const weight = condition.boost * idf(size.documents, most);
  const counted = joined(lists);
  return {
    kind: 'set',
    bits,
    constant: null,
    score: (doc) => {
      const { frequency = 0, norm = 0 } = counted.get(doc) ?? {};
      return termScore(weight, frequency, factors[norm] ?? 1);
    },
  };
}

function joined(lists: readonly TermPostings[]): ReadonlyMap<number, { frequency: number; norm: number }> {
  const counted = new Map<number, { frequency: number; norm: number }>();
  for (const { docs, frequencies, norms } of lists) {
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] ?? 0;
      const known = counted.get(doc);
      if (known) known.frequency += frequencies[i] ?? 0;
      else counted.set(doc, { frequency: frequencies[i] ?? 0, norm: norms[i] ?? 0 });
    }
  }
  return counted;
}
