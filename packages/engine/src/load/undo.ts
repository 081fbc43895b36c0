import { conflict, notFound } from '@datasarana/schema';
import type { DuckDBConnection, JS } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { inLargeTransaction, inTransaction, LARGE_ROWS } from '../store/transaction.ts';
import { readCounters, updateCounters } from './counters.ts';
import { historySince } from './history.ts';
import { ledgerOfBatch } from './ledgers.ts';
import { indexText } from './postings.ts';
import { removerOf } from './removals.ts';
import { retire } from './write.ts';

/** Later edits that are listed; the count is of all. */
const LISTED_LATER = 100;

/** A document of the batch that somebody wrote or removed after it. */
export interface LaterEdit {
  readonly id: string;
  readonly what: 'changed' | 'removed';
  /** Batch or single write the document has its present state from; null when it was removed. */
  readonly batch: string | null;
  readonly user: string | null;
  /** Epoch ms. */
  readonly ts: number;
}

/** What undoing a batch does, or did: added documents go, replaced ones come back as they were. */
export interface Undo {
  readonly batch: string;
  /** Documents the batch had added. */
  readonly removed: number;
  /** Documents the batch had replaced. */
  readonly restored: number;
  /** Documents left alone, because they were edited later. */
  readonly kept: number;
  readonly later: readonly LaterEdit[];
  /** Epoch ms; null when it was only asked about. */
  readonly ts: number | null;
  readonly user: string;
}

/** Which batch is taken back, and how. */
export interface UndoInput {
  readonly batch: string;
  /** Who asks, as shown to people. */
  readonly user: string;
  /** Leaves documents that were edited later as they are, instead of refusing. */
  readonly keepLater: boolean;
  /** Says what would happen, writes nothing. */
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
}

const MINE = 'undo_mine';
const LATER = 'undo_later';

/**
 * Takes a batch back in one transaction; a batch that was undone answers what was done then.
 * @throws PlatformError 409 with the later edits in its way, or when what it replaced is no longer kept; 404 for an unknown batch
 */
export async function undoBatch(connection: DuckDBConnection, layout: IndexLayout, input: UndoInput): Promise<Undo> {
  const ledger = await ledgerOfBatch(connection, input.batch);
  if (ledger?.index !== layout.name) throw notFound(`There is no batch '${input.batch}'.`);
  const known = await undoneOf(connection, input.batch);
  if (known) return known;
  if (ledger.replaced > 0 && ledger.ts < (await historySince(connection, layout))) {
    throw conflict(
      'The rows this batch replaced are no longer kept, so it cannot be undone. Import the earlier file again, or remove its rows one by one.',
    );
  }
  try {
    const planned = await plan(connection, layout, input);
    if (input.dryRun) return planned;
    if (planned.kept > 0 && !input.keepLater) throw inTheWay(planned);
    input.signal?.throwIfAborted();
    const transaction = planned.removed + planned.restored >= LARGE_ROWS ? inLargeTransaction : inTransaction;
    return await transaction(connection, () => write(connection, layout, planned));
  } finally {
    for (const table of [MINE, LATER]) await connection.run(`DROP TABLE IF EXISTS temp.${table}`);
  }
}

const inTheWay = ({ kept, later }: Undo) => {
  const [first] = later;
  const example = first ? `, for one '${first.id}' (${first.what}${first.user ? ` by ${first.user}` : ''})` : '';
  const records = kept === 1 ? '1 record was' : `${kept} records were`;
  return conflict(
    `${records} edited after this batch${example}. Undo it with keep_later=true to leave those as they are.`,
    { kept, later },
  );
};

/** Names what the batch wrote: rows that still are as it left them, with what they replaced, and those edited later. */
async function plan(connection: DuckDBConnection, layout: IndexLayout, { batch, user }: UndoInput): Promise<Undo> {
  const { docs, history } = layout;
  // rows of the batch that replaced rows of the same batch (rejected rows that were mended) are no earlier state
  const before = `SELECT _id, arg_max(rowid, _until) AS earlier FROM ${history}
    WHERE _until_batch = $batch AND _batch IS DISTINCT FROM $batch GROUP BY _id`;
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${MINE} AS SELECT d._id, d._doc, d._version, b.earlier FROM ${docs} d LEFT JOIN (${before}) b ON b._id = d._id
     WHERE d._batch = $batch`,
    { batch },
  );
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${LATER} AS SELECT w._id, w.ended, d._batch AS batch, d._user_name AS who, w.ts, d._id IS NULL AS removed
     FROM (SELECT _id, arg_max(_until_batch, _until) AS ended, max(_until) AS ts FROM ${history} WHERE _batch = $batch GROUP BY _id) w
     LEFT JOIN ${docs} d ON d._id = w._id LEFT JOIN (${before}) b ON b._id = w._id
     WHERE d._batch IS DISTINCT FROM $batch AND (d._id IS NOT NULL OR b._id IS NOT NULL)`,
    { batch },
  );
  const [counts] = await allRows(
    connection,
    `SELECT count(*) FILTER (earlier IS NULL) AS removed, count(earlier) AS restored FROM ${MINE}`,
  );
  return {
    batch,
    removed: Number(counts?.removed ?? 0),
    restored: Number(counts?.restored ?? 0),
    kept: await oneNumber(connection, `SELECT count(*) FROM ${LATER}`),
    later: await laterEdits(connection),
    ts: null,
    user,
  };
}

async function laterEdits(connection: DuckDBConnection): Promise<readonly LaterEdit[]> {
  const rows = await allRows(connection, `SELECT * FROM ${LATER} ORDER BY ts DESC, _id LIMIT ${LISTED_LATER}`);
  return rows.map((row) => ({
    id: String(row._id),
    what: row.removed === true ? 'removed' : 'changed',
    batch: row.batch === null || row.batch === undefined ? null : String(row.batch),
    user: row.who === null || row.who === undefined ? removerOf(row.ended) : String(row.who),
    ts: Number(row.ts),
  }));
}

async function write(connection: DuckDBConnection, layout: IndexLayout, planned: Undo): Promise<Undo> {
  const { batch, removed, restored, kept, user } = planned;
  const ts = Date.now();
  const counters = await readCounters(connection, layout);
  await connection.run(
    `INSERT INTO ${layout.docs} BY NAME SELECT h.* EXCLUDE (_doc, _version, _until, _until_batch),
       $base::BIGINT + row_number() OVER () - 1 AS _doc, m._version + 1 AS _version
     FROM ${MINE} m JOIN ${layout.history} h ON h.rowid = m.earlier`,
    { base: BigInt(counters.nextDoc) },
  );
  await handOver(connection, layout, batch);
  const retired = await retire(connection, layout, `SELECT _doc FROM ${MINE}`, { batch: `undo ${batch}`, ts });
  const back = { from: counters.nextDoc, to: counters.nextDoc + restored };
  const nextSegment = await indexText(connection, layout, back, counters.nextSegment);
  await updateCounters(connection, layout, {
    documents: -removed,
    deleted: retired,
    nextDoc: back.to,
    nextSegment,
    ts,
  });
  await connection.run('INSERT INTO undone VALUES ($batch, $index, $ts, $user, $removed, $restored, $kept)', {
    ...{ batch, index: layout.name, ts, user, removed, restored, kept },
  });
  return { ...planned, ts };
}

/**
 * What was written over rows of the batch takes its place: undoing that in turn must bring back what was there before those
 * rows, and not them. The batch may have written a row several times, in turns with others, by rejected rows that were mended.
 */
async function handOver(connection: DuckDBConnection, layout: IndexLayout, batch: string): Promise<void> {
  const { history } = layout;
  const ids = `SELECT _id FROM ${LATER} UNION SELECT _id FROM ${MINE}`;
  await connection.run(
    `UPDATE ${history} SET _until_batch = n.next FROM
       (SELECT before._id, before._version, arg_min(own._until_batch, own._version) AS next FROM ${history} before
        JOIN ${history} own ON own._id = before._id AND own._version > before._version
        WHERE before._until_batch = $batch AND before._batch IS DISTINCT FROM $batch
          AND own._batch = $batch AND own._until_batch IS DISTINCT FROM $batch AND before._id IN (${ids})
        GROUP BY before._id, before._version) n
     WHERE ${history}._id = n._id AND ${history}._version = n._version AND ${history}._until_batch = $batch`,
    { batch },
  );
  await connection.run(
    `UPDATE ${history} SET _until_batch = 'undo ' || $batch
     WHERE _batch = $batch AND _id IN (${ids})`,
    { batch },
  );
}

/** What was done when the batch was undone; null when it was not. */
export async function undoneOf(connection: DuckDBConnection, batch: string): Promise<Undo | null> {
  const [row] = await allRows(connection, 'SELECT * FROM undone WHERE batch = $batch', { batch });
  return row === undefined ? null : toUndo(row);
}

/** Every batch of an index that was undone. */
export async function listUndone(connection: DuckDBConnection, index: string): Promise<readonly Undo[]> {
  return (await allRows(connection, 'SELECT * FROM undone WHERE index_name = $index', { index })).map(toUndo);
}

const toUndo = (row: Readonly<Record<string, JS>>): Undo => ({
  batch: String(row.batch),
  removed: Number(row.removed),
  restored: Number(row.restored),
  kept: Number(row.kept),
  later: [],
  ts: Number(row.ts),
  user: String(row.user_name),
});
