import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { allRows } from '../store/rows.ts';

/** Where the numbers of an index stand. */
export interface Counters {
  readonly nextDoc: number;
  readonly nextSegment: number;
}

/** @param begin what is said before, in the same step */
export async function readCounters(connection: DuckDBConnection, layout: IndexLayout, begin = ''): Promise<Counters> {
  const statement = `${begin}SELECT next_doc, next_segment FROM catalogue WHERE id = ${Math.trunc(layout.id)}`;
  const [row] = await allRows(connection, statement);
  return { nextDoc: Number(row?.next_doc ?? 0), nextSegment: Number(row?.next_segment ?? 0) };
}

export interface IndexChange {
  readonly documents: number;
  readonly deleted: number;
  readonly nextDoc: number;
  readonly nextSegment: number;
  readonly ts: number;
}

export async function updateCounters(
  connection: DuckDBConnection,
  layout: IndexLayout,
  change: IndexChange,
): Promise<void> {
  await connection.run(countersUpdate(layout, change));
}

/** The statement that does so, with its semicolon. */
export function countersUpdate(layout: IndexLayout, change: IndexChange): string {
  const [nextDoc, nextSegment, documents, deleted, ts, id] = [
    change.nextDoc,
    change.nextSegment,
    change.documents,
    change.deleted,
    change.ts,
    layout.id,
  ].map(Math.trunc);
  return `UPDATE catalogue SET next_doc = ${nextDoc}, next_segment = ${nextSegment}, documents = documents + ${documents},
     deleted = deleted + ${deleted}, refreshed = ${ts} WHERE id = ${id}; `;
}
