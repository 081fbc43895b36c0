import type { RowCounts } from '@datasarana/schema';
import { conflict, notFound } from '@datasarana/schema';
import { type DuckDBConnection, type JS, listValue } from '@duckdb/node-api';
import { allRows, oneNumber } from '../store/rows.ts';
import type { BatchInput, Ledger, RejectCause, RejectedCell, RejectedRow } from './batch.ts';
import { ledgerOfBatch, type Page, storePosition } from './ledgers.ts';
import { partsText, withMended } from './parts.ts';
import { REFUSED } from './stage.ts';
import { undoneOf } from './undo.ts';

/** Causes that are told apart. */
const MOST_CAUSES = 100;
/** More than a row has cells: they stand in an order, which picks the first of a cause. */
const MOST_CELLS = 1_000_000;

const CELL_LIST = `from_json(cells, '[{"field":"VARCHAR","rule":"VARCHAR","reason":"VARCHAR","value":"VARCHAR"}]')`;
const CELLS = `unnest(${CELL_LIST})`;

/** Of each cell whether one before it in its row was refused for the same cause: the row counts once. Hardly a row has two of a cause. */
const AGAIN = `CASE WHEN len(list_distinct(kinds)) < len(kinds) THEN list_transform(kinds, (x, i) -> list_position(kinds, x) < i) END`;

/**
 * The refused cells of rows, how many rows have the same and the first line of those. A million rows are mostly refused for the same few
 * values: each text of cells is read once, known by its hash, since texts of wide rows do not fit the memory together.
 */
export function refusedCells(table: string, where = ''): string {
  const same = `SELECT count(*) AS n, min(line) AS first, arg_min(rowid, line) AS at FROM ${table} ${where} GROUP BY hash(cells)`;
  return `SELECT n, first, ${CELL_LIST} AS c FROM ${table} AS r JOIN (${same}) AS same ON r.rowid = same.at`;
}

/** Why the rows of `table` were refused, the most frequent first. */
export async function rejectCauses(
  connection: DuckDBConnection,
  table: string,
  batch?: string,
): Promise<readonly RejectCause[]> {
  const where = batch === undefined ? '' : 'WHERE batch = $batch';
  const rows = await allRows(
    connection,
    `SELECT cell.field AS field, cell.rule AS rule, sum(n) FILTER (again IS NOT TRUE)::BIGINT AS rows,
       count(DISTINCT hash(cell.reason)) AS reasons, arg_min(cell.reason, place) AS reason, arg_min(cell.value, place) AS value
     FROM (SELECT n, first * ${MOST_CELLS} + generate_subscripts(c, 1) AS place, unnest(c) AS cell, unnest(${AGAIN}) AS again
       FROM (SELECT n, first, c, list_transform(c, x -> concat(x.field, ' ', x.rule)) AS kinds FROM (${refusedCells(table, where)})))
     GROUP BY ALL ORDER BY rows DESC, field, rule LIMIT ${MOST_CAUSES}`,
    batch === undefined ? undefined : { batch },
  );
  return rows.map((row) => ({
    field: String(row.field ?? ''),
    rule: String(row.rule),
    rows: Number(row.rows),
    reasons: Number(row.reasons),
    reason: String(row.reason),
    value: textOf(row.value),
  }));
}

const textOf = (value: JS | undefined): string | null => (value === null || value === undefined ? null : String(value));

/** Which rejected rows are asked for. */
export interface RejectFilter {
  readonly field?: string;
  readonly rule?: string;
  /** Those that stand in these lines. */
  readonly lines?: readonly number[];
}

/** A condition on rows of `rejects`, and what it is given. */
function chosen(index: string, batch: string, { field, rule, lines }: RejectFilter) {
  const causes = [field === undefined ? '' : 'cell.field = $field', rule === undefined ? '' : 'cell.rule = $rule'];
  const which = causes.filter((each) => each !== '').join(' AND ');
  const rows = lines === undefined ? 'batch = $batch' : `batch = $batch AND ${AMONG}`;
  const tests = [rows, 'batch IN (SELECT batch FROM ledgers WHERE index_name = $index)'];
  if (which !== '')
    tests.push(`line IN (SELECT line FROM (SELECT line, ${CELLS} AS cell FROM rejects WHERE ${rows}) WHERE ${which})`);
  const values = {
    batch,
    index,
    ...(field !== undefined && { field }),
    ...(rule !== undefined && { rule }),
    ...(lines !== undefined && { lines: lineList(lines) }),
  };
  return { where: `WHERE ${tests.join(' AND ')}`, values };
}

/** Rejected rows of a batch by line, whole, with a reason per cell. */
export async function listRejected(
  connection: DuckDBConnection,
  index: string,
  batch: string,
  { from, to }: Page,
  filter: RejectFilter = {},
): Promise<{ readonly rows: readonly RejectedRow[]; readonly total: number }> {
  const { where, values } = chosen(index, batch, filter);
  const total = await oneNumber(connection, `SELECT count(*) FROM rejects ${where}`, values);
  const rows = await allRows(
    connection,
    `SELECT line, raw, cells, origin FROM rejects ${where} ORDER BY line, rowid LIMIT $count OFFSET $from`,
    { ...values, from, count: Math.max(0, to - from) },
  );
  return { rows: rows.map(rejectedRow), total };
}

/** The lines rejected rows of a batch stand in, ascending; who reads all rows asks for them by these, some at a time. */
export async function rejectedLines(
  connection: DuckDBConnection,
  index: string,
  batch: string,
  filter: RejectFilter = {},
): Promise<readonly number[]> {
  const { where, values } = chosen(index, batch, filter);
  const rows = await allRows(connection, `SELECT DISTINCT line FROM rejects ${where} ORDER BY line`, values);
  return rows.map(({ line }) => Number(line));
}

/**
 * The lines whose rows were refused when they came, ascending: those that still are and those mended later than `since`, which is
 * when mended rows that joined the batch were sent themselves.
 */
export async function refusedLines(
  connection: DuckDBConnection,
  index: string,
  batch: string,
  since = 0,
): Promise<readonly number[]> {
  const rows = await allRows(
    connection,
    `SELECT line FROM (FROM rejects SELECT batch, line UNION FROM mended SELECT batch, line WHERE ts > $since)
     WHERE batch = $batch AND batch IN (SELECT batch FROM ledgers WHERE index_name = $index) ORDER BY line`,
    { index, batch, since },
  );
  return rows.map(({ line }) => Number(line));
}

const rejectedRow = (row: Readonly<Record<string, JS>>): RejectedRow => ({
  line: Number(row.line),
  raw: JSON.parse(String(row.raw)),
  cells: JSON.parse(String(row.cells)) as readonly RejectedCell[],
  ...(typeof row.origin === 'string' && { origin: JSON.parse(row.origin) as RejectedRow['raw'] }),
});

export type Replayed = NonNullable<BatchInput['replays']>;

/** @throws PlatformError 404 for an unknown batch, 409 when it was undone or one of the lines is not rejected any more */
export async function refuseMended(
  connection: DuckDBConnection,
  index: string,
  { batch, lines }: Replayed,
): Promise<void> {
  const ledger = await ledgerOfBatch(connection, batch);
  if (ledger?.index !== index) throw notFound(`There is no batch '${batch}'.`);
  if (await undoneOf(connection, batch))
    throw conflict('The batch was undone; its rejected rows cannot be sent again.');
  const still = await oneNumber(
    connection,
    `SELECT count(DISTINCT line) FROM rejects WHERE batch = $batch AND ${AMONG}`,
    { batch, lines: lineList(lines) },
  );
  const gone = new Set(lines).size - still;
  if (gone > 0) {
    throw conflict(
      `${gone === 1 ? 'A row was' : `${gone} rows were`} mended by somebody else meanwhile. Load the rows again.`,
    );
  }
}

const AMONG = 'line IN (SELECT unnest($lines::BIGINT[]))';
const lineList = (lines: readonly number[]) => listValue(lines.map((line) => BigInt(line)));

/**
 * Moves mended rows of a batch from rejected to what they became; rows refused again stay with their new cause, and what came
 * first is kept of both. Runs inside the transaction that writes the rows.
 */
export async function storeReplay(
  connection: DuckDBConnection,
  ledger: Ledger,
  { batch, lines, user }: Replayed,
  position: BatchInput['position'],
): Promise<void> {
  const { index, requestId, ts, read, accepted, replaced, unchanged, rejected } = ledger;
  const counts = { read, accepted, replaced, unchanged, rejected };
  const parts = withMended((await ledgerOfBatch(connection, batch)) ?? {}, ledger);
  await connection.run(
    `UPDATE ledgers SET accepted = accepted + $accepted, replaced = replaced + $replaced, unchanged = unchanged + $unchanged,
       rejected = rejected - $mended, parts = coalesce($parts, parts) WHERE batch = $batch`,
    { batch, accepted, replaced, unchanged, mended: read - rejected, parts: partsText(parts) },
  );
  const taken = `batch = $batch AND ${AMONG} AND line NOT IN (SELECT line FROM temp.${REFUSED})`;
  const which = { batch, lines: lineList(lines) };
  await connection.run(
    `INSERT INTO mended SELECT batch, line, coalesce(origin, raw), $ts FROM rejects WHERE ${taken}`,
    { ...which, ts },
  );
  await connection.run(`DELETE FROM rejects WHERE ${taken}`, which);
  await connection.run(
    `UPDATE rejects SET origin = coalesce(origin, rejects.raw), raw = r.raw, cells = r.cells FROM temp.${REFUSED} r
     WHERE rejects.batch = $batch AND rejects.line = r.line`,
    { batch },
  );
  await connection.run(
    `INSERT INTO replays VALUES ($batch, $index, $requestId, $ts, $user, $read, $accepted, $replaced, $unchanged, $rejected)`,
    { batch, index, requestId, ts, user, ...counts },
  );
  if (position) await storePosition(connection, position);
}

/** Mended rows of a batch that were sent again. */
export interface Replay extends RowCounts {
  readonly ts: number;
  readonly user: string;
}

const toReplay = (row: Readonly<Record<string, JS>>): Replay => ({
  ts: Number(row.ts),
  user: String(row.user_name),
  read: Number(row.read),
  accepted: Number(row.accepted),
  replaced: Number(row.replaced),
  unchanged: Number(row.unchanged),
  rejected: Number(row.rejected),
});

/** Replays of a batch, first one first. */
export async function replaysOf(connection: DuckDBConnection, batch: string): Promise<readonly Replay[]> {
  const rows = await allRows(connection, 'SELECT * FROM replays WHERE batch = $batch ORDER BY ts', { batch });
  return rows.map(toReplay);
}

/** What came of a replay that was applied before, as a ledger of its own. */
export async function replayOfRequest(
  connection: DuckDBConnection,
  index: string,
  requestId: string,
): Promise<Ledger | null> {
  const [row] = await allRows(
    connection,
    'SELECT * FROM replays WHERE index_name = $index AND request_id = $requestId',
    { index, requestId },
  );
  if (row === undefined) return null;
  const { user: _user, ...counts } = toReplay(row);
  return { batch: String(row.batch), index, requestId, took: 0, errors: [], ...counts };
}
