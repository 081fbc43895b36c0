import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { postingsOf } from '../index/tables.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { inTransaction } from '../store/transaction.ts';
import { MOST, MOST_WORDS } from './pieces.ts';

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
  const segments = all.filter(({ docs, tokens }) => docs < MOST.documents / 2 && tokens < MOST_WORDS / 2);
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
      await inTransaction(connection, () => mergeInto(connection, layout, table, group));
    }
  }
  if (rewrite) await connection.run(`DELETE FROM ${layout.gone}`);
}

async function mergeInto(
  connection: DuckDBConnection,
  layout: IndexLayout,
  table: string,
  segments: readonly number[],
): Promise<void> {
  const chosen = `segment IN (${segments.map((segment) => Math.trunc(segment)).join(', ')})`;
  const into = await oneNumber(connection, 'SELECT next_segment FROM catalogue WHERE id = $id', { id: layout.id });
  await connection.run('UPDATE catalogue SET next_segment = next_segment + 1 WHERE id = $id', { id: layout.id });
  await connection.run(
    `INSERT INTO ${table} SELECT $into, term, list(doc ORDER BY doc), list(norm ORDER BY doc) FROM (
       SELECT term, unnest(docs) AS doc, unnest(norms) AS norm FROM ${table} WHERE ${chosen})
     WHERE doc NOT IN (SELECT _doc FROM ${layout.gone}) GROUP BY term`,
    { into },
  );
  await connection.run(`DELETE FROM ${table} WHERE ${chosen}`);
  await connection.run(`DELETE FROM segments WHERE table_name = $table AND ${chosen}`, { table });
  await connection.run(
    `INSERT INTO segments SELECT $table, $into, count(DISTINCT doc), count(*), count(DISTINCT term)
       FROM (SELECT term, unnest(docs) AS doc FROM ${table} WHERE segment = $into)`,
    { table, into },
  );
}
