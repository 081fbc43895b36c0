import { RECORD_STATES } from '@datasarana/schema';
import type { DuckDBConnection, JS } from '@duckdb/node-api';
import { readSource, readSystem } from '../index/document.ts';
import type { IndexLayout } from '../index/layout.ts';
import { allRows } from '../store/rows.ts';
import type { StoredDocument } from './documents.ts';
import { IS_REMOVAL, removerOf } from './removals.ts';

/** A document as it was before it was changed or removed. */
export interface EarlierState extends StoredDocument {
  /** Epoch ms at which something else took its place, or nothing did. */
  readonly until: number;
  /** Nothing took its place: the document was removed by itself, not with its batch. */
  readonly removed: boolean;
  /** Who removed it, or took its batch back, as shown to people; null where nobody did, or nobody knows. */
  readonly removedBy: string | null;
}

/** Which earlier states are told: the 100 behind the latest `from`, or those up to a moment alone. */
export interface WantedStates {
  readonly from?: number;
  /** epoch ms */
  readonly until?: number;
}

const pageOf = ({ from = 0 }: WantedStates): string => `LIMIT ${RECORD_STATES} OFFSET ${Math.trunc(from)}`;

/** SQL: who took the batch back with which the state went. */
const UNDONE_BY = "(SELECT user_name FROM undone WHERE 'undo ' || batch = _until_batch)";

/** Earlier states of a document that are still kept, the latest first. */
export async function earlierStates(
  connection: DuckDBConnection,
  layout: IndexLayout,
  id: string,
  wanted: WantedStates = {},
): Promise<readonly EarlierState[]> {
  if (layout.definition.source === 'stored') return [];
  const { until } = wanted;
  const rows = await allRows(
    connection,
    `SELECT *, ${IS_REMOVAL} AS _removed, ${UNDONE_BY} AS _undone_by FROM ${layout.history} WHERE _id = $id ${until === undefined ? '' : 'AND _until = $until::BIGINT'}
     ORDER BY _until DESC, _version DESC ${pageOf(wanted)}`,
    { id, ...(until !== undefined && { until }) },
  );
  return rows.map((row) => stateOf(layout, row));
}

/** Documents that were removed by themselves and are not there now, as they were last; the latest removed first. */
export async function removedDocuments(
  connection: DuckDBConnection,
  layout: IndexLayout,
  wanted: Pick<WantedStates, 'from'> = {},
): Promise<readonly EarlierState[]> {
  if (layout.definition.source === 'stored') return [];
  const last = `SELECT arg_max(rowid, _until) FROM ${layout.history} WHERE ${IS_REMOVAL} GROUP BY _id`;
  const rows = await allRows(
    connection,
    `SELECT *, true AS _removed FROM ${layout.history}
     WHERE rowid IN (${last}) AND _id NOT IN (SELECT _id FROM ${layout.docs}) ORDER BY _until DESC, _id ${pageOf(wanted)}`,
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
  removedBy: removerOf(row._until_batch) ?? (typeof row._undone_by === 'string' ? row._undone_by : null),
});
