import { malformed } from '@datasarana/schema';
import type { CustomAnalyser, FilterStep } from '../chain.ts';

const UNREADING: ReadonlySet<string> = new Set([
  ...['word_delimiter', 'ngram', 'edge_ngram', 'shingle', 'fingerprint', 'keyword_repeat', 'common_grams'],
]);

/** Filters that make several words of one, or one of several, so that a synonym is not what the text holds. */
function isUnreading(step: FilterStep): boolean {
  return UNREADING.has(step.kind) || (step.kind === 'cjk_bigram' && step.unigrams);
}

const typeOf = (step: FilterStep): string =>
  step.kind === 'word_delimiter' && step.isGraph ? 'word_delimiter_graph' : step.kind;

/** Refuses synonyms that cannot be cut into words by what stands before them. @throws PlatformError */
export function refuseUnreadSynonyms({ filters }: CustomAnalyser): void {
  for (const [i, step] of filters.entries()) {
    if (step.kind !== 'synonym') continue;
    const before = filters.slice(0, i).find(isUnreading);
    if (before !== undefined) throw malformed(`Token filter [${typeOf(before)}] cannot be used to parse synonyms`);
    if (step.isUnfit) throw malformed('Failed to build synonyms');
  }
}
