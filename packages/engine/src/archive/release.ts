import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { allRows } from '../store/rows.ts';
import { inTransaction } from '../store/transaction.ts';
import { ARCHIVE_START, type ArchivePosition, knowsProbe } from './write-archive.ts';

/** Behind everything an index holds now. */
export async function latestPosition(connection: DuckDBConnection, layout: IndexLayout): Promise<ArchivePosition> {
  const [row] = await allRows(connection, `SELECT max(_doc) AS doc, max_by(_id, _doc) AS id FROM ${layout.docs}`);
  if (row?.doc === null || row?.doc === undefined) return ARCHIVE_START;
  const newest = Number(row.doc);
  return { ...ARCHIVE_START, doc: newest + 1, probe: { doc: newest, id: String(row.id) } };
}

/**
 * Lets go of the rows of an index in transit that stand before a position; none when the position is not one of this index, as
 * one from before it was replaced. @returns how many there were
 */
export async function releaseRows(
  connection: DuckDBConnection,
  layout: IndexLayout,
  { doc, probe }: ArchivePosition,
): Promise<number> {
  if (layout.definition.transit === undefined) throw new Error(`The rows of "${layout.name}" are not in transit.`);
  return inTransaction(connection, async () => {
    if (probe === null || !(await knowsProbe(connection, layout, probe))) return 0;
    const before = `_doc < ${Math.trunc(doc)}`;
    await connection.run(`DELETE FROM ${layout.history} WHERE ${before}`);
    const { rowsChanged } = await connection.run(`DELETE FROM ${layout.docs} WHERE ${before}`);
    await connection.run(`UPDATE catalogue SET documents = documents - ${rowsChanged} WHERE id = ${layout.id}`);
    return rowsChanged;
  });
}
