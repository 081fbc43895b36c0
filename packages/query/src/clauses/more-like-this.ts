import {
  ClauseFields,
  type Fields,
  pathOf,
  readInteger,
  readList,
  readNumber,
  readOneOrMany,
  readPattern,
  readScalar,
} from '../reading/fields.ts';
import { isObject, isScalar, type Json, type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';
import { type MinimumShouldMatch, readAnalyser, readMinimumShouldMatch } from './matching.ts';

/** What documents should be like: a text, a stored document, or one made up. */
export type LikeItem =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'stored'; readonly id: string } & OfIndex & OfFields)
  | ({ readonly kind: 'given'; readonly document: JsonObject } & OfFields);

/** Where a stored document is; absent = in the index that is searched. */
interface OfIndex {
  readonly index?: string;
  /** What it says, for who searches another index; `fillLookups` fetches it. */
  readonly source?: Readonly<Record<string, unknown>>;
}

/** What is looked at in one document. */
export interface OfFields {
  /** Absent = the fields of the query. */
  readonly fields?: readonly string[];
  /** Analysers that cut its texts, by field. */
  readonly analysers?: Readonly<Record<string, string>>;
}

/** Documents with the words that are typical of the ones given. */
export interface MoreLikeThisQuery {
  readonly kind: 'more_like_this';
  /** Absent = all text and keyword fields. */
  readonly fields?: readonly string[];
  readonly like: readonly LikeItem[];
  /** Words of these do not count. */
  readonly unlike: readonly LikeItem[];
  readonly maxQueryTerms: number;
  readonly minTermFreq: number;
  readonly minDocFreq: number;
  readonly maxDocFreq?: number;
  readonly minWordLength: number;
  /** 0 = no limit. */
  readonly maxWordLength: number;
  readonly stopWords: readonly string[];
  readonly analyser?: string;
  readonly minimumShouldMatch: MinimumShouldMatch;
  /** Above 0, words weigh by how typical they are, the most typical one this much. */
  readonly boostTerms: number;
  /** Whether the documents given may be found themselves. */
  readonly include: boolean;
  readonly failOnUnsupportedField: boolean;
  readonly boost: number;
}

const count = (value: unknown, path: string): number => Math.max(0, readInteger(value, path));

const DEFAULTS = { maxQueryTerms: 25, minTermFreq: 2, minDocFreq: 5, minimumShouldMatch: '30%' } as const;

export function parseMoreLikeThis(value: unknown, path: string): MoreLikeThisQuery {
  const fields = new ClauseFields(value, path, 'more_like_this', 'all');
  const items = (name: string) => fields.optional(name, (list, at) => readOneOrMany(list, at, readItem));
  const node: MoreLikeThisQuery = {
    kind: 'more_like_this',
    ...present({ fields: fields.optional('fields', readFieldNames) }),
    like: items('like') ?? [],
    unlike: items('unlike') ?? [],
    ...readLimits(fields),
    ...present({ analyser: fields.optional('analyzer', readAnalyser) }),
    minimumShouldMatch: fields.optional('minimum_should_match', readMinimumShouldMatch) ?? DEFAULTS.minimumShouldMatch,
    boostTerms: fields.optional('boost_terms', (given, at) => readNumber(given, at, { min: 0 })) ?? 0,
    include: fields.flag('include', false),
    failOnUnsupportedField: fields.flag('fail_on_unsupported_field', true),
    boost: fields.boost(),
  };
  fields.done();
  if (node.like.length === 0) {
    throw wrongShape(path, '[like] in more_like_this', undefined, "more_like_this requires 'like' to be specified");
  }
  refuseLongTexts([...node.like, ...node.unlike], path);
  return node;
}

/** Cutting so many letters into words takes some tenths of a second, for which all others wait. */
const MOST_LETTERS = 1_000_000;

function refuseLongTexts(items: readonly LikeItem[], path: string): void {
  const texts = items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
  const letters = texts.reduce((sum, { length }) => sum + length, 0);
  if (letters > MOST_LETTERS)
    throw wrongShape(path, `texts of at most ${MOST_LETTERS} letters in [like] and [unlike] together`, letters);
}

const readLimits = (fields: Fields) => ({
  maxQueryTerms:
    fields.optional('max_query_terms', (given, at) => readInteger(given, at, { min: 1 })) ?? DEFAULTS.maxQueryTerms,
  minTermFreq: fields.optional('min_term_freq', count) ?? DEFAULTS.minTermFreq,
  minDocFreq: fields.optional('min_doc_freq', count) ?? DEFAULTS.minDocFreq,
  ...present({ maxDocFreq: fields.optional('max_doc_freq', count) }),
  minWordLength: fields.optional('min_word_length', count) ?? 0,
  maxWordLength: fields.optional('max_word_length', count) ?? 0,
  stopWords: fields.optional('stop_words', (list, at) => readList(list, at, readPattern)) ?? [],
});

function readFieldNames(value: unknown, path: string): readonly string[] {
  const names = readList(value, path, readPattern);
  if (names.length > 0) return names;
  throw wrongShape(path, 'at least one field', value, "more_like_this requires 'fields' to be non-empty");
}

function readItem(value: unknown, path: string): LikeItem {
  if (isScalar(value)) return { kind: 'text', text: String(value) };
  const fields = new ClauseFields(value, path, 'more_like_this');
  const index = fields.text('_index');
  const id = fields.optional('_id', readScalar);
  const document = fields.optional('doc', readDocument);
  const names = fields.optional('fields', (list, at) => readList(list, at, readPattern)) ?? [];
  const analysers = fields.optional('per_field_analyzer', readAnalysers);
  const ofFields = present({ fields: names.length === 0 ? undefined : names, analysers });
  fields.hints('routing', 'version', 'version_type');
  fields.done();
  if (document !== undefined && id !== undefined) {
    const reason = 'failed to parse More Like This item. either [id] or [doc] can be specified, but not both!';
    throw wrongShape(path, 'either _id or doc', value, reason);
  }
  if (document !== undefined) return { kind: 'given', document, ...ofFields };
  if (id === undefined) throw wrongShape(path, 'a text, or an object with _id or doc', value);
  return { kind: 'stored', ...present({ index }), id: String(id), ...ofFields };
}

function readAnalysers(value: unknown, path: string): Readonly<Record<string, string>> {
  if (!isObject(value)) throw wrongShape(path, 'an object with an analyser for each field', value);
  return Object.fromEntries(
    Object.entries(value).map(([field, name]) => [field, readAnalyser(name, pathOf(path, field))]),
  );
}

function readDocument(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw wrongShape(path, 'a document', value);
  return value as Readonly<Record<string, Json>>;
}

function printItem(item: LikeItem): Json {
  if (item.kind === 'text') return item.text;
  const ofFields = { fields: item.fields, per_field_analyzer: item.analysers };
  return item.kind === 'given'
    ? present({ doc: item.document, ...ofFields })
    : present({ _index: item.index, _id: item.id, ...ofFields });
}

const unless = <T>(value: T, usual: T): T | undefined => (value === usual ? undefined : value);

export const printMoreLikeThis = (node: MoreLikeThisQuery): JsonObject =>
  present({
    fields: node.fields,
    like: node.like.map(printItem),
    unlike: node.unlike.length === 0 ? undefined : node.unlike.map(printItem),
    max_query_terms: unless(node.maxQueryTerms, DEFAULTS.maxQueryTerms),
    min_term_freq: unless(node.minTermFreq, DEFAULTS.minTermFreq),
    min_doc_freq: unless(node.minDocFreq, DEFAULTS.minDocFreq),
    max_doc_freq: node.maxDocFreq,
    min_word_length: node.minWordLength || undefined,
    max_word_length: node.maxWordLength || undefined,
    stop_words: node.stopWords.length === 0 ? undefined : node.stopWords,
    analyzer: node.analyser,
    minimum_should_match: unless<MinimumShouldMatch>(node.minimumShouldMatch, DEFAULTS.minimumShouldMatch),
    boost_terms: node.boostTerms || undefined,
    include: node.include || undefined,
    fail_on_unsupported_field: node.failOnUnsupportedField ? undefined : false,
    boost: boostOf(node),
  });
