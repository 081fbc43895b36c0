import { malformed } from '@datasarana/schema';
import { type Fields, readInteger } from '../../reading/fields.ts';

/** How far lengths of an index may lie apart. */
export interface GramLimits {
  readonly ngrams: number;
  readonly shingles: number;
}

export const USUAL_LIMITS: GramLimits = { ngrams: 1, shingles: 3 };

/** `min_gram` and `max_gram`; without limits they may lie as far apart as they like, up to 255. */
export function readGramLengths(fields: Fields, limits: GramLimits | null) {
  const count = (value: unknown, path: string) => readInteger(value, path, { min: 1, max: 255 });
  const minGram = fields.optional('min_gram', count) ?? 1;
  const maxGram = fields.optional('max_gram', count) ?? 2;
  if (limits !== null && maxGram - minGram > limits.ngrams) {
    throw malformed(
      `The difference between max_gram and min_gram in NGram Tokenizer must be less than or equal to: [${limits.ngrams}] but was [${maxGram - minGram}]. This limit can be set by changing the [index.max_ngram_diff] index level setting.`,
    );
  }
  if (minGram > maxGram) throw malformed('minGram must not be greater than maxGram');
  return { minGram, maxGram };
}
