import type { Ledger } from '@datasarana/engine';
import type { StoredRecord } from '../../stores/records/port.ts';

export const BATCH_KIND = 'data.batch';

export type BatchState = 'running' | 'done' | 'failed' | 'cancelled';

/** What is kept of a batch beside its ledger in the index: whose it is and what became of it. */
export interface BatchDoc {
  readonly template: string;
  readonly template_name: string;
  readonly state: BatchState;
  readonly request_id: string;
  readonly source: 'csv' | 'ndjson';
  readonly file: string | null;
  readonly user: string;
  readonly user_name: string;
  /** Bytes received. */
  readonly bytes: number;
  /** Rows stored in the stream, those set aside included. */
  readonly total: number;
  readonly read: number;
  readonly accepted: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly took: number;
  /** Why it failed. */
  readonly reason: string | null;
}

/** Progress of a batch that runs; `rate` in rows per second of this phase. */
export interface Progress {
  readonly phase: 'upload' | 'wait' | 'read' | 'validate' | 'compare' | 'write' | 'index' | 'commit';
  readonly rows: number;
  readonly bytes: number;
  readonly rate: number;
}

export const NO_ROWS = { read: 0, accepted: 0, replaced: 0, unchanged: 0, rejected: 0, took: 0 } as const;

export const batchOf = (record: StoredRecord): BatchDoc => record.doc as unknown as BatchDoc;

/** Answer of an import (STR-03). */
export function importReply(batch: string, ledger: Omit<Ledger, 'batch' | 'index' | 'requestId' | 'ts'>) {
  const { read, accepted, replaced, unchanged, rejected, errors } = ledger;
  return { batch, read, accepted, replaced, unchanged, rejected, errors };
}

/** A batch as it is answered: record, ledger and, while it runs, progress. */
export function batchReply(
  id: string,
  doc: BatchDoc,
  ts: number,
  ledger: Pick<Ledger, 'errors'> | null,
  progress: Progress | null,
) {
  return { id, batch: id, label: BATCH_KIND, ...doc, ts, errors: ledger?.errors ?? [], ...progress };
}
