import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { oneNumber } from '../store/rows.ts';
import type { BatchInput, BatchProgress, Ledger } from './batch.ts';
import { type Counters, updateCounters } from './counters.ts';
import { storeLedger } from './ledgers.ts';
import { indexText } from './postings.ts';
import { storeReplay } from './rejects.ts';
import type { Written } from './write.ts';

export type Report = (phase: BatchProgress['phase'], rows: number) => void;

/** The last steps of a batch's transaction, once its rows stand in the documents table: postings, counts, ledger. */
export async function closeBatch(
  connection: DuckDBConnection,
  layout: IndexLayout,
  { signal, position, rebuild, replays }: BatchInput,
  planned: Ledger,
  { counters, nextDoc, retired, written }: Written & { readonly counters: Counters },
  report: Report,
): Promise<Ledger> {
  await refuseLostRows(connection, layout, planned, counters.nextDoc, written);
  report('index', planned.read);
  const added = { from: counters.nextDoc, to: nextDoc };
  const nextSegment = await indexText(connection, layout, added, counters.nextSegment, { signal });
  await updateCounters(connection, layout, {
    documents: planned.accepted,
    deleted: retired,
    nextDoc,
    nextSegment,
    ts: Date.now(),
  });
  report('commit', planned.read);
  const ledger = { ...planned, took: Date.now() - planned.ts };
  if (!rebuild && replays) await storeReplay(connection, ledger, replays, position);
  else if (!rebuild) await storeLedger(connection, ledger, position);
  signal?.throwIfAborted();
  return ledger;
}

/**
 * A ledger never tells of rows the table does not have: a batch whose rows are not all accounted for, or not all visible, is not
 * stored. (DuckDB 1.5.6 can lose sight of rows within a transaction.)
 */
async function refuseLostRows(
  connection: DuckDBConnection,
  layout: IndexLayout,
  { batch, read, accepted, replaced, unchanged, rejected }: Ledger,
  from: number,
  written: number,
): Promise<void> {
  const told = accepted + replaced + unchanged + rejected;
  if (told !== read) throw new Error(`Batch ${batch}: ${read} rows were read, but ${told} are accounted for.`);
  const visible = await oneNumber(connection, `SELECT count(*) FROM ${layout.docs} WHERE _doc >= ${Math.trunc(from)}`);
  if (visible !== written) {
    throw new Error(`Batch ${batch}: ${written} rows were written to ${layout.name}, but ${visible} can be read.`);
  }
}
