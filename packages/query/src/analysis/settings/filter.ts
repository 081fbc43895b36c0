import { malformed } from '@datasarana/schema';
import { type Fields, readChoice, readInteger, readOneOrMany, readText } from '../../reading/fields.ts';
import { tokensOf, usualTypeOf } from '../analyse.ts';
import { type CustomAnalyser, type FilterStep, filterOf, isPlainFilter } from '../chain.ts';
import { CJK_SCRIPTS } from '../filters/cjk-bigram.ts';
import { PAYLOAD_ENCODINGS } from '../filters/delimited-payload.ts';
import { FRENCH_ARTICLES } from '../filters/elision.ts';
import { STEMMER_LANGUAGES } from '../filters/stemmer.ts';
import { overrideRules } from '../filters/stemmer-override.ts';
import { SNOWBALL } from '../filters/stems/snowball.ts';
import { STOP_WORDS } from '../filters/stop-words/lists.ts';
import { synonymRules } from '../filters/synonym.ts';
import { type GramLimits, readGramLengths } from './grams.ts';
import { type PartNames, readPart } from './names.ts';
import { readShingle, readWordDelimiter } from './parts-and-shingles.ts';
import { readStopWords, readWordList } from './words.ts';

/** `before` is what a word went through when it comes to the filter; synonyms are analysed by it. */
export interface FilterContext {
  readonly before: CustomAnalyser;
  readonly limits: GramLimits;
  /** Whether the filter is named alone, which for some of them is not the same as one without parameters. */
  readonly isBare: boolean;
}

type Read = (fields: Fields, context: FilterContext) => FilterStep;

const readTexts = (value: unknown, path: string): readonly string[] => readOneOrMany(value, path, readText);
const least = (min: number) => (value: unknown, path: string) => readInteger(value, path, { min });

const LOWER = ['greek', 'irish', 'turkish'] as const;

const READ: Readonly<Record<string, Read>> = {
  lowercase: (fields) => {
    const language = fields.optional('language', (value, path) => readChoice(value, path, LOWER));
    return { kind: language === undefined ? 'lowercase' : `lowercase_${language}` };
  },
  delimited_payload: (fields) => ({
    kind: 'delimited_payload',
    delimiter: (fields.text('delimiter') ?? '|').slice(0, 1),
    encoding: fields.optional('encoding', (value, path) => readChoice(value, path, PAYLOAD_ENCODINGS)) ?? 'float',
  }),
  asciifolding: (fields) => ({ kind: 'asciifolding', preserveOriginal: fields.flag('preserve_original', false) }),
  stop: (fields) => {
    const words = fields.optional('stopwords', readStopWords) ?? STOP_WORDS._english_ ?? [];
    fields.hints('remove_trailing');
    return { kind: 'stop', words, ignoreCase: fields.flag('ignore_case', false) };
  },
  keyword_marker: (fields) => {
    const words = fields.required('keywords', readWordList);
    return { kind: 'keyword_marker', words, ignoreCase: fields.flag('ignore_case', false) };
  },
  keep: (fields) => {
    const words = fields.required('keep_words', readTexts);
    return { kind: 'keep', words, ignoreCase: fields.flag('keep_words_case', false) };
  },
  elision: (fields) => {
    const words = fields.optional('articles', readWordList) ?? FRENCH_ARTICLES;
    return { kind: 'elision', words, ignoreCase: fields.flag('articles_case', false) };
  },
  keep_types: (fields, { before }) => {
    const isKept =
      fields.optional('mode', (value, path) => readChoice(value, path, ['include', 'exclude'])) !== 'exclude';
    return { kind: 'keep_types', types: fields.required('types', readTexts), isKept, usual: usualTypeOf(before) };
  },
  porter_stem: () => ({ kind: 'stemmer', language: 'porter' }),
  stemmer: (fields) => ({ kind: 'stemmer', language: readLanguage(fields) }),
  snowball: (fields) => ({ kind: 'stemmer', language: readSnowball(fields) }),
  stemmer_override: (fields) => ({
    kind: 'stemmer_override',
    rules: overrideRules(fields.required('rules', readTexts)),
  }),
  synonym: (fields, context) => readSynonym(fields, context, false),
  synonym_graph: (fields, context) => readSynonym(fields, context, true),
  length: (fields) => ({
    kind: 'length',
    min: fields.optional('min', least(0)) ?? 0,
    max: fields.optional('max', least(0)) ?? Number.POSITIVE_INFINITY,
  }),
  truncate: (fields) => ({ kind: 'truncate', most: fields.optional('length', least(1)) ?? 10 }),
  limit: (fields) => {
    fields.hints('consume_all_tokens');
    return { kind: 'limit', most: fields.optional('max_token_count', least(0)) ?? 1 };
  },
  unique: (fields) => ({ kind: fields.flag('only_on_same_position', false) ? 'remove_duplicates' : 'unique' }),
  fingerprint: (fields) => ({
    kind: 'fingerprint',
    separator: fields.text('separator') ?? ' ',
    longest: fields.optional('max_output_size', least(1)) ?? 255,
  }),
  pattern_capture: (fields) => ({
    kind: 'pattern_capture',
    patterns: fields.required('patterns', readTexts),
    preserveOriginal: fields.flag('preserve_original', true),
  }),
  pattern_replace: (fields) => ({
    kind: 'pattern_replace',
    pattern: fields.required('pattern', readText),
    replacement: fields.text('replacement') ?? '',
    flags: fields.text('flags') ?? '',
    all: fields.flag('all', true),
  }),
  edge_ngram: (fields, { isBare }) => ({
    kind: 'edge_ngram',
    ...(isBare ? { minGram: 1, maxGram: 1 } : readGramLengths(fields, null)),
    preserveOriginal: fields.flag('preserve_original', false),
    fromBack: fields.optional('side', (value, path) => readChoice(value, path, ['front', 'back'])) === 'back',
  }),
  ngram: (fields, { limits }) => ({
    kind: 'ngram',
    ...readGramLengths(fields, limits),
    preserveOriginal: fields.flag('preserve_original', false),
  }),
  shingle: (fields, { limits }) => ({ kind: 'shingle', ...readShingle(fields, limits) }),
  cjk_bigram: (fields) => ({
    kind: 'cjk_bigram',
    ignored: fields.optional('ignored_scripts', (list, at) => readOneOrMany(list, at, readScript)) ?? [],
    unigrams: fields.flag('output_unigrams', false),
  }),
  common_grams: (fields) => ({
    kind: 'common_grams',
    words: fields.required('common_words', readWordList),
    ignoreCase: fields.flag('ignore_case', false),
    isQuery: fields.flag('query_mode', false),
  }),
  word_delimiter_graph: (fields) => ({ kind: 'word_delimiter', ...readWordDelimiter(fields, true) }),
  word_delimiter: (fields) => ({ kind: 'word_delimiter', ...readWordDelimiter(fields, false) }),
};

const readScript = (value: unknown, path: string) => readChoice(value, path, CJK_SCRIPTS);

const OTHER_NAMES: Readonly<Record<string, string>> = { edgeNGram: 'edge_ngram', nGram: 'ngram' };

/** Reads a token filter by name or as an object. @throws PlatformError for one that is not offered, or cannot be made */
export function readFilter(
  value: unknown,
  path: string,
  names: PartNames,
  given: Omit<FilterContext, 'isBare'>,
): FilterStep {
  const found = readPart(value, path, names, (type, fields, isBare): FilterStep | null => {
    const name = Object.hasOwn(OTHER_NAMES, type) ? (OTHER_NAMES[type] ?? type) : type;
    if (Object.hasOwn(READ, name)) return READ[name]?.(fields, { ...given, isBare }) ?? null;
    return isPlainFilter(name) && !name.startsWith('lowercase_') ? { kind: name } : null;
  });
  filterOf(found);
  return found;
}

function readSynonym(fields: Fields, { before }: FilterContext, isGraph: boolean): FilterStep {
  const lines = fields.required('synonyms', readTexts);
  const expand = fields.flag('expand', true);
  const isLenient = fields.flag('lenient', false);
  fields.hints('format');
  const isAside = (step: FilterStep): boolean => step.kind === 'synonym' && !step.isGraph;
  const cut = { ...before, filters: before.filters.filter((step) => !isAside(step)) };
  let isUnfit = false;
  const words = (text: string): readonly string[] => {
    const tokens = tokensOf(cut, text);
    const isFit = tokens.length > 0 && tokens.every(({ position }, i) => position === i);
    isUnfit ||= !isFit && !isLenient;
    return isFit || !isLenient ? tokens.map(({ word }) => word) : [];
  };
  return { kind: 'synonym', rules: synonymRules(lines, words, expand), isGraph, isUnfit };
}

function readLanguage(fields: Fields): string {
  const language = (fields.text('language') ?? fields.text('name') ?? 'english').toLowerCase();
  if (STEMMER_LANGUAGES.includes(language)) return language;
  throw malformed(`Invalid stemmer class specified: ${language}`, `Use one of ${STEMMER_LANGUAGES.join(', ')}.`);
}

/** The stemmer of a language by Snowball's name, whose English is Porter's second algorithm. */
export function readSnowball(fields: Fields): string {
  const given = fields.text('language') ?? fields.text('name') ?? 'English';
  const language = given.toLowerCase();
  if (language === 'english') return 'porter2';
  if (language === 'porter' || Object.hasOwn(SNOWBALL, language)) return language;
  const offered = ['english', 'porter', ...Object.keys(SNOWBALL)];
  throw malformed(`Invalid stemmer class specified: ${given}`, `Use one of ${offered.join(', ')}.`);
}
