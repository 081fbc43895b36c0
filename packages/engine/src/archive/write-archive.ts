import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { archiveColumns } from './archive-columns.ts';
import { identifier, literal } from './quoting.ts';

/** How far the states of an index are archived. */
export interface ArchivePosition {
  /** Raised when the index was made anew: its numbers then begin again. */
  readonly epoch: number;
  /** States from this number on are not archived yet. */
  readonly doc: number;
  /** Time of the last pass, epoch ms. */
  readonly ts: number;
  /** The newest state that is archived: when the index knows it no longer, it is another index. */
  readonly probe: { readonly doc: number; readonly id: string } | null;
}

/** Before the first pass. */
export const ARCHIVE_START: ArchivePosition = { epoch: 0, doc: 0, ts: 0, probe: null };

/** What a pass would write. */
export interface ArchivePending {
  readonly states: number;
  readonly removals: number;
  /** Where it begins. */
  readonly position: ArchivePosition;
}

/** One object of the archive. */
export interface ArchivedStates {
  /** States of documents, earlier ones that were replaced since the last pass included. */
  readonly states: number;
  readonly removals: number;
  readonly position: ArchivePosition;
}

/** A write that takes long has a time from before it could be seen: removals are looked for from this far back. */
const OVERLAP_MS = 3_600_000;

/** Whether the index still knows the state a position ends with. */
export async function knowsProbe(
  connection: DuckDBConnection,
  layout: IndexLayout,
  probe: NonNullable<ArchivePosition['probe']>,
): Promise<boolean> {
  const found = await oneNumber(
    connection,
    `SELECT count(*) FROM (SELECT _doc, _id FROM ${layout.docs} UNION ALL SELECT _doc, _id FROM ${layout.history})
     WHERE _doc = $doc AND _id = $id`,
    { doc: BigInt(probe.doc), id: probe.id },
  );
  return found > 0;
}

/** Where a pass begins behind `position`: at the start of the next epoch when the index is another one by now. */
export async function begin(
  connection: DuckDBConnection,
  layout: IndexLayout,
  position: ArchivePosition,
): Promise<ArchivePosition> {
  const { probe, epoch } = position;
  if (probe === null) return position;
  return (await knowsProbe(connection, layout, probe)) ? position : { ...ARCHIVE_START, epoch: epoch + 1 };
}

const removedSql = (layout: IndexLayout, since: number): string =>
  `SELECT * FROM ${layout.history} h WHERE _until >= ${Math.trunc(since)}
     AND NOT EXISTS (SELECT 1 FROM ${layout.docs} d WHERE d._id = h._id)
     QUALIFY row_number() OVER (PARTITION BY _id ORDER BY _doc DESC) = 1`;

/** What has happened to the index since it was archived last. */
export async function archivePending(
  connection: DuckDBConnection,
  layout: IndexLayout,
  position: ArchivePosition,
): Promise<ArchivePending> {
  const from = await begin(connection, layout, position);
  const states = await oneNumber(
    connection,
    `SELECT (SELECT count(*) FROM ${layout.docs} WHERE _doc >= $doc) + (SELECT count(*) FROM ${layout.history} WHERE _doc >= $doc)`,
    { doc: BigInt(from.doc) },
  );
  const removals = await oneNumber(connection, `SELECT count(*) FROM (${removedSql(layout, from.ts)})`);
  return { states, removals, position: from };
}

/**
 * Writes the states of documents since `position` as one Parquet file (zstd): fields by their paths, system fields, and
 * `_epoch`, `_doc` (the order of states), `_id`, `_version`, `_gone` (the document was removed). Nothing else tells of a document
 * that is gone, so the newest state of each id, unless it is gone, is the index.
 */
export async function writeArchive(
  connection: DuckDBConnection,
  layout: IndexLayout,
  position: ArchivePosition,
  file: string,
  now: number,
): Promise<ArchivedStates> {
  const from = await begin(connection, layout, position);
  const columns = archiveColumns(layout);
  const fields = columns.map(({ name, column, give }) => `${give(column)} AS ${identifier(name)}`);
  const select = (gone: boolean): string =>
    ['SELECT', [`${from.epoch} AS _epoch`, '_doc', '_id', '_version', `${gone} AS _gone`, ...fields].join(', ')].join(
      ' ',
    );
  const since = `_doc >= ${Math.trunc(from.doc)}`;
  const states = `${select(false)} FROM ${layout.docs} WHERE ${since} UNION ALL BY NAME ${select(false)} FROM ${layout.history} WHERE ${since}`;
  const removals = `${select(true)} FROM (${removedSql(layout, from.ts - OVERLAP_MS)})`;
  await connection.run(
    `COPY (SELECT * FROM (${states} UNION ALL BY NAME ${removals}) ORDER BY _doc) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`,
  );
  const [written] = await allRows(
    connection,
    `SELECT count(*) FILTER (WHERE NOT _gone) AS states, count(*) FILTER (WHERE _gone) AS removals,
       max(_doc) FILTER (WHERE NOT _gone) AS doc, max_by(_id, _doc) FILTER (WHERE NOT _gone) AS id FROM read_parquet(${literal(file)})`,
  );
  const newest =
    written?.doc === null || written?.doc === undefined ? null : { doc: Number(written.doc), id: String(written.id) };
  return {
    states: Number(written?.states ?? 0),
    removals: Number(written?.removals ?? 0),
    position: { epoch: from.epoch, doc: newest ? newest.doc + 1 : from.doc, ts: now, probe: newest ?? from.probe },
  };
}
