import type { DuckDBConnection, JS } from '@duckdb/node-api';
import { readSource, readSystem } from '../index/document.ts';
import type { IndexLayout } from '../index/layout.ts';
import { allRows } from '../store/rows.ts';
import type { StoredDocument } from './documents.ts';

/** A document as it was before it was changed or removed. */
export interface EarlierState extends StoredDocument {
  /** Epoch ms at which something else took its place, or nothing did. */
  readonly until: number;
  /** Nothing took its place: the document was removed by itself, not with its batch. */
  readonly removed: boolean;
}

/** States that are listed, the latest ones. */
const LISTED = 100;

const REMOVED = "_until_batch = ''";

/** Earlier states of a document that are still kept, the latest first. */
export async function earlierStates(
  connection: DuckDBConnection,
  layout: IndexLayout,
  id: string,
): Promise<readonly EarlierState[]> {
  if (layout.definition.source === 'stored') return [];
  const rows = await allRows(
    connection,
    `SELECT *, ${REMOVED} AS _removed FROM ${layout.history} WHERE _id = $id ORDER BY _until DESC, _version DESC LIMIT ${LISTED}`,
    { id },
  );
  return rows.map((row) => stateOf(layout, row));
}

/** Documents that were removed by themselves and are not there now, as they were last; the latest removed first. */
export async function removedDocuments(
  connection: DuckDBConnection,
  layout: IndexLayout,
): Promise<readonly EarlierState[]> {
  if (layout.definition.source === 'stored') return [];
  const last = `SELECT arg_max(rowid, _until) FROM ${layout.history} WHERE ${REMOVED} GROUP BY _id`;
  const rows = await allRows(
    connection,
    `SELECT *, true AS _removed FROM ${layout.history}
     WHERE rowid IN (${last}) AND _id NOT IN (SELECT _id FROM ${layout.docs}) ORDER BY _until DESC, _id LIMIT ${LISTED}`,
  );
  return rows.map((row) => stateOf(layout, row));
}

const stateOf = (layout: IndexLayout, row: Readonly<Record<string, JS>>): EarlierState => ({
  id: String(row._id),
  version: Number(row._version),
  system: readSystem(layout, row),
  source: readSource(layout, row),
  until: Number(row._until),
  removed: row._removed === true,
});
