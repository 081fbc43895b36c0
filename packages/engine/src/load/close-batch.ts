import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import type { BatchInput, BatchProgress, Ledger } from './batch.ts';
import { storeLedger } from './ledgers.ts';
import { indexText } from './postings.ts';
import { storeReplay } from './rejects.ts';
import { type Counters, updateCounters, type Written } from './write.ts';

export type Report = (phase: BatchProgress['phase'], rows: number) => void;

/** The last steps of a batch's transaction, once its rows stand in the documents table: postings, counts, ledger. */
export async function closeBatch(
  connection: DuckDBConnection,
  layout: IndexLayout,
  { signal, position, rebuild, replays }: BatchInput,
  planned: Ledger,
  { counters, nextDoc, retired }: Written & { readonly counters: Counters },
  report: Report,
): Promise<Ledger> {
  report('index', planned.read);
  const indexed =
    nextDoc > counters.nextDoc && (await indexText(connection, layout, counters.nextDoc, counters.nextSegment, signal));
  await updateCounters(connection, layout, {
    documents: planned.accepted,
    deleted: retired,
    nextDoc,
    nextSegment: counters.nextSegment + (indexed ? 1 : 0),
    ts: Date.now(),
  });
  report('commit', planned.read);
  const ledger = { ...planned, took: Date.now() - planned.ts };
  if (!rebuild && replays) await storeReplay(connection, ledger, replays, position);
  else if (!rebuild) await storeLedger(connection, ledger, position);
  signal?.throwIfAborted();
  return ledger;
}
