import { requiredMatches } from '@datasarana/query';
import { Breath } from '../../store/breath.ts';
import { exactTest, textList } from '../clauses/values.ts';
import type { Condition, LikedDocument, LikeField, MoreLikeThisCondition } from '../condition.ts';
import { test } from '../condition.ts';
import { columnOf, existsTest, valueCount } from '../index-fields.ts';
import { rowsOf } from '../run.ts';
import { not, sql } from '../sql.ts';
import type { ResolveContext, Resolved } from './resolved.ts';

type Resolve = (condition: Condition, context: ResolveContext) => Promise<Resolved>;

/** How often each word is in the documents given. */
type Counts = ReadonlyMap<string, number>;

interface Chosen {
  readonly field: LikeField;
  readonly word: string;
  readonly score: number;
}

/** Looks for the words that are frequent in the documents given and rare elsewhere (Lucene's MoreLikeThis). */
export async function resolveMoreLikeThis(
  condition: MoreLikeThisCondition,
  context: ResolveContext,
  resolve: Resolve,
): Promise<Resolved> {
  const [row] = await rowsOf(context.connection, sql`SELECT count(*) FROM ${context.docs}`);
  const documents = Number(row?.[0] ?? 0);
  const should: Condition[] = [];
  if (condition.documents.length > 0) {
    const chosen: Chosen[] = [];
    for (const field of condition.fields) {
      const counts = await countsOf(field, condition.documents, condition, context);
      const left = await wordsLeftOut(field, condition, context);
      chosen.push(...(await typical([field], counts, left, condition, { ...context, documents })));
    }
    should.push(anyOf(chosen, condition));
  }
  const named = condition.fields.filter(({ isNamed }) => isNamed);
  const [first] = named;
  if (condition.texts.length > 0 && first !== undefined) {
    const counts = tally(condition.texts.flatMap(first.words), condition);
    const left = await wordsLeftOut(first, condition, context);
    should.push(anyOf(await typical(named, counts, left, condition, { ...context, documents }), condition));
  }
  const found: Condition = { ...EMPTY, should, required: 1, boost: condition.node.boost };
  return resolve(condition.node.include ? found : without(found, condition), context);
}

const EMPTY = { kind: 'bool', must: [], filter: [], should: [], mustNot: [] } as const;

function without(found: Condition, { documents, id }: MoreLikeThisCondition): Condition {
  const ids = idsOf(documents);
  if (ids.length === 0 || id === null) return found;
  const others = test(not(sql`${id} IN (SELECT unnest(${textList(ids)}))`), 0);
  return { ...EMPTY, must: [found], filter: [others], required: 0, boost: 1 };
}

const idsOf = (documents: readonly LikedDocument[]): readonly string[] =>
  documents.flatMap(({ id }) => (id === undefined ? [] : [id]));

function anyOf(chosen: readonly Chosen[], { node }: MoreLikeThisCondition): Condition {
  const least = new Map<LikeField, number>();
  for (const { field, score } of chosen) least.set(field, Math.min(score, least.get(field) ?? score));
  const should = chosen.map(({ field, word, score }): Condition => {
    // Lucene divides by the least score of a field, not by the best.
    const boost = node.boostTerms > 0 ? (node.boostTerms * score) / (least.get(field) ?? score) : 1;
    return wordCondition(field, word, boost);
  });
  const required = Math.max(1, requiredMatches(node.minimumShouldMatch, should.length));
  return { ...EMPTY, should, required, boost: 1 };
}

function wordCondition({ source }: LikeField, word: string, boost: number): Condition {
  if (source.postings !== null) return { kind: 'words', postings: source.postings, words: [word], required: 1, boost };
  const values = valueCount(source);
  return {
    kind: 'rare',
    test: exactTest(source, [word]),
    present: existsTest(source),
    ...(values && { values }),
    boost,
  };
}

/** Words that do not count: texts are those of the first field, and documents are looked at beside others, as in OpenSearch. */
async function wordsLeftOut(
  field: LikeField,
  condition: MoreLikeThisCondition,
  context: ResolveContext,
): Promise<ReadonlySet<string>> {
  const { fields, node, unlikeDocuments, unlikeTexts } = condition;
  const texts = field === fields.find(({ isNamed }) => isNamed) ? unlikeTexts.flatMap(field.words) : [];
  if (node.like.every(({ kind }) => kind === 'text')) return new Set(texts);
  const counts = await countsOf(field, unlikeDocuments, condition, context);
  return new Set([...texts, ...counts.keys()]);
}

function tally(words: readonly string[], condition: MoreLikeThisCondition): Counts {
  const counts = new Map<string, number>();
  count(counts, words);
  return fitting(counts, condition);
}

function count(counts: Map<string, number>, words: readonly string[]): void {
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
}

/** Without the words that are no good to tell what is alike. */
const fitting = (counts: Counts, condition: MoreLikeThisCondition): Counts =>
  new Map([...counts].filter(([word]) => isFit(word, condition)));

async function countsOf(
  field: LikeField,
  documents: readonly LikedDocument[],
  condition: MoreLikeThisCondition,
  context: ResolveContext,
): Promise<Counts> {
  const looked = documents.filter((each) => each.has(field));
  const stored = await storedTexts(field, idsOf(looked), condition, context);
  const breath = new Breath(context.connection);
  const counts = new Map<string, number>();
  for (const each of looked) {
    for (const text of each.id === undefined ? each.texts(field) : (stored.get(each.id) ?? [])) {
      count(counts, each.words(field, text));
      if (breath.isDue) await breath.take();
    }
  }
  return fitting(counts, condition);
}

/** The texts documents have in a field, by their ids. */
async function storedTexts(
  { source }: LikeField,
  ids: readonly string[],
  { id }: MoreLikeThisCondition,
  { connection, docs }: ResolveContext,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0 || id === null) return new Map();
  const column = columnOf(source);
  const value = source.list ? sql`unnest(${column})` : column;
  const rows = await rowsOf(
    connection,
    sql`SELECT i, v FROM (SELECT ${id} AS i, ${value} AS v FROM ${docs} WHERE ${id} IN (SELECT unnest(${textList(ids)}))) WHERE v IS NOT NULL`,
  );
  const texts = new Map<string, string[]>();
  for (const [of, text] of rows) texts.set(String(of), [...(texts.get(String(of)) ?? []), String(text)]);
  return texts;
}

function isFit(word: string, { node }: MoreLikeThisCondition): boolean {
  const { length } = word;
  const isLong = node.maxWordLength > 0 && length > node.maxWordLength;
  return length >= node.minWordLength && !isLong && !node.stopWords.includes(word);
}

/** More are passed over, as in Lucene, whose queries hold no more clauses. */
const MOST_TERMS = 1024;

/** The words with the most weight: how often they are here times how rare they are in the index. */
async function typical(
  fields: readonly LikeField[],
  counts: Counts,
  left: ReadonlySet<string>,
  { node }: MoreLikeThisCondition,
  context: ResolveContext & { readonly documents: number },
): Promise<readonly Chosen[]> {
  const words = [...counts.keys()].filter((word) => !left.has(word) && (counts.get(word) ?? 0) >= node.minTermFreq);
  const known: { readonly field: LikeField; readonly frequencies: Counts }[] = [];
  for (const field of fields) known.push({ field, frequencies: await documentFrequencies(field, words, context) });
  const scored = words.flatMap((word): readonly Chosen[] => {
    const [top] = known.toSorted((a, b) => (b.frequencies.get(word) ?? 0) - (a.frequencies.get(word) ?? 0));
    const frequency = top?.frequencies.get(word) ?? 0;
    if (top === undefined || frequency === 0 || frequency < node.minDocFreq) return [];
    if (node.maxDocFreq !== undefined && frequency > node.maxDocFreq) return [];
    const rarity = 1 + Math.log((context.documents + 1) / (frequency + 1));
    return [{ field: top.field, word, score: (counts.get(word) ?? 0) * rarity }];
  });
  const most = Math.min(node.maxQueryTerms, MOST_TERMS);
  return scored.sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1)).slice(0, most);
}

async function documentFrequencies(
  { source, isIndexed }: LikeField,
  words: readonly string[],
  { postings, connection, docs }: ResolveContext,
): Promise<Counts> {
  if (words.length === 0 || !isIndexed) return new Map();
  if (source.postings !== null) {
    const lists = await postings.terms(source.postings, words);
    return new Map([...lists].map(([word, list]) => [word, list.documentFrequency]));
  }
  const column = columnOf(source);
  const value = source.list ? sql`unnest(list_distinct(${column}))` : column;
  const rows = await rowsOf(
    connection,
    sql`SELECT v, count(*) FROM (SELECT ${value} AS v FROM ${docs}) WHERE v IN (SELECT unnest(${textList(words)})) GROUP BY v`,
  );
  return new Map(rows.map(([word, count]) => [String(word), Number(count)]));
}
