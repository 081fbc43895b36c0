import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { allRows } from '../store/rows.ts';

/** Where the numbers of an index stand. */
export interface Counters {
  readonly nextDoc: number;
  readonly nextSegment: number;
}

export async function readCounters(connection: DuckDBConnection, layout: IndexLayout): Promise<Counters> {
  const statement = `SELECT next_doc, next_segment FROM catalogue WHERE id = ${Math.trunc(layout.id)}`;
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
  const [nextDoc, nextSegment, documents, deleted, ts, id] = [
    change.nextDoc,
    change.nextSegment,
    change.documents,
    change.deleted,
    change.ts,
    layout.id,
  ].map(Math.trunc);
  await connection.run(
    `UPDATE catalogue SET next_doc = ${nextDoc}, next_segment = ${nextSegment}, documents = documents + ${documents},
       deleted = deleted + ${deleted}, refreshed = ${ts} WHERE id = ${id}`,
  );
}
