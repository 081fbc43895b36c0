import { illegalArgument } from '../aggregations/refusal.ts';
import { type Fuzziness, readFuzziness } from '../clauses/fuzziness.ts';
import { readAnalyser } from '../clauses/matching.ts';
import { printFlags, readFlags } from '../clauses/regexp.ts';
import {
  Fields,
  pathOf,
  readInteger,
  readList,
  readNumber,
  readOneOrMany,
  readPattern,
  readText,
} from '../reading/fields.ts';
import { isObject, type Json, type JsonObject, present } from '../reading/json.ts';
import { unsupported, wrongShape, wrongValue } from '../reading/refusal.ts';
import { REGEXP_FLAGS, type RegexpFlag } from '../regexp/parse.ts';

const STRING_DISTANCES = ['internal', 'damerau_levenshtein', 'levenshtein', 'jaro_winkler', 'ngram'] as const;
export type StringDistance = (typeof STRING_DISTANCES)[number];

/** Corrections of single words. */
export interface TermSuggester {
  readonly kind: 'term';
  readonly field: string;
  readonly size: number;
  readonly analyser?: string;
  readonly sort: 'score' | 'frequency';
  /** Which words get corrections: those not in the index, those with more frequent neighbours, all. */
  readonly mode: 'missing' | 'popular' | 'always';
  readonly maxEdits: 1 | 2;
  readonly prefixLength: number;
  readonly minWordLength: number;
  /** Documents a correction is in: a number, or below 1 a share of all. */
  readonly minDocFreq: number;
  /** Words in more documents are right as they are: a number, or below 1 a share of all. */
  readonly maxTermFreq: number;
  /** How alike a correction and its word are is told by that. */
  readonly distance: StringDistance;
  /** How alike they have to be at least, between 0 and 1. */
  readonly accuracy: number;
}

/** Corrections of a text as a whole. */
export interface PhraseSuggester {
  readonly kind: 'phrase';
  readonly field: string;
  readonly size: number;
  readonly analyser?: string;
  readonly confidence: number;
  /** Words that may be corrected: a number, whose fraction does not count, or below 1 a share of all. */
  readonly maxErrors: number;
  readonly realWordErrorLikelihood: number;
  /** Texts of so many words are not corrected. */
  readonly tokenLimit: number;
  readonly separator: string;
  readonly highlight?: { readonly preTag: string; readonly postTag: string };
}

/** One value of a context a completion must have. */
export interface CompletionContext {
  /** A text, or a point as an object. */
  readonly context: Json;
  readonly boost: number;
  readonly isPrefix: boolean;
  readonly precision?: Json;
  readonly neighbours?: readonly Json[];
}

/** What a text that is being typed may become. */
export interface CompletionSuggester {
  readonly kind: 'completion';
  readonly field: string;
  readonly size: number;
  readonly analyser?: string;
  readonly skipDuplicates: boolean;
  readonly contexts?: Readonly<Record<string, readonly CompletionContext[]>>;
  readonly fuzzy?: {
    readonly fuzziness: Fuzziness;
    readonly transpositions: boolean;
    readonly minLength: number;
    readonly prefixLength: number;
    /** Edits are counted in characters, else in bytes. */
    readonly unicodeAware: boolean;
  };
  /** What an expression may use. */
  readonly flags: readonly RegexpFlag[];
}

/** What suggests: words, phrases, or completions. */
export type Suggester = TermSuggester | PhraseSuggester | CompletionSuggester;

/** A text, and what shall suggest others for it. */
export interface Suggestion {
  readonly name: string;
  readonly text: string;
  /** The text is a regular expression; for completions. */
  readonly isExpression: boolean;
  readonly by: Suggester;
}

/** Corrections less like the word are none, where nothing else is said. */
const ACCURACY = 0.5;

const KINDS = ['term', 'phrase', 'completion'] as const;

const size = (fields: Fields): number => fields.optional('size', atLeastOne) ?? 5;

/** A share of the documents below 1, else a number of them. */
function share(value: unknown, path: string): number {
  const number = readNumber(value, path, { min: 0 });
  if (number > 1 && !(Number.isInteger(number) && number < 2 ** 31))
    throw wrongShape(path, 'a share or a count', value);
  return number;
}

function aboveZero(value: unknown, path: string): number {
  const number = readNumber(value, path);
  if (number <= 0) throw wrongShape(path, 'a number above 0', value);
  return number;
}
const atLeastZero = (value: unknown, path: string): number => readNumber(value, path, { min: 0 });
const atLeastOne = (value: unknown, path: string): number => readInteger(value, path, { min: 1 });
const count = (value: unknown, path: string): number => readInteger(value, path, { min: 0 });

function readTerm(value: unknown, path: string): TermSuggester {
  const fields = new Fields(value, path, 'term');
  const node: TermSuggester = {
    kind: 'term',
    field: fields.required('field', readText),
    size: size(fields),
    ...present({ analyser: fields.optional('analyzer', readAnalyser) }),
    sort: fields.choice('sort', ['score', 'frequency']) ?? 'score',
    mode: fields.choice('suggest_mode', ['missing', 'popular', 'always']) ?? 'missing',
    maxEdits: fields.optional('max_edits', (given, at) => readInteger(given, at, { min: 1, max: 2 })) === 1 ? 1 : 2,
    prefixLength: fields.optional('prefix_length', count) ?? 1,
    minWordLength: fields.optional('min_word_length', atLeastOne) ?? 4,
    minDocFreq: fields.optional('min_doc_freq', share) ?? 0,
    maxTermFreq: fields.optional('max_term_freq', share) ?? 0.01,
    distance: fields.choice('string_distance', STRING_DISTANCES) ?? 'internal',
    accuracy: fields.optional('accuracy', atLeastZero) ?? ACCURACY,
  };
  fields.optional('max_inspections', count);
  fields.passOver(readInteger, 'shard_size');
  fields.done();
  return node;
}

function readTags(value: unknown, path: string): { readonly preTag: string; readonly postTag: string } {
  const fields = new Fields(value, path, 'highlight');
  const tags = { preTag: fields.required('pre_tag', readPattern), postTag: fields.required('post_tag', readPattern) };
  fields.done();
  return tags;
}

/** Corrections are of all words that come near, so that nothing of a generator is kept. */
function checkGenerator(value: unknown, path: string): void {
  const fields = new Fields(value, path, 'direct_generator');
  fields.required('field', readText);
  fields.choice('sort', ['score', 'frequency']);
  fields.choice('suggest_mode', ['missing', 'popular', 'always']);
  fields.choice('string_distance', STRING_DISTANCES);
  for (const name of ['accuracy', 'max_term_freq', 'min_doc_freq']) fields.optional(name, atLeastZero);
  for (const name of ['max_edits', 'max_inspections', 'prefix_length', 'min_word_length', 'size'])
    fields.optional(name, count);
  fields.hints('pre_filter', 'post_filter');
  fields.done();
}

function readTokenLimit(value: unknown, path: string): number {
  const limit = readInteger(value, path);
  if (limit < 1) throw wrongValue(path, 'a number of words', value, 'token_limit must be >= 1');
  return limit;
}

function readPhrase(value: unknown, path: string): PhraseSuggester {
  const fields = new Fields(value, path, 'phrase');
  const node: PhraseSuggester = {
    kind: 'phrase',
    field: fields.required('field', readText),
    size: size(fields),
    ...present({ analyser: fields.optional('analyzer', readAnalyser) }),
    confidence: fields.optional('confidence', atLeastZero) ?? 1,
    maxErrors: fields.optional('max_errors', aboveZero) ?? 0.5,
    realWordErrorLikelihood: fields.optional('real_word_error_likelihood', aboveZero) ?? 0.95,
    tokenLimit: fields.optional('token_limit', readTokenLimit) ?? 10,
    separator: fields.optional('separator', readPattern) ?? ' ',
    ...present({ highlight: fields.optional('highlight', readTags) }),
  };
  fields.optional('direct_generator', (given, at) => readList(given, at, checkGenerator));
  fields.hints('shard_size', 'gram_size', 'force_unigrams', 'smoothing');
  fields.done();
  return node;
}

function readContext(value: unknown, path: string): CompletionContext {
  const isPlain = !isObject(value) || !Object.hasOwn(value, 'context');
  if (isPlain) return { context: value as Json, boost: 1, isPrefix: false };
  const fields = new Fields(value, path, 'contexts');
  const node: CompletionContext = {
    context: fields.required('context', (given) => given as Json),
    boost: fields.boost(),
    isPrefix: fields.flag('prefix', false),
    ...present({
      precision: fields.optional('precision', (given) => given as Json),
      neighbours: fields.optional('neighbours', (given, at) => readOneOrMany(given, at, (each) => each as Json)),
    }),
  };
  fields.done();
  return node;
}

function readContexts(value: unknown, path: string): Exclude<CompletionSuggester['contexts'], undefined> {
  if (!isObject(value)) throw wrongShape(path, 'an object with a context for each name', value);
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => [name, readOneOrMany(given, pathOf(path, name), readContext)]),
  );
}

function readFuzzy(value: unknown, path: string): CompletionSuggester['fuzzy'] {
  if (value === false) return undefined;
  const fields = new Fields(value === true ? {} : value, path, 'fuzzy');
  const fuzzy = {
    fuzziness: fields.optional('fuzziness', readFuzziness) ?? 'AUTO',
    transpositions: fields.flag('transpositions', true),
    minLength: fields.optional('min_length', count) ?? 3,
    prefixLength: fields.optional('prefix_length', count) ?? 1,
    unicodeAware: fields.flag('unicode_aware', false),
  } as const;
  fields.passOver(readInteger, 'max_determinized_states');
  fields.done();
  return fuzzy;
}

/** How an expression is read. */
function readExpressionFlags(value: unknown, path: string): readonly RegexpFlag[] {
  const fields = new Fields(value, path, 'regex');
  const flags = fields.optional('flags', readFlags) ?? REGEXP_FLAGS;
  fields.passOver(readInteger, 'max_determinized_states');
  fields.done();
  return flags;
}

function readCompletion(value: unknown, path: string): CompletionSuggester {
  const fields = new Fields(value, path, 'completion');
  const node: CompletionSuggester = {
    kind: 'completion',
    field: fields.required('field', readText),
    size: size(fields),
    skipDuplicates: fields.flag('skip_duplicates', false),
    ...present({
      contexts: fields.optional('contexts', readContexts) ?? fields.optional('context', readContexts),
      analyser: fields.optional('analyzer', readAnalyser),
      fuzzy: fields.optional('fuzzy', readFuzzy),
    }),
    flags: fields.optional('regex', readExpressionFlags) ?? REGEXP_FLAGS,
  };
  fields.passOver(readInteger, 'shard_size');
  fields.done();
  return node;
}

const READERS = { term: readTerm, phrase: readPhrase, completion: readCompletion };

function readSuggestion(name: string, value: unknown, path: string, around: string | undefined): Suggestion {
  const fields = new Fields(value, path, `suggestion ${name}`);
  const expression = fields.optional('regex', readPattern);
  const text = expression ?? fields.optional('prefix', readPattern) ?? fields.optional('text', readPattern) ?? around;
  fields.hints('text', 'prefix');
  if (text === undefined) throw wrongShape(path, 'a text, prefix or regex', value);
  const names = fields.rest();
  const [kind, ...more] = KINDS.filter((each) => names.includes(each));
  if (names.length === 0 || more.length > 0) throw wrongShape(path, `one of ${KINDS.join(', ')}`, value);
  if (kind === undefined) throw unsupported(path, `Suggester [${names[0]}]`, KINDS);
  const read: (given: unknown, at: string) => Suggester = READERS[kind];
  const by = fields.required(kind, read);
  fields.done();
  if (expression !== undefined && by.kind === 'completion' && by.fuzzy !== undefined)
    throw illegalArgument("can not use 'fuzzy' options with 'regex'", 'Leave out one of them.');
  return { name, text, isExpression: expression !== undefined, by };
}

/** Reads `suggest`; a `text` beside the suggestions counts for all that have none of their own. */
export function readSuggest(value: unknown, path: string): readonly Suggestion[] {
  const fields = new Fields(value, path, 'suggest');
  const around = fields.optional('text', readPattern);
  return fields.rest().map((name) => fields.required(name, (given, at) => readSuggestion(name, given, at, around)));
}

/** The DSL of suggestions. */
export const printSuggest = (suggestions: readonly Suggestion[]): JsonObject =>
  Object.fromEntries(
    suggestions.map(({ name, text, isExpression, by }) => [
      name,
      { [isExpression ? 'regex' : 'text']: text, [by.kind]: printSuggester(by) },
    ]),
  );

function printSuggester(by: Suggester): JsonObject {
  const shared = { field: by.field, size: by.size, analyzer: by.analyser };
  switch (by.kind) {
    case 'term':
      return present({
        ...shared,
        sort: by.sort,
        suggest_mode: by.mode,
        max_edits: by.maxEdits,
        prefix_length: by.prefixLength,
        min_word_length: by.minWordLength,
        min_doc_freq: by.minDocFreq,
        max_term_freq: by.maxTermFreq,
        string_distance: by.distance === 'internal' ? undefined : by.distance,
        accuracy: by.accuracy === ACCURACY ? undefined : by.accuracy,
      });
    case 'phrase':
      return present({
        ...shared,
        confidence: by.confidence,
        max_errors: by.maxErrors,
        real_word_error_likelihood: by.realWordErrorLikelihood,
        separator: by.separator,
        highlight: by.highlight && { pre_tag: by.highlight.preTag, post_tag: by.highlight.postTag },
      });
    case 'completion':
      return present({
        ...shared,
        skip_duplicates: by.skipDuplicates,
        contexts:
          by.contexts &&
          Object.fromEntries(Object.entries(by.contexts).map(([name, list]) => [name, list.map(printContext)])),
        fuzzy:
          by.fuzzy &&
          present({
            fuzziness: by.fuzzy.fuzziness,
            transpositions: by.fuzzy.transpositions,
            min_length: by.fuzzy.minLength,
            prefix_length: by.fuzzy.prefixLength,
            unicode_aware: by.fuzzy.unicodeAware || undefined,
          }),
        regex: by.flags.length === REGEXP_FLAGS.length ? undefined : { flags: printFlags(by.flags) ?? 'ALL' },
      });
  }
}

const printContext = ({ context, boost, isPrefix, precision, neighbours }: CompletionContext): JsonObject =>
  present({ context, boost, prefix: isPrefix, precision, neighbours });
