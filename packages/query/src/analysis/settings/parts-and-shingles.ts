import { malformed } from '@datasarana/schema';
import { type Fields, readInteger } from '../../reading/fields.ts';
import type { ShingleOptions } from '../filters/shingle.ts';
import type { WordDelimiterOptions } from '../filters/word-delimiter/word-delimiter.ts';
import type { GramLimits } from './grams.ts';
import { readWordList } from './words.ts';

/** What a `shingle` filter says. */
export function readShingle(fields: Fields, limits: GramLimits): ShingleOptions {
  const size = (value: unknown, path: string) => readInteger(value, path, { min: 2, max: 1000 });
  const max = fields.optional('max_shingle_size', size) ?? 2;
  const min = fields.optional('min_shingle_size', size) ?? 2;
  const unigrams = fields.flag('output_unigrams', true);
  const apart = max - min + (unigrams ? 1 : 0);
  if (apart > limits.shingles) {
    throw malformed(
      `In Shingle TokenFilter the difference between max_shingle_size and min_shingle_size (and +1 if outputting unigrams) must be less than or equal to: [${limits.shingles}] but was [${apart}]. This limit can be set by changing the [index.max_shingle_diff] index level setting.`,
    );
  }
  if (min > max) throw malformed(`Min shingle size must be <= max shingle size (${min} > ${max})`);
  return {
    min,
    max,
    unigrams,
    unigramsIfNoShingles: fields.flag('output_unigrams_if_no_shingles', false),
    separator: fields.text('token_separator') ?? ' ',
    filler: fields.text('filler_token') ?? '_',
  };
}

/** What a `word_delimiter_graph` filter says, or the older `word_delimiter`. */
export function readWordDelimiter(fields: Fields, isGraph: boolean): WordDelimiterOptions {
  return {
    wordParts: fields.flag('generate_word_parts', true),
    numberParts: fields.flag('generate_number_parts', true),
    catenateWords: fields.flag('catenate_words', false),
    catenateNumbers: fields.flag('catenate_numbers', false),
    catenateAll: fields.flag('catenate_all', false),
    splitOnCaseChange: fields.flag('split_on_case_change', true),
    splitOnNumerics: fields.flag('split_on_numerics', true),
    preserveOriginal: fields.flag('preserve_original', false),
    stemPossessive: fields.flag('stem_english_possessive', true),
    protectedWords: fields.optional('protected_words', readWordList) ?? [],
    adjustOffsets: isGraph ? fields.flag('adjust_offsets', true) : true,
    ignoreKeywords: isGraph ? fields.flag('ignore_keywords', false) : false,
    isGraph,
  };
}
