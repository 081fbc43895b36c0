import type { DuckDBConnection } from '@duckdb/node-api';
import { JoinedTerms } from '../documents/words/joined-terms.ts';
import { eachStored, type StoredTerm } from '../documents/words/stored-terms.ts';
import { noteSegment, SegmentRows } from '../documents/words/write-segment.ts';
import type { IndexLayout } from '../index/layout.ts';
import { postingsOf, smallPostings } from '../index/tables.ts';
import { chunksOf, integersOf } from '../search/run.ts';
import { joined, name, type Sql, sql, whole } from '../search/sql.ts';
import { DocBits } from '../search/text/bits.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { inTransaction } from '../store/transaction.ts';
import { isSmall, postingsFor, type SegmentSize } from './pieces.ts';
import { fillRowGroup } from './row-group.ts';

/** Segments of about the same size that are joined once there are this many. */
const MERGE_AT = 10;
/** Share of removed documents above which all postings are written anew without them. */
const GONE_SHARE = 0.25;
const GONE_LEAST = 1000;

interface Sized {
  readonly segment: number;
  readonly docs: number;
  readonly tokens: number;
}

interface Segment extends Sized {
  readonly terms: number;
  /** The first document and the last. */
  readonly first: number;
  readonly last: number;
}

/**
 * Sizes 1…9, 10…99, 100…999 documents and so on are tiers; the first full tier is merged with all below it. Segments as large
 * as they are written at most stay as they are: to have fewer of those would save little and cost memory.
 */
export function segmentsToMerge<S extends Sized>(all: readonly S[]): readonly S[] {
  const segments = all.filter(({ docs, tokens }) => isSmall({ documents: docs, words: tokens }));
  const tier = (docs: number): number => Math.floor(Math.log10(Math.max(docs, 1)));
  const tiers = Map.groupBy(segments, ({ docs }) => tier(docs));
  const full = [...tiers].filter(([, members]) => members.length >= MERGE_AT).map(([size]) => size);
  if (full.length === 0) return [];
  const largest = Math.max(...full);
  return segments.filter(({ docs }) => tier(docs) <= largest);
}

/** What segments that are joined may have together: to find a word takes as long for a small segment as for a large one. */
export const MOST_JOINED = { documents: 1_000_000, words: 8_000_000 };

/** Segments that become one, none larger than `MOST_JOINED` by it. */
export function groupsOf(segments: readonly Sized[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  let room = { docs: 0, tokens: 0 };
  for (const { segment, docs, tokens } of segments) {
    if (docs > room.docs || tokens > room.tokens) {
      groups.push([]);
      room = { docs: MOST_JOINED.documents, tokens: MOST_JOINED.words };
    }
    groups.at(-1)?.push(segment);
    room = { docs: room.docs - docs, tokens: room.tokens - tokens };
  }
  return groups;
}

/** Words of segments that are joined while nothing is written: who writes next waits for it, a second at most. */
export const MOST_IDLE = 16_000_000;
/** A segment is not written again for less than a quarter of it. */
const WORTH = 4;
/** Occurrences of a term on average beyond which most of its rows are as long as rows become: they would only be copied. */
const OFTEN = 1000;

/** Segments that each become one while nothing is written, so that few are left however they came in. */
export function groupsToJoin<S extends Sized & { readonly terms: number }>(
  all: readonly S[],
): readonly (readonly S[])[] {
  const groups: S[][] = [];
  let words = 0;
  const segments = all.filter(({ tokens, terms }) => tokens <= terms * OFTEN);
  for (const segment of segments.toSorted((a, b) => a.tokens - b.tokens)) {
    if (segment.tokens > WORTH * words || words + segment.tokens > MOST_IDLE) {
      groups.push([]);
      words = 0;
    }
    groups.at(-1)?.push(segment);
    words += segment.tokens;
  }
  return groups.filter(({ length }) => length > 1);
}

/** Joins some segments of a field; answers whether there are more. For a time at which nothing is written. */
export async function joinSegments(
  connection: DuckDBConnection,
  layout: IndexLayout,
  piece: Piece = PIECE,
): Promise<boolean> {
  const [first, ...others] = await segmentsDue(connection, layout);
  if (first !== undefined)
    await inTransaction(connection, () => mergeInto(connection, layout, first.table, first.segments, piece));
  return others.length > 0;
}

interface Due {
  readonly table: string;
  readonly segments: readonly Segment[];
}

/** Segments that are worth joining and can be put together as they are. */
export async function segmentsDue(connection: DuckDBConnection, layout: IndexLayout): Promise<readonly Due[]> {
  const due: Due[] = [];
  for (const table of postingsOf(layout))
    for (const segments of groupsToJoin(await segmentsOf(connection, table)))
      if (await standApart(connection, layout, segments)) due.push({ table, segments });
  return due;
}

async function segmentsOf(connection: DuckDBConnection, table: string): Promise<readonly Segment[]> {
  const rows = await allRows(
    connection,
    `SELECT segment, docs, tokens, terms, first_doc, last_doc FROM segments WHERE table_name = '${table}' ORDER BY segment`,
  );
  return rows.map(({ segment, docs, tokens, terms, first_doc, last_doc }) => ({
    segment: Number(segment),
    docs: Number(docs),
    tokens: Number(tokens),
    terms: Number(terms),
    first: Number(first_doc),
    last: Number(last_doc),
  }));
}

/** Joins many small postings segments into one and, when much was removed, leaves removed documents out for good. */
export async function mergeSegments(connection: DuckDBConnection, layout: IndexLayout): Promise<void> {
  const { rewrites, merges } = await mergesDue(connection, layout);
  for (const { table, segments } of merges)
    await inTransaction(connection, () => mergeInto(connection, layout, table, segments));
  if (rewrites) await connection.run(`DELETE FROM ${layout.gone}`);
}

/** Whether `mergeSegments` has anything to do. */
export async function isMergeDue(connection: DuckDBConnection, layout: IndexLayout): Promise<boolean> {
  const { rewrites, merges } = await mergesDue(connection, layout);
  return rewrites || merges.length > 0;
}

interface Merges {
  /** Whether so much was removed that all segments are written anew. */
  readonly rewrites: boolean;
  readonly merges: readonly Due[];
}

async function mergesDue(connection: DuckDBConnection, layout: IndexLayout): Promise<Merges> {
  const removed = `(SELECT count(*) FROM ${layout.gone}) AS gone`;
  const [counts] = await allRows(
    connection,
    `SELECT documents, ${removed} FROM catalogue WHERE id = ${Math.trunc(layout.id)}`,
  );
  const [gone, live] = [Number(counts?.gone), Number(counts?.documents)];
  const rewrites = gone >= GONE_LEAST && gone > live * GONE_SHARE;
  const merges: Due[] = [];
  for (const table of postingsOf(layout)) {
    const segments = await segmentsOf(connection, table);
    for (const group of groupsOf(rewrites ? segments : segmentsToMerge(segments))) {
      if (rewrites || group.length > 1)
        merges.push({ table, segments: segments.filter(({ segment }) => group.includes(segment)) });
    }
  }
  return { rewrites, merges };
}

async function mergeInto(
  connection: DuckDBConnection,
  layout: IndexLayout,
  table: string,
  segments: readonly Segment[],
  piece: Piece = PIECE,
): Promise<void> {
  const chosen = sql`segment IN (${numbersOf(segments)})`;
  const into = await oneNumber(connection, 'SELECT next_segment FROM catalogue WHERE id = $id', { id: layout.id });
  await connection.run('UPDATE catalogue SET next_segment = next_segment + 1 WHERE id = $id', { id: layout.id });
  const given = { connection, table, into, chosen: sql`${chosen} AND term IS NOT NULL` };
  if (await standApart(connection, layout, segments)) await putTogether(given, segments, piece);
  else await writeAnew(given, segments, layout);
  for (const each of [table, smallPostings(table)]) await connection.run(`DELETE FROM ${each} WHERE ${chosen.text}`);
  await connection.run(`DELETE FROM segments WHERE table_name = $table AND ${chosen.text}`, { table });
}

/**
 * Whether segments hold documents one behind the other and none that was removed, as where rows are only added: then what is packed of
 * each can be put one behind the other as it is.
 */
async function standApart(
  connection: DuckDBConnection,
  { gone }: IndexLayout,
  segments: readonly Segment[],
): Promise<boolean> {
  const ordered = inOrder(segments);
  if (ordered.some(({ first }, i) => i > 0 && (ordered[i - 1]?.last ?? 0) >= first)) return false;
  const within = ordered.map(({ first, last }) => `_doc BETWEEN ${Math.trunc(first)} AND ${Math.trunc(last)}`);
  return (await oneNumber(connection, `SELECT count(*) FROM ${gone} WHERE ${within.join(' OR ')}`)) === 0;
}

const numbersOf = (segments: readonly Segment[]): Sql =>
  joined(
    segments.map(({ segment }) => whole(segment)),
    ', ',
  );

const inOrder = (segments: readonly Segment[]): readonly Segment[] => segments.toSorted((a, b) => a.first - b.first);

interface Merge {
  readonly connection: DuckDBConnection;
  readonly table: string;
  /** The number of the new segment. */
  readonly into: number;
  /** Which terms it is made of. */
  readonly chosen: Sql;
}

async function putTogether(
  { connection, table, into, chosen }: Merge,
  segments: readonly Segment[],
  piece: Piece,
): Promise<void> {
  const ordered = inOrder(segments);
  const size = sizeOf(segments);
  const target = postingsFor(table, size);
  const statement = `INSERT INTO ${target} ${joinedRows(table, chosen.text, numbersOf(ordered).text)}`;
  const ends = size.words > piece.words ? await lastTerms(connection, table, chosen, piece.bytes) : [];
  let rows = 0;
  for (const [i, until] of [...ends.slice(0, -1), null].entries()) {
    const after = ends[i - 1] ?? null;
    const { rowsChanged } = await connection.run(statement, { into, after, until });
    rows += rowsChanged;
  }
  const terms = await oneNumber(connection, `SELECT count(DISTINCT term) FROM ${target} WHERE segment = $into`, {
    into,
  });
  const span = [ordered[0]?.first ?? -1, ordered.at(-1)?.last ?? -1] as const;
  await noteSegment(connection, table, into, { docs: size.documents, tokens: size.words, terms, span });
  if (!isSmall(size)) await fillRowGroup(connection, target, into, rows);
}

/** Words that are put together by one statement, and bytes of more words: what it gathers stays in memory until it is written. */
interface Piece {
  readonly words: number;
  readonly bytes: number;
}

const PIECE: Piece = { words: 4_000_000, bytes: 12_000_000 };

/** The last terms of the pieces in which segments are put together, in their order. */
async function lastTerms(
  connection: DuckDBConnection,
  table: string,
  chosen: Sql,
  bytes: number,
): Promise<readonly string[]> {
  const rows = await allRows(
    connection,
    `WITH stored AS (${storedIn(table)}),
      sizes AS (SELECT term, sum(octet_length(data) + coalesce(octet_length(places), 0)) AS bytes FROM stored
        WHERE ${chosen.text} GROUP BY term),
      pieces AS (SELECT term, sum(bytes) OVER (ORDER BY term) // ${Math.trunc(bytes)} AS piece FROM sizes)
    SELECT max(term) AS last FROM pieces GROUP BY piece ORDER BY last`,
  );
  return rows.map(({ last }) => String(last));
}

/** Bytes up to which rows of a term are put together; two of them are still one that lies beside others. */
const SHORT = 2048;

const storedIn = (postings: string): string =>
  [postings, smallPostings(postings)].map((each) => `SELECT *, rowid AS written FROM ${each}`).join(' UNION ALL ');

/** The rows of each term in the order of their segments, short ones that follow each other as one; of the terms behind `after` and up to `until`. */
const joinedRows = (postings: string, chosen: string, ordered: string): string => `
  WITH stored AS (${storedIn(postings)}),
    told AS (SELECT *, list_position([${ordered}], segment) AS place,
      greatest(octet_length(data), coalesce(octet_length(places), 0)) AS bytes FROM stored
      WHERE ${chosen} AND ($after IS NULL OR term > $after) AND ($until IS NULL OR term <= $until)),
    numbered AS (SELECT *, row_number() OVER own AS number,
      coalesce(sum(bytes) OVER (own ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) // ${SHORT} AS page
      FROM told WINDOW own AS (PARTITION BY term ORDER BY place, written))
  SELECT $into, term, sum(documents)::INTEGER, ${together('data')}, CASE WHEN count(places) = count(*) THEN ${together('places')} END
  FROM numbered GROUP BY term, page, CASE WHEN bytes >= ${SHORT} THEN number ELSE 0 END ORDER BY term, min(number)`;

const together = (column: string): string =>
  `list_reduce(list(${column} ORDER BY number), lambda before, behind: before || behind)`;

/** Writes the segments as one without the documents that were removed, in the order of those that are left. */
async function writeAnew(
  { connection, table, into, chosen }: Merge,
  segments: readonly Segment[],
  { gone }: IndexLayout,
): Promise<void> {
  const [first, last] = [inOrder(segments)[0]?.first ?? 0, Math.max(...segments.map((each) => each.last))];
  const removed = new DocBits(last + 1);
  const within = sql`SELECT _doc::INTEGER FROM ${name(gone)} WHERE _doc BETWEEN ${whole(first)} AND ${whole(last)}`;
  for (const chunk of await chunksOf(connection, within))
    for (const doc of integersOf(chunk.getColumnVector(0)).subarray(0, chunk.rowCount)) removed.add(doc);
  const joined = new JoinedTerms(removed, last + 1);
  const target = postingsFor(table, sizeOf(segments));
  const rows = await SegmentRows.into(connection, target, into);
  let parts: StoredTerm[] = [];
  const addParts = (): void => {
    const [part] = parts;
    const { docs, ...more } = joined.of(parts);
    if (part !== undefined && docs.length > 0) rows.add(part.term, { docs, ...more }, 0, docs.length);
    parts = [];
  };
  try {
    await eachStored(connection, table, { where: chosen, placed: true, order: sql`ORDER BY term` }, (stored) => {
      if (stored.term !== parts[0]?.term) addParts();
      parts.push(stored);
    });
    addParts();
    rows.end();
  } catch (error) {
    rows.close();
    throw error;
  }
  if (rows.terms === 0) return;
  const { documents, tokens, span } = joined;
  await noteSegment(connection, table, into, { docs: documents, tokens, terms: rows.terms, span });
  if (target === table) await fillRowGroup(connection, target, into, rows.rows);
}

function sizeOf(segments: readonly Segment[]): SegmentSize {
  const sum = (of: (segment: Segment) => number): number => segments.reduce((total, each) => total + of(each), 0);
  return { documents: sum(({ docs }) => docs), words: sum(({ tokens }) => tokens) };
}
