import { malformed } from '@datasarana/schema';
import { Fields, readInteger, readOneOrMany, readText } from '../reading/fields.ts';
import { isObject } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { ANALYSER, analyse } from './analyse.ts';
import type { CustomAnalyser, FilterStep } from './chain.ts';
import { STEMMER_LANGUAGES } from './filters/stemmer.ts';
import { STOP_WORDS } from './filters/stop.ts';
import { synonymRules } from './filters/synonym.ts';
import { readNormalizer } from './normalizer.ts';
import { TOKENIZERS, type TokenizerName } from './tokenizers.ts';

/** The analysers and normalizers of an index by name. */
export interface Analysis {
  readonly analysers: Readonly<Record<string, CustomAnalyser>>;
  /** For keyword fields: the whole value stays one word. */
  readonly normalizers: Readonly<Record<string, CustomAnalyser>>;
}

type Named = Readonly<Record<string, unknown>>;

/** Reads `settings.analysis`; every analyser is put together here, so that a fault shows when the index is made. */
export function readAnalysis(value: unknown, path: string): Analysis {
  const fields = new Fields(value, path, 'analysis', 'all');
  const named = (name: string) => fields.optional(name, readNamed) ?? {};
  const known: Named = named('filter');
  const tokenizers: Named = named('tokenizer');
  const analysers = eachOf(named('analyzer'), `${path}.analyzer`, (body, at) =>
    readAnalyserBody(body, at, known, tokenizers),
  );
  const charFilters: Named = named('char_filter');
  const normalizers = eachOf(named('normalizer'), `${path}.normalizer`, (body, at) =>
    readNormalizer(body, at, charFilters, (given) => readFilters(given, 'keyword', known)),
  );
  fields.done();
  return { analysers, normalizers };
}

/** An analyser put together in a request: `tokenizer` and `filter`, each by name or as an object. */
export function readAdHocAnalyser(fields: Fields, known: Named = {}): CustomAnalyser {
  const tokenizer = fields.optional('tokenizer', (given, at) => readTokenizer(given, at, {})) ?? 'keyword';
  refuseCharFilters(fields);
  return { tokenizer, filters: readFilters(fields, tokenizer, known) };
}

function readNamed(value: unknown, path: string): Named {
  if (!isObject(value)) throw wrongShape(path, 'an object by names', value);
  return value;
}

function eachOf(
  named: Named,
  path: string,
  read: (body: unknown, at: string) => CustomAnalyser,
): Readonly<Record<string, CustomAnalyser>> {
  return Object.fromEntries(Object.entries(named).map(([name, body]) => [name, read(body, `${path}.${name}`)]));
}

function readAnalyserBody(value: unknown, path: string, known: Named, tokenizers: Named): CustomAnalyser {
  const fields = new Fields(value, path, 'an analyzer', 'all');
  const type = fields.text('type') ?? 'custom';
  if (type !== 'custom') {
    const stopWords = fields.optional('stopwords', readWords);
    fields.hints('max_token_length');
    fields.done();
    return builtIn(type, stopWords, path);
  }
  const tokenizer = fields.required('tokenizer', (given, at) => readTokenizer(given, at, tokenizers));
  refuseCharFilters(fields);
  const filters = readFilters(fields, tokenizer, known);
  fields.hints('position_increment_gap');
  fields.done();
  return { tokenizer, filters };
}

function builtIn(type: string, stopWords: readonly string[] | undefined, path: string): CustomAnalyser {
  const known = Object.entries(ANALYSER).find(([name]) => name === type)?.[1];
  if (known === undefined) {
    throw malformed(
      `Unknown analyzer type [${type}] for ${path}`,
      `Use custom or one of ${Object.keys(ANALYSER).join(', ')}.`,
    );
  }
  if (stopWords === undefined) return known;
  const step: FilterStep = { kind: 'stop', words: stopWords, ignoreCase: false };
  const isThere = known.filters.some(({ kind }) => kind === 'stop');
  const filters = isThere
    ? known.filters.map((each) => (each.kind === 'stop' ? step : each))
    : [...known.filters, step];
  return { ...known, filters };
}

function refuseCharFilters(fields: Fields): void {
  const given = fields.optional('char_filter', (list, at) => readOneOrMany(list, at, readText)) ?? [];
  if (given.length > 0) throw wrongShape(fields.at('char_filter'), 'no character filters', given);
}

function readTokenizer(value: unknown, path: string, known: Named): TokenizerName {
  const body = typeof value === 'string' && Object.hasOwn(known, value) ? known[value] : value;
  const type = isObject(body) ? body.type : body;
  const found = TOKENIZERS.find((name) => name === type);
  if (found !== undefined) return found;
  throw malformed(
    `failed to find tokenizer under name [${String(type)}] for ${path}`,
    `Use one of ${TOKENIZERS.join(', ')}.`,
  );
}

function readFilters(fields: Fields, tokenizer: TokenizerName, known: Named): readonly FilterStep[] {
  const given = fields.take('filter');
  const list: readonly unknown[] = given === undefined ? [] : Array.isArray(given) ? given : [given];
  const steps: FilterStep[] = [];
  for (const [i, each] of list.entries()) {
    const body = typeof each === 'string' && Object.hasOwn(known, each) ? known[each] : each;
    steps.push(readStep(body, `${fields.at('filter')}[${i}]`, { tokenizer, filters: [...steps] }));
  }
  return steps;
}

const PLAIN = ['lowercase', 'uppercase', 'trim', 'unique', 'decimal_digit', 'cjk_width'] as const;
const OFFERED = [...PLAIN, 'asciifolding', 'stop', 'stemmer', 'porter_stem', 'keyword_marker', 'synonym', 'edge_ngram'];

/** `before` is what a word went through when it comes here; synonyms are analysed by it. */
function readStep(value: unknown, path: string, before: CustomAnalyser): FilterStep {
  const fields = new Fields(typeof value === 'string' ? { type: value } : value, path, 'a token filter', 'all');
  const type = fields.required('type', readText);
  const step = stepOf(type, fields, before);
  fields.done();
  return step;
}

function stepOf(type: string, fields: Fields, before: CustomAnalyser): FilterStep {
  const plain = PLAIN.find((name) => name === type);
  if (plain !== undefined) return { kind: plain };
  switch (type) {
    case 'asciifolding':
      return { kind: type, preserveOriginal: fields.flag('preserve_original', false) };
    case 'stop': {
      const words = fields.optional('stopwords', readWords) ?? STOP_WORDS._english_ ?? [];
      return { kind: type, words, ignoreCase: fields.flag('ignore_case', false) };
    }
    case 'keyword_marker': {
      const words = fields.required('keywords', readWords);
      return { kind: type, words, ignoreCase: fields.flag('ignore_case', false) };
    }
    case 'porter_stem':
      return { kind: 'stemmer', language: 'porter' };
    case 'stemmer':
      return { kind: type, language: readLanguage(fields) };
    case 'synonym':
    case 'synonym_graph': {
      const lines = fields.required('synonyms', (list, at) => readOneOrMany(list, at, readText));
      const expand = fields.flag('expand', true);
      fields.hints('lenient', 'format');
      return { kind: 'synonym', rules: synonymRules(lines, (text) => analyse(before, text), expand) };
    }
    case 'edge_ngram':
    case 'edgeNGram':
      return readEdgeNgram(fields);
    default:
      throw malformed(
        `failed to find global token filter under [${type}] at ${fields.path}`,
        `Use one of ${OFFERED.join(', ')}.`,
      );
  }
}

function readLanguage(fields: Fields): string {
  const language = fields.text('language') ?? fields.text('name') ?? 'english';
  if (STEMMER_LANGUAGES.includes(language)) return language;
  throw malformed(`Invalid stemmer class specified: ${language}`, `Use one of ${STEMMER_LANGUAGES.join(', ')}.`);
}

function readEdgeNgram(fields: Fields): FilterStep {
  const count = (value: unknown, path: string) => readInteger(value, path, { min: 1, max: 255 });
  const minGram = fields.optional('min_gram', count) ?? 1;
  const maxGram = fields.optional('max_gram', count) ?? 2;
  if (minGram > maxGram) throw wrongShape(fields.path, 'min_gram not above max_gram', { minGram, maxGram });
  return { kind: 'edge_ngram', minGram, maxGram, preserveOriginal: fields.flag('preserve_original', false) };
}

/** A list of words, a name such as `_english_`, or words with commas between them. */
function readWords(value: unknown, path: string): readonly string[] {
  if (typeof value === 'string' && Object.hasOwn(STOP_WORDS, value)) return STOP_WORDS[value] ?? [];
  if (typeof value === 'string') return value.split(',').map((word) => word.trim());
  return readOneOrMany(value, path, readText).flatMap((word) =>
    word.startsWith('_') ? (STOP_WORDS[word] ?? [word]) : [word],
  );
}
