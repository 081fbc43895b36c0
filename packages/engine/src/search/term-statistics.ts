import type { Query } from '@datasarana/query';
import type { IndexLayout } from '../index/layout.ts';
import type { Limits } from '../store/interruptible.ts';
import { columnOf, type FieldSource, fieldOf } from './index-fields.ts';
import { type IndexPart, openPart, type PartContext } from './part.ts';
import { rowsOf } from './run.ts';
import type { SearchStore } from './search.ts';
import { joined, name, type Sql, sql, text } from './sql.ts';
import { allPostings } from './text/all-postings.ts';
import { floatText } from './text/bm25.ts';
import { occurrencesOf } from './text/term-postings.ts';

/** Words of a field that are asked about. */
export interface AskedWords {
  readonly path: string;
  readonly words: readonly string[];
}

/** How often something stands in a field: in so many documents, so often all together. */
export interface WordCount {
  readonly documents: number;
  readonly occurrences: number;
}

/** What an index knows of the words of one field. */
export interface FieldStatistics {
  /** Documents that have the field. */
  readonly documents: number;
  /** The documents of each word, added up. */
  readonly pairs: number;
  /** The words of all documents, each as often as it is there. */
  readonly occurrences: number;
  /** Of the words asked about those that the index has. */
  readonly words: ReadonlyMap<string, WordCount>;
}

const ALL: Query = { kind: 'match_all', boost: 1 };

/** Counts words of some fields of an index; a field that the index does not look words up in is left out. */
export function termStatistics(
  { read, memory, columns }: SearchStore,
  layout: IndexLayout,
  asked: readonly AskedWords[],
  limits?: Limits,
): Promise<ReadonlyMap<string, FieldStatistics>> {
  return read(async (connection) => {
    const context: PartContext = { connection, memory, columns, versions: new Map(), now: Date.now(), scored: false };
    const part = await openPart(layout, ALL, context);
    const found = new Map<string, FieldStatistics>();
    for (const { path, words } of asked) {
      const source = fieldOf(layout, path);
      if (source === null) continue;
      if (source.postings !== null) found.set(path, await inPostings(part, source.postings, words, context));
      else if (source.type === 'keyword') found.set(path, await inColumn(part, source, words, context));
    }
    return found;
  }, limits);
}

async function inPostings(
  { postings }: IndexPart,
  table: string,
  words: readonly string[],
  { connection }: PartContext,
): Promise<FieldStatistics> {
  const { documents, tokens } = await postings.size(table);
  const pairs = await postings.remembered(`${table}/pairs`, async () => {
    const counted = sql`SELECT coalesce(sum(documents), 0) FROM ${allPostings(table)}`;
    const [row] = await rowsOf(connection, counted);
    return [Number(row?.[0] ?? 0), 64];
  });
  const lists = await postings.terms(table, words);
  const known = [...lists].filter(([, { documentFrequency }]) => documentFrequency > 0);
  const counts = known.map(([word, list]): readonly [string, WordCount] => [
    word,
    { documents: list.documentFrequency, occurrences: occurrencesOf(list) },
  ]);
  return { documents, pairs, occurrences: tokens, words: new Map(counts) };
}

/** A document has each of its keywords once. */
async function inColumn(
  { layout }: IndexPart,
  source: FieldSource,
  words: readonly string[],
  { connection }: PartContext,
): Promise<FieldStatistics> {
  const column = columnOf(source);
  const values: Sql = source.list ? sql`list_distinct(${column})` : sql`[${column}]`;
  const rows = sql`(SELECT ${values} AS v FROM ${name(layout.docs)} WHERE ${column} IS NOT NULL)`;
  const [sums] = await rowsOf(
    connection,
    sql`SELECT count(*) FILTER (len(v) > 0), coalesce(sum(len(v)), 0) FROM ${rows}`,
  );
  const [documents = 0, pairs = 0] = (sums ?? []).map(Number);
  const few = joined(words.map(text), ', ');
  const counted =
    words.length === 0
      ? []
      : await rowsOf(
          connection,
          sql`SELECT w, count(*) FROM (SELECT unnest(v) AS w FROM ${rows}) WHERE w IN (${few}) GROUP BY w`,
        );
  const counts = counted.map(([word, count]): readonly [string, WordCount] => [
    String(word),
    { documents: Number(count), occurrences: Number(count) },
  ]);
  return { documents, pairs, occurrences: pairs, words: new Map(counts) };
}

/** What a word says of a document: how often it is there times how rare it is (Lucene's ClassicSimilarity). */
export const tfIdf = (frequency: number, withWord: number, documents: number): number =>
  floatText(frequency * Math.fround(Math.log((documents + 1) / (withWord + 1)) + 1));
