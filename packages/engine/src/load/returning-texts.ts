import type { DuckDBConnection } from '@duckdb/node-api';
import type { FieldColumn, IndexLayout } from '../index/layout.ts';
import { readCounters } from './counters.ts';
import { indexText } from './postings.ts';

/** Writes the words of some text fields of all documents, as segments behind those there are. */
export async function indexReturningTexts(
  connection: DuckDBConnection,
  layout: IndexLayout,
  texts: readonly FieldColumn[],
): Promise<void> {
  const { nextDoc, nextSegment } = await readCounters(connection, layout);
  const fields = new Map(texts.map((column) => [column.path, column]));
  const next = await indexText(connection, { ...layout, fields }, { from: 0, to: nextDoc }, nextSegment);
  await connection.run('UPDATE catalogue SET next_segment = $next WHERE id = $id', { next, id: layout.id });
}
