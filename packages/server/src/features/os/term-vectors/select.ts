import { type FieldStatistics, tfIdf } from '@datasarana/engine';
import type { Selection } from './read-request.ts';
import type { Words } from './words-of.ts';

/** The words that say most of a document, with their scores; of equal ones the first. */
export function selected(words: Words, statistics: FieldStatistics, selection: Selection): ReadonlyMap<string, number> {
  const scored = [...words].flatMap(([word, { length: frequency }]) => {
    const documents = statistics.words.get(word)?.documents ?? 0;
    if (!isFit(word, frequency, selection)) return [];
    if (documents < selection.min_doc_freq || documents > selection.max_doc_freq || documents === 0) return [];
    return [{ word, score: tfIdf(frequency, documents, statistics.documents) }];
  });
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, Math.max(selection.max_num_terms, 0));
  return new Map(best.map(({ word, score }) => [word, score]));
}

function isFit(word: string, frequency: number, selection: Selection): boolean {
  const { min_word_length: least, max_word_length: most } = selection;
  if (frequency < selection.min_term_freq || frequency > selection.max_term_freq) return false;
  return word.length >= least && (most <= 0 || word.length <= most);
}
