import type { PlatformError } from '@datasarana/schema';
import type { SourceBytes } from './source-bytes.ts';
import type { SourceText } from './source-text.ts';

/** Conditions a write may be bound to. */
export interface WriteConditions {
  readonly ifSeqNo?: number;
  readonly ifPrimaryTerm?: number;
  readonly version?: number;
  readonly versionType?: 'internal' | 'external' | 'external_gte';
}

/** One write of a bulk. `source` is JSON text as it came, or where it stands in what came. */
export type WriteOperation = WriteConditions & { readonly routing?: string } & (
    | { readonly kind: 'index' | 'create'; readonly id: string | null; readonly source: string | SourceBytes }
    | { readonly kind: 'delete'; readonly id: string }
    | { readonly kind: 'update'; readonly id: string; readonly body: string }
  );

export type WriteOutcome = 'created' | 'updated' | 'deleted' | 'noop' | 'not_found';

/** What became of one write. */
export interface WriteResult {
  readonly id: string;
  readonly result: WriteOutcome;
  readonly version: number;
  readonly seqNo: number;
  /** The document after an update, for who asked for it. */
  readonly source?: SourceText;
}

/** A write that was refused; the others of its bulk are not touched by it. */
export interface WriteRefused {
  readonly id: string | null;
  readonly error: PlatformError;
}

/** There is one shard with one history: its term never changes. */
export const PRIMARY_TERM = 1;
