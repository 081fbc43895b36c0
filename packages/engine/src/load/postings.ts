import { type Analysed, type AnyAnalyser, analysedEach } from '@datasarana/query';
import { type DuckDBConnection, LIST, VARCHAR } from '@duckdb/node-api';
import type { Segment } from '../documents/words/segment.ts';
import { writeSegment } from '../documents/words/write-segment.ts';
import type { FieldColumn, IndexLayout } from '../index/layout.ts';
import { name as nameOf, type Sql, sql, whole } from '../search/sql.ts';
import { Breath } from '../store/breath.ts';
import { letGoOfPages } from '../store/page-pool.ts';
import { allRows } from '../store/rows.ts';
import { indexFew, isFew } from './few-postings.ts';
import {
  type DocumentRange,
  isSmall,
  type Most,
  type Piece,
  piecesOf,
  postingsFor,
  within,
  wordsIn,
} from './pieces.ts';
import { fillRowGroup } from './row-group.ts';
import { sharedPostings } from './shared-texts.ts';
import { fitForSql, hasWordSql, normSql, tokensSql } from './tokens-sql.ts';

const TOKENS = 'tokens';
const CHUNK = 2000;

export const textColumns = (layout: IndexLayout): readonly FieldColumn[] =>
  [...new Set(layout.fields.values())].filter((column) => column.postings !== null);

const analyserOf = (column: FieldColumn): AnyAnalyser => column.field.analyser ?? 'standard';

/**
 * Text of a document's field as one string; entries of a list are cut apart by a line end, which no token of an analyser
 * that every index has crosses.
 */
const textOf = (column: FieldColumn): Sql => {
  const value = nameOf(column.columns[0] ?? '');
  return column.list ? sql`array_to_string(${value}, chr(10))` : value;
};
const textSql = (column: FieldColumn): string => textOf(column).text;

/** A keyword-analysed list is the only one whose entries must not be joined. */
const sqlTokensOf = (column: FieldColumn): string | null => {
  const [name = ''] = column.columns;
  if (column.list && analyserOf(column) === 'keyword') return name;
  return tokensSql('text', analyserOf(column));
};

/** The texts, in a column called `text`, that SQL cuts as the analyser does. */
const fitSql = (column: FieldColumn): string => fitForSql('text', analyserOf(column));

/**
 * Writes the postings of documents as segments of every text field, `segment` and those behind it, `most` in each.
 * @returns the number of the next segment
 */
export async function indexText(
  connection: DuckDBConnection,
  layout: IndexLayout,
  range: DocumentRange,
  segment: number,
  { signal, most }: { readonly signal?: AbortSignal | undefined; readonly most?: Most } = {},
): Promise<number> {
  const columns = textColumns(layout);
  if (columns.length === 0) return segment;
  let next = segment;
  for (const part of await piecesOf(connection, layout.docs, range, columns.map(textSql), most)) {
    if (isFew(part)) {
      if (await indexFew(connection, layout, columns, part, next)) next++;
      continue;
    }
    let any = false;
    for (const column of columns) {
      signal?.throwIfAborted();
      any = (await indexColumn(connection, layout, column, part, next)) || any;
    }
    if (any) next++;
    await letGoOfPages(connection);
  }
  return next;
}

async function indexColumn(
  connection: DuckDBConnection,
  layout: IndexLayout,
  column: FieldColumn,
  range: Piece,
  segment: number,
): Promise<boolean> {
  const table = column.postings;
  if (table === null) return false;
  const shared = await sharedOf(connection, layout, column, range);
  if (shared !== null) {
    if (shared.docs.length > 0) await writeSegment(connection, table, segment, shared);
    return shared.docs.length > 0;
  }
  const inSql = sqlTokensOf(column);
  const odd = await tokeniseOdd(connection, layout, column, range, inSql !== null);
  const [name = ''] = column.columns;
  const fast =
    inSql === null
      ? ''
      : `SELECT doc, words, len(words) AS length FROM (SELECT doc, ${inSql} AS words FROM (SELECT _doc::INTEGER AS doc, ${name}, ${textSql(column)} AS text FROM ${layout.docs}
         WHERE ${within(range)} AND ${name} IS NOT NULL) WHERE ${fitSql(column)})`;
  const slow = odd ? `SELECT doc, words, length FROM temp.${TOKENS}` : '';
  const words = [fast, slow].filter((part) => part !== '').join(' UNION ALL ');
  if (words === '') return false;
  // an INSERT that finds nothing hides rows that are inserted after it in the same transaction
  const first = await connection.runAndReadAll(`SELECT 1 FROM (${words}) WHERE len(words) > 0 LIMIT 1`);
  if (first.currentRowCount === 0) return false;
  const size = { documents: range.to - range.from, words: wordsIn(range.bytes) };
  const target = postingsFor(table, size);
  // rows without an order are kept by the threads that read them, too, until the transaction ends
  const terms = await connection.run(
    `INSERT INTO ${target} SELECT $segment, term, list(doc), list(norm) FROM (
       SELECT doc, unnest(words) AS term, ${normSql('length')} AS norm FROM (${words})) GROUP BY term ORDER BY term`,
    { segment },
  );
  const wordless = wordlessSql(layout, column, range, { inSql: inSql !== null, odd });
  await connection.run(
    `INSERT INTO segments SELECT $table, $segment, docs - (${wordless}), tokens, terms
     FROM (SELECT count(*) AS terms, coalesce(sum(len(docs)), 0) AS tokens FROM ${target} WHERE segment = $segment),
       (SELECT count(${name}) AS docs FROM ${layout.docs} WHERE ${within(range)})`,
    { table, segment },
  );
  if (!isSmall(size)) await fillRowGroup(connection, target, segment, terms.rowsChanged);
  return true;
}

/** The postings of texts that many of the documents share; null where most differ, or entries of a list must not be joined. */
async function sharedOf(
  connection: DuckDBConnection,
  { docs }: IndexLayout,
  column: FieldColumn,
  range: Piece,
): Promise<Segment | null> {
  if (column.list && analyserOf(column) === 'keyword') return null;
  const value = nameOf(column.columns[0] ?? '');
  const rows = sql`SELECT _doc::INTEGER AS doc, ${textOf(column)} AS text FROM ${nameOf(docs)}
    WHERE _doc >= ${whole(range.from)} AND _doc < ${whole(range.to)} AND ${value} IS NOT NULL`;
  return sharedPostings({ connection, rows, range }, analyserOf(column));
}

/** How many documents have a text without a word: to scoring they do not have the field. */
function wordlessSql(
  layout: IndexLayout,
  column: FieldColumn,
  range: DocumentRange,
  { inSql, odd }: { readonly inSql: boolean; readonly odd: boolean },
): string {
  const slow = odd ? [`(SELECT count(*) FROM temp.${TOKENS} WHERE len(words) = 0)`] : [];
  const [name = ''] = column.columns;
  const hasWord = inSql ? hasWordSql('text', analyserOf(column)) : null;
  if (hasWord !== null) {
    const texts = `SELECT ${textSql(column)} AS text FROM ${layout.docs} WHERE ${within(range)} AND ${name} IS NOT NULL`;
    const unfit = `${fitSql(column)} AND NOT ${hasWord}`;
    return [...slow, `(SELECT count(*) FROM (${texts}) WHERE ${unfit})`].join(' + ');
  }
  const empty = `(SELECT count(*) FROM ${layout.docs} WHERE ${within(range)} AND len(${name}) = 0)`;
  return [...slow, ...(inSql && column.list ? [empty] : []), '0'].join(' + ');
}

/** Analyses in JavaScript the texts SQL cannot: others than ASCII, and analysers with more than a tokenizer. */
async function tokeniseOdd(
  connection: DuckDBConnection,
  layout: IndexLayout,
  column: FieldColumn,
  { from, to }: DocumentRange,
  inSql: boolean,
): Promise<boolean> {
  const [name = ''] = column.columns;
  // what is put together in an index may cross it, or leave out what comes twice
  const value = column.list && typeof analyserOf(column) === 'object' ? name : textSql(column);
  const stored = `SELECT _doc, ${value} AS text FROM ${layout.docs} WHERE _doc >= $at AND _doc < ${Math.trunc(to)} AND ${name} IS NOT NULL`;
  const odd = inSql ? ` WHERE NOT ${fitSql(column)}` : '';
  const breath = new Breath();
  let found = false;
  for (let at = BigInt(from); ; ) {
    const rows = await allRows(connection, `SELECT _doc, text FROM (${stored})${odd} ORDER BY _doc LIMIT ${CHUNK}`, {
      at,
    });
    if (rows.length === 0) return found;
    if (!found)
      await connection.run(`CREATE OR REPLACE TEMP TABLE ${TOKENS} (doc INTEGER, words VARCHAR[], length INTEGER)`);
    found = true;
    const texts: (readonly [doc: number, text: Analysed])[] = [];
    for (const row of rows) {
      texts.push([Number(row._doc), analysedEach(analyserOf(column), [row.text].flat().map(String))]);
      if (breath.isDue) await breath.take();
    }
    await appendTokens(connection, texts);
    at = BigInt(Number(rows.at(-1)?._doc ?? 0)) + 1n;
    if (rows.length < CHUNK) return found;
  }
}

async function appendTokens(
  connection: DuckDBConnection,
  rows: readonly (readonly [doc: number, text: Analysed])[],
): Promise<void> {
  const appender = await connection.createAppender(TOKENS, 'main', 'temp');
  for (const [doc, { words, length }] of rows) {
    appender.appendInteger(doc);
    appender.appendList([...words], LIST(VARCHAR));
    appender.appendInteger(length);
    appender.endRow();
  }
  appender.closeSync();
}
