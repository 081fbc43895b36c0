import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { oneNumber } from '../store/rows.ts';
import type { Ending } from '../store/transaction.ts';
import type { BatchInput, BatchProgress, Ledger } from './batch.ts';
import { type Counters, countersUpdate } from './counters.ts';
import { storeLedger } from './ledgers.ts';
import { indexText } from './postings.ts';
import { storeReplay } from './rejects.ts';
import type { Written } from './write.ts';

export type Report = (phase: BatchProgress['phase'], rows: number) => void;

/** The last steps of a batch's transaction, once its rows stand in the documents table: postings, ledger, counts. */
export async function closeBatch(
  connection: DuckDBConnection,
  layout: IndexLayout,
  { signal, position, rebuild, replays }: BatchInput,
  planned: Ledger,
  { counters, nextDoc, retired, written, visible, bytes }: ClosingRows,
  report: Report,
): Promise<Ending<Ledger>> {
  refuseLostRows(layout, planned, written, visible ?? (await countFrom(connection, layout, counters.nextDoc)));
  report('index', planned.read);
  const added = { from: counters.nextDoc, to: nextDoc, bytes };
  const nextSegment = await indexText(connection, layout, added, counters.nextSegment, { signal });
  report('commit', planned.read);
  const ledger = { ...planned, took: Date.now() - planned.ts };
  if (!rebuild && replays) await storeReplay(connection, ledger, replays, position);
  else if (!rebuild) await storeLedger(connection, ledger, position);
  signal?.throwIfAborted();
  const change = { documents: planned.accepted, deleted: retired, nextDoc, nextSegment, ts: Date.now() };
  return { result: ledger, last: countersUpdate(layout, change) };
}

/** What was written of a batch, beside where the numbers of the index stood before. */
interface ClosingRows extends Omit<Written, 'visible'> {
  readonly counters: Counters;
  /** Documents that can be read of those written; undefined when nobody looked. */
  readonly visible?: number;
  /** As many bytes as their texts have at most; undefined when nobody knows. */
  readonly bytes?: number | undefined;
}

const countFrom = (connection: DuckDBConnection, layout: IndexLayout, from: number): Promise<number> =>
  oneNumber(connection, `SELECT count(*) FROM ${layout.docs} WHERE _doc >= ${Math.trunc(from)}`);

/**
 * A ledger never tells of rows the table does not have: a batch whose rows are not all accounted for, or not all visible, is not
 * stored. (DuckDB 1.5.6 can lose sight of rows within a transaction.)
 */
function refuseLostRows(
  layout: IndexLayout,
  { batch, read, accepted, replaced, unchanged, rejected }: Ledger,
  written: number,
  visible: number,
): void {
  const told = accepted + replaced + unchanged + rejected;
  if (told !== read) throw new Error(`Batch ${batch}: ${read} rows were read, but ${told} are accounted for.`);
  if (visible !== written) {
    throw new Error(`Batch ${batch}: ${written} rows were written to ${layout.name}, but ${visible} can be read.`);
  }
}
