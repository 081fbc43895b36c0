import { malformed } from '@datasarana/schema';
import { Fields, readInteger } from '../../reading/fields.ts';
import { ANALYSER, type AnyAnalyser } from '../analyse.ts';
import type { CustomAnalyser, FilterStep } from '../chain.ts';
import { STOP_WORDS } from '../filters/stop-words/lists.ts';
import { readSnowball } from './filter.ts';
import { LANGUAGES, languageAnalyser } from './languages.ts';
import { readStopWords, readWordList } from './words.ts';

const LOWERCASE: FilterStep = { kind: 'lowercase' };

const stops = (words: readonly string[]): readonly FilterStep[] =>
  words.length === 0 ? [] : [{ kind: 'stop', words, ignoreCase: false }];

const POSSESSIVE: FilterStep = { kind: 'stemmer', language: 'possessive_english' };

/** The stop words Lucene's analyser of Snowball's stemmers has for some of them. */
const SNOWBALL_STOP_WORDS: Readonly<Record<string, string>> = {
  ...{ porter2: '_english_', dutch: '_dutch_', french: '_french_', german: '_german_' },
};

type Read = (fields: Fields, stopWords: readonly string[] | undefined) => CustomAnalyser;

/** Analysers that are no analysers of fields by their name alone. */
const PLAIN_READ: Readonly<Record<string, Read>> = {
  stop: (_fields, words = STOP_WORDS._english_ ?? []) => ({ tokenizer: 'lowercase', filters: stops(words) }),
  pattern: (fields, words = []) => ({
    tokenizer: {
      kind: 'pattern',
      pattern: fields.text('pattern') ?? String.raw`\W+`,
      flags: fields.text('flags') ?? '',
      group: -1,
    },
    filters: [...(fields.flag('lowercase', true) ? [LOWERCASE] : []), ...stops(words)],
  }),
  snowball: (fields, words) => {
    const language = readSnowball(fields);
    const isEnglish = language === 'porter' || language === 'porter2';
    return {
      tokenizer: 'standard',
      filters: [
        ...(isEnglish ? [POSSESSIVE] : []),
        LOWERCASE,
        ...stops(words ?? STOP_WORDS[SNOWBALL_STOP_WORDS[language] ?? ''] ?? []),
        { kind: 'stemmer', language },
      ],
    };
  },
  cjk: (_fields, words = STOP_WORDS._cjk_ ?? []) => ({
    tokenizer: 'standard',
    filters: [{ kind: 'cjk_width' }, LOWERCASE, { kind: 'cjk_bigram', ignored: [], unigrams: false }, ...stops(words)],
  }),
  fingerprint: (fields, words = []) => ({
    tokenizer: 'standard',
    filters: [
      LOWERCASE,
      { kind: 'asciifolding', preserveOriginal: false },
      ...stops(words),
      {
        kind: 'fingerprint',
        separator: fields.text('separator') ?? ' ',
        longest: fields.optional('max_output_size', (value, path) => readInteger(value, path, { min: 1 })) ?? 255,
      },
    ],
  }),
};

const LANGUAGE_READ: Readonly<Record<string, Read>> = Object.fromEntries(
  LANGUAGES.map((name) => [
    name,
    (fields: Fields, words) => languageAnalyser(name, words, fields.optional('stem_exclusion', readWordList)),
  ]),
);

const READ = { ...PLAIN_READ, ...LANGUAGE_READ };

/** An analyser of a type OpenSearch has, with what settings change about it. @throws PlatformError for one that is not offered */
export function readNamedAnalyser(type: string, fields: Fields, name: string): CustomAnalyser {
  const stopWords = fields.optional('stopwords', readStopWords);
  const own = Object.hasOwn(READ, type) ? READ[type] : undefined;
  if (own !== undefined) return own(fields, stopWords);
  const known = Object.entries(ANALYSER).find(([each]) => each === type)?.[1];
  if (known === undefined) {
    const offered = [...Object.keys(ANALYSER), ...Object.keys(READ)];
    throw malformed(`Unknown analyzer type [${type}] for [${name}]`, `Use custom or one of ${offered.join(', ')}.`);
  }
  const longest = fields.optional('max_token_length', (value, path) => readInteger(value, path, { min: 1 }));
  const cut =
    longest === undefined ? known : { ...known, tokenizer: { kind: 'cut', of: known.tokenizer, longest } as const };
  return stopWords === undefined ? cut : withStopWords(cut, stopWords);
}

function withStopWords(known: CustomAnalyser, words: readonly string[]): CustomAnalyser {
  const step: FilterStep = { kind: 'stop', words, ignoreCase: false };
  const isThere = known.filters.some(({ kind }) => kind === 'stop');
  const filters = isThere
    ? known.filters.map((each) => (each.kind === 'stop' ? step : each))
    : [...known.filters, step];
  return { ...known, filters };
}

/** An analyser every index has, by its name; undefined when there is none of it, and without a name. */
export function analyserNamed(name: string | undefined): AnyAnalyser | undefined {
  if (name === undefined || name === 'default') return name && 'standard';
  const known = Object.keys(ANALYSER).find((each): each is keyof typeof ANALYSER => each === name);
  return known ?? BUILT_IN.get(name);
}

const BUILT_IN: ReadonlyMap<string, CustomAnalyser> = new Map(
  Object.entries(READ).map(([name, read]) => [name, read(new Fields({}, name, 'an analyzer'), undefined)]),
);
