import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { inLargeTransaction, inTransaction } from '../store/transaction.ts';
import type { BatchInput, BatchProgress, Ledger } from './batch.ts';
import { advancePosition, firstErrors, ledgerOfRequest, storeLedger } from './ledgers.ts';
import { dropPlan, planWrite, type WritePlan } from './plan.ts';
import { indexText } from './postings.ts';
import { readNdjson, readObjects, readOddRows } from './read-rows.ts';
import { RowSink } from './row-sink.ts';
import { createReady, createStage, dropStage, REFUSED, stageCsv } from './stage.ts';
import { readCounters, updateCounters, writeDocuments } from './write.ts';

/** Rows above which a batch goes straight into the file. */
const LARGE = 50_000;

/** Takes a batch in: rows, postings, rejects, ledger and position in one transaction, or nothing. */
export async function applyBatch(
  connection: DuckDBConnection,
  layout: IndexLayout,
  input: BatchInput,
): Promise<Ledger> {
  const known = await ledgerOfRequest(connection, layout.name, input.requestId);
  if (known) {
    if (input.position && input.dryRun !== true) await advancePosition(connection, input.position);
    return known;
  }
  const started = Date.now();
  const report = (phase: BatchProgress['phase'], rows: number): void => {
    input.signal?.throwIfAborted();
    input.onProgress?.({ phase, rows });
  };
  try {
    const { read, rejected } = await readRows(connection, layout, input, report);
    report('compare', read);
    const plan = await planWrite(connection, layout);
    const ledger: Ledger = {
      batch: input.batch,
      index: layout.name,
      requestId: input.requestId,
      ts: started,
      took: Date.now() - started,
      read,
      accepted: plan.accepted,
      replaced: plan.replaced,
      unchanged: plan.unchanged,
      rejected,
      errors: await firstErrors(connection, `temp.${REFUSED}`),
    };
    if (input.dryRun === true) return ledger;
    const commit = (): Promise<Ledger> => commitBatch(connection, layout, input, plan, ledger, report);
    const written = plan.accepted + plan.replaced;
    return await (written < LARGE ? inTransaction(connection, commit) : inLargeTransaction(connection, commit));
  } finally {
    await dropStage(connection);
    await dropPlan(connection);
  }
}

type Report = (phase: BatchProgress['phase'], rows: number) => void;

async function readRows(
  connection: DuckDBConnection,
  layout: IndexLayout,
  { rows, structural, signal }: BatchInput,
  report: Report,
): Promise<{ readonly read: number; readonly rejected: number }> {
  await createStage(connection, layout);
  report('read', 0);
  const staged = rows.format === 'csv' ? await stageCsv(connection, layout, rows) : 0;
  report('validate', staged);
  const sink = await RowSink.open(connection, layout);
  let read = staged;
  try {
    for (const reject of structural) sink.addStructural(reject);
    if (rows.format === 'csv') await readOddRows(connection, layout, rows, sink, signal);
    else if (rows.format === 'ndjson') read = await readNdjson(layout, rows, sink, signal);
    else read = readObjects(layout, rows.rows, sink);
  } finally {
    sink.close();
  }
  await createReady(connection, layout);
  return { read: read + structural.length, rejected: sink.refused };
}

async function commitBatch(
  connection: DuckDBConnection,
  layout: IndexLayout,
  input: BatchInput,
  plan: WritePlan,
  planned: Ledger,
  report: Report,
): Promise<Ledger> {
  const { batch, system, signal } = input;
  const counters = await readCounters(connection, layout);
  report('write', planned.read);
  const { nextDoc, retired } = await writeDocuments(connection, layout, plan, counters, {
    batch,
    system,
    ts: planned.ts,
  });
  report('index', planned.read);
  const indexed =
    nextDoc > counters.nextDoc && (await indexText(connection, layout, counters.nextDoc, counters.nextSegment, signal));
  await updateCounters(connection, layout, {
    documents: plan.accepted,
    deleted: retired,
    nextDoc,
    nextSegment: counters.nextSegment + (indexed ? 1 : 0),
    ts: Date.now(),
  });
  report('commit', planned.read);
  const ledger = { ...planned, took: Date.now() - planned.ts };
  await storeLedger(connection, ledger, input.position);
  signal?.throwIfAborted();
  return ledger;
}
