import type { TermSuggester } from '@datasarana/query';
import { tokensFor } from '../clauses/analysis.ts';
import type { SuggestEntry } from '../response.ts';
import { floatText } from '../text/bm25.ts';
import type { SuggestContext } from './context.ts';
import { type Candidate, Dictionary } from './dictionary.ts';

/** Corrections for each word of a text. */
export async function suggestTerms(
  given: string,
  by: TermSuggester,
  context: SuggestContext,
): Promise<readonly SuggestEntry[]> {
  const dictionary = new Dictionary(by.field, context);
  const { source } = dictionary;
  const analyser = dictionary.analyser(by.analyser);
  const limits = await limitsOf(by, dictionary);
  const entries: SuggestEntry[] = [];
  for (const { word, start, end } of tokensFor(source, analyser, given)) {
    const found = await correctionsOf(word, by, dictionary, limits);
    const options = found.map((each) => ({ text: each.word, score: floatText(each.score), freq: each.frequency }));
    entries.push({ text: word, offset: start, length: end - start, options });
  }
  return entries;
}

interface DocumentLimits {
  /** A correction is in more documents than that. */
  readonly above: number;
  readonly most: number;
}

async function limitsOf({ minDocFreq, maxTermFreq }: TermSuggester, dictionary: Dictionary): Promise<DocumentLimits> {
  const documents = await dictionary.documents();
  return {
    above: minDocFreq >= 1 ? minDocFreq : Math.max(0, Math.floor(minDocFreq * documents) - 1),
    most: maxTermFreq >= 1 ? maxTermFreq : Math.ceil(maxTermFreq * documents),
  };
}

async function correctionsOf(
  word: string,
  by: TermSuggester,
  dictionary: Dictionary,
  limits: DocumentLimits,
): Promise<readonly Candidate[]> {
  const { mode, sort, size } = by;
  if ([...word].length < by.minWordLength) return [];
  const own = await dictionary.frequency(word);
  if ((mode === 'missing' && own > 0) || own > limits.most) return [];
  const found = (await dictionary.close(word, by))
    .filter(({ frequency }) => frequency > limits.above && (mode !== 'popular' || frequency > own))
    .toSorted((a, b) => (sort === 'frequency' ? b.frequency - a.frequency || b.score - a.score : 0));
  return found.slice(0, size);
}
