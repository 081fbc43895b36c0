import type { SynonymsCondition } from '../condition.ts';
import { idf, lengthFactors, termScore } from './bm25.ts';
import { type ResolveContext, type Resolved, sameScore } from './resolved.ts';
import { readerOf } from './term-postings.ts';
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
  const readers = lists.map(readerOf);
  return {
    kind: 'set',
    bits,
    constant: null,
    score: (doc) => {
      const found = readers.flatMap((read) => read(doc) ?? []);
      const frequency = found.reduce((sum, each) => sum + each.frequency, 0);
      return termScore(weight, frequency, factors[found[0]?.norm ?? 0] ?? 1);
    },
  };
}
