import type { BatchInput, CountedFile, EarlyLoad, KeptField, Ledger } from '@datasarana/engine';
import type { Scope } from '../../access/scope.ts';
import type { BatchHeader } from '../../stores/stream/port.ts';
import type { BatchDoc } from './batch-record.ts';
import { rowsFrom, type SystemRow } from './intake.ts';
import type { LiveBatch } from './live-batch.ts';
import { linesOf } from './mended-rows.ts';
import type { Received } from './read-as.ts';
import type { Spool } from './spool.ts';

/** What the stream keeps beside the rows of a batch. */
export interface LogHeader extends BatchHeader {
  readonly request_id: string;
  readonly doc: BatchDoc;
  readonly received: Received;
  readonly system: SystemRow;
  /** What the rows leave as it is stored; missing in batches of older versions. */
  readonly keeps?: readonly KeptField[];
  /** The batch these rows go behind: when nothing of that is stored, nothing of this is. */
  readonly after?: string;
  /** The rows were in the index already and were put into the topic when it began to be kept: they are never applied to it. */
  readonly filled?: true;
  /** The rows are mended ones of an earlier batch, which they join. */
  readonly replays?: { readonly batch: string; readonly user: string };
}

/** The header of a batch whose rows were read. */
export const headerOf = (
  { id, ts, doc }: LiveBatch,
  received: Received,
  more: Pick<LogHeader, 'system' | 'keeps' | 'after' | 'replays'>,
): LogHeader => ({ batch: id, format: received.format, ts, request_id: doc.request_id, doc, received, ...more });

/** The header of a stored batch: the stream gives back what `headerOf` made, and knows less of it. */
export const storedHeader = (header: BatchHeader): LogHeader => header as LogHeader;

/** A durable batch that waits for the index. */
export interface Work {
  readonly scope: Scope;
  readonly live: LiveBatch;
  readonly header: LogHeader;
  readonly next: { readonly topic: string; readonly partition: number; readonly next: number };
  readonly spool: Spool;
  /** What the index has read of it already. */
  readonly early: EarlyLoad | null;
  /** Of its cells, where they are known. */
  readonly forms?: CountedFile['forms'];
  /** Ledger of the batch it goes behind, which was applied or given up by now. */
  readonly before: Promise<Ledger> | null;
}

/** Batches of more rows are worth a transaction of their own. */
const SMALL_ROWS = 5000;

/** Whether a batch may be taken in together with its neighbours. */
export const isSmall = ({ header: { replays, received, doc }, live, spool, early }: Work): boolean =>
  replays === undefined &&
  doc.parts === undefined &&
  early === null &&
  received.format === 'csv' &&
  received.structural.length === 0 &&
  spool.files.length === 1 &&
  live.doc.total <= SMALL_ROWS;

/** A batch as the index takes it. */
export const inputOf = ({ live, header, next, spool, forms }: Work): BatchInput => ({
  batch: live.id,
  requestId: header.request_id,
  rows: rowsFrom(header.received, spool.files, forms),
  structural: header.received.structural,
  ...(header.doc.parts && { parts: header.doc.parts.map(({ at }) => at) }),
  system: header.system,
  ...(header.keeps && { keeps: header.keeps }),
  position: next,
  ...(header.replays && { replays: { ...header.replays, lines: linesOf(header.received) } }),
  signal: live.signal,
  onProgress: live.onProgress,
});
