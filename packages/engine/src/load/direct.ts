import { stat } from 'node:fs/promises';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { oneNumber } from '../store/rows.ts';
import { inLargeTransaction, inTransaction } from '../store/transaction.ts';
import type { BatchInput, Ledger } from './batch.ts';
import { closeBatch, type Report } from './close-batch.ts';
import { firstErrors } from './ledgers.ts';
import { readOddRows } from './read-rows.ts';
import { RowSink } from './row-sink.ts';
import {
  type CsvReading,
  type CsvRows,
  createReadyFixed,
  createStage,
  csvReading,
  FIXED,
  ownNames,
  REFUSED,
} from './stage.ts';
import { systemColumns } from './system-values.ts';
import { type Counters, idPrefix, readCounters, writeDocuments } from './write.ts';

/** Spools from this size on are committed straight into the file. */
const LARGE_BYTES = 8 * 1024 * 1024;

type DirectInput = BatchInput & { readonly rows: CsvRows };

/** Rows that only come in addition need no comparing, so they need no table in between. */
export const isDirect = (layout: IndexLayout, input: BatchInput): input is DirectInput =>
  input.rows.format === 'csv' && layout.definition.keyFields.length === 0 && input.dryRun !== true;

/** Takes a CSV batch without key fields in: the spool is typed straight into the documents table. */
export async function applyDirect(
  connection: DuckDBConnection,
  layout: IndexLayout,
  input: DirectInput,
  started: number,
  report: Report,
): Promise<Ledger> {
  await createStage(connection, layout);
  const { size } = await stat(input.rows.file);
  const transaction = size < LARGE_BYTES ? inTransaction : inLargeTransaction;
  return transaction(connection, async () => {
    const counters = await readCounters(connection, layout);
    report('read', 0);
    const sure = await insertSure(connection, layout, input, counters);
    report('validate', sure.read);
    const rejected = await readOthers(connection, layout, input, sure.read - sure.inserted);
    report('compare', sure.read);
    const fixed = await oneNumber(connection, `SELECT count(*) FROM temp.${FIXED}`);
    report('write', sure.read);
    const plan = { accepted: fixed, replaced: 0, unchanged: 0, written: null };
    const next = { ...counters, nextDoc: counters.nextDoc + sure.read };
    const context = { batch: input.batch, system: input.system, ts: started };
    const { nextDoc } = fixed === 0 ? next : await writeDocuments(connection, layout, plan, next, context);
    const planned: Ledger = {
      batch: input.batch,
      index: layout.name,
      requestId: input.requestId,
      ts: started,
      took: 0,
      read: sure.read + input.structural.length,
      accepted: sure.inserted + fixed,
      replaced: 0,
      unchanged: 0,
      rejected,
      errors: await firstErrors(connection, `temp.${REFUSED}`),
    };
    return closeBatch(connection, layout, input, planned, { counters, nextDoc, retired: 0 }, report);
  });
}

interface Sure {
  /** Rows in the spool. */
  readonly read: number;
  readonly inserted: number;
}

/**
 * Inserts every row SQL can surely read. Each row of the spool takes a number, so the numbers taken count the rows; the
 * condition names the number lest DuckDB tests part of it before the number is taken.
 */
async function insertSure(
  connection: DuckDBConnection,
  layout: IndexLayout,
  { batch, rows, system }: DirectInput,
  { nextDoc }: Counters,
): Promise<Sure> {
  const { source, values, surely, parameters } = csvReading(layout, rows);
  const all: Record<string, DuckDBValue> = { ...parameters.values, prefix: `${idPrefix(layout, batch)}-` };
  const columns = systemColumns(layout, { ...system, _batch: batch }, all);
  const names = ['_doc', '_id', '_version', ...columns.map(({ name }) => name), ...ownNames(layout)];
  const given = ['doc', '$prefix || doc', '1', ...columns.map(({ sql }) => sql), ...values];
  await connection.run(`CREATE OR REPLACE TEMP SEQUENCE numbers MINVALUE 0 START ${Math.trunc(nextDoc)}`);
  const result = await connection.run(
    `INSERT INTO ${layout.docs} (${names.join(', ')}) SELECT ${given.join(', ')}
     FROM (SELECT nextval('temp.numbers') AS doc, * FROM ${source}) WHERE CASE WHEN ${surely} THEN doc ELSE -1 END >= 0`,
    all,
  );
  const next = await oneNumber(connection, "SELECT nextval('temp.numbers')");
  return { read: next - nextDoc, inserted: result.rowsChanged };
}

/** Puts structural rejects aside and reads the rows that are left by the rules. @returns how many were refused */
async function readOthers(
  connection: DuckDBConnection,
  layout: IndexLayout,
  { rows, structural, signal }: DirectInput,
  left: number,
): Promise<number> {
  const sink = await RowSink.open(connection, layout);
  try {
    for (const reject of structural) sink.addStructural(reject);
    if (left > 0) {
      await keepOdd(connection, csvReading(layout, rows));
      await readOddRows(connection, layout, rows, { table: ODD, ordinal: 'ord' }, sink, signal);
    }
  } finally {
    sink.close();
  }
  await createReadyFixed(connection, layout);
  return sink.refused;
}

const ODD = 'odd';

/** Reads the spool a second time for the rows SQL could not surely read, with their ordinals. */
async function keepOdd(connection: DuckDBConnection, { source, raw, surely, parameters }: CsvReading): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${ODD} (ord BIGINT, raw VARCHAR[])`);
  await connection.run(
    `INSERT INTO ${ODD} SELECT ord, ${raw} FROM (SELECT row_number() OVER () - 1 AS ord, * FROM ${source}) WHERE NOT (${surely})`,
    parameters.values,
  );
}

export async function dropDirect(connection: DuckDBConnection): Promise<void> {
  await connection.run(`DROP TABLE IF EXISTS temp.${ODD}`);
  await connection.run('DROP SEQUENCE IF EXISTS temp.numbers');
}
