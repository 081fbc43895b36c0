import type { DuckDBConnection, DuckDBValue, JS } from '@duckdb/node-api';
import { runAtOnce } from '../store/at-once.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { inTransaction } from '../store/transaction.ts';
import type { BatchInput, Ledger, RejectedCell } from './batch.ts';
import { partsText, readParts } from './parts.ts';
import { REFUSED } from './stage.ts';

/** Rejected cells shown with a ledger (STR-03); all are kept. */
export const LISTED_ERRORS = 100;

/** Letters of a rejected value shown with a ledger: a hundred values of 4 MB are no list. The row is kept whole. */
const SHOWN_LETTERS = 1000;

/** Zero-based start, exclusive end. */
export interface Page {
  readonly from: number;
  readonly to: number;
}

type Row = Readonly<Record<string, JS>>;

const parseCells = (text: JS | undefined): readonly RejectedCell[] => JSON.parse(String(text));

function shortened(cell: RejectedCell): RejectedCell {
  const { value } = cell;
  if (value === null || value.length <= SHOWN_LETTERS) return cell;
  return { ...cell, value: `${value.slice(0, SHOWN_LETTERS).replace(/[\uD800-\uDBFF]$/, '')}…` };
}

/** The first rejected cells of `table` by line. */
export async function firstErrors(
  connection: DuckDBConnection,
  table: string,
  batch?: string,
): Promise<readonly RejectedCell[]> {
  const where = batch === undefined ? '' : 'WHERE batch = $batch';
  const rows = await allRows(
    connection,
    `SELECT cells FROM ${table} ${where} ORDER BY line LIMIT ${LISTED_ERRORS}`,
    batch === undefined ? undefined : { batch },
  );
  return rows
    .flatMap((row) => parseCells(row.cells))
    .slice(0, LISTED_ERRORS)
    .map(shortened);
}

const toLedger = (row: Row, errors: readonly RejectedCell[]): Ledger => ({
  batch: String(row.batch),
  index: String(row.index_name),
  requestId: String(row.request_id),
  ts: Number(row.ts),
  took: Number(row.took),
  read: Number(row.read),
  accepted: Number(row.accepted),
  replaced: Number(row.replaced),
  unchanged: Number(row.unchanged),
  rejected: Number(row.rejected),
  ...readParts(row.parts),
  errors,
});

async function withErrors(connection: DuckDBConnection, rows: readonly Row[]): Promise<readonly Ledger[]> {
  const ledgers: Ledger[] = [];
  for (const row of rows) {
    const errors = Number(row.rejected) === 0 ? [] : await firstErrors(connection, 'rejects', String(row.batch));
    ledgers.push(toLedger(row, errors));
  }
  return ledgers;
}

/** Keeps the counts of batches in their order. Runs inside their transaction. */
export async function storeCounts(connection: DuckDBConnection, ledgers: readonly Ledger[]): Promise<void> {
  const given: Record<string, DuckDBValue> = {};
  const rows = ledgers.map((ledger, i) => {
    const { batch, index, requestId, ts, took, read, accepted, replaced, unchanged, rejected } = ledger;
    const numbers = [ts, took, read, accepted, replaced, unchanged, rejected].map(Math.trunc);
    Object.assign(given, { [`b${i}`]: batch, [`i${i}`]: index, [`r${i}`]: requestId, [`p${i}`]: partsText(ledger) });
    return `(${i + 1}, $b${i}, $i${i}, $r${i}, ${numbers.join(', ')}, $p${i})`;
  });
  const last = '(SELECT coalesce(max(seq), 0) FROM ledgers)';
  await runAtOnce(
    connection,
    `INSERT INTO ledgers SELECT ${last} + place, * EXCLUDE place FROM (VALUES ${rows.join(', ')}) AS given(place) ORDER BY place`,
    given,
  );
}

/** Keeps what came of a batch: counts, rejected rows, stream position. Runs inside the batch's transaction. */
export async function storeLedger(
  connection: DuckDBConnection,
  ledger: Ledger,
  position: BatchInput['position'],
): Promise<void> {
  await storeCounts(connection, [ledger]);
  if (ledger.rejected > 0) {
    const { batch } = ledger;
    const rejected = `SELECT $batch AS batch, line, raw, cells FROM temp.${REFUSED}`;
    await connection.run(`INSERT INTO rejects BY NAME ${rejected}`, { batch });
  }
  if (position) await storePosition(connection, position);
}

type Position = NonNullable<BatchInput['position']>;

/** Runs inside the transaction of what was consumed up to there. */
export async function storePosition(connection: DuckDBConnection, { topic, partition, next }: Position): Promise<void> {
  await runAtOnce(
    connection,
    `MERGE INTO positions USING (SELECT $topic AS topic, $partition AS part, $next AS next) AS given
     ON positions.topic = given.topic AND positions.part = given.part
     WHEN MATCHED THEN UPDATE SET next = given.next WHEN NOT MATCHED THEN INSERT`,
    { topic, partition, next },
  );
}

/** Moves past a batch whose request was applied before: it stands in the stream a second time. */
export async function advancePosition(connection: DuckDBConnection, position: Position): Promise<void> {
  const known = (await readPosition(connection, position.topic)).get(position.partition) ?? 0;
  if (known < position.next) await inTransaction(connection, () => storePosition(connection, position));
}

/** The ledger of a request that was applied before. */
export async function ledgerOfRequest(
  connection: DuckDBConnection,
  index: string,
  requestId: string,
): Promise<Ledger | null> {
  const rows = await allRows(
    connection,
    'SELECT * FROM ledgers WHERE index_name = $index AND request_id = $requestId',
    {
      index,
      requestId,
    },
  );
  const [ledger] = await withErrors(connection, rows.slice(0, 1));
  return ledger ?? null;
}

export async function ledgerOfBatch(connection: DuckDBConnection, batch: string): Promise<Ledger | null> {
  const rows = await allRows(connection, 'SELECT * FROM ledgers WHERE batch = $batch ORDER BY seq DESC LIMIT 1', {
    batch,
  });
  const [ledger] = await withErrors(connection, rows);
  return ledger ?? null;
}

/** Ledgers of an index, latest first. */
export async function listLedgers(
  connection: DuckDBConnection,
  index: string,
  { from, to }: Page,
): Promise<{ readonly ledgers: readonly Ledger[]; readonly total: number }> {
  const total = await oneNumber(connection, 'SELECT count(*) FROM ledgers WHERE index_name = $index', { index });
  const rows = await allRows(
    connection,
    'SELECT * FROM ledgers WHERE index_name = $index ORDER BY seq DESC LIMIT $count OFFSET $from',
    { index, from, count: Math.max(0, to - from) },
  );
  return { ledgers: await withErrors(connection, rows), total };
}

/** Next stream offset to consume, by partition. */
export async function readPosition(connection: DuckDBConnection, topic: string): Promise<ReadonlyMap<number, number>> {
  const rows = await allRows(connection, 'SELECT part, next FROM positions WHERE topic = $topic', { topic });
  return new Map(rows.map((row) => [Number(row.part), Number(row.next)]));
}
