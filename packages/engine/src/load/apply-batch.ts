import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { type Ending, inTransactionFrom, LARGE_ROWS, withLargeCommit } from '../store/transaction.ts';
import type { BatchInput, BatchProgress, Ledger } from './batch.ts';
import { closeBatch, type Report } from './close-batch.ts';
import { type Counters, readCounters } from './counters.ts';
import { applyDirect, DROP_DIRECT, isDirect } from './direct.ts';
import type { EarlyLoad } from './early-load.ts';
import { advancePosition, firstErrors, ledgerOfRequest } from './ledgers.ts';
import { lookAtPlan } from './look.ts';
import { countParts } from './parts.ts';
import { DROP_PLAN, planWrite, type WritePlan } from './plan.ts';
import { readNdjson, readObjects, readOddRows } from './read-rows.ts';
import { refuseMended, replayOfRequest } from './rejects.ts';
import { RowSink } from './row-sink.ts';
import { bytesOf, createReady, createStage, DROP_STAGE, holdLittle, REFUSED, STAGE, stageCsv } from './stage.ts';
import { writeDocuments } from './write.ts';

/** Takes a batch in: rows, postings, rejects, ledger and position in one transaction, or nothing. */
export async function applyBatch(
  connection: DuckDBConnection,
  layout: IndexLayout,
  input: BatchInput,
  early: EarlyLoad | null = null,
): Promise<Ledger> {
  const { replays } = input;
  const known = await (replays ? replayOfRequest : ledgerOfRequest)(connection, layout.name, input.requestId);
  if (known) {
    if (input.position && input.dryRun !== true) await advancePosition(connection, input.position);
    return known;
  }
  if (replays && input.rebuild !== true) await refuseMended(connection, layout.name, replays);
  const started = Date.now();
  const report = (phase: BatchProgress['phase'], rows: number): void => {
    input.signal?.throwIfAborted();
    input.onProgress?.({ phase, rows });
  };
  try {
    if (isDirect(layout, input) && (early !== null || !(await holdLittle(input.rows.files)))) {
      const { nextDoc } = await readCounters(connection, layout);
      const ledger = await early?.finish(input, nextDoc, started, report);
      return ledger ?? (await applyDirect(connection, layout, input, started, report));
    }
    const { read, ready, rejected } = await readRows(connection, layout, input, report);
    report('compare', read);
    const plan = await planWrite(connection, layout, { ready, keeps: input.keeps });
    const ledger: Ledger = {
      batch: replays?.batch ?? input.batch,
      index: layout.name,
      requestId: input.requestId,
      ts: started,
      took: Date.now() - started,
      read,
      accepted: plan.accepted,
      replaced: plan.replaced,
      unchanged: plan.unchanged,
      rejected,
      errors: rejected === 0 ? [] : await firstErrors(connection, `temp.${REFUSED}`),
      ...(await countParts(connection, input, { read: read - input.structural.length, written: plan.written })),
    };
    if (input.dryRun === true) return { ...ledger, look: await lookAtPlan(connection, layout, input.rows, plan) };
    const commit = (): Promise<Ledger> =>
      inTransactionFrom(
        connection,
        (begin) => readCounters(connection, layout, begin),
        (counters) => commitBatch(connection, layout, input, plan, ledger, counters, report),
      );
    const isLarge = plan.accepted + plan.replaced >= LARGE_ROWS;
    return await (isLarge ? withLargeCommit(connection, commit) : commit());
  } finally {
    await connection.run([...DROP_STAGE, ...DROP_PLAN, ...DROP_DIRECT].join('; '));
  }
}

async function readRows(
  connection: DuckDBConnection,
  layout: IndexLayout,
  { rows, structural }: BatchInput,
  report: Report,
): Promise<{ readonly read: number; readonly ready: number; readonly rejected: number }> {
  await createStage(connection, layout);
  report('read', 0);
  const staged = rows.format === 'csv' ? await stageCsv(connection, layout, rows) : { read: 0, odd: 0 };
  const reached = (at: number): void => report('validate', at);
  reached(0);
  const sink = await RowSink.open(connection, layout);
  let { read } = staged;
  try {
    await sink.addAllStructural(structural);
    if (rows.format === 'csv' && staged.odd > 0)
      await readOddRows(connection, layout, rows, { table: STAGE, ordinal: 'rowid' }, sink, reached);
    else if (rows.format === 'ndjson') read = await readNdjson(layout, rows, sink, reached);
    else if (rows.format === 'rows') read = readObjects(layout, rows.rows, sink);
  } finally {
    sink.close();
  }
  if (sink.fixed > 0) await createReady(connection, layout);
  const ready = staged.read - staged.odd + sink.fixed;
  return { read: read + structural.length, ready, rejected: sink.refused };
}

async function commitBatch(
  connection: DuckDBConnection,
  layout: IndexLayout,
  input: BatchInput,
  plan: WritePlan,
  planned: Ledger,
  counters: Counters,
  report: Report,
): Promise<Ending<Ledger>> {
  const { system, rows } = input;
  const { batch } = planned;
  report('write', planned.read);
  const written = await writeDocuments(connection, layout, plan, counters, { batch, system, ts: planned.ts });
  const bytes = rows.format === 'rows' ? undefined : await bytesOf(rows.files);
  return closeBatch(connection, layout, input, planned, { counters, ...written, bytes }, report);
}
