import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { postingsOf, smallPostings } from '../index/tables.ts';
import { allPostings } from '../search/text/all-postings.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { inTransaction } from '../store/transaction.ts';
import { isSmall, MOST, MOST_WORDS, postingsFor } from './pieces.ts';
import { fillRowGroup } from './row-group.ts';

/** Segments of about the same size that are joined once there are this many. */
const MERGE_AT = 10;
/** Share of removed documents above which all postings are written anew without them. */
const GONE_SHARE = 0.25;
const GONE_LEAST = 1000;

interface Segment {
  readonly segment: number;
  readonly docs: number;
  readonly tokens: number;
}

/**
 * Sizes 1…9, 10…99, 100…999 documents and so on are tiers; the first full tier is merged with all below it. Segments as large
 * as they are written at most stay as they are: to have fewer of those would save little and cost memory.
 */
export function segmentsToMerge(all: readonly Segment[]): readonly Segment[] {
  const segments = all.filter(({ docs, tokens }) => isSmall({ documents: docs, words: tokens }));
  const tier = (docs: number): number => Math.floor(Math.log10(Math.max(docs, 1)));
  const tiers = Map.groupBy(segments, ({ docs }) => tier(docs));
  const full = [...tiers].filter(([, members]) => members.length >= MERGE_AT).map(([size]) => size);
  if (full.length === 0) return [];
  const largest = Math.max(...full);
  return segments.filter(({ docs }) => tier(docs) <= largest);
}

/** Segments that become one: no more documents and words together than are written at a time. */
export function groupsOf(segments: readonly Segment[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  let room = { docs: 0, tokens: 0 };
  for (const { segment, docs, tokens } of segments) {
    if (docs > room.docs || tokens > room.tokens) {
      groups.push([]);
      room = { docs: MOST.documents, tokens: MOST_WORDS };
    }
    groups.at(-1)?.push(segment);
    room = { docs: room.docs - docs, tokens: room.tokens - tokens };
  }
  return groups;
}

/** Joins many small postings segments into one and, when much was removed, leaves removed documents out for good. */
export async function mergeSegments(connection: DuckDBConnection, layout: IndexLayout): Promise<void> {
  const gone = await oneNumber(connection, `SELECT count(*) FROM ${layout.gone}`);
  const live = await oneNumber(connection, 'SELECT documents FROM catalogue WHERE id = $id', { id: layout.id });
  const rewrite = gone >= GONE_LEAST && gone > live * GONE_SHARE;
  for (const table of postingsOf(layout)) {
    const rows = await allRows(
      connection,
      'SELECT segment, docs, tokens FROM segments WHERE table_name = $table ORDER BY segment',
      { table },
    );
    const segments = rows.map(({ segment, docs, tokens }) => ({
      segment: Number(segment),
      docs: Number(docs),
      tokens: Number(tokens),
    }));
    const groups = groupsOf(rewrite ? segments : segmentsToMerge(segments));
    for (const group of groups.filter(({ length }) => rewrite || length > 1)) {
      const of = segments.filter(({ segment }) => group.includes(segment));
      await inTransaction(connection, () => mergeInto(connection, layout, table, of));
    }
  }
  if (rewrite) await connection.run(`DELETE FROM ${layout.gone}`);
}

async function mergeInto(
  connection: DuckDBConnection,
  layout: IndexLayout,
  table: string,
  segments: readonly Segment[],
): Promise<void> {
  const chosen = `segment IN (${segments.map(({ segment }) => Math.trunc(segment)).join(', ')})`;
  const sum = (of: (segment: Segment) => number): number => segments.reduce((total, each) => total + of(each), 0);
  const size = { documents: sum(({ docs }) => docs), words: sum(({ tokens }) => tokens) };
  const target = postingsFor(table, size);
  const into = await oneNumber(connection, 'SELECT next_segment FROM catalogue WHERE id = $id', { id: layout.id });
  await connection.run('UPDATE catalogue SET next_segment = next_segment + 1 WHERE id = $id', { id: layout.id });
  const written = `(FROM ${allPostings(table).text} WHERE ${chosen} AND term IS NOT NULL)`;
  const apart = await standApart(connection, layout, written);
  const joined = apart
    ? `SELECT $into, term, flatten(list(docs ORDER BY list_min(docs))), flatten(list(norms ORDER BY list_min(docs))) FROM ${written} GROUP BY term ORDER BY term`
    : `SELECT $into, term, list(doc ORDER BY doc), list(norm ORDER BY doc) FROM (
         SELECT term, unnest(docs) AS doc, unnest(norms) AS norm FROM ${written})
       WHERE doc NOT IN (SELECT _doc FROM ${layout.gone}) GROUP BY term ORDER BY term`;
  const terms = await connection.run(`INSERT INTO ${target} ${joined}`, { into });
  for (const each of [table, smallPostings(table)]) await connection.run(`DELETE FROM ${each} WHERE ${chosen}`);
  await connection.run(`DELETE FROM segments WHERE table_name = $table AND ${chosen}`, { table });
  const counted = apart
    ? `${size.documents}, ${size.words}, count(*) FROM ${target} WHERE segment = $into`
    : `count(DISTINCT doc), count(*), count(DISTINCT term) FROM (SELECT term, unnest(docs) AS doc FROM ${target} WHERE segment = $into)`;
  await connection.run(`INSERT INTO segments SELECT $table, $into, ${counted}`, { table, into });
  if (!isSmall(size)) await fillRowGroup(connection, target, into, terms.rowsChanged);
}

/**
 * Whether segments hold documents one behind the other and none that was removed, as where rows are only added: then their lists need
 * not be taken apart, which takes three times as long.
 */
async function standApart(connection: DuckDBConnection, { gone }: IndexLayout, segments: string): Promise<boolean> {
  const spans = await allRows(
    connection,
    `SELECT first, last, (SELECT count(*) FROM ${gone} WHERE _doc BETWEEN first AND last) AS removed FROM (
       SELECT min(list_min(docs)) AS first, max(list_max(docs)) AS last FROM ${segments} GROUP BY segment) ORDER BY first`,
  );
  return spans.every(
    ({ first, removed }, i) => Number(removed) === 0 && (i === 0 || Number(spans[i - 1]?.last) < Number(first)),
  );
}
