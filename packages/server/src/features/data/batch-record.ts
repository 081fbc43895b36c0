import type { Ledger } from '@datasarana/engine';
import type { RowCounts } from '@datasarana/schema';
import type { ShortRows } from '@datasarana/sources/node';
import type { StoredRecord } from '../../stores/records/port.ts';
import { type BatchPart, countedParts } from './batch-parts.ts';
import type { PlannedColumn } from './column-plan.ts';

export const BATCH_KIND = 'data.batch';

export type BatchState = 'running' | 'done' | 'failed' | 'cancelled' | 'undone';

/** When and by whom a batch was undone, and what that did. */
export interface Undone {
  readonly ts: number;
  readonly user_name: string;
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
}

/** What is kept of a batch beside its ledger in the index: whose it is and what became of it. */
export interface BatchDoc extends RowCounts {
  readonly template: string;
  readonly template_name: string;
  readonly state: BatchState;
  readonly request_id: string;
  /** Format of what was sent. */
  readonly source: string;
  readonly file: string | null;
  readonly user: string;
  readonly user_name: string;
  /** Bytes received. */
  readonly bytes: number;
  /** Rows stored in the stream, those set aside included. */
  readonly total: number;
  readonly took: number;
  /** Why it failed. */
  readonly reason: string | null;
  /** Of the body as it was sent; missing, like what follows, in batches of older versions. */
  readonly sha256?: string | null;
  /** How the columns of the body were read; empty for lines of JSON. */
  readonly columns?: readonly PlannedColumn[];
  readonly delimiter?: string;
  /** Rows that had fewer cells than the header, when there were any. */
  readonly short?: ShortRows;
  /** Epoch ms: its first byte, safe in the stream, stored in the index, cancelled or given up. */
  readonly ts_began?: number;
  readonly ts_durable?: number;
  readonly ts_applied?: number;
  readonly ts_ended?: number;
  /** The files its rows came from, when they are several. */
  readonly parts?: readonly BatchPart[];
  readonly undone?: Undone;
}

/** Progress of a batch that runs; `rate` in rows per second of this phase. */
export interface Progress {
  readonly phase: 'upload' | 'wait' | 'read' | 'validate' | 'compare' | 'write' | 'index' | 'commit';
  readonly rows: number;
  readonly bytes: number;
  readonly rate: number;
  /** Bytes that come in all, when that was said. */
  readonly size?: number;
  /** Milliseconds this phase may still take, when that can be told. */
  readonly eta?: number;
}

export const batchOf = (record: StoredRecord): BatchDoc => record.doc as unknown as BatchDoc;

/** What became of the rows of an import, or would. */
export interface Outcome extends Omit<Ledger, 'batch' | 'index' | 'requestId' | 'ts'> {
  readonly short?: ShortRows | undefined;
}

/** Answer of an import (STR-03). */
export function importReply(batch: string, outcome: Outcome, repeated = false) {
  const { read, accepted, replaced, unchanged, rejected, errors, look, short, parts } = outcome;
  return {
    batch,
    read,
    accepted,
    replaced,
    unchanged,
    rejected,
    errors,
    ...(parts && { parts }),
    ...(look && { look }),
    ...(short && { short }),
    ...(repeated && { repeated }),
  };
}

/** Answer of an import that is durable, before its ledger stands. */
export const runningReply = ({ batch, repeated = false }: { readonly batch: string; readonly repeated?: boolean }) => ({
  batch,
  state: 'running',
  ...(repeated && { repeated }),
});

/** A record is written when the last byte is there: `written` is when that was. */
export const beganOf = ({ ts_began }: BatchDoc, written: number): number => ts_began ?? written;

/** A batch as it is answered: record, ledger and, while it runs, progress. */
export function batchReply(
  id: string,
  doc: BatchDoc,
  ts: number,
  ledger: Pick<Ledger, 'errors' | 'parts'> | null,
  progress: Progress | null,
) {
  const { columns: _columns, delimiter: _delimiter, parts, ...shown } = doc;
  return {
    id,
    batch: id,
    label: BATCH_KIND,
    ...shown,
    ts: beganOf(doc, ts),
    errors: ledger?.errors ?? [],
    ...(ledger && countedParts(parts, ledger)),
    ...progress,
  };
}
